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
} as const satisfies ErrorKinds

export const refuse = refuser(paymentsErrors)

/** A saved method as its owner sees it: nothing one could pay with. */
export const methodSchema = z.object({
  id: idSchema('payment method'),
  methodType: z.enum(methodTypes),
  cardBrand: z.string().nullable(),
  cardLastFour: z.string().nullable(),
  /** Masked: 'ra***@okbank'. */
  upiId: z.string().nullable(),
  isDefault: z.boolean(),
  /** How many payments to come are charged to it. */
  charges: z.int(),
  /** Whether it can be charged: not where the operator has changed to a gateway that does not know it. */
  isUsable: z.boolean(),
})
export type Method = z.output<typeof methodSchema>

export const refundSchema = z.object({
  id: idSchema('refund'),
  amount: moneySchema,
  reason: z.string(),
  status: z.enum(refundStatuses),
  at: z.date(),
})

/** The visit that a payment is for. */
const visitSchema = z.object({
  /** 'Dr. Meera Iyer'. */
  with: z.string(),
  pet: z.string().nullable(),
  startsAt: z.date(),
  timeZone: z.string(),
})
export type PaidVisit = z.output<typeof visitSchema>

/** A payment as its payer sees it. */
export const paymentSchema = z.object({
  id: idSchema('payment'),
  appointmentId: idSchema('vet appointment'),
  description: z.string(),
  visit: visitSchema,
  amount: moneySchema,
  status: paymentStatusSchema,
  /** 'Visa •••• 4242', once it is paid. */
  method: z.string().nullable(),
  /** It was paid in the sandbox: no money moved. */
  isSandbox: z.boolean(),
  failure: z.string().nullable(),
  payBy: z.date().nullable(),
  /** When it is charged by itself, and to what; null when it is not. */
  charge: z.object({ at: z.date(), method: z.string().nullable() }).nullable(),
  /** Whether it can be paid now. */
  isOpen: z.boolean(),
  /** Waits to be paid, and cannot be now: payer or payee is suspended. */
  isPaused: z.boolean(),
  isDisputed: z.boolean(),
  receiptNumber: z.string().nullable(),
  completedAt: z.date().nullable(),
  createdAt: z.date(),
  refunds: z.array(refundSchema),
})
export type Payment = z.output<typeof paymentSchema>

const paidOutVisitSchema = visitSchema.omit({ with: true }).extend({ payerName: z.string() })
export type PaidOutVisit = z.output<typeof paidOutVisitSchema>

export const payoutsSchema = z.object({
  currency: z.string(),
  /**
   * All that is owed, what of it can be paid out now, what payers' banks have taken back and not decided about (which is not
   * owed meanwhile), and what was paid out, in minor units.
   */
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
      /** The latest visits it pays, and how many it pays in all. */
      visits: z.array(paidOutVisitSchema),
      visitCount: z.int(),
    }),
  ),
})
export type Payouts = z.output<typeof payoutsSchema>

export const earningSchema = z.object({
  id: idSchema('payment'),
  description: z.string(),
  visit: visitSchema.omit({ with: true }),
  payerName: z.string(),
  amount: moneySchema,
  refunded: moneySchema,
  isDisputed: z.boolean(),
  completedAt: z.date(),
  payableFrom: z.date().nullable(),
})
export type Earning = z.output<typeof earningSchema>

/** A page of ours that leads on to the gateway's. */
const goTo = z.object({ goTo: z.string() })
const onlyThe = z.object({ id: idSchema('payment') })
const method = z.object({ id: idSchema('payment method') })

export const paymentsContract = {
  list: endpoint({
    method: 'GET',
    path: '/payments',
    summary: 'What the caller has paid or is to pay, newest first',
    access: 'signed-in',
    rows: 'payments the caller is the payer of',
    input: z.object({ cursor: cursorSchema, only: z.enum(['receipts']).optional() }),
    output: pageOf(paymentSchema),
  }),
  payment: endpoint({
    method: 'GET',
    path: '/payments/{id}',
    summary: 'One payment, as far as it has come',
    access: 'signed-in',
    rows: 'a payment the caller is the payer of',
    input: onlyThe,
    output: paymentSchema,
  }),
  pay: endpoint({
    method: 'POST',
    path: '/payments/{id}/attempts',
    summary:
      'Begins to pay: answers with where the gateway’s page is reached. A second call leads to the same page',
    access: 'signed-in',
    rows: 'a payment the caller is the payer of; the method must be their own',
    input: onlyThe.extend({
      /** A saved method that the gateway's page opens with; otherwise the one that would be charged. */
      methodId: idSchema('payment method').nullish(),
      /** Opens the page with the other kind of method than that. */
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
    summary: 'The caller’s saved methods, the default first, and what can be added',
    access: 'signed-in',
    rows: 'the caller’s own',
    input: z.object({}).optional(),
    output: z.object({
      methods: z.array(methodSchema),
      offered: z.array(z.enum(methodTypes)),
      /** No real money moves. */
      isSandbox: z.boolean(),
      /** Whether saved methods are charged by themselves; else one is asked to pay, and need save nothing. */
      chargesByItself: z.boolean(),
    }),
  }),
  addMethod: endpoint({
    method: 'POST',
    path: '/payments/methods',
    summary: 'Begins to save a card or a UPI id: answers with where the gateway’s page is reached',
    access: 'signed-in',
    rows: 'a new method of the caller, once the gateway has confirmed it',
    input: z.discriminatedUnion('methodType', [
      z.object({ methodType: z.literal('card') }),
      z.object({ methodType: z.literal('upi'), upiId: z.string().trim().regex(upiPattern) }),
    ]),
    output: goTo,
    errors: only(paymentsErrors, 'payments.method_not_offered', 'payments.too_many_methods'),
  }),
  setDefaultMethod: endpoint({
    method: 'POST',
    path: '/payments/methods/{id}/default',
    summary: 'Makes a saved method the one that is chosen first',
    access: 'signed-in',
    rows: 'the caller’s own',
    input: method,
    output: done,
    errors: only(paymentsErrors, 'payments.method_not_usable'),
  }),
  removeMethod: endpoint({
    method: 'POST',
    path: '/payments/methods/{id}/removal',
    summary: 'Removes a saved method; charges to come that use it go to another, where one is named',
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
      'What the caller is owed as a provider, by the ledger, and what was paid out for which visits, newest first',
    access: 'signed-in',
    token: 'earnings:read',
    rows: 'the caller’s own, with the payers’ names',
    input: z.object({}).optional(),
    output: payoutsSchema,
  }),
  earnings: endpoint({
    method: 'GET',
    path: '/payments/earnings',
    summary: 'What was paid to the caller as a provider, newest first',
    access: 'signed-in',
    token: 'earnings:read',
    rows: 'payments the caller is the payee of, with the payer’s name',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(earningSchema),
  }),
}
