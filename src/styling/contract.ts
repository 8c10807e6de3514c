import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { limits, optionalLine, optionalText, photoFields, requiredLine } from '#/kernel/fields.ts'
import { amountSchema } from '#/kernel/money.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { mostYears, services } from './rules.ts'

/** A stylist's own profile in any state; unfilled fields are null or empty. */
export const profileSchema = z.object({
  fullName: z.string(),
  location: z.string().nullable(),
  /** In paise. */
  hourlyRate: z.int().nullable(),
  yearsExperience: z.int().nullable(),
  /** The services offered; the name is historical. */
  specializations: z.array(z.string()),
  offersOnline: z.boolean(),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
})
export type StylistProfile = z.output<typeof profileSchema>

export const stylistProfileInput = z.object({
  fullName: requiredLine(120),
  location: optionalLine(limits.title),
  hourlyRate: amountSchema.min(1),
  yearsExperience: z.int().min(0).max(mostYears).nullable(),
  specializations: z.array(z.enum(services)).min(1).max(services.length),
  offersOnline: z.boolean(),
  bio: optionalText(limits.long),
  ...photoFields,
})
export type StylistInput = z.input<typeof stylistProfileInput>

export const stylingContract = {
  profile: endpoint({
    method: 'GET',
    path: '/styling/profile',
    summary: 'Returns the caller’s profile as a stylist; null before the first save',
    access: 'signed-in',
    rows: 'the caller’s own stylist record, in any state',
    input: z.object({}).optional(),
    output: profileSchema.nullable(),
  }),
  saveProfile: endpoint({
    method: 'PUT',
    path: '/styling/profile',
    summary: 'Saves the caller’s profile as a stylist',
    access: 'signed-in',
    rows: 'the caller’s own stylist record, created on the first save, and its photo',
    uploads: true,
    input: stylistProfileInput,
    output: profileSchema,
    errors: pictureErrors,
  }),
}
