import { MINUTE } from '#/kernel/duration.ts'
import { dayOf, daysApart } from '#/kernel/time.ts'

type Time = { startsAt: Date; endsAt: Date; timeZone: string }

/**
 * Returns the time until then: 'in 10 minutes', 'in 2 hours' below a day, then 'Tomorrow' or 'in 3 days' by the place's
 * calendar; 'now' while it runs, null once it is over.
 */
export function countdown({ startsAt, endsAt, timeZone }: Time, now: Date): string | null {
  if (endsAt <= now) return null
  if (startsAt <= now) return 'now'
  // Rounds up, because a minute that has begun still has to pass.
  const minutes = Math.ceil((startsAt.getTime() - now.getTime()) / MINUTE)
  if (minutes < 60) return inUnits(minutes, 'minute')
  if (minutes < 24 * 60) return inUnits(Math.round(minutes / 60), 'hour')
  return inUnits(daysApart(dayOf(now, timeZone), dayOf(startsAt, timeZone)), 'day')
}

const inUnits = (count: number, unit: string) => `in ${count} ${unit}${count === 1 ? '' : 's'}`
