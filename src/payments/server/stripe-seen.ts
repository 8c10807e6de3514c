import type Stripe from 'stripe'
import * as z from 'zod'
import {
  type AttemptSeen,
  type DisputeSeen,
  type MethodSeen,
  type RefundOfAttempt,
  type RefundSeen,
  type SetupSeen,
  type Told,
  withdrawn,
} from './gateway.ts'

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  rupay: 'RuPay',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

type Card = { brand?: string | null; last4?: string | null }

const cardSeen = ({ brand, last4 }: Card) => ({
  type: 'card' as const,
  brand: brand ? (brands[brand] ?? brand) : null,
  lastFour: last4 ?? null,
  upiId: null,
})

function methodSeen(charge: Stripe.Charge | null): MethodSeen | null {
  const details = charge?.payment_method_details
  if (!details) return null
  if (details.card) return cardSeen(details.card)
  return { type: details.type === 'upi' ? 'upi' : 'other', brand: null, lastFour: null, upiId: null }
}

/** Returns an expanded object, or null if Stripe sent only its id. */
export const whole = <Thing extends { id: string }>(
  thing: Thing | string | null | undefined,
): Thing | null => (typeof thing === 'object' && thing !== null ? thing : null)

/** The bank wants the payer to authenticate, which an automatic charge can't do. */
const payerNeeded = 'payer_needed'

export function wordFor(code: string | undefined): string | null {
  return code === 'authentication_required' ? payerNeeded : (code ?? null)
}

export function intentSeen(
  intent: Stripe.PaymentIntent,
  { disputes = [], refunds = [] }: { disputes?: DisputeSeen[]; refunds?: RefundOfAttempt[] } = {},
): AttemptSeen {
  const charge = whole(intent.latest_charge)
  const error = intent.last_payment_error
  const needsPayer = intent.status === 'requires_action'
  return {
    ref: intent.id,
    state: stateOfIntent(intent),
    amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
    currency: intent.currency.toUpperCase(),
    paidAt: intent.status === 'succeeded' && charge ? new Date(charge.created * 1000) : null,
    method: methodSeen(charge),
    decidesBy: countdownOf(intent),
    failure: needsPayer ? payerNeeded : wordFor(error?.decline_code ?? error?.code),
    disputes,
    refunds,
  }
}

/** Stripe announces the charge of an Indian card a day ahead, and makes it then. */
function countdownOf({ processing }: Stripe.PaymentIntent): Date | null {
  const ends = processing?.card?.customer_notification?.completes_at
  return ends ? new Date(ends * 1000) : null
}

function stateOfIntent({ status, last_payment_error }: Stripe.PaymentIntent): AttemptSeen['state'] {
  if (status === 'succeeded') return 'succeeded'
  // Not tried yet: the call that made it is still running, even if we have hung up.
  if (status === 'requires_confirmation') return 'pending'
  if (status === 'requires_payment_method' && !last_payment_error) return 'pending'
  if (status === 'processing' || status === 'requires_capture') return 'pending'
  if (status === 'canceled') return 'closed'
  return 'failed'
}

/** Reads a payment page. After a decline the payer can try another card, so the attempt stays open as long as the page. */
export function checkoutSeen(session: Stripe.Checkout.Session): AttemptSeen & { url: string | null } {
  const intent = whole(session.payment_intent)
  const seen = intent && intentSeen(intent)
  // Once paid, disputes and refunds refer to the payment's id.
  if (seen?.state === 'succeeded') return { ...seen, url: null }
  if (seen && session.status === 'complete') return { ...seen, ref: session.id, url: null }
  return {
    ref: session.id,
    state: session.status === 'open' ? 'open' : session.status === 'complete' ? 'pending' : 'closed',
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    paidAt: null,
    method: null,
    failure: seen?.failure ?? null,
    disputes: [],
    url: session.status === 'open' ? session.url : null,
  }
}

/**
 * Skips inquiries, which take no money back, and disputes that Stripe blocked. One that it resolved by its operator's rules, before
 * it became a dispute, has taken the money. A dispute in another currency than its payment's counts as one of all of it, as
 * Stripe doesn't say what it is worth in the payment's.
 */
export function disputesSeen(
  disputes: Stripe.Dispute[],
  intent?: Pick<Stripe.PaymentIntent, 'amount_received' | 'currency'>,
): DisputeSeen[] {
  return disputes
    .filter((dispute) => !dispute.status.startsWith('warning_') && !isBlocked(dispute))
    .map(({ id, amount, currency, status }) => ({
      ref: id,
      amount: intent && currency !== intent.currency ? intent.amount_received : amount,
      status: stateOfDispute(status),
    }))
}

const isBlocked = ({ status, balance_transactions }: Stripe.Dispute) =>
  status === 'prevented' && balance_transactions.reduce((sum, { amount }) => sum + amount, 0) >= 0

function stateOfDispute(status: string): DisputeSeen['status'] {
  if (status === 'prevented') return 'lost'
  return status === 'won' || status === 'lost' ? status : 'open'
}

export function refundSeen({ id, status, failure_reason }: Stripe.Refund): RefundSeen {
  const failed = status === 'failed' || status === 'canceled'
  const isWithdrawn = status === 'canceled' || failure_reason === 'merchant_request'
  return {
    ref: id,
    state: failed ? 'failed' : status === 'succeeded' ? 'succeeded' : 'pending',
    failure: failed ? (isWithdrawn ? withdrawn : (failure_reason ?? status)) : null,
  }
}

export const refundsSeen = (refunds: Stripe.Refund[]): RefundOfAttempt[] =>
  refunds.map((refund) => ({
    ...refundSeen(refund),
    name: refund.metadata?.['refund'] ?? null,
    amount: refund.amount,
  }))

export function setupSeen(session: Stripe.Checkout.Session): SetupSeen & { url: string | null } {
  const saved = whole(whole(session.setup_intent)?.payment_method)
  const done = session.status === 'complete' && saved?.card
  return {
    ref: session.id,
    state: done ? 'done' : session.status === 'expired' ? 'failed' : 'open',
    method: done ? { ...cardSeen(done), token: saved.id } : null,
    url: session.status === 'open' ? session.url : null,
  }
}

const event = z.object({
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string(),
      mode: z.string().optional(),
      client_reference_id: z.string().nullish(),
      payment_intent: z.string().nullish(),
      metadata: z.record(z.string(), z.string()).nullish(),
    }),
  }),
})

/** Reads what a verified webhook is about. */
export function toldBy(message: unknown): Told[] {
  const read = event.safeParse(message)
  if (!read.success) return []
  const { type, data } = read.data
  const { id, mode, client_reference_id, payment_intent, metadata } = data.object
  if (type.startsWith('checkout.session.')) {
    if (mode === 'setup') return [{ about: 'setup', ref: id }]
    return [{ about: 'attempt', ref: id, ...(client_reference_id && { attemptId: client_reference_id }) }]
  }
  // Payments on Stripe's page arrive as session events; this finds our automatic charges.
  const charged = metadata?.['charge']
  if (type.startsWith('payment_intent.'))
    return [{ about: 'attempt', ref: id, ...(charged && { attemptId: charged }) }]
  if (type.startsWith('charge.dispute.') && payment_intent)
    return [{ about: 'attempt', ref: payment_intent, disputeRef: id }]
  if (type.startsWith('refund.') || type === 'charge.refund.updated')
    return [{ about: 'refund', ref: id, ...(payment_intent && { attemptRef: payment_intent }) }]
  return []
}
