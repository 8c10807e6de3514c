import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { optionalLine } from '#/kernel/fields.ts'
import { daySchema } from '#/kernel/time.ts'
import { degrees } from '#/location/contract.ts'
import { petDetailsSchema } from '#/pets/contract.ts'
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

const ownPet = petDetailsSchema
  .pick({
    id: true,
    name: true,
    species: true,
    breed: true,
    isMixed: true,
    sizeLbs: true,
    sex: true,
    dateOfBirth: true,
    isBirthEstimated: true,
    isNeutered: true,
    microchip: true,
    allergies: true,
    conditions: true,
    medicines: true,
    insurancePolicyNumber: true,
  })
  .extend({
    /** The latest of each vaccine. */
    vaccinations: z.array(z.object({ name: z.string(), givenOn: daySchema })),
  })
export type OwnPet = z.output<typeof ownPet>

const ownVet = z.object({
  name: z.string(),
  phone: z.string(),
  /** Names of the pets whose pages name this vet; empty for vets whom the caller has booked. */
  of: z.array(z.string()),
})
export type OwnVet = z.output<typeof ownVet>

const own = z.object({ at: z.date(), vets: z.array(ownVet), pets: z.array(ownPet) })
/** The form that it has in JSON. */
export type Own = Omit<z.output<typeof own>, 'at'> & { at: string }

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
  own: endpoint({
    method: 'GET',
    path: '/emergency/own',
    summary: 'Returns what a vet asks about in an emergency: the caller’s pets, and their vets’ numbers',
    access: 'signed-in',
    rows: 'the caller’s active pets, the vets named on their pages, and the clinics’ numbers of the vets whom the caller booked last',
    input: z.object({}).optional(),
    output: own,
  }),
  ...injuredContract,
}
