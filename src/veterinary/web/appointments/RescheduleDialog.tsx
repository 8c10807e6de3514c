import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { rescheduleHours } from '#/booking/rules.ts'
import {
  BookingDialog,
  BookingDialogFooter,
  ChooseDay,
  ChooseSlot,
  useBookingTimes,
} from '#/booking/web/index.ts'
import { formatDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Appointment } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'
import { veterinaryText } from '../../text.ts'
import { calendarOf, forgetTimes, veterinary } from '../veterinary.ts'
import css from './RescheduleDialog.module.css'
import { reloadAppointments } from './useAppointments.ts'

const words = { provider: 'veterinarian', title: 'Doctor' }

/** Another time of the same vet, for an appointment that is there. */
export default function RescheduleDialog({
  appointment,
  onClose,
}: {
  appointment: Appointment
  onClose(): void
}) {
  const client = useQueryClient()
  const { id, vet, date, startTime, endTime, reschedules } = appointment
  const times = useBookingTimes(calendarOf(vet.id), null, { date, startTime, endTime })
  const { slot } = times
  const move = useWrite(veterinary.call.reschedule, {
    onSuccess: (moved) => {
      toast({
        kind: 'success',
        title: 'Appointment moved',
        message: `It is on ${formatDay(moved.date)}, ${moved.startTime}-${moved.endTime} now.`,
      })
      onClose()
      forgetTimes(client, vet.id)
      return reloadAppointments()
    },
    onError: (error) => {
      toast({
        kind: 'error',
        title: 'Error',
        message: errorText(error, veterinaryText, 'Failed to move the appointment. Please try again.'),
      })
      times.dropSlot()
      forgetTimes(client, vet.id)
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
    <BookingDialog title={`Another time with ${doctorName(vet.fullName)}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p className={css.now}>
          Now: <strong>{formatDay(date)}</strong>,{' '}
          <span className="tabular">
            {startTime}-{endTime}
          </span>
          . {reschedules === 0 ? 'You can move it twice' : 'You can move it once more'}, up to{' '}
          {rescheduleHours} hours before. Whether a cancellation is refunded still goes by the first time.
        </p>
        <div className={css.columns}>
          <section aria-labelledby="move-date">
            <h3 id="move-date">Date</h3>
            <ChooseDay times={times} words={words} onPicked={() => undefined} />
          </section>
          <section aria-labelledby="move-time">
            <h3 id="move-time">Time</h3>
            <ChooseSlot times={times} words={words} />
          </section>
        </div>
        <BookingDialogFooter>
          <p className={css.chosen}>
            {slot && (
              <>
                <strong>{formatDay(slot.date)}</strong> {slot.startTime}-{slot.endTime}
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
