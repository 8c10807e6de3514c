import { HOUR } from '#/kernel/duration.ts'
import type {
  AttemptSeen,
  DisputeSeen,
  MethodSeen,
  RefundOfAttempt,
  RefundSeen,
  SetupSeen,
} from './gateway.ts'

export type Payment = {
  id: string
  amount: number
  currency: string
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed'
  captured: boolean
  method: string
  card?: { network?: string; last4?: string } | null
  vpa?: string | null
  customer_id?: string | null
  token_id?: string | null
  error_code?: string | null
  error_reason?: string | null
  created_at: number
}

export type Link = {
  id: string
  amount: number
  currency: string
  reference_id: string
  status: 'created' | 'partially_paid' | 'paid' | 'expired' | 'cancelled'
  short_url: string
  order_id?: string | null
  payments?: { payment_id: string; status: string }[] | null
}

export type Order = { id: string; amount: number; currency: string; receipt: string | null }

export type Invoice = {
  id: string
  status: string
  short_url: string
  payment_id: string | null
  receipt: string | null
}

export type Token = {
  id: string
  method: string
  card?: { network?: string; last4?: string } | null
  vpa?: { username: string; handle: string } | null
  recurring?: boolean
  recurring_details?: { status?: string } | null
}

export type Refund = {
  id: string
  payment_id: string
  amount: number
  status: string
  receipt: string | null
}

export type Dispute = {
  id: string
  payment_id: string
  amount: number
  amount_deducted: number
  status: string
  phase: string
}

/** A refunded payment still counts as paid. */
const isPaid = ({ captured, status }: Payment) => captured || status === 'captured'

/** An authorized payment that was never captured is refunded automatically, and counts as failed. */
const isFailed = (payment: Payment) =>
  payment.status === 'failed' || (payment.status === 'refunded' && !isPaid(payment))

export const paidOf = (payments: Payment[]) => payments.find(isPaid)

function methodSeen({ method, card, vpa }: Payment): MethodSeen {
  const type = method === 'card' || method === 'upi' ? method : 'other'
  return {
    type,
    brand: type === 'card' ? (card?.network ?? null) : null,
    lastFour: type === 'card' ? (card?.last4 ?? null) : null,
    upiId: type === 'upi' ? (vpa ?? null) : null,
  }
}

export function paymentSeen(
  payment: Payment,
  { disputes = [], refunds = [] }: { disputes?: DisputeSeen[]; refunds?: RefundOfAttempt[] } = {},
): AttemptSeen {
  const paid = isPaid(payment)
  const failed = isFailed(payment)
  return {
    ref: payment.id,
    state: paid ? 'succeeded' : failed ? 'failed' : 'pending',
    amount: payment.amount,
    currency: payment.currency,
    paidAt: paid ? new Date(payment.created_at * 1000) : null,
    method: methodSeen(payment),
    failure: failed ? failureOf(payment) : null,
    disputes,
    refunds,
  }
}

const failureOf = (payment: Payment | undefined) => payment?.error_reason ?? payment?.error_code ?? null

/** Reads an unpaid link. After a decline the payer can try again while the link is open. */
export function linkSeen(link: Link, tries: Payment[]): AttemptSeen & { url: string | null } {
  const isOpen = link.status === 'created'
  const isWithBank = tries.some(({ status }) => status === 'authorized')
  return {
    ref: link.id,
    // A paid link whose payment isn't visible yet is pending.
    state: isWithBank || link.status === 'paid' ? 'pending' : isOpen ? 'open' : 'closed',
    amount: link.amount,
    currency: link.currency,
    paidAt: null,
    method: null,
    disputes: [],
    failure: failureOf(tries.find(({ status }) => status === 'failed')),
    url: isOpen ? link.short_url : null,
  }
}

/** Razorpay announces a charge and makes it within 37 hours, but doesn't say when. */
const countdown = 37 * HOUR

/** Reads an unpaid order, made for an automatic charge. */
export function orderSeen({ id, amount, currency }: Order, tries: Payment[]): AttemptSeen {
  const failed = tries.length > 0 && tries.every(isFailed)
  return {
    ref: id,
    state: failed ? 'failed' : tries.length > 0 ? 'pending' : 'open',
    amount,
    currency,
    paidAt: null,
    method: null,
    disputes: [],
    decidesBy: !failed && tries[0] ? new Date(tries[0].created_at * 1000 + countdown) : null,
    failure: failed ? failureOf(tries[0]) : null,
  }
}

const isInquiry = (phase: string) => phase === 'retrieval' || phase === 'fraud'

/**
 * Returns the disputes of each payment. Skips inquiries and alerts of fraud until they take money; a dispute closed without a
 * deduction counts as won.
 */
export function disputesSeen(disputes: Dispute[]): Map<string, DisputeSeen[]> {
  const seen = disputes
    .filter(({ phase, amount_deducted }) => !isInquiry(phase) || amount_deducted > 0)
    .map((dispute) => [dispute.payment_id, disputeSeen(dispute)] as const)
  return new Map(
    [...Map.groupBy(seen, ([paymentId]) => paymentId)].map(([paymentId, group]) => [
      paymentId,
      group.map(([, dispute]) => dispute),
    ]),
  )
}

/** Returns what a dispute takes of a payment, without its fees. `debit`: what came off the balance. */
export function takenBy({ phase, amount, amount_deducted }: Dispute, debit: number): number {
  const isDeducted = amount_deducted > 0 && (isInquiry(phase) || debit === amount_deducted)
  return isDeducted ? amount_deducted : amount
}

function disputeSeen({ id, phase, amount_deducted, status, ...dispute }: Dispute): DisputeSeen {
  const amount = isInquiry(phase) ? amount_deducted : dispute.amount
  if (status === 'lost' || (status === 'closed' && amount_deducted > 0))
    return { ref: id, amount, status: 'lost' }
  return { ref: id, amount, status: status === 'won' || status === 'closed' ? 'won' : 'open' }
}

export function refundSeen({ id, status }: Refund): RefundSeen {
  const isBack = status === 'failed' || status === 'reversed'
  const state = status === 'processed' ? 'succeeded' : isBack ? 'failed' : 'pending'
  return { ref: id, state, failure: state === 'failed' ? 'refund_failed' : null }
}

export const refundsSeen = (refunds: Refund[]): RefundOfAttempt[] =>
  refunds.map((refund) => ({
    ...refundSeen(refund),
    name: refund.receipt,
    amount: refund.amount,
  }))

export function setupSeen(
  { id, status, short_url }: Invoice,
  method: SetupSeen['method'] | 'refused' = null,
): SetupSeen & { url: string | null } {
  const over = status === 'expired' || status === 'cancelled' || method === 'refused'
  return {
    ref: id,
    state: over ? 'failed' : method ? 'done' : 'open',
    method: method === 'refused' ? null : method,
    url: status === 'issued' ? short_url : null,
  }
}

const overStates = new Set(['rejected', 'cancelled', 'cancellation_initiated', 'paused'])

/** Returns null until the bank has agreed. Our `token` joins the ids of customer and token, as a charge needs both. */
export function tokenSeen(token: Token, payment: Payment): SetupSeen['method'] | 'refused' {
  // Some answers say only that the token is for recurring payments.
  const status = token.recurring_details?.status ?? (token.recurring ? 'confirmed' : undefined)
  if (status !== undefined && overStates.has(status)) return 'refused'
  if (status !== 'confirmed') return null
  const name = `${payment.customer_id}/${token.id}`
  const lastFour = token.card?.last4 ?? null
  const upiId = token.vpa ? `${token.vpa.username}@${token.vpa.handle}` : (payment.vpa ?? null)
  if (token.method === 'card' && lastFour)
    return { type: 'card', brand: token.card?.network ?? null, lastFour, upiId: null, token: name }
  // Unless the operator's account has the feature `save_vpa`, the UPI id isn't told.
  if (token.method === 'upi') return { type: 'upi', brand: null, lastFour: null, upiId, token: name }
  return 'refused'
}
