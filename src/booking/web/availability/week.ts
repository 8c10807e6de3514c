import type { Availability } from '#/booking/availability-contract.ts'
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

export const useWeek = ({ week }: Availability) =>
  useEdit({ draft: weekDraft(week), version: week.version }, weekProblems)

export function weekDraft({ days }: Availability['week']): WeekDraft {
  return Object.fromEntries(days.map((day) => [day.day, dayDraft(day)])) as WeekDraft
}

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
