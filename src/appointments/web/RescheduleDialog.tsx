import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Appointment } from '#/appointments/contract.ts'
import { estimateFor } from '#/appointments/estimate.ts'
import { rescheduleHours } from '#/appointments/rules.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { lengthOf } from '#/booking/sessions.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import {
  BookingDialog,
  BookingDialogFooter,
  calendarOf,
  reloadTimes,
  useBookingTimes,
} from '#/booking/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { appointments } from './appointments.ts'
import { isAboutTime } from './book/booking-failure.ts'
import css from './RescheduleDialog.module.css'
import { TimeColumns } from './TimeColumns.tsx'
import { reloadAppointments } from './useAppointments.ts'
import { overtaken } from './useMove.ts'

export default function RescheduleDialog({
  trade,
  appointment,
  onClose,
}: {
  trade: SlotTrade
  appointment: Appointment
  onClose(): void
}) {
  const client = useQueryClient()
  const { id, provider, providerNoun, date, startTime, endTime, reschedules } = appointment
  const calendar = { trade, providerId: provider.id }
  const { holidayText } = provider
  const words = { provider: providerNoun, title: provider.name, ...(holidayText && { holiday: holidayText }) }
  const times = useBookingTimes(calendarOf(calendar, id), null, { date, startTime, endTime })
  const { slot } = times
  const estimate = slot && estimateFor(appointment, lengthOf(slot))
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
    onError: (error) => {
      toast({
        kind: 'error',
        title: 'Error',
        message: errorText(
          error,
          { ...appointmentsText, ...(holidayText && { 'booking.holiday': holidayText }) },
          'Failed to reschedule the appointment. Please try again.',
        ),
      })
      if (overtaken(error)) {
        onClose()
        void reloadAppointments()
      } else if (isAboutTime(error)) {
        times.dropSlot()
        void reloadTimes(client, calendar)
      }
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!slot) return
    move.mutate({
      id,
      slot: {
        date: slot.date,
        startTime: slot.startTime,
        endTime: slot.endTime,
        startsAt: slot.startsAt,
      },
    })
  }

  return (
    <BookingDialog title={`Another time with ${provider.name}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p className={css.now}>
          Now: <strong>{formatDay(date)}</strong>,{' '}
          <span className="tabular">
            {startTime}-{endTime}
          </span>
          . {reschedules === 0 ? 'You can reschedule it twice' : 'You can reschedule it once more'}, up to{' '}
          {rescheduleHours} hours before.
          {appointment.payment && ' Refunds still go by the first time you booked.'}
        </p>
        <TimeColumns times={times} words={words} />
        <BookingDialogFooter>
          <p className={css.chosen}>
            {slot && (
              <>
                <strong>{formatDay(slot.date)}</strong> {slot.startTime}-{slot.endTime}
                {estimate && estimate.amount !== appointment.price?.amount && (
                  <>
                    {' '}
                    · about <strong>{formatMoney(estimate)}</strong> for the new length, instead of{' '}
                    {formatMoney(appointment.price!)}
                  </>
                )}
              </>
            )}
          </p>
          <div className={css.buttons}>
            <Button variant="default" onClick={onClose} disabled={move.isPending}>
              Keep the old time
            </Button>
            <Button type="submit" color="marigold" disabled={!slot || move.isPending}>
              {move.isPending ? 'Moving...' : 'Move appointment'}
            </Button>
          </div>
        </BookingDialogFooter>
      </form>
    </BookingDialog>
  )
}
