import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { longestRefundReason, refundStatuses } from './rules.ts'

/** A provider who can be paid out, or who is suspended and owed money; amounts in minor units. */
export const payableSchema = z.object({
  id: idSchema('user'),
  name: z.string(),
  currency: z.string(),
  available: z.int(),
  owed: z.int(),
  disputed: z.int(),
  /** Money that wasn't ready before the suspension is held back. */
  isSuspended: z.boolean(),
})
export type Payable = z.output<typeof payableSchema>

/** Shown to payer and payee, and printed on the receipt. */
export const refundReasonSchema = requiredText(longestRefundReason, 'Please give a reason.')

export const moneyBackFilters = ['all', 'refunds', 'waiting', 'stuck', 'disputes', 'open_disputes'] as const
export type MoneyBackFilter = (typeof moneyBackFilters)[number]

const person = z.object({ id: idSchema('user'), name: z.string() })

/** A refund, or a dispute at the payer's bank; amounts in minor units. */
export const moneyBackSchema = z.object({
  kind: z.enum(['refund', 'dispute']),
  id: z.uuid(),
  at: z.date(),
  amount: z.int(),
  currency: z.string(),
  status: z.enum([...refundStatuses, 'open', 'won', 'lost']),
  /** For refunds only. */
  reason: z.string().nullable(),
  byDesk: z.boolean(),
  /** The gateway has refused the refund for a day, so an administrator decides. */
  isStuck: z.boolean(),
  /** The gateway's code for the latest failure of a refund. */
  failure: z.string().nullable(),
  /** The reference of a refund paid by the operator's own bank transfer. */
  paidByHand: z.string().nullable(),
  settledAt: z.date().nullable(),
  /** Null for a package or an order, which have references. */
  appointmentId: idSchema('appointment').nullable(),
  packageReference: z.string().nullable(),
  orderReference: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  isSandbox: z.boolean(),
  payer: person,
  payee: person,
})
export type MoneyBack = z.output<typeof moneyBackSchema>
