import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { optionalText, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { maxBreedLength, maxNameLength, maxPounds, species } from './rules.ts'

export const speciesSchema = z.enum(species)

const poundsSchema = z.number().min(0.1).max(maxPounds).multipleOf(0.1)

export const petSchema = z.object({
  id: idSchema('pet'),
  name: z.string(),
  species: speciesSchema,
  breed: z.string().nullable(),
  /** Weight in pounds. */
  sizeLbs: z.number().nullable(),
  photoUrl: z.string().nullable(),
})
export type Pet = z.output<typeof petSchema>

export const petsContract = {
  add: endpoint({
    method: 'POST',
    path: '/pets',
    summary: 'Adds a pet of one’s own; its photo travels only over /rpc',
    access: 'record:pet_owner',
    rows: 'a new pet of the caller, and its photo',
    uploads: true,
    input: z.object({
      name: requiredText(maxNameLength),
      species: speciesSchema,
      breed: optionalText(maxBreedLength),
      sizeLbs: poundsSchema.nullish(),
      photo: z.file().nullish(),
    }),
    output: petSchema,
    errors: pictureErrors,
  }),
  list: endpoint({
    method: 'GET',
    path: '/pets',
    summary: 'The caller’s own pets, newest first; none for someone without an owner profile',
    access: 'signed-in',
    rows: 'pets of the caller',
    input: z.object({ cursor: idSchema('pet').optional() }).optional(),
    output: pageOf(petSchema),
  }),
}
