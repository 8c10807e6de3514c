import { z } from 'zod'
import { idSchema } from '#/kernel/ids.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { packageStatuses } from './rules.ts'
import { packageEventSchema, useSchema } from './shapes.ts'

const person = z.object({ id: idSchema('user'), name: z.string() })

/** A package for admins; amounts in minor units. */
export const deskPackageSchema = z.object({
  id: idSchema('package'),
  reference: z.string(),
  status: z.enum(packageStatuses),
  title: z.string(),
  sessions: z.int(),
  balance: z.int(),
  used: z.int(),
  gone: z.int(),
  pricePerSession: z.int(),
  singlePrice: z.int(),
  boughtAt: z.date(),
  expiresAt: z.date().nullable(),
  timeZone: z.string(),
  owner: person,
  provider: person,
  payment: z.object({
    id: idSchema('payment'),
    status: paymentStatusSchema,
    amount: z.int(),
    refunded: z.int(),
    refundable: z.int(),
    /** Released to the trainer so far. */
    released: z.int(),
    currency: z.string(),
    isSandbox: z.boolean(),
    receiptNumber: z.string().nullable(),
  }),
  uses: z.array(useSchema),
  events: z.array(packageEventSchema),
})
export type DeskPackage = z.output<typeof deskPackageSchema>
