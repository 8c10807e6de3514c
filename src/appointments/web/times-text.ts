import type { Appointment } from '#/appointments/contract.ts'
import { clockOf, dayOf, formatDay, minuteOf } from '#/kernel/time.ts'

type Timed = Pick<Appointment, 'date' | 'startTime' | 'endTime' | 'endsAt' | 'timeZone'>

/** Returns '10:00-11:00', or '10:00 – Thu, 3 Dec 2026, 18:00' if it ends on a later day; to follow its day. */
export function timesText({ date, startTime, endTime, endsAt, timeZone }: Timed): string {
  const lastDay = lastDayOf({ endsAt, timeZone })
  if (lastDay <= date) return `${startTime}-${endTime}`
  const minute = minuteOf(endsAt, timeZone)
  return `${startTime} – ${formatDay(lastDay)}, ${minute === 0 ? '24:00' : clockOf(minute)}`
}

/** An end at midnight doesn't include the day that begins then. */
export const lastDayOf = ({ endsAt, timeZone }: Pick<Timed, 'endsAt' | 'timeZone'>) =>
  dayOf(new Date(endsAt.getTime() - 1), timeZone)
