import { useState } from 'react'
import { lastRefundHours, refundFor, refundTier, shareText } from '#/booking/refunds.ts'
import { movesOf } from '#/booking/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay, formatInstant } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { useCancel } from './useMove.ts'

/** An owner's way out of an appointment. `shown` is the appointment as it will be once what was clicked is done. */
export function useCancelBooking(appointment: Appointment) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancel(() => setAsking(false))
  const shown: Appointment =
    cancel.isPending && !asking ? { ...appointment, status: 'cancelled', cancelledBy: 'owner' } : appointment
  return { shown, asking, setAsking, cancel }
}

type Props = { booking: ReturnType<typeof useCancelBooking>; now: Date }

/** Asks before it cancels; not drawn when it is too late for it. */
export function CancelBooking({ booking: { shown, asking, setAsking, cancel }, now }: Props) {
  if (!movesOf('owner', shown, now).includes('cancel')) return null
  const { id, vet, date, startTime, endTime } = shown
  const doctor = doctorName(vet.fullName)
  return (
    <ConfirmButton
      label="Cancel"
      spoken={`Cancel the appointment with ${doctor}`}
      onOpen={() => setAsking(true)}
      opened={asking}
      title="Cancel this appointment?"
      reason="optional"
      reasonHint={`${doctor} will read it.`}
      confirm="Cancel appointment"
      busy="Cancelling..."
      keep="Keep appointment"
      isBusy={cancel.isPending}
      onConfirm={(reason) => cancel.move({ id, ...(reason && { reason }) })}
      onClose={() => setAsking(false)}
    >
      <p>
        <strong>{doctor}</strong>, {formatDay(date)},{' '}
        <span className="tabular">
          {startTime}-{endTime}
        </span>
      </p>
      <p>
        We tell {doctor}. {refundText(shown, now)}
      </p>
    </ConfirmButton>
  )
}

/** What comes back, to the rupee: by the rule that the server goes by. */
function refundText(
  { payment, refundPolicy, startsAt, firstStartsAt, timeZone, providerSuspended }: Appointment,
  now: Date,
): string {
  if (!payment) return 'You have not paid anything here, so there is nothing to refund.'
  const { amount, status } = payment
  if (status !== 'completed') return 'It is not paid yet: nothing is charged, and there is nothing to refund.'
  if (payment.isDisputed)
    return 'Your bank has taken the payment back, and decides about it. What is to be refunded by the terms follows if the bank gives it to us.'
  if (providerSuspended)
    return `The vet’s account is suspended: you’re refunded in full, ${formatMoney(amount)}.`
  const tier = refundTier(refundPolicy, firstStartsAt, now)
  const paid = formatMoney(amount)
  if (!tier)
    return `You paid ${paid}. Less than ${lastRefundHours(refundPolicy)} hours before the appointment nothing is refunded.${firstStartsAt < startsAt ? ' The first time you had booked counts.' : ''}`
  const refund = refundFor(amount.amount, 'owner', refundPolicy, firstStartsAt, now)
  const of = refund === amount.amount ? '' : ` of the ${paid} you paid`
  return `${formatMoney({ ...amount, amount: refund })}${of} is refunded to you: ${shareText(tier)}, as you cancel before ${formatInstant(tier.until, timeZone)}.`
}
