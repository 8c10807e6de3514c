import { useState } from 'react'
import type { Availability } from '#/booking/availability-contract.ts'
import { availabilityText } from '#/booking/text.ts'
import { type Day, dayOf, isDay } from '#/kernel/time.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import { dayProblem } from './date-form.ts'
import { useEdit } from './use-edit.ts'

export type HolidayDraft = { startDate: string; endDate: string; reason: string }

const blank = { draft: { startDate: '', endDate: '', reason: '' }, version: undefined }

export function useHolidayForm({ holidays, settings }: Availability) {
  const [opened, setOpened] = useState(false)
  const today = dayOf(new Date(), settings.timeZone)
  const edit = useEdit<HolidayDraft>(blank, (draft) => holidayProblems(draft, today, holidays))
  return {
    ...edit,
    opened,
    today,
    open() {
      edit.reset()
      setOpened(true)
    },
    close() {
      edit.reset()
      setOpened(false)
    },
  }
}

export type HolidayEdit = ReturnType<typeof useHolidayForm>

export function holidayProblems(
  draft: HolidayDraft,
  today: Day,
  known: readonly { startDate: Day; endDate: Day }[],
): Problems<string> {
  const { startDate, endDate } = holidayOf(draft)
  if (!isDay(startDate)) return { first: 'Required' }
  if (!isDay(endDate)) return { last: 'Required' }
  const isKnown = known.some((holiday) => holiday.startDate === startDate && holiday.endDate === endDate)
  return {
    ...problem('first', isKnown && availabilityText['booking.holiday_known']),
    ...problem(
      'last',
      endDate < startDate ? availabilityText['booking.holiday_ends_first'] : dayProblem(endDate, today),
    ),
  }
}

/** A holiday of one day needs no second date. */
export function holidayOf({ startDate, endDate, reason }: HolidayDraft) {
  return { startDate, endDate: endDate || startDate, reason: reason.trim() || null }
}
