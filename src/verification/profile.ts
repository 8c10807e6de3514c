/** Fields shared by the profiles of trades with a rate per hour, such as training and styling. */
import { z } from 'zod'
import { limits, optionalLine, optionalText, photoFields, rateSchema, requiredLine } from '#/kernel/fields.ts'
import { mostYears } from './rules.ts'

/** The caller's own profile in any state; unfilled fields are null. */
export const hourlyProfile = {
  fullName: z.string(),
  location: z.string().nullable(),
  /** In paise. */
  hourlyRate: z.int().nullable(),
  yearsExperience: z.int().nullable(),
  /** Appointments in person are at the owner's home. */
  comesToOwner: z.boolean(),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
}

export const hourlyProfileInput = {
  fullName: requiredLine(120),
  location: optionalLine(limits.title),
  hourlyRate: rateSchema,
  yearsExperience: z.int().min(0).max(mostYears).nullable(),
  comesToOwner: z.boolean(),
  bio: optionalText(limits.long),
  ...photoFields,
}
