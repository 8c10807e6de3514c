import { MINUTE } from '#/kernel/duration.ts'
import { addDays, type Day, dayBounds, dayOf, instantAt } from '#/kernel/time.ts'

const quietFrom = 21 * 60
const quietUntil = 8 * 60

/** Returns the minutes from a request to its answer, without the hours from 21:00 to 8:00 on the sitter's clock. */
export function waitedMinutes(askedAt: Date, answeredAt: Date, zone: string): number {
  let milliseconds = 0
  const last = dayOf(answeredAt, zone)
  for (let day = dayOf(askedAt, zone); day <= last; day = addDays(day, 1)) {
    const from = Math.max(clock(day, quietUntil, zone), askedAt.getTime())
    const until = Math.min(clock(day, quietFrom, zone), answeredAt.getTime())
    if (until > from) milliseconds += until - from
  }
  return Math.round(milliseconds / MINUTE)
}

const clock = (day: Day, minutes: number, zone: string): number =>
  (instantAt(day, minutes, zone) ?? dayBounds(day, zone).startsAt).getTime()
