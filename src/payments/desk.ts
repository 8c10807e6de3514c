import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { gatewayNames, longestRefundReason, refundStatuses } from './rules.ts'

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

export const gatewayNameSchema = z.enum(gatewayNames)

/** A gateway's balance when its records were last read; amounts in minor units. */
export const gatewayBalanceSchema = z.object({
  gateway: gatewayNameSchema,
  currency: z.string(),
  /** Null before the first time. */
  readAt: z.date().nullable(),
  /** The time since which the gateway in use hasn't let us read its records, if it should have by now. */
  overdueSince: z.date().nullable(),
  /** Null if the gateway doesn't tell it, or while older records are still being read. */
  balance: z.int().nullable(),
  /** The ledger's account at that time. */
  ours: z.int(),
  /** The currency that the gateway keeps the balance in, if it isn't ours. */
  otherCurrency: z.string().nullable(),
})
export type GatewayBalance = z.output<typeof gatewayBalanceSchema>

/** `awaited`: the gateway may list it later; `undone`: paid and refunded there without us. */
export const reconciliationStates = ['agrees', 'awaited', 'undone', 'differs'] as const
export type ReconciliationState = (typeof reconciliationStates)[number]

/** One day's movements at a gateway, and what the ledger has for them; amounts in minor units, after fees. */
export const reconciledDaySchema = z.object({
  day: daySchema,
  theirs: z.int(),
  ours: z.int(),
  fees: z.int(),
  /** The part of `fees` that is tax. */
  tax: z.int(),
  count: z.int(),
  differing: z.int(),
  awaited: z.int(),
})
export type ReconciledDay = z.output<typeof reconciledDaySchema>

export const movementKinds = [
  'payment',
  'refund',
  'refund_returned',
  'dispute',
  'dispute_won',
  'settlement',
  'fee',
  'tax',
  'other',
] as const

export const reconciledLineSchema = z.object({
  id: z.uuid(),
  at: z.date(),
  kind: z.enum(movementKinds),
  state: z.enum(reconciliationStates),
  theirs: z.int(),
  ours: z.int(),
  fee: z.int(),
  tax: z.int(),
  /** The gateway's ids; null for what only the ledger has. */
  ref: z.string().nullable(),
  paymentRef: z.string().nullable(),
  aboutRef: z.string().nullable(),
  /** Facts of our payment; all null if it isn't ours. */
  appointmentId: idSchema('appointment').nullable(),
  packageReference: z.string().nullable(),
  orderReference: z.string().nullable(),
  receiptNumber: z.string().nullable(),
})
export type ReconciledLine = z.output<typeof reconciledLineSchema>
