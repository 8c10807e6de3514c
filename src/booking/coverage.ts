/** Decides which bookings a change of hours leaves outside, independent of slots. */

import { MINUTE } from '#/kernel/duration.ts'
import {
  addDays,
  type ClockTime,
  clockOf,
  type Day,
  dayOf,
  daysApart,
  daysFrom,
  evenParts,
  minutesOf,
} from '#/kernel/time.ts'
import { type Busy, type Calendar, type Holiday, hoursOn, isHoliday } from './slots.ts'

type Span = { from: number; to: number }

/** The part of a calendar that decides when a provider works. */
export type Worked = Pick<Calendar, 'timeZone' | 'hours' | 'breaks'> & {
  holidays: readonly Pick<Holiday, 'startDate' | 'endDate'>[]
}

/** `isStay`: it goes on overnight, and the provider works at drop-off and pick-up only. */
export type Booked = Busy & { isStay?: boolean }

/** Tells whether the whole booking is in working time: hours minus breaks and holidays. */
export function isWithinHours(calendar: Worked, { startsAt, endsAt, isStay = false }: Booked): boolean {
  const first = dayOf(startsAt, calendar.timeZone)
  const last = dayOf(new Date(endsAt.getTime() - 1), calendar.timeZone)
  const days = daysFrom(first, daysApart(first, last) + 1)
  if (isStay)
    return (
      !days.some((day) => isClosedDay(calendar, day)) &&
      isOpenAt(calendar, startsAt) &&
      isOpenAt(calendar, endsAt)
    )
  const worked = days.flatMap((day) => workedTimes(calendar, day)).sort((a, b) => a.from - b.from)
  let reached = startsAt.getTime()
  for (const { from, to } of worked) {
    if (from > reached) break
    reached = Math.max(reached, to)
  }
  return reached >= endsAt.getTime()
}

/** Returns the bookings that were within the hours before the change, but aren't after it. */
export function leftOutside<Booking extends Booked>(
  before: Worked,
  after: Worked,
  bookings: readonly Booking[],
): Booking[] {
  return bookings.filter((booking) => isWithinHours(before, booking) && !isWithinHours(after, booking))
}

/** Tells whether the provider works at an instant, including that at which their hours end. */
export function isOpenAt(calendar: Worked, at: Date): boolean {
  const time = at.getTime()
  const day = dayOf(at, calendar.timeZone)
  return [addDays(day, -1), day]
    .flatMap((on) => workedTimes(calendar, on))
    .some(({ from, to }) => from <= time && time <= to)
}

/** Tells whether the day is a holiday or a single date that is closed. A weekday without hours isn't. */
export function isClosedDay({ hours, holidays }: Worked, day: Day): boolean {
  return isHoliday({ holidays }, day) || hours.some((row) => row.scheduleDate === day && !row.isAvailable)
}

/** Returns the clock times between which a provider works on a day, earliest first, joining those that touch. */
export function openTimesOn(calendar: Worked, day: Day): { startTime: ClockTime; endTime: ClockTime }[] {
  const joined: Span[] = []
  for (const span of workedMinutes(calendar, day).sort((a, b) => a.from - b.from)) {
    const before = joined.at(-1)
    if (before && span.from <= before.to) before.to = Math.max(before.to, span.to)
    else joined.push({ ...span })
  }
  return joined.map(({ from, to }) => ({ startTime: clockOf(from), endTime: clockOf(to) }))
}

/**
 * Returns working time in milliseconds. When clocks change, an hour that comes twice is worked twice, and a
 * skipped one not at all.
 */
function workedTimes(calendar: Worked, day: Day): Span[] {
  const parts = evenParts(day, calendar.timeZone)
  return workedMinutes(calendar, day).flatMap(({ from, to }) =>
    parts
      .map((part) => ({
        from: part.midnight + Math.max(from, part.from) * MINUTE,
        to: part.midnight + Math.min(to, part.to) * MINUTE,
      }))
      .filter((span) => span.from < span.to),
  )
}

/** Returns working time in minutes of the day. */
function workedMinutes(calendar: Worked, day: Day): Span[] {
  if (isHoliday(calendar, day)) return []
  return hoursOn(calendar.hours, day).flatMap(({ scheduleId, startTime, endTime }) => {
    const breaks = calendar.breaks.filter((pause) => pause.scheduleId === scheduleId).map(minutesIn)
    return without(minutesIn({ startTime, endTime }), breaks)
  })
}

function minutesIn({ startTime, endTime }: { startTime: string; endTime: string }): Span {
  return { from: minutesOf(startTime), to: minutesOf(endTime) }
}

function without(whole: Span, breaks: readonly Span[]): Span[] {
  return breaks.reduce<Span[]>(
    (left, pause) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, pause.from) },
          { from: Math.max(from, pause.to), to },
        ].filter((span) => span.from < span.to),
      ),
    [whole],
  )
}
