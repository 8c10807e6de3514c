import { useState } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { daysAheadLimit, noDateVersion } from '#/booking/hours.ts'
import { availabilityText } from '#/booking/text.ts'
import type { Trade } from '#/booking/trades.ts'
import { addDays, type Day, dayOf, isDay } from '#/kernel/time.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import { addedRange, type DayDraft, dayDraft, dayOfDraft, dayProblems } from './hours-draft.ts'
import { useEdit } from './use-edit.ts'

export type DateDraft = DayDraft & { date: string }

export function useDateForm({ dates, settings }: Availability, trade: Trade) {
  const [opened, setOpened] = useState<{ date: Day | null } | null>(null)
  const [blank, setBlank] = useState(() => blankDate(trade))
  const entry = dates.find(({ date }) => date === opened?.date)
  const saved = entry
    ? { draft: { date: entry.date, ...dayDraft(entry) }, version: entry.version }
    : { draft: blank, version: noDateVersion }
  const today = dayOf(new Date(), settings.timeZone)
  const others = dates.map(({ date }) => date).filter((date) => date !== entry?.date)
  const edit = useEdit<DateDraft>(saved, (draft) => dateProblems(draft, today, others))

  return {
    ...edit,
    opened,
    today,
    open(date: Day | null) {
      edit.reset()
      setBlank(blankDate(trade))
      setOpened({ date })
    },
    close() {
      edit.reset()
      setOpened(null)
    },
  }
}

export type DateEdit = ReturnType<typeof useDateForm>

const blankDate = (trade: Trade): DateDraft => ({
  date: '',
  isOpen: true,
  ranges: [addedRange([], trade)],
})

export function dateProblems(
  { date, ...day }: DateDraft,
  today: Day,
  others: readonly Day[],
): Problems<string> {
  const known = others.includes(date) && 'This date is already in your list. Change it there.'
  return { ...problem('date', dayProblem(date, today) || known), ...dayProblems(day, 'date') }
}

/** Checks a future day from a browser's date field. */
export function dayProblem(date: string, today: Day): string | false {
  if (!isDay(date)) return 'Required'
  if (date < today) return availabilityText['booking.day_over']
  return date > addDays(today, daysAheadLimit) && availabilityText['booking.too_far']
}

/** Converts the date for the server and the preview. */
export function dateOf({ date, ...day }: DateDraft) {
  const { isOpen, ranges } = dayOfDraft(day)
  return { date, isOpen, ranges: isOpen ? ranges : [] }
}
