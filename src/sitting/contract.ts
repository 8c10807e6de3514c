import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { done, limits, optionalText, photoFields, requiredLine } from '#/kernel/fields.ts'
import { amountSchema } from '#/kernel/money.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { homeKinds, mostPets, mostYears, petSizes, policies, services } from './rules.ts'

export const sittingErrors = { 'sitting.too_many_photos': 'conflict' } as const satisfies ErrorKinds
export const refuse = refuser(sittingErrors)

const facts = {
  services: z.array(z.enum(services)).min(1).max(services.length),
  /** In paise. */
  hourlyRate: amountSchema.min(1),
  nightlyRate: amountSchema.min(1).nullable(),
  experienceYears: z.int().min(0).max(mostYears),
  maxPets: z.int().min(1).max(mostPets),
  sizesAccepted: z.array(z.enum(petSizes)).min(1).max(petSizes.length),
  homeKind: z.enum(homeKinds).nullable(),
  hasGarden: z.boolean(),
  hasOwnPets: z.boolean(),
  hasChildren: z.boolean(),
  isSmokeFree: z.boolean(),
  cancellationPolicy: z.enum(policies),
}

/** A sitter's own profile in any state; unfilled fields are null or empty. */
export const profileSchema = z.object({
  ...facts,
  services: z.array(z.enum(services)),
  hourlyRate: z.int().nullable(),
  nightlyRate: z.int().nullable(),
  experienceYears: z.int().nullable(),
  sizesAccepted: z.array(z.enum(petSizes)),
  fullName: z.string(),
  location: z.string().nullable(),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
  photos: z.array(z.string()),
})
export type SitterProfile = z.output<typeof profileSchema>

export const sitterProfileInput = z.object({
  ...facts,
  fullName: requiredLine(120),
  location: requiredLine(limits.title),
  bio: optionalText(limits.long),
  ...photoFields,
})
export type SitterInput = z.input<typeof sitterProfileInput>

export const sittingContract = {
  profile: endpoint({
    method: 'GET',
    path: '/sitting/profile',
    summary: 'Returns the caller’s profile as a sitter; null before the first save',
    access: 'signed-in',
    rows: 'the caller’s own sitter record, in any state',
    input: z.object({}).optional(),
    output: profileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/sitting/profile',
    summary: 'Saves the caller’s profile as a sitter',
    access: 'signed-in',
    rows: 'the caller’s own sitter record, created on the first save, and its photo',
    uploads: true,
    input: sitterProfileInput,
    output: profileSchema,
    errors: pictureErrors,
  }),
  addPhoto: endpoint({
    method: 'POST',
    path: '/sitting/profile/photos',
    summary: 'Adds a photo of the caller’s home; it can only be sent over /rpc',
    access: 'signed-in',
    rows: 'the caller’s own sitter record, and the new photo',
    uploads: true,
    input: z.object({ photo: z.file() }),
    output: z.object({ photos: z.array(z.string()) }),
    errors: { ...pictureErrors, ...sittingErrors },
  }),
  removePhoto: endpoint({
    method: 'POST',
    path: '/sitting/profile/photos/removal',
    summary: 'Removes a photo of the caller’s home',
    access: 'signed-in',
    rows: 'the caller’s own sitter record',
    input: z.object({ url: z.string().max(200) }),
    output: done,
  }),
}
