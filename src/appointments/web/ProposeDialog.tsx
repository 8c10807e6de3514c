import { Button, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Visit } from '#/appointments/contract.ts'
import { proposalHours } from '#/appointments/proposals.ts'
import { appointmentsText } from '#/appointments/text.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import {
  BookingDialog,
  BookingDialogFooter,
  calendarOf,
  reloadTimes,
  useBookingTimes,
} from '#/booking/web/index.ts'
import { limits } from '#/kernel/fields.ts'
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

type Props = { trade: SlotTrade; visit: Visit; onClose(): void }

/** Lets a provider propose another of their free times to an appointment's owner. */
export default function ProposeDialog({ trade, visit, onClose }: Props) {
  const client = useQueryClient()
  const [note, setNote] = useState('')
  const { id, owner, providerId, providerNoun, date, startTime, endTime, payment } = visit
  const calendar = { trade, providerId }
  const words = {
    provider: providerNoun,
    title: 'Your calendar',
    holiday: 'You’re away on that date. Please choose another one.',
    isOwn: true,
  }
  const times = useBookingTimes(calendarOf(calendar, id), null, { date, startTime, endTime })
  const { slot } = times
  const propose = useWrite(appointments.call.propose, {
    onSuccess: () => {
      toast({
        kind: 'success',
        title: 'Time proposed',
        message: `We’ve asked ${owner.name}. The booked time stays until they answer.`,
      })
      onClose()
      return reloadAppointments()
    },
    onError: (error) => {
      const failed = 'Failed to propose the time. Please try again.'
      toast({ kind: 'error', title: 'Error', message: errorText(error, appointmentsText, failed) })
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
    const { date, startTime, endTime, startsAt } = slot
    propose.mutate({
      id,
      slot: { date, startTime, endTime, startsAt },
      ...(note.trim() && { note: note.trim() }),
    })
  }

  return (
    <BookingDialog title={`Another time for ${owner.name}`} onClose={onClose}>
      <form onSubmit={submit}>
        <p className={css.now}>
          Booked: <strong>{formatDay(date)}</strong>,{' '}
          <span className="tabular">
            {startTime}-{endTime}
          </span>
          . It stays until {owner.name} takes the new time. We hold both for {proposalHours} hours at most.
          {payment && ' If they cancel instead, the later of both times decides their refund.'}
        </p>
        <TimeColumns times={times} words={words} />
        <Textarea
          className={css.note}
          label="Reason (optional)"
          description={`${owner.name} will read it.`}
          autosize
          minRows={2}
          maxRows={5}
          maxLength={limits.short}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <BookingDialogFooter>
          <p className={css.chosen}>
            {slot && (
              <>
                <strong>{formatDay(slot.date)}</strong> {slot.startTime}-{slot.endTime}
              </>
            )}
          </p>
          <div className={css.buttons}>
            <Button variant="default" onClick={onClose} disabled={propose.isPending}>
              Go back
            </Button>
            <Button type="submit" color="marigold" disabled={!slot || propose.isPending}>
              {propose.isPending ? 'Sending...' : 'Propose this time'}
            </Button>
          </div>
        </BookingDialogFooter>
      </form>
    </BookingDialog>
  )
}
