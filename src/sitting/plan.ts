/** The days and times for which a sitter is wanted. Pure, and the same in the form, the search and the server. */

import { MINUTE } from '#/kernel/duration.ts'
import {
  addDays,
  type ClockTime,
  type Day,
  daysApart,
  daysFrom,
  evenParts,
  instantAt,
  minutesOf,
  type Weekday,
  weekdayOf,
} from '#/kernel/time.ts'
import { mostDaysAhead, mostDaysInARow, mostNights, type Schedule, type Service } from './rules.ts'

export type Plan = {
  service: Service
  schedule: Schedule
  startDate: Day
  /** The day of a stay's pick-up, or the last day. Null for one day, and for a weekly repeat without an end. */
  endDate: Day | null
  /** For a weekly repeat. */
  daysOfWeek: readonly Weekday[]
  /** Drop-off and pick-up, on the sitter's clock. */
  startTime: ClockTime
  endTime: ClockTime
}

/** A stay, a walk or a day of day care. */
export type Occurrence = { day: Day; startsAt: Date; endsAt: Date }

export type PlanProblem =
  | 'sitting.weekday_needed'
  | 'sitting.ends_first'
  | 'sitting.past'
  | 'sitting.too_far'
  | 'sitting.too_long'
  | 'sitting.no_day'

/** Returns why a plan can't be requested; null if it can. `today` is the sitter's. */
export function problemOf(plan: Plan, today: Day): PlanProblem | null {
  const { service, schedule, startDate, endDate, daysOfWeek, startTime, endTime } = plan
  const isStay = service === 'hostel-checkin'
  const isWeekly = schedule === 'repeat-weekly'
  if (isWeekly && daysOfWeek.length === 0) return 'sitting.weekday_needed'
  if (startDate < today) return 'sitting.past'
  if (startDate > addDays(today, mostDaysAhead)) return 'sitting.too_far'
  if (isStay ? !endDate || endDate <= startDate : endDate !== null && endDate < startDate)
    return 'sitting.ends_first'
  if (!isStay && minutesOf(endTime) <= minutesOf(startTime)) return 'sitting.ends_first'
  if (isStay && daysApart(startDate, endDate!) > mostNights) return 'sitting.too_long'
  if (!isStay && !isWeekly && daysApart(startDate, endDate ?? startDate) >= mostDaysInARow)
    return 'sitting.too_long'
  if (isWeekly && endDate && daysOf(plan, startDate, endDate).length === 0) return 'sitting.no_day'
  return null
}

/** Returns the days from `from` to `until` on which something begins. */
export function daysOf(plan: Plan, from: Day, until: Day): Day[] {
  const { service, schedule, startDate, endDate, daysOfWeek } = plan
  const isWeekly = schedule === 'repeat-weekly'
  const last = service === 'hostel-checkin' ? startDate : (endDate ?? (isWeekly ? until : startDate))
  const first = from > startDate ? from : startDate
  const end = until < last ? until : last
  if (end < first) return []
  const days = daysFrom(first, daysApart(first, end) + 1)
  return isWeekly ? days.filter((day) => daysOfWeek.includes(weekdayOf(day))) : days
}

/** Tells whether a plan becomes several appointments, each with its own payment. */
export function isSeveral(plan: Plan): boolean {
  if (plan.service === 'hostel-checkin') return false
  if (plan.schedule === 'repeat-weekly') return true
  return plan.endDate !== null && plan.endDate > plan.startDate
}

/** Returns the occurrences from `from` to `until`, on the zone's clock. */
export function occurrencesOf(plan: Plan, zone: string, from: Day, until: Day): Occurrence[] {
  const lastDay = plan.service === 'hostel-checkin' ? plan.endDate! : null
  return daysOf(plan, from, until).map((day) => {
    const startsAt = instantFrom(day, plan.startTime, zone)
    const end = instantFrom(lastDay ?? day, plan.endTime, zone)
    // If clocks skip all of it, it begins when they go on and lasts as long as agreed.
    const minutes = minutesOf(plan.endTime) - minutesOf(plan.startTime)
    return { day, startsAt, endsAt: end > startsAt ? end : new Date(startsAt.getTime() + minutes * MINUTE) }
  })
}

/** Returns the instant of a clock time; if clocks skip it, the first instant after. */
function instantFrom(day: Day, clock: ClockTime, zone: string): Date {
  const minutes = minutesOf(clock)
  const at = instantAt(day, minutes, zone)
  if (at) return at
  const next = evenParts(day, zone).find(({ from }) => from > minutes)
  return next ? new Date(next.midnight + next.from * MINUTE) : instantAt(addDays(day, 1), 0, zone)!
}

/** Returns a stay's number of nights. */
export const nightsOf = ({ startDate, endDate }: Pick<Plan, 'startDate' | 'endDate'>): number =>
  endDate ? daysApart(startDate, endDate) : 0
