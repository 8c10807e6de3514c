import { z } from 'zod'
import { optionalLine, requiredLine, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { isPhoneNumber, plainPhone } from '#/kernel/phone.ts'
import { daySchema } from '#/kernel/time.ts'
import { positionInput } from '#/location/contract.ts'
import { parseHours } from './hours.ts'
import { injuredMoves, injuredStatuses } from './injured.ts'
import { injuredFactsSchema } from './injured-contract.ts'
import { fewestDigits, isForAll, kinds, longest, placeSpecies } from './places.ts'
import { fieldText } from './text.ts'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/

export const isPlaceEmail = (text: string) => emailPattern.test(text)
export const isPlacePhone = (text: string) => isPhoneNumber(text, { fewestDigits })

/** The fields of an entry that admins write. */
export const placeFieldsSchema = z
  .object({
    kind: z.enum(kinds),
    name: requiredLine(longest.name, fieldText.name),
    phone: requiredLine(20, fieldText.phone).transform(plainPhone).refine(isPlacePhone, fieldText.phone),
    /** Null: the whole country. */
    city: optionalLine(longest.city),
    address: optionalLine(longest.address),
    // Programs write 0, 0 for a position that they don't know.
    position: positionInput
      .refine(({ lat, lon }) => lat !== 0 || lon !== 0, { path: ['lat'], message: fieldText.position })
      .nullable(),
    species: z.array(z.enum(placeSpecies)).max(placeSpecies.length),
    openingHours: optionalLine(longest.hours).refine(
      (text) => text === null || parseHours(text) !== null,
      fieldText.hours,
    ),
    note: optionalLine(longest.note),
    email: optionalLine(longest.email).refine((text) => text === null || isPlaceEmail(text), fieldText.email),
  })
  .refine(({ kind, city }) => city !== null || isForAll(kind), { path: ['city'], message: fieldText.city })
export type PlaceFields = z.output<typeof placeFieldsSchema>

/** An entry as admins see it, with the mail address. */
export const deskPlaceSchema = z.object({
  id: idSchema('place'),
  /** Counts the changes, so that nobody acts on an entry they haven't seen. */
  version: z.int(),
  kind: z.enum(kinds),
  name: z.string(),
  phone: z.string(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  position: z.object({ lat: z.number(), lon: z.number() }).nullable(),
  species: z.array(z.string()),
  openingHours: z.string().nullable(),
  note: z.string().nullable(),
  email: z.string().nullable(),
  checkedOn: daySchema,
})
export type DeskPlace = z.output<typeof deskPlaceSchema>

export const placeRemovalSchema = requiredText(500, 'Please give a reason.')

/** A report of an injured animal as admins see it. */
export const deskInjuredSchema = injuredFactsSchema.extend({
  id: idSchema('injured_report'),
  status: z.enum(injuredStatuses),
  createdAt: z.date(),
  acceptedAt: z.date().nullable(),
  setOutAt: z.date().nullable(),
  endedAt: z.date().nullable(),
  /** A data: URL. */
  photo: z.string().nullable(),
  /** Null if nobody has accepted it, or if the desk arranged it. */
  rescuer: z.object({ name: z.string(), phone: z.string() }).nullable(),
  /** Names of the rescuers it was mailed to. */
  sentTo: z.array(z.string()),
  moves: z.array(z.enum(injuredMoves)),
})
export type DeskInjured = z.output<typeof deskInjuredSchema>
