import { z } from 'zod'
import { listedFields } from '#/appointments/listed.ts'
import { refundPolicies } from '#/appointments/refunds.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

/** A listed vet. The phone number is the clinic's. */
export const vetSchema = z.object({
  id: idSchema('vet'),
  ...listedFields,
  specialization: z.string(),
  location: z.string(),
  phoneNumber: z.string().nullable(),
  licenseId: z.string(),
  consultationFee: moneySchema.nullable(),
  refundPolicy: z.enum(refundPolicies),
  offersInPerson: z.boolean(),
  offersTeleconsultation: z.boolean(),
})
export type Vet = z.output<typeof vetSchema>
