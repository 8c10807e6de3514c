import { z } from 'zod'
import { hourlyListedFields } from '#/appointments/listed.ts'
import { refundPolicies } from '#/appointments/refunds.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'

/** A listed trainer as every logged-in user sees them. */
export const trainerSchema = z.object({
  id: idSchema('trainer'),
  ...hourlyListedFields,
  /** The lowest price of their packages on sale; null without one. */
  packagesFrom: moneySchema.nullable(),
  refundPolicy: z.enum(refundPolicies),
  offersInPerson: z.boolean(),
  offersOnline: z.boolean(),
})
export type Trainer = z.output<typeof trainerSchema>
