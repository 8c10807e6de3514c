import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { optionalLine } from '#/kernel/fields.ts'
import { daySchema } from '#/kernel/time.ts'
import { degrees } from '#/location/contract.ts'
import { injuredContract } from './injured-contract.ts'
import { kinds, longest } from './places.ts'

const place = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  /** `vet`: one of our verified vets, who is open now by their own calendar. */
  from: z.enum(['directory', 'vet']),
  name: z.string(),
  phone: z.string(),
  /** Null for the whole country. */
  city: z.string().nullable(),
  address: z.string().nullable(),
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** Empty: every species, as far as we know. */
  species: z.array(z.string()),
  openingHours: z.string().nullable(),
  isAroundTheClock: z.boolean(),
  /** Null if nobody knows. */
  isOpen: z.boolean().nullable(),
  /** In kilometres; null if the place of the caller or of the entry is unknown. */
  distance: z.number().nullable(),
  note: z.string().nullable(),
  /** Null for our vets, whose calendar is their own. */
  checkedOn: daySchema.nullable(),
})
export type EmergencyPlace = z.output<typeof place>

const directory = z.object({ places: z.array(place) })
export type Directory = z.output<typeof directory>

export const emergencyContract = {
  directory: endpoint({
    method: 'GET',
    path: '/emergency/directory',
    summary: 'Lists who helps animals near a position or in a city: open now first, then the nearest',
    access: 'anyone',
    rows: 'the directory that admins keep, and verified vets who are open now; the position isn’t kept',
    input: z
      .object({
        lat: degrees(90).optional(),
        lon: degrees(180).optional(),
        city: optionalLine(longest.city),
      })
      .refine(({ lat, lon }) => (lat === undefined) === (lon === undefined), { path: ['lon'] }),
    output: directory,
  }),
  ...injuredContract,
}
