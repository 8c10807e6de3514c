import type Stripe from 'stripe'
import { currency } from '#/payments/rules.ts'
import type { Movement } from './gateway.ts'
import { whole } from './stripe-seen.ts'

type BalanceTransaction = Stripe.BalanceTransaction

/** Stripe's reporting categories tell a dispute from a failed refund, which share the type `adjustment`. */
const kinds: Readonly<Record<string, Movement['kind']>> = {
  charge: 'payment',
  refund: 'refund',
  partial_capture_reversal: 'refund',
  refund_failure: 'refund_returned',
  dispute: 'dispute',
  dispute_reversal: 'dispute_won',
  payout: 'settlement',
  payout_reversal: 'settlement',
  fee: 'fee',
  tax: 'tax',
}

/** Reads a balance transaction whose source is expanded. */
export function movementSeen(transaction: BalanceTransaction): Movement {
  const { id, amount, fee, fee_details, currency, created, reporting_category } = transaction
  const source = whole(transaction.source as { id: string; payment_intent?: unknown } | string | null)
  const kind = kinds[reporting_category] ?? 'other'
  return {
    ref: id,
    kind,
    amount,
    fee,
    currency: currency.toUpperCase(),
    at: new Date(created * 1000),
    tax: fee_details.filter(({ type }) => type === 'tax').reduce((sum, one) => sum + one.amount, 0),
    paymentRef: typeof source?.payment_intent === 'string' ? source.payment_intent : null,
    aboutRef: kind === 'payment' ? null : (source?.id ?? null),
  }
}

/** Returns everything that Stripe holds for us, whether it is available yet or not. */
export function balanceSeen({ available, pending }: Stripe.Balance): number {
  return [...available, ...pending]
    .filter((part) => part.currency.toUpperCase() === currency)
    .reduce((sum, { amount }) => sum + amount, 0)
}
