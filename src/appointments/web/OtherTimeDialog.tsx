import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { appointmentsText } from '#/appointments/text.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import {
  BookingDialog,
  BookingDialogFooter,
  type CalendarWords,
  ChooseDay,
  ChooseSlot,
  calendarOf,
  reloadTimes,
  useBookingTimes,
} from '#/booking/web/index.ts'
import { formatDay } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { isAboutTime } from './book/booking-failure.ts'
import css from './OtherTimeDialog.module.css'
import { reloadAppointments } from './useAppointments.ts'
import { overtaken } from './useMove.ts'

type Slot = NonNullable<ReturnType<typeof useBookingTimes>['slot']>
type Booked = { id: string; date: Slot['date']; startTime: Slot['startTime']; endTime: Slot['endTime'] }

/** Loads the times to which an appointment can be moved; `refused` shows why one was not to be had, and loads them again. */
export function useOtherTimes(
  calendar: { trade: SlotTrade; providerId: string },
  { id, ...booked }: Booked,
  onClose: () => void,
) {
  const client = useQueryClient()
  const times = useBookingTimes(calendarOf(calendar, id), null, booked)
  function refused(error: unknown, failed: string, texts: Readonly<Record<string, string>> = {}): void {
    toast({
      kind: 'error',
      title: 'Error',
      message: errorText(error, { ...appointmentsText, ...texts }, failed),
    })
    if (overtaken(error)) {
      onClose()
      void reloadAppointments()
    } else if (isAboutTime(error)) {
      times.dropSlot()
      void reloadTimes(client, calendar)
    }
  }
  return { times, refused }
}

type Props = {
  title: string
  /** "Now" or "Booked", before the booked time. */
  label: string
  booked: Omit<Booked, 'id'>
  times: ReturnType<typeof useBookingTimes>
  words: CalendarWords
  /** Follows the booked time in its sentence. */
  rules: ReactNode
  /** Stands below the times. */
  children?: ReactNode
  /** Follows the chosen time. */
  price?: ReactNode
  keep: string
  confirm: string
  busy: string
  isBusy: boolean
  onConfirm(slot: Pick<Slot, 'date' | 'startTime' | 'endTime' | 'startsAt'>): void
  onClose(): void
}

/** Shows the days and times to which an appointment can be moved, for either side to choose one. */
export function OtherTimeDialog({ booked, times, words, isBusy, onConfirm, onClose, ...shown }: Props) {
  const { slot } = times

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!slot) return
    const { date, startTime, endTime, startsAt } = slot
    onConfirm({ date, startTime, endTime, startsAt })
  }

  return (
    <BookingDialog title={shown.title} onClose={onClose}>
      <form onSubmit={submit}>
        <p className={css.now}>
          {shown.label}: <strong>{formatDay(booked.date)}</strong>,{' '}
          <span className="tabular">
            {booked.startTime}-{booked.endTime}
          </span>
          . {shown.rules}
        </p>
        <div className={css.columns}>
          <section aria-labelledby="move-date">
            <h3 id="move-date">Date</h3>
            <ChooseDay times={times} words={words} canContact onPicked={() => undefined} />
          </section>
          <section aria-labelledby="move-time">
            <h3 id="move-time">Time</h3>
            <ChooseSlot times={times} words={words} />
          </section>
        </div>
        {shown.children}
        <BookingDialogFooter>
          <p className={css.chosen}>
            {slot && (
              <>
                <strong>{formatDay(slot.date)}</strong> {slot.startTime}-{slot.endTime}
                {shown.price}
              </>
            )}
          </p>
          <div className={css.buttons}>
            <Button variant="default" onClick={onClose} disabled={isBusy}>
              {shown.keep}
            </Button>
            <Button type="submit" color="marigold" disabled={!slot || isBusy}>
              {isBusy ? shown.busy : shown.confirm}
            </Button>
          </div>
        </BookingDialogFooter>
      </form>
    </BookingDialog>
  )
}
