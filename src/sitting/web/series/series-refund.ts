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
  if (side === 'provider') return `${other} is refunded in full for what they’ve paid.`
  const unpaid = 'What you haven’t paid yet won’t be charged.'
  return providerBarred
    ? `${unpaid} The ${providerNoun} can’t take appointments at the moment, so what you’ve paid is refunded in full.`
    : `${unpaid} What you’ve paid is refunded by the start of each: ${lowerFirst(refundPolicyLine(refundPolicy))}.`
}
