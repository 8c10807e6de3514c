/** Decides which bookings a change of hours leaves outside, independent of slots. */
import { type Day, dayOf, daysApart, daysFrom, evenParts, MINUTE, minutesOf } from '#/kernel/time.ts'
import { type Busy, type Calendar, hoursOn, isHoliday } from './slots.ts'

type Span = { from: number; to: number }

/** Tells whether the whole booking is in working time: hours minus breaks and holidays. */
export function isWithinHours(calendar: Calendar, { startsAt, endsAt }: Busy): boolean {
  const first = dayOf(startsAt, calendar.timeZone)
  const last = dayOf(new Date(endsAt.getTime() - 1), calendar.timeZone)
  const worked = daysFrom(first, daysApart(first, last) + 1)
    .flatMap((day) => workedTimes(calendar, day))
    .sort((a, b) => a.from - b.from)
  let reached = startsAt.getTime()
  for (const { from, to } of worked) {
    if (from > reached) break
    reached = Math.max(reached, to)
  }
  return reached >= endsAt.getTime()
}

/** Returns the bookings that were within the hours before the change, but aren't after it. */
export function leftOutside<Booking extends Busy>(
  before: Calendar,
  after: Calendar,
  bookings: readonly Booking[],
): Booking[] {
  return bookings.filter((booking) => isWithinHours(before, booking) && !isWithinHours(after, booking))
}

/**
 * Returns working time in milliseconds. When clocks change, an hour that comes twice is worked twice, and a
 * skipped one not at all.
 */
function workedTimes(calendar: Calendar, day: Day): Span[] {
  if (isHoliday(calendar, day)) return []
  const parts = evenParts(day, calendar.timeZone)
  return hoursOn(calendar.hours, day)
    .flatMap(({ scheduleId, startTime, endTime }) => {
      const breaks = calendar.breaks.filter((pause) => pause.scheduleId === scheduleId).map(minutesIn)
      return without(minutesIn({ startTime, endTime }), breaks)
    })
    .flatMap(({ from, to }) =>
      parts
        .map((part) => ({
          from: part.midnight + Math.max(from, part.from) * MINUTE,
          to: part.midnight + Math.min(to, part.to) * MINUTE,
        }))
        .filter((span) => span.from < span.to),
    )
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
