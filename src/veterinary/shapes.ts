import { z } from 'zod'
import { refundPolicies } from '#/appointments/refunds.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

/** A listed vet. The phone number is the clinic's. */
export const vetSchema = z.object({
  id: idSchema('vet'),
  fullName: z.string(),
  /** With their title. */
  name: z.string(),
  specialization: z.string(),
  location: z.string(),
  availability: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  licenseId: z.string(),
  consultationFee: moneySchema.nullable(),
  refundPolicy: z.enum(refundPolicies),
  bio: z.string().nullable(),
  imageUrl: z.string().nullable(),
  rating: z.number().nullable(),
  totalReviews: z.int(),
  timeZone: z.string(),
  offersInPerson: z.boolean(),
  offersTeleconsultation: z.boolean(),
})
export type Vet = z.output<typeof vetSchema>
