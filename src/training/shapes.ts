import { z } from 'zod'
import { refundPolicies } from '#/appointments/refunds.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

/** A listed trainer as every logged-in user sees them. */
export const trainerSchema = z.object({
  id: idSchema('trainer'),
  fullName: z.string(),
  name: z.string(),
  /** The place of the sessions, or the area they serve. */
  location: z.string().nullable(),
  imageUrl: z.string().nullable(),
  hourlyRate: moneySchema,
  /** The lowest price of their packages on sale; null without one. */
  packagesFrom: moneySchema.nullable(),
  yearsExperience: z.int().nullable(),
  specializations: z.array(z.string()),
  bio: z.string().nullable(),
  availability: z.string().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  timeZone: z.string(),
  refundPolicy: z.enum(refundPolicies),
  offersInPerson: z.boolean(),
  offersOnline: z.boolean(),
  /** Sessions in person are at the owner's home. */
  comesToOwner: z.boolean(),
  isVerified: z.boolean(),
})
export type Trainer = z.output<typeof trainerSchema>
