import type { DayState } from '#/booking/slots.ts'
import { addDays, type Day, daysApart, WEEKDAYS, weekdayOf } from '#/kernel/time.ts'

export type BookingDay = { date: Day; state: DayState }

/** 'outside' fills the first and the last week. */
export type CalendarCell = { date: Day; state: DayState | 'outside' }

/** Returns the window in whole weeks, Monday to Sunday, without breaks between months. */
export function weeksOf<State extends string>(
  days: readonly { date: Day; state: State }[],
): { date: Day; state: State | 'outside' }[][] {
  const first = days[0]
  const last = days.at(-1)
  if (!first || !last) return []
  const states = new Map(days.map(({ date, state }) => [date, state]))
  const start = mondayOf(first.date)
  const weeks = Math.floor(daysApart(start, last.date) / 7) + 1
  return Array.from({ length: weeks }, (_, week) =>
    WEEKDAYS.map((_name, weekday) => {
      const date = addDays(start, week * 7 + weekday)
      return { date, state: states.get(date) ?? 'outside' }
    }),
  )
}

function mondayOf(day: Day): Day {
  return addDays(day, -WEEKDAYS.indexOf(weekdayOf(day)))
}

/** Tells whether a day can be opened: free, or full with a waitlist. */
export const canBeChosen = (state: CalendarCell['state'] | undefined) =>
  state === 'available' || state === 'full'

/**
 * Returns the nearest day with free slots after (1) or before (-1) `from`; without `from`, the first or the
 * last.
 */
export function nearestAvailable(
  days: readonly BookingDay[],
  from: Day | null,
  direction: 1 | -1,
): Day | null {
  const open = days.filter(({ date, state }) => {
    if (state !== 'available') return false
    return from === null || (direction === 1 ? date > from : date < from)
  })
  return open.at(direction === 1 ? 0 : -1)?.date ?? null
}

/** Returns the first day with free slots, otherwise the first full one. */
export function firstChoice(days: readonly BookingDay[]): Day | null {
  return nearestAvailable(days, null, 1) ?? days.find(({ state }) => state === 'full')?.date ?? null
}

/**
 * Returns the day with free slots nearest to `day`, preferring the later one; otherwise what a calendar opens
 * with.
 */
export function choiceNear(days: readonly BookingDay[], day: Day): Day | null {
  if (days.some(({ date, state }) => date === day && state === 'available')) return day
  const after = nearestAvailable(days, day, 1)
  const before = nearestAvailable(days, day, -1)
  if (after && before) return daysApart(before, day) < daysApart(day, after) ? before : after
  return after ?? before ?? firstChoice(days)
}

export function countDays(days: readonly BookingDay[]): Record<DayState, number> {
  const counts = { available: 0, full: 0, over: 0, holiday: 0, closed: 0 }
  for (const { state } of days) counts[state]++
  return counts
}

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** Returns the day a key moves the focus to, always within the window; null for other keys. */
export function dayByKey(days: readonly BookingDay[], day: Day, key: string): Day | null {
  const target = targetOf(day, key)
  const first = days[0]?.date
  const last = days.at(-1)?.date
  if (!target || !first || !last) return null
  if (target < first) return first
  if (target > last) return last
  return target
}

function targetOf(day: Day, key: string): Day | null {
  const step = steps[key]
  if (step) return addDays(day, step)
  if (key === 'Home') return mondayOf(day)
  if (key === 'End') return addDays(mondayOf(day), 6)
  if (key === 'PageUp') return monthAway(day, -1)
  return key === 'PageDown' ? monthAway(day, 1) : null
}

/** Returns the same date in another month, or that month's last day if it is shorter. */
function monthAway(day: Day, months: 1 | -1): Day {
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  month.setUTCMonth(month.getUTCMonth() + months)
  const start = month.toISOString().slice(0, 10)
  const date = addDays(start, Number(day.slice(8, 10)) - 1)
  if (date.slice(0, 7) === start.slice(0, 7)) return date
  return addDays(date, -Number(date.slice(8, 10)))
}
