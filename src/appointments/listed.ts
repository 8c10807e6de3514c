/** Fields that the lists of several trades show of a provider. */
import { z } from 'zod'
import { moneySchema } from '#/kernel/fields.ts'

export const listedFields = {
  fullName: z.string(),
  /** With their title, in trades that have one. */
  name: z.string(),
  imageUrl: z.string().nullable(),
  availability: z.string().nullable(),
  bio: z.string().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  timeZone: z.string(),
}

/** For trades with a rate per hour. */
export const hourlyListedFields = {
  ...listedFields,
  /** Their place, or the area they serve. */
  location: z.string().nullable(),
  hourlyRate: moneySchema,
  yearsExperience: z.int().nullable(),
  /** A trainer's subjects or a stylist's services. */
  specializations: z.array(z.string()),
  /** Appointments in person are at the owner's home. */
  comesToOwner: z.boolean(),
  isVerified: z.boolean(),
}

export type Listed = z.output<z.ZodObject<typeof listedFields>>
export type HourlyListed = z.output<z.ZodObject<typeof hourlyListedFields>>
