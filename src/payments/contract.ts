import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { type ErrorKinds, refuser } from '#/kernel/errors.ts'
import { cursorSchema, done, moneySchema, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { methodTypes, paymentStatusSchema, refundStatuses, upiPattern } from './rules.ts'

export const paymentsErrors = {
  'payments.already_paid': 'conflict',
  'payments.in_progress': 'conflict',
  'payments.closed': 'conflict',
  'payments.too_late': 'conflict',
  'payments.paused': 'conflict',
  'payments.method_in_use': 'conflict',
  'payments.method_not_found': 'invalid',
  'payments.method_not_offered': 'invalid',
  'payments.method_not_usable': 'conflict',
  'payments.too_many_methods': 'conflict',
  'payments.nothing_ready': 'conflict',
  'payments.not_paid': 'conflict',
  'payments.no_money_moved': 'conflict',
  'payments.refund_too_high': 'conflict',
  'payments.refund_too_low': 'invalid',
  'payments.refundable_changed': 'conflict',
  'payments.part_needed': 'invalid',
  'payments.part_not_found': 'invalid',
  'payments.refund_not_waiting': 'conflict',
  'payments.disputed': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(paymentsErrors)

/** A saved method as its owner sees it, without anything that could be used to pay. */
export const methodSchema = z.object({
  id: idSchema('payment method'),
  methodType: z.enum(methodTypes),
  cardBrand: z.string().nullable(),
  cardLastFour: z.string().nullable(),
  /** Masked: 'ra***@okbank'. Null for a card, or if the gateway doesn't tell. */
  upiId: z.string().nullable(),
  isDefault: z.boolean(),
  /** The number of upcoming payments that will be charged to it. */
  charges: z.int(),
  /** False if the operator has switched to a gateway that doesn't know the method. */
  isUsable: z.boolean(),
})
export type Method = z.output<typeof methodSchema>

export const refundSchema = z.object({
  id: idSchema('refund'),
  amount: moneySchema,
  reason: z.string(),
  /** Refunds a duplicate payment, so the receipt leaves it out. */
  isOfAnother: z.boolean(),
  status: z.enum(refundStatuses),
  at: z.date(),
})

const visitSchema = z.object({
  /** 'Dr. Meera Iyer'. */
  with: z.string(),
  pet: z.string().nullable(),
  startsAt: z.date(),
  timeZone: z.string(),
})
export type PaidVisit = z.output<typeof visitSchema>

/** An order of the shop that was paid for. */
const paidOrderSchema = z.object({ id: idSchema('order'), reference: z.string() })

/** A package of sessions that was paid for, instead of one appointment. */
const paidPackageSchema = z.object({
  id: idSchema('package'),
  /** 'PK-000042'. */
  reference: z.string(),
  with: z.string(),
})

export const paymentSchema = z.object({
  id: idSchema('payment'),
  /** Each payment is for an appointment, a package or an order. */
  appointmentId: idSchema('appointment').nullable(),
  description: z.string(),
  visit: visitSchema.extend({ isOnline: z.boolean() }).nullable(),
  package: paidPackageSchema.nullable(),
  order: paidOrderSchema.nullable(),
  amount: moneySchema,
  /** The amount paid: more than `amount` if the payer bore a fee, less with an offer. */
  paid: moneySchema.nullable(),
  status: paymentStatusSchema,
  /** 'Visa •••• 4242' once paid. */
  method: z.string().nullable(),
  isSandbox: z.boolean(),
  failure: z.string().nullable(),
  payBy: z.date().nullable(),
  /** The automatic charge, if there is one. */
  charge: z.object({ at: z.date(), method: z.string().nullable() }).nullable(),
  isOpen: z.boolean(),
  /** Unpaid, and not payable now because the payer is suspended, or the payee may not act. */
  isPaused: z.boolean(),
  isDisputed: z.boolean(),
  receiptNumber: z.string().nullable(),
  completedAt: z.date().nullable(),
  createdAt: z.date(),
  refunds: z.array(refundSchema),
})
export type Payment = z.output<typeof paymentSchema>

const paidOutVisitSchema = visitSchema.omit({ with: true }).extend({
  payerName: z.string(),
  /** The package that a session was part of. Without a session, `startsAt` is when the rest of it was released. */
  packageReference: z.string().nullable(),
  /** An order instead of a visit; `startsAt` is when its money was released. */
  orderReference: z.string().nullable(),
})
export type PaidOutVisit = z.output<typeof paidOutVisitSchema>

export const payoutsSchema = z.object({
  currency: z.string(),
  /** In minor units. `available` is part of `owed`; `disputed` isn't, while the payers' banks decide. */
  owed: z.int(),
  available: z.int(),
  disputed: z.int(),
  paidOut: z.int(),
  payouts: z.array(
    z.object({
      id: idSchema('payout'),
      amount: moneySchema,
      reference: z.string(),
      paidAt: z.date(),
      /** The latest visits it pays for; `visitCount` counts all of them. */
      visits: z.array(paidOutVisitSchema),
      visitCount: z.int(),
    }),
  ),
})
export type Payouts = z.output<typeof payoutsSchema>

export const earningSchema = z.object({
  id: idSchema('payment'),
  description: z.string(),
  visit: visitSchema.omit({ with: true }).nullable(),
  packageReference: z.string().nullable(),
  payerName: z.string(),
  amount: moneySchema,
  /** Sum of refunds, and of what the payer's bank took back in lost disputes. */
  refunded: moneySchema,
  /** Whether a part of `refunded` was taken back by the payer's bank. */
  isTakenBack: z.boolean(),
  isDisputed: z.boolean(),
  completedAt: z.date(),
  /** Null for packages, which are released session by session. */
  payableFrom: z.date().nullable(),
})
export type Earning = z.output<typeof earningSchema>

export const orderEarningSchema = z.object({
  id: idSchema('order part'),
  order: paidOrderSchema,
  /** The amount that the buyer paid. */
  amount: moneySchema,
  /** The seller’s share, less what went back. */
  earned: moneySchema,
  /** The same as in an `Earning`. */
  refunded: moneySchema,
  isDisputed: z.boolean(),
  completedAt: z.date(),
  /** Null while the order can still be returned. */
  payableFrom: z.date().nullable(),
})
export type OrderEarning = z.output<typeof orderEarningSchema>

/** A page of ours that redirects to the gateway's. */
const goTo = z.object({ goTo: z.string() })
const onlyThe = z.object({ id: idSchema('payment') })
const method = z.object({ id: idSchema('payment method') })

export const paymentsContract = {
  list: endpoint({
    method: 'GET',
    path: '/payments',
    summary: 'Lists the caller’s payments, paid or due, newest first',
    access: 'signed-in',
    rows: 'payments that the caller makes',
    input: z.object({ cursor: cursorSchema, only: z.enum(['receipts']).optional() }),
    output: pageOf(paymentSchema),
  }),
  payment: endpoint({
    method: 'GET',
    path: '/payments/{id}',
    summary: 'Returns one payment and its current status',
    access: 'signed-in',
    rows: 'a payment that the caller makes',
    input: onlyThe,
    output: paymentSchema,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/payments/{id}/attempts',
    summary:
      'Starts a payment and returns a link to the gateway’s page; a second call leads to the same page',
    access: 'signed-in',
    rows: 'a payment that the caller makes; the method must be their own',
    input: onlyThe.extend({
      /** A saved method to prefill on the gateway's page; by default the one that would be charged. */
      methodId: idSchema('payment method').nullish(),
      /** Opens the page with the other kind of method: UPI instead of a card, or the reverse. */
      withOther: z.boolean().default(false),
    }),
    output: goTo,
    errors: only(
      paymentsErrors,
      'payments.method_not_found',
      'payments.already_paid',
      'payments.in_progress',
      'payments.closed',
      'payments.too_late',
      'payments.paused',
    ),
  }),
  methods: endpoint({
    method: 'GET',
    path: '/payments/methods',
    summary: 'Lists the caller’s saved methods, the default first, and the kinds that can be added',
    access: 'signed-in',
    rows: 'the caller’s own',
    input: z.object({}).optional(),
    output: z.object({
      methods: z.array(methodSchema),
      offered: z.array(z.enum(methodTypes)),
      isSandbox: z.boolean(),
      /** Whether saved methods are charged automatically. Otherwise owners are asked to pay, and needn't save a method. */
      chargesByItself: z.boolean(),
      /** When and up to which amount, in minor units; null unless they are charged automatically. */
      charging: z.object({ hoursBefore: z.int(), most: z.int().nullable() }).nullable(),
      /** Whether to send a UPI ID when adding UPI; otherwise the gateway's page asks. */
      takesUpiId: z.boolean(),
    }),
  }),
  addMethod: endpoint({
    method: 'POST',
    path: '/payments/methods',
    summary: 'Starts saving a card or a UPI ID and returns a link to the gateway’s page',
    access: 'signed-in',
    rows: 'a new method for the caller, once the gateway has confirmed it',
    input: z.discriminatedUnion('methodType', [
      z.object({ methodType: z.literal('card') }),
      z.object({ methodType: z.literal('upi'), upiId: z.string().trim().regex(upiPattern).optional() }),
    ]),
    output: goTo,
    errors: only(paymentsErrors, 'payments.method_not_offered', 'payments.too_many_methods'),
  }),
  setDefaultMethod: endpoint({
    method: 'POST',
    path: '/payments/methods/{id}/default',
    summary: 'Makes a saved method the default',
    access: 'signed-in',
    rows: 'the caller’s own',
    input: method,
    output: done,
    errors: only(paymentsErrors, 'payments.method_not_usable'),
  }),
  removeMethod: endpoint({
    method: 'POST',
    path: '/payments/methods/{id}/removal',
    summary: 'Removes a saved method, and moves its upcoming charges to another one if given',
    access: 'signed-in',
    rows: 'the caller’s own',
    input: method.extend({ replaceWith: idSchema('payment method').optional() }),
    output: done,
    errors: only(paymentsErrors, 'payments.method_in_use', 'payments.method_not_found'),
  }),
  payouts: endpoint({
    method: 'GET',
    path: '/payments/payouts',
    summary:
      'Returns what the caller is owed as a provider, and their payouts with the visits paid for, newest first',
    access: 'signed-in',
    token: 'earnings:read',
    rows: 'the caller’s own, with the payers’ names',
    input: z.object({}).optional(),
    output: payoutsSchema,
  }),
  earnings: endpoint({
    method: 'GET',
    path: '/payments/earnings',
    summary: 'Lists the payments made to the caller as a provider, newest first',
    access: 'signed-in',
    token: 'earnings:read',
    rows: 'payments made to the caller, with the payer’s name',
    input: z.object({ id: idSchema('payment').optional(), cursor: cursorSchema }),
    output: pageOf(earningSchema),
  }),
  orderEarnings: endpoint({
    method: 'GET',
    path: '/payments/order-earnings',
    summary: 'Lists what the caller earns by each order that was paid through us, latest order first',
    access: 'signed-in',
    token: 'earnings:read',
    rows: 'parts of orders that the caller sold, once they are paid',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(orderEarningSchema),
  }),
}
