import { type RefundPolicy, refundTerms } from '#/booking/refunds.ts'
import { formatMoney, type Money } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { chargeHoursBefore, lapseHoursBefore, minutesToPay, termsOf } from '#/payments/rules.ts'

/**
 * What an owner agrees to with a teleconsultation, in the words of the rules that are enforced. With the chosen time it is
 * said what holds for that; the fee is null where nothing is to be paid. `isCharged`: it is charged by itself when its time comes.
 */
export function teleconsultationTerms(
  {
    consultationFee: fee,
    refundPolicy,
    isCharged = true,
  }: { consultationFee: Money | null; refundPolicy: RefundPolicy; isCharged?: boolean },
  startsAt: Date | null,
  now: Date,
): string[] {
  const scope = [
    'A teleconsultation is advice by a licensed vet who cannot touch your pet: some things need a visit in person, and what can be prescribed is limited.',
    'It is not for emergencies, certificates or putting a pet to sleep. With trouble breathing, a seizure, collapse, poison, heavy bleeding or no urine, go to a clinic at once.',
  ]
  if (!fee || fee.amount === 0) return scope
  const isSoon = startsAt !== null && termsOf(startsAt, now).chargeAt === null
  const money = formatMoney(fee)
  return [
    ...scope,
    isSoon
      ? `The fee is ${money}. The appointment begins in less than ${chargeHoursBefore} hours, so it is to be paid within ${minutesToPay} minutes; unpaid, the appointment expires.`
      : !isCharged
        ? `The fee is ${money}. You can pay it at any time until ${lapseHoursBefore} hours before the appointment; unpaid, the appointment expires.`
        : `The fee is ${money}. You can pay it at any time; otherwise it is automatically charged ${chargeHoursBefore} hours before the appointment. If that fails you have until ${lapseHoursBefore} hours before to pay, then the appointment expires.`,
    refundTerms(refundPolicy, startsAt, now),
    'If the vet cancels or does not come, all of it is refunded. Refunds take 5 to 7 working days, for UPI sometimes longer.',
  ]
}

/** Until when something is to be paid, as it is told right after it was booked. */
export function payByText(payBy: Date, timeZone: string): string {
  const soon = payBy.getTime() - Date.now() <= minutesToPay * 60_000
  return soon ? `Pay within ${minutesToPay} minutes.` : `Please pay by ${formatInstant(payBy, timeZone)}.`
}
