import { formatMoney, type Money } from '#/kernel/money.ts'
import { formatInstant, MINUTE } from '#/kernel/time.ts'
import { chargeHoursBefore, lapseHoursBefore, minutesToPay, termsOf } from '#/payments/rules.ts'
import { type RefundPolicy, refundTerms } from './refunds.ts'

type Paid = {
  /** 'vet', in the middle of a sentence. */
  provider: string
  price: Money
  refundPolicy: RefundPolicy
  /** Whether it is charged automatically when its time comes. */
  isCharged?: boolean
}

/**
 * Returns what an owner agrees to who books something that is paid here, in the words of the rules that are enforced;
 * with a chosen time, only what still holds for it.
 */
export function paymentTerms(
  { provider, price, refundPolicy, isCharged = true }: Paid,
  startsAt: Date | null,
  now: Date,
): string[] {
  const isSoon = startsAt !== null && termsOf(startsAt, now).chargeAt === null
  const money = formatMoney(price)
  return [
    isSoon
      ? `The fee is ${money}. The appointment begins in less than ${chargeHoursBefore} hours, so please pay within ${minutesToPay} minutes; unpaid, the appointment expires.`
      : !isCharged
        ? `The fee is ${money}. You can pay it at any time until ${lapseHoursBefore} hours before the appointment; unpaid, the appointment expires.`
        : `The fee is ${money}. You can pay it at any time; otherwise it is automatically charged ${chargeHoursBefore} hours before the appointment. If that fails you have until ${lapseHoursBefore} hours before to pay, then the appointment expires.`,
    refundTerms(refundPolicy, startsAt, now),
    `If the ${provider} cancels or does not come, all of it is refunded. Refunds take 5 to 7 working days, for UPI sometimes longer.`,
  ]
}

/** Until when something is to be paid, for a message right after booking. */
export function payByText(payBy: Date, timeZone: string, now: Date): string {
  const soon = payBy.getTime() - now.getTime() <= minutesToPay * MINUTE
  return soon ? `Pay within ${minutesToPay} minutes.` : `Please pay by ${formatInstant(payBy, timeZone)}.`
}
