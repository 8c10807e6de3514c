import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { requiredLine } from '#/kernel/fields.ts'
import { longestName, mostAreas, mostKmAround } from './rules.ts'

/** Accepts a number, or its text from a URL. */
export const degrees = (most: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d{1,3}(\.\d{1,20})?$/)
        .transform(Number),
    ])
    .pipe(z.number().min(-most).max(most))
const kilometres = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,5}(\.\d{1,3})?$/)
      .transform(Number),
  ])
  .pipe(z.number().min(1).max(mostKmAround))
export const positionInput = z.object({ lat: degrees(90), lon: degrees(180) })

const creditSchema = z.object({ text: z.string(), url: z.string() })

export const placeSchema = z.object({
  city: z.string().nullable(),
  state: z.string().nullable(),
  country: z.string().nullable(),
  display: z.string(),
  lat: z.number(),
  lon: z.number(),
  /** A city’s reach from here. Areas and PIN codes have none: they’re known to about a kilometre. */
  reachKm: z.int().optional(),
  /** The known part of the name that was asked for, if the whole isn't known. The position is that of this part. */
  positionOf: z.string().optional(),
})
export type Place = z.output<typeof placeSchema>

export const areaSchema = z.object({ name: z.string(), lat: z.number(), lon: z.number() })
export type Area = z.output<typeof areaSchema>

export const locationContract = {
  service: endpoint({
    method: 'GET',
    path: '/location/service',
    summary:
      'Tells whether places can be looked up here, whose data they come from, and where maps get their images',
    access: 'anyone',
    rows: 'none: the operator’s settings',
    input: z.object({}).optional(),
    output: z.object({
      on: z.boolean(),
      credits: z.array(creditSchema),
      /** `url` has {z}, {x} and {y}; null if the operator has set no source of map images. */
      tiles: z.object({ url: z.string(), credit: creditSchema }).nullable(),
    }),
  }),
  home: endpoint({
    method: 'GET',
    path: '/location/home',
    summary:
      'Returns where the operator’s country is, for maps without a place: its middle, and its longer side in degrees; null if that isn’t known',
    access: 'anyone',
    rows: 'none: the operator’s settings',
    input: z.object({}).optional(),
    output: z.object({
      home: z.object({ lat: z.number(), lon: z.number(), degrees: z.number() }).nullable(),
    }),
  }),
  placeAt: endpoint({
    method: 'GET',
    path: '/location/place-at',
    summary: 'Returns the city at a position, which is rounded to two decimals; null if none is known',
    access: 'anyone',
    rows: 'places of the world; at most 60 look-ups in ten minutes from one address',
    input: positionInput,
    output: z.object({ place: placeSchema.nullable() }),
  }),
  areasAround: endpoint({
    method: 'GET',
    path: '/location/areas-around',
    summary:
      'Returns areas and towns around a position, well apart, to find one’s way on a map without images',
    access: 'anyone',
    rows: 'places of the world; at most 60 look-ups in ten minutes from one address',
    input: positionInput.extend({ km: kilometres }),
    output: z.object({ areas: z.array(areaSchema).max(mostAreas) }),
  }),
  placesNamed: endpoint({
    method: 'GET',
    path: '/location/places',
    summary: 'Returns the places that a name can mean: none, the intended one, or several',
    access: 'anyone',
    rows: 'places of the world; at most 60 look-ups in ten minutes from one address',
    input: z.object({ name: requiredLine(longestName) }),
    output: z.object({ places: z.array(placeSchema).max(5) }),
  }),
}
