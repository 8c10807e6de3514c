import type { Booked } from '#/appointments/contract.ts'
import { payByText } from '#/appointments/terms.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { TradeWords } from './trade-words.ts'

/** Returns the message right after booking: what was sent, and how to pay. */
export function bookedText(
  { isOnline, payment, timeZone, status, startsAt }: Booked,
  { provider, inPerson, online }: TradeWords,
): string {
  if (status === 'confirmed') return `Your ${isOnline ? online : inPerson} is confirmed.`
  if (!isOnline) return `Your appointment request has been sent to the ${provider}.`
  const sent = `Your ${online} appointment request has been sent.`
  if (!payment) return sent
  return payment.chargeAt
    ? `${sent} Payment will be automatically charged ${Math.round((startsAt.getTime() - payment.chargeAt.getTime()) / HOUR)} hours before your appointment`
    : `${sent} ${payByText(payment.payBy!, timeZone, new Date())}`
}
