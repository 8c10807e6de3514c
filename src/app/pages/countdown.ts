import { dayOf, daysApart, MINUTE } from '#/kernel/time.ts'

type Time = { startsAt: Date; endsAt: Date; timeZone: string }

/**
 * How long it is till then: 'in 10 minutes', 'in 2 hours' below a day, then 'in 3 days' by the calendar of the place, as
 * 'Tomorrow' goes by it too; 'now' while it runs, null once it is over.
 */
export function countdown({ startsAt, endsAt, timeZone }: Time, now: Date): string | null {
  if (endsAt <= now) return null
  if (startsAt <= now) return 'now'
  // Whole minutes that have to pass; a begun one is still to wait for.
  const minutes = Math.ceil((startsAt.getTime() - now.getTime()) / MINUTE)
  if (minutes < 60) return inUnits(minutes, 'minute')
  if (minutes < 24 * 60) return inUnits(Math.round(minutes / 60), 'hour')
  return inUnits(daysApart(dayOf(now, timeZone), dayOf(startsAt, timeZone)), 'day')
}

const inUnits = (count: number, unit: string) => `in ${count} ${unit}${count === 1 ? '' : 's'}`
