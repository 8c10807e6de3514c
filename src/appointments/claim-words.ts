/** Words for the money or session at stake in a claim, for screens and notifications. */
import { formatMoney } from '#/kernel/money.ts'
import type { Appointment } from './contract.ts'
import { stillDueForNights } from './refunds.ts'
import { nightsLeft, type Stopped, wasCutShort } from './rules.ts'

export type Money = {
  payment: Pick<NonNullable<Appointment['payment']>, 'amount' | 'refundable' | 'refunded'> | null
  package: Pick<NonNullable<Appointment['package']>, 'title' | 'isOver'> | null
}

/** Tells whether a claim made at `at` says that the provider left early, not that they didn't come. */
export const isAboutLeaving = (visit: Stopped, at: Date): boolean =>
  wasCutShort(visit) && visit.stoppedAt! <= at

/** Tells whether a claim made at `at` is about a stay that its provider ended early. */
export const isAboutEarlyEnd = (visit: Stopped, at: Date): boolean =>
  visit.nights !== null && isAboutLeaving(visit, at)

/** Returns the owner's claim at `at`, worded to follow the provider's name. */
export const missedText = (visit: Stopped, at: Date): string =>
  isAboutLeaving(visit, at) ? 'left early' : 'didn’t come'

/** Tells whether it was or will be paid for here: by its own payment, or with a session of a package. */
export const hasMoney = ({ payment, package: bought }: Money): boolean => Boolean(payment) || bought !== null

/** Returns the refund for a stay that was ended early: '₹2,000.00 for the 2 nights left'. */
export function nightsRefundText(payment: NonNullable<Money['payment']>, stay: Stopped): string {
  const left = nightsLeft(stay)
  const paid = { ...payment, amount: payment.amount.amount }
  const money = formatMoney({
    ...payment.amount,
    amount: stillDueForNights(paid, { left, nights: stay.nights! }),
  })
  return `${money} for the ${left === 1 ? 'night' : `${left} nights`} left`
}

/** Continues 'we'll cancel the appointment' after a claim made at `at` with what the owner gets back; empty if nothing was paid here. */
export function andGiveBack(claimed: Money & Stopped, reader: 'owner' | 'provider', at: Date): string {
  const { payment, package: bought } = claimed
  const you = reader === 'owner' ? 'you' : 'the owner'
  if (payment)
    return isAboutEarlyEnd(claimed, at)
      ? ` and refund ${you} ${nightsRefundText(payment, claimed)}`
      : ` and refund ${you} in full`
  if (!bought) return ''
  if (bought.isOver) return ` and refund ${you} for the session`
  return `, and the session goes back to ${reader === 'owner' ? 'your' : 'the owner’s'} package “${bought.title}”`
}
