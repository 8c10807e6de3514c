import { z } from 'zod'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

/** A listed stylist as every logged-in user sees them. */
export const stylistSchema = z.object({
  id: idSchema('stylist'),
  fullName: z.string(),
  name: z.string(),
  /** The salon's place, or the area they serve. */
  location: z.string().nullable(),
  imageUrl: z.string().nullable(),
  hourlyRate: moneySchema,
  yearsExperience: z.int().nullable(),
  /** The services offered. */
  specializations: z.array(z.string()),
  /** Per appointment. */
  maxPets: z.int(),
  /** Appointments are at the owner's home. */
  comesToOwner: z.boolean(),
  bio: z.string().nullable(),
  availability: z.string().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  timeZone: z.string(),
  isVerified: z.boolean(),
})
export type Stylist = z.output<typeof stylistSchema>
