import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { limits, optionalLine, optionalText, photoFields, requiredLine } from '#/kernel/fields.ts'
import { amountSchema } from '#/kernel/money.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { mostYears, specializations } from './rules.ts'

/** A trainer's own profile in any state; unfilled fields are null or empty. */
export const profileSchema = z.object({
  fullName: z.string(),
  location: z.string().nullable(),
  /** In paise. */
  hourlyRate: z.int().nullable(),
  yearsExperience: z.int().nullable(),
  specializations: z.array(z.string()),
  offersOnline: z.boolean(),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
})
export type TrainerProfile = z.output<typeof profileSchema>

export const trainerProfileInput = z.object({
  fullName: requiredLine(120),
  location: optionalLine(limits.title),
  hourlyRate: amountSchema.min(1),
  yearsExperience: z.int().min(0).max(mostYears).nullable(),
  specializations: z.array(z.enum(specializations)).min(1).max(specializations.length),
  offersOnline: z.boolean(),
  bio: optionalText(limits.long),
  ...photoFields,
})
export type TrainerInput = z.input<typeof trainerProfileInput>

export const trainingContract = {
  profile: endpoint({
    method: 'GET',
    path: '/training/profile',
    summary: 'Returns the caller’s profile as a trainer; null before the first save',
    access: 'signed-in',
    rows: 'the caller’s own trainer record, in any state',
    input: z.object({}).optional(),
    output: profileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/training/profile',
    summary: 'Saves the caller’s profile as a trainer',
    access: 'signed-in',
    rows: 'the caller’s own trainer record, created on the first save, and its photo',
    uploads: true,
    input: trainerProfileInput,
    output: profileSchema,
    errors: pictureErrors,
  }),
}
