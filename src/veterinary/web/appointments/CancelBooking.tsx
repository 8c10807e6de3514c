import { useState } from 'react'
import { movesOf } from '#/booking/rules.ts'
import { formatDay } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { refundText } from './refund-words.ts'
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
