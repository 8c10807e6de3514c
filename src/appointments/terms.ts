import { MINUTE } from '#/kernel/duration.ts'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { refundTime } from '#/payments/money-back-text.ts'
import {
  type Charging,
  chargeHoursBefore,
  chargeHoursOf,
  isAtShortNotice,
  lapseHoursBefore,
  minutesToPay,
  plainCharging,
  termsOf,
} from '#/payments/rules.ts'
import { type RefundPolicy, refundTerms } from './refunds.ts'

type Paid = {
  /** 'vet', in the middle of a sentence. */
  provider: string
  price: Money
  refundPolicy: RefundPolicy
  /** Null if the owner pays by hand. */
  charging?: Charging | null
}

/**
 * Returns the terms for an owner who pays here. With a chosen time they leave out anything that is already too late.
 */
export function paymentTerms(
  { provider, price, refundPolicy, charging = plainCharging }: Paid,
  startsAt: Date | null,
  now: Date,
): string[] {
  const isSoon = startsAt !== null && isAtShortNotice(startsAt, now)
  const chargeHours = chargeHoursOf(charging, price.amount)
  const isCharged =
    chargeHours !== null && (startsAt === null || termsOf(startsAt, now, chargeHours).chargeAt !== null)
  const money = formatMoney(price)
  return [
    isSoon
      ? `The fee is ${money}. The appointment begins in less than ${chargeHoursBefore} hours, so please pay within ${minutesToPay} minutes; otherwise the appointment expires.`
      : !isCharged
        ? `The fee is ${money}. You can pay it at any time until ${lapseHoursBefore} hours before the appointment; otherwise the appointment expires.`
        : `The fee is ${money}. You can pay it at any time; otherwise it is automatically charged ${chargeHours} hours before the appointment. If that fails you have until ${lapseHoursBefore} hours before to pay, then the appointment expires.`,
    refundTerms(refundPolicy, startsAt, now),
    `If the ${provider} cancels or doesn’t come, you get a full refund. ${refundTime}`,
  ]
}

/** Returns the payment deadline, for a message right after booking. */
export function payByText(payBy: Date, timeZone: string, now: Date): string {
  const soon = payBy.getTime() - now.getTime() <= minutesToPay * MINUTE
  return soon ? `Pay within ${minutesToPay} minutes.` : `Please pay by ${formatInstant(payBy, timeZone)}.`
}
