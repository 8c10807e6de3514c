import { refundPolicyLine } from '#/appointments/refunds.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import type { SeriesProps } from './series-props.ts'

type About = Pick<SeriesProps['appointment'], 'payment' | 'refundPolicy' | 'providerBarred' | 'providerNoun'>

/** Explains the refunds; each appointment has its own payment. */
export function seriesRefundText(
  side: SeriesProps['side'],
  { payment, refundPolicy, providerBarred, providerNoun }: About,
  other: string,
): string {
  if (!payment) return 'Nothing was paid here, so there’s nothing to refund.'
  if (side === 'provider') return `We’ll refund ${other} everything they’ve paid.`
  const unpaid = 'You won’t be charged for anything you haven’t paid yet.'
  return providerBarred
    ? `${unpaid} The ${providerNoun} can’t take appointments at the moment, so we’ll refund everything you’ve paid.`
    : `${unpaid} Refunds depend on when each appointment starts: ${lowerFirst(refundPolicyLine(refundPolicy))}.`
}
