import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { changedLine, done, optionalLine, pageOf, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { changeInputs, choiceOf, shownFields } from '#/kernel/record-inputs.ts'
import { daySchema } from '#/kernel/time.ts'
import { maxYears } from './birth.ts'
import { petsErrors } from './errors.ts'
import { careFields, standingFields } from './fields.ts'
import {
  longestMicrochip,
  maxBreedLength,
  maxNameLength,
  maxPounds,
  maxVaccineLength,
  petStatuses,
  readMicrochip,
  species,
} from './rules.ts'

export const speciesSchema = z.enum(species)
export const sexSchema = choiceOf(careFields.sex)
export const temperamentSchema = choiceOf(careFields.temperament)
const statusSchema = z.enum(petStatuses)

const poundsSchema = z.number().min(0.1).max(maxPounds).multipleOf(0.1)

/** The address works for some minutes. */
export const certificateSchema = z.object({
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  url: z.string(),
})
export type Certificate = z.output<typeof certificateSchema>

export const vaccineSchema = z.object({
  id: idSchema('vaccination'),
  name: z.string(),
  givenOn: daySchema,
  nextDueOn: daySchema.nullable(),
  certificate: certificateSchema.nullable(),
  /** The signed visit note it comes from; null if the owner added it. */
  noteId: idSchema('visit note').nullable(),
})
export type Vaccination = z.output<typeof vaccineSchema>

const base = {
  id: idSchema('pet'),
  name: z.string(),
  species: speciesSchema,
  breed: z.string().nullable(),
  isMixed: z.boolean(),
  sizeLbs: z.number().nullable(),
  photoUrl: z.string().nullable(),
  dateOfBirth: daySchema.nullable(),
  /** Whether the day was computed from an age. */
  isBirthEstimated: z.boolean(),
}

export const petSchema = z.object({
  ...base,
  status: statusSchema,
  /** May be overdue. */
  nextVaccination: z.object({ name: z.string(), dueOn: daySchema }).nullable(),
})
export type Pet = z.output<typeof petSchema>

/** A pet as shown to its owner, and to providers for their booking. */
export const petCareSchema = z.object({
  ...base,
  ...shownFields(careFields),
  vaccinations: z.array(vaccineSchema),
})
export type PetCare = z.output<typeof petCareSchema>

/** The care facts that somebody minding the pet needs, from its page. */
export const standingCareSchema = petCareSchema
  .pick({ id: true, name: true })
  .extend(shownFields(standingFields))
export type StandingCare = z.output<typeof standingCareSchema>

/** The microchip number proves ownership, so only the owner sees it. */
export const petDetailsSchema = petCareSchema.extend({
  status: statusSchema,
  microchip: z.string().nullable(),
})
export type PetDetails = z.output<typeof petDetailsSchema>

/** A known day, or an age from which the server computes one. */
const birthSchema = z.union([
  z.object({ date: daySchema }),
  z.object({
    age: z.object({
      years: z
        .int()
        .min(0)
        .max(Math.max(...Object.values(maxYears))),
      months: z.int().min(0).max(11),
    }),
  }),
])

export const microchipSchema = z
  .string()
  .max(longestMicrochip)
  .refine((text) => readMicrochip(text) !== null, 'Not 15 digits')
  .transform((text) => readMicrochip(text))

const onlyThe = z.object({ id: idSchema('pet') })
const own = 'a pet of the caller'
const moveErrors = only(petsErrors, 'pets.move_not_allowed')

const vaccinationFields = {
  name: requiredLine(maxVaccineLength),
  givenOn: daySchema,
  nextDueOn: daySchema.nullish(),
  certificate: z.file().optional(),
}
const vaccinationErrors = {
  ...documentErrors,
  ...only(petsErrors, 'pets.given_in_future', 'pets.due_before_given'),
}

const petChange = onlyThe.extend({
  name: requiredLine(maxNameLength).optional(),
  species: speciesSchema.optional(),
  breed: changedLine(maxBreedLength),
  isMixed: z.boolean().optional(),
  ...changeInputs(careFields),
  birth: birthSchema.nullish(),
  sizeLbs: poundsSchema.nullish(),
  microchip: microchipSchema.nullish(),
  photo: z.file().nullish(),
})
export type PetChange = z.output<typeof petChange>

export const petsContract = {
  add: endpoint({
    method: 'POST',
    path: '/pets',
    summary: 'Adds a pet of the caller; a photo can only be sent over /rpc',
    access: 'record:pet_owner',
    rows: 'a new pet of the caller, and its photo',
    uploads: true,
    input: z.object({
      name: requiredLine(maxNameLength),
      species: speciesSchema,
      breed: optionalLine(maxBreedLength),
      isMixed: z.boolean().default(false),
      sizeLbs: poundsSchema.nullish(),
      photo: z.file().nullish(),
    }),
    output: petSchema,
    errors: { ...pictureErrors, ...only(petsErrors, 'pets.too_many') },
  }),
  list: endpoint({
    method: 'GET',
    path: '/pets',
    summary: 'Lists the caller’s pets, newest first; empty without an owner profile',
    access: 'signed-in',
    token: 'pets:read',
    rows: 'pets of the caller: active ones, or those archived or in memory',
    input: z
      .object({ cursor: idSchema('pet').optional(), which: z.enum(['active', 'past']).optional() })
      .optional(),
    output: pageOf(petSchema),
  }),
  get: endpoint({
    method: 'GET',
    path: '/pets/{id}',
    summary: 'Returns one of the caller’s pets in full',
    access: 'record:pet_owner',
    token: 'pets:read',
    rows: `${own}, with its vaccinations and links to their certificates`,
    input: onlyThe,
    output: petDetailsSchema,
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/pets/{id}',
    summary: 'Changes the given fields of a pet; a photo can only be sent over /rpc',
    access: 'record:pet_owner',
    rows: `${own}, and its photo`,
    uploads: true,
    input: petChange,
    output: petDetailsSchema,
    errors: {
      ...pictureErrors,
      ...only(petsErrors, 'pets.microchip_taken', 'pets.born_in_future', 'pets.too_old'),
    },
  }),
  archive: endpoint({
    method: 'POST',
    path: '/pets/{id}/archival',
    summary: 'Archives a pet: it leaves lists and pickers, and stays in its bookings',
    access: 'record:pet_owner',
    rows: own,
    input: onlyThe,
    output: petDetailsSchema,
    errors: moveErrors,
  }),
  remember: endpoint({
    method: 'POST',
    path: '/pets/{id}/remembrance',
    summary: 'Keeps a pet that died in memory: it leaves lists and pickers',
    access: 'record:pet_owner',
    rows: own,
    input: onlyThe,
    output: petDetailsSchema,
    errors: moveErrors,
  }),
  bringBack: endpoint({
    method: 'POST',
    path: '/pets/{id}/return',
    summary: 'Brings back a pet that was archived, or marked as dead by mistake',
    access: 'record:pet_owner',
    rows: own,
    input: onlyThe,
    output: petDetailsSchema,
    errors: moveErrors,
  }),
  addVaccination: endpoint({
    method: 'POST',
    path: '/pets/{petId}/vaccinations',
    summary: 'Adds a vaccination of a pet; a certificate can only be sent over /rpc',
    access: 'record:pet_owner',
    rows: `a new vaccination of ${own}, and its certificate`,
    uploads: 'documents',
    input: z.object({ petId: idSchema('pet'), ...vaccinationFields }),
    output: vaccineSchema,
    errors: { ...vaccinationErrors, ...only(petsErrors, 'pets.too_many_vaccinations') },
  }),
  changeVaccination: endpoint({
    method: 'PUT',
    path: '/pets/{petId}/vaccinations/{id}',
    summary: 'Corrects a vaccination; the certificate stays unless it is removed, or replaced over /rpc',
    access: 'record:pet_owner',
    rows: `a vaccination of ${own}, and its certificate`,
    uploads: 'documents',
    input: z.object({
      petId: idSchema('pet'),
      id: idSchema('vaccination'),
      ...vaccinationFields,
      removeCertificate: z.boolean().optional(),
    }),
    output: vaccineSchema,
    errors: vaccinationErrors,
  }),
  removeVaccination: endpoint({
    method: 'DELETE',
    path: '/pets/{petId}/vaccinations/{id}',
    summary: 'Deletes a vaccination that was added by mistake, and its certificate',
    access: 'record:pet_owner',
    rows: `a vaccination of ${own}, and its certificate`,
    input: z.object({ petId: idSchema('pet'), id: idSchema('vaccination') }),
    output: done,
  }),
}
