import { refundPolicyLine } from '#/appointments/refunds.ts'
import { lowerFirst } from '#/kernel/letters.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import type { Leaving } from '#/sitting/shapes.ts'
import type { SeriesProps } from './series-props.ts'

type About = Pick<SeriesProps['appointment'], 'payment' | 'refundPolicy' | 'providerBarred' | 'providerNoun'>

/** Says how many days go, and the money that goes back with them. */
export function leavingText(
  side: SeriesProps['side'],
  { days, paid, refund }: Leaving,
  { payment, refundPolicy }: Pick<About, 'payment' | 'refundPolicy'>,
  other: string,
): string {
  if (days.length === 0) return 'No day is planned then, so nothing is cancelled.'
  const [first, last] = [days[0]!, days.at(-1)!]
  const what =
    days.length === 1
      ? `One day goes: ${formatDay(first)}.`
      : `${days.length} days go, from ${formatDay(first)} to ${formatDay(last)}.`
  const them = days.length === 1 ? 'it' : 'them'
  if (!payment) return what
  if (side === 'provider' && paid.amount === 0)
    return `${what} ${other} hasn’t paid for ${them} yet, so there’s nothing to refund.`
  if (side === 'provider') return `${what} We’ll refund ${other} ${formatMoney(refund)}.`
  if (paid.amount === 0) return `${what} You haven’t paid for ${them}, so there’s nothing to refund.`
  const why = refund.amount < paid.amount ? `: ${lowerFirst(refundPolicyLine(refundPolicy))}` : ''
  return `${what} You’ll get back ${refund.amount === paid.amount ? 'all' : formatMoney(refund)} of the ${formatMoney(paid)} you paid for ${them}${why}.`
}

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
