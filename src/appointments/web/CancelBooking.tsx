import { useState } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { movesOf } from '#/appointments/rules.ts'
import { formatDay } from '#/kernel/time.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { inStatus } from './in-status.ts'
import { refundText } from './refund-words.ts'
import { timesText } from './times-text.ts'
import { useCancel } from './useMove.ts'

/** Cancels an appointment for its owner. `shown` includes the change the server has not confirmed yet. */
export function useCancelBooking(appointment: Appointment) {
  const [asking, setAsking] = useState(false)
  const cancel = useCancel(() => setAsking(false))
  const shown: Appointment =
    cancel.isPending && !asking
      ? { ...appointment, ...inStatus('cancelled'), cancelledBy: 'owner' }
      : appointment
  return { shown, asking, setAsking, cancel }
}

type Props = { booking: ReturnType<typeof useCancelBooking>; now: Date }

export function CancelBooking({ booking: { shown, asking, setAsking, cancel }, now }: Props) {
  if (!movesOf('owner', shown, now).includes('cancel')) return null
  const { id, provider, date, series } = shown
  const { name } = provider
  const skips = series?.repeats
  return (
    <ConfirmButton
      label={skips ? 'Skip this day' : series ? 'Cancel this day' : 'Cancel'}
      spoken={
        series
          ? `${skips ? 'Skip' : 'Cancel'} this day, ${formatDay(date)}, with ${name}`
          : `Cancel appointment with ${name}`
      }
      onOpen={() => setAsking(true)}
      opened={asking}
      title={skips ? 'Skip this day?' : 'Cancel this appointment?'}
      reason="optional"
      reasonHint={`${name} will read it.`}
      confirm={skips ? 'Skip this day' : 'Cancel appointment'}
      busy={skips ? 'Skipping...' : 'Cancelling...'}
      keep={skips ? 'Keep it' : 'Keep appointment'}
      isBusy={cancel.isPending}
      onConfirm={(reason) => cancel.move({ id, ...(reason && { reason }) })}
      onClose={() => setAsking(false)}
    >
      <p>
        <strong>{name}</strong>, {formatDay(date)}, <span className="tabular">{timesText(shown)}</span>
      </p>
      <p>
        We’ll tell {name}. {skips && `The other ${series.name} stay. `}
        {refundText(shown, now)}
      </p>
    </ConfirmButton>
  )
}
