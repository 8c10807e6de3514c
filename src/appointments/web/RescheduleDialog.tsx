import type { Appointment } from '#/appointments/contract.ts'
import { estimateFor } from '#/appointments/estimate.ts'
import { rescheduleHours } from '#/appointments/rules.ts'
import { lengthOf } from '#/booking/sessions.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { appointments } from './appointments.ts'
import { OtherTimeDialog, useOtherTimes } from './OtherTimeDialog.tsx'
import { reloadAppointments } from './useAppointments.ts'

type Props = { trade: SlotTrade; appointment: Appointment; onClose(): void }

export default function RescheduleDialog({ trade, appointment, onClose }: Props) {
  const { id, provider, providerNoun, reschedules } = appointment
  const { holidayText } = provider
  const { times, refused } = useOtherTimes({ trade, providerId: provider.id }, bookedOf(appointment), onClose)
  const estimate = times.slot && estimateFor(appointment, lengthOf(times.slot))
  const move = useWrite(appointments.call.reschedule, {
    onSuccess: (moved) => {
      toast({
        kind: 'success',
        title: 'Appointment moved',
        message: `It’s now on ${formatDay(moved.date)}, ${moved.startTime}-${moved.endTime}.`,
      })
      onClose()
      return reloadAppointments()
    },
    onError: (error) =>
      refused(
        error,
        'Failed to reschedule the appointment. Please try again.',
        holidayText ? { 'booking.holiday': holidayText } : {},
      ),
  })
  return (
    <OtherTimeDialog
      title={`Another time with ${provider.name}`}
      label="Now"
      booked={appointment}
      times={times}
      words={{ provider: providerNoun, title: provider.name, ...(holidayText && { holiday: holidayText }) }}
      rules={
        <>
          {reschedules === 0 ? 'You can reschedule it twice' : 'You can reschedule it once more'}, up to{' '}
          {rescheduleHours} hours before.
          {appointment.payment && ' Refunds still go by the first time you booked.'}
        </>
      }
      price={
        estimate &&
        estimate.amount !== appointment.price?.amount && (
          <>
            {' '}
            · about <strong>{formatMoney(estimate)}</strong> for the new length, instead of{' '}
            {formatMoney(appointment.price!)}
          </>
        )
      }
      keep="Keep the old time"
      confirm="Move appointment"
      busy="Moving..."
      isBusy={move.isPending}
      onConfirm={(slot) => move.mutate({ id, slot })}
      onClose={onClose}
    />
  )
}

const bookedOf = ({ id, date, startTime, endTime }: Appointment) => ({ id, date, startTime, endTime })
