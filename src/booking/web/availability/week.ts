import type { Availability } from '#/booking/availability-contract.ts'
import { sessionMinutes, sessionTimes } from '#/booking/sessions.ts'
import { isBySession, type Trade } from '#/booking/trades.ts'
import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'
import {
  copiedTo,
  type DayDraft,
  dayDraft,
  dayOfDraft,
  dayProblems,
  type HoursProblems,
} from './hours-draft.ts'
import { useEdit } from './use-edit.ts'

export type WeekDraft = Record<Weekday, DayDraft>

export const useWeek = ({ week }: Availability, trade: Trade) =>
  useEdit({ draft: weekDraft(week, trade), version: week.version }, weekProblems)

/** Trades booked by session can be booked at all session times until they set hours, so these are what is edited. */
export const hasUsualHours = ({ days }: Availability['week'], trade: Trade): boolean =>
  isBySession(trade) && days.every(({ ranges }) => ranges.length === 0)

function weekDraft(week: Availability['week'], trade: Trade): WeekDraft {
  const isUsual = hasUsualHours(week, trade)
  return Object.fromEntries(
    week.days.map((day) => [day.day, isUsual ? usualDay(day.day) : dayDraft(day)]),
  ) as WeekDraft
}

const usualDay = (day: Weekday): DayDraft => ({
  isOpen: true,
  ranges: [
    {
      key: `usual ${day}`,
      id: null,
      start: sessionTimes[0]!,
      end: sessionTimes.at(-1)!,
      slot: String(sessionMinutes.min),
      breaks: [],
    },
  ],
})

export function weekProblems(draft: WeekDraft): HoursProblems {
  return Object.assign({}, ...WEEKDAYS.map((day) => dayProblems(draft[day], day)))
}

/** Converts the week for the server and the preview. */
export function weekOf(draft: WeekDraft) {
  return WEEKDAYS.map((day) => ({ day, ...dayOfDraft(draft[day]) }))
}

export function copyDay(draft: WeekDraft, from: Weekday, to: readonly Weekday[]): WeekDraft {
  const copies = to.map((day) => [day, copiedTo(draft[day], draft[from])])
  return { ...draft, ...Object.fromEntries(copies) }
}

/** Adds rows again that another tab has removed. */
export function withKnownIds<Range extends { id: string | null }>(
  ranges: readonly Range[],
  known: readonly { id: string }[],
) {
  const ids = new Set(known.map(({ id }) => id))
  return ranges.map((range) => (range.id && ids.has(range.id) ? range : { ...range, id: null }))
}
