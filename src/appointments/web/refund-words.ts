import type { Appointment } from '#/appointments/contract.ts'
import {
  lastRefundHours,
  lateStayText,
  refundFor,
  refundTier,
  shareText,
  stayRefundTime,
} from '#/appointments/refunds.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { lateMoneyText } from '#/payments/money-back-text.ts'
import { isPaid } from '#/payments/rules.ts'

type About = Pick<
  Appointment,
  | 'payment'
  | 'package'
  | 'refundPolicy'
  | 'startsAt'
  | 'firstStartsAt'
  | 'timeZone'
  | 'providerBarred'
  | 'providerNoun'
  | 'nights'
>

/** Says whether a session goes back to its package, or is refunded if that is over, by the server's own rule. */
function sessionText(
  { refundPolicy, firstStartsAt, timeZone, providerBarred }: About,
  { title, isOver, isExpired }: NonNullable<About['package']>,
  now: Date,
): string {
  const back = isOver
    ? 'We’ll refund you for the session'
    : `The session goes back to your package “${title}”`
  if (providerBarred) return `${back}.`
  if (isExpired) return `Your package “${title}” has expired, so you’ll lose this session if you cancel.`
  const tier = refundTier(refundPolicy, firstStartsAt, now)
  if (tier?.percent === 100) return `${back}, because it’s before ${formatInstant(tier.until, timeZone)}.`
  return isOver
    ? 'It’s too late for a refund: the session counts as used.'
    : `It’s too late for the session to go back to your package “${title}”: it counts as used.`
}

/** Returns the exact refund for an owner who cancels now, by the server's own rule. */
export function refundText(appointment: About, now: Date): string {
  const { payment, refundPolicy, startsAt, firstStartsAt, timeZone, providerBarred, providerNoun } =
    appointment
  if (appointment.package) return sessionText(appointment, appointment.package, now)
  if (!payment) return 'You haven’t paid anything here, so there’s nothing to refund.'
  if (payment.status === 'pending') return `Your bank hasn’t confirmed your payment yet. ${lateMoneyText}`
  if (!isPaid(payment.status))
    return 'You haven’t paid yet, so we charge nothing and there’s nothing to refund.'
  if (payment.isDisputed)
    return 'Your bank has taken the payment back and hasn’t decided yet who gets it. If it returns the money to us, we’ll refund you by the terms.'
  const { amount, refundable, refunded } = payment
  const money = (minor: number) => formatMoney({ ...amount, amount: minor })
  const paid = money(refundable)
  const dueOf = (nights: number | null) => {
    const due = refundFor(amount.amount, 'owner', refundPolicy, firstStartsAt, now, nights)
    return { due: Math.min(due, refundable), isFull: due === amount.amount }
  }
  // Support's earlier refunds count towards the amount.
  const before = refunded > 0 ? ` ${money(refunded)} has been refunded already.` : ''
  if (providerBarred)
    return `The ${providerNoun} can’t take appointments at the moment, so you’ll get a full refund of ${paid}.${before}`
  if (appointment.nights !== null) {
    const { due, isFull } = dueOf(appointment.nights)
    const time = stayRefundTime(refundPolicy)
    return isFull
      ? `You’ll get a full refund of ${paid}, because it’s at least ${time} before the stay.${before}`
      : `You’ll get back ${due === refundable ? 'all' : money(due)} of the ${paid} you paid: less than ${time} before a stay, we refund ${lateStayText}.${before}`
  }
  const tier = refundTier(refundPolicy, firstStartsAt, now)
  if (!tier)
    return `You paid ${paid}.${before} It’s less than ${lastRefundHours(refundPolicy)} hours before the appointment, so there’s no ${refunded > 0 ? 'further ' : ''}refund.${firstStartsAt < startsAt ? ' We count from the time you booked first.' : ''}`
  const { due, isFull } = dueOf(null)
  const whole = refundable < amount.amount ? `${money(amount.amount)} price` : `${paid} you paid`
  const because = `because it’s before ${formatInstant(tier.until, timeZone)}`
  return isFull
    ? `You’ll get a full refund of ${paid}, ${because}.${before}`
    : `You’ll get back ${money(due)}, ${shareText(tier)} of the ${whole}, ${because}.${before}`
}
