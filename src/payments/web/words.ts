import { formatMoney } from '#/kernel/money.ts'
import { formatInstant, zoneLabel } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { PaidVisit, Payment } from '#/payments/contract.ts'
import { disputeNextText } from '#/payments/text.ts'

export const moment = (instant: Date) => formatInstant(instant, ownZone())

export function statusText(
  payment: Pick<Payment, 'status' | 'isOpen' | 'isPaused' | 'isDisputed' | 'charge' | 'refunds'>,
): string {
  if (payment.isDisputed) return 'Disputed'
  if (payment.isPaused) return 'Paused'
  switch (payment.status) {
    case 'completed':
      if (payment.refunds.some(({ status }) => status === 'closed')) return 'Taken back by your bank'
      return payment.refunds.some(({ status }) => status !== 'succeeded') ? 'Refund on its way' : 'Paid'
    case 'refunded':
      return 'Refunded'
    case 'partially_refunded':
      return 'Partly refunded'
    case 'pending':
      return 'Waiting for the bank'
    case 'failed':
      return payment.isOpen ? 'Failed: please pay' : 'Failed'
    case 'created':
      return payment.isOpen ? (payment.charge ? 'Scheduled' : 'To be paid') : 'Not paid'
  }
}

/** Returns a sentence on what happens next, or null. */
export function nextText({
  status,
  isOpen,
  isPaused,
  isDisputed,
  charge,
  payBy,
  ...payment
}: Payment): string | null {
  if (isDisputed) return disputeNextText.owner
  if (isPaused)
    return `${payeeOf(payment)} can’t take ${payment.order ? 'orders' : 'appointments'} at the moment. You won’t be charged in the meantime.`
  if (!isOpen) return null
  if (status === 'pending')
    return 'We’re waiting for your bank. Please don’t pay again; we’ll tell you how it went.'
  if (charge)
    return `Charged automatically on ${moment(charge.at)}${charge.method ? ` to ${charge.method}` : ''}.`
  return payBy ? `Please pay by ${moment(payBy)}.` : null
}

export const money = formatMoney

/** Returns what the payer paid, if a fee that they bore or an offer made it another amount. */
export const paidOtherwise = ({ paid, amount }: Pick<Payment, 'paid' | 'amount'>): string | null =>
  paid && paid.amount !== amount.amount ? money(paid) : null

type Subject = Pick<Payment, 'visit' | 'package' | 'order'>

export const payeeOf = ({ visit, package: bought }: Subject): string =>
  visit?.with ?? bought?.with ?? 'A seller'

/** The appointment's pet and time, or the reference of the package or order. */
export const subjectText = ({ visit, package: bought, order }: Subject): string =>
  visit ? visitText(visit) : order ? `Order ${order.reference}` : `Package ${bought?.reference}`

/** Returns 'Puppy Training' for 'Puppy Training with Om Prakash, online'. */
export const withoutProvider = (description: string) => description.replace(/ with .*$/, '')

/** Returns the sentence that a paid booking is confirmed. */
export const confirmedText = (description: string) =>
  `Your ${withoutProvider(description).toLowerCase()} appointment has been confirmed.`

/** 'Bruno · Mon, 30 Nov 2026, 10:00', in the provider's time zone, which is named if the reader's differs. */
export function visitText({
  pet,
  startsAt,
  timeZone,
}: Pick<PaidVisit, 'pet' | 'startsAt' | 'timeZone'>): string {
  const zone = zoneLabel(timeZone, ownZone(), startsAt)
  const when = `${formatInstant(startsAt, timeZone)}${zone ? ` ${zone}` : ''}`
  return pet ? `${pet} · ${when}` : when
}
