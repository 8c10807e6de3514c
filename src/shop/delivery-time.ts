import { addDays, type Day, dayOf, formatShortDay, weekdayOf } from '#/kernel/time.ts'
import type { PartStatus } from './order-states.ts'

/** The shop delivers within India. */
export const shopZone = 'Asia/Kolkata'

type Span<T> = { from: T; to: T }

/** Counts Monday to Friday. We don't know each state's holidays, so counting Saturdays would promise too much. */
function workingDaysAfter(day: Day, count: number): Day {
  let found = day
  for (let left = count; left > 0; ) {
    found = addDays(found, 1)
    const weekday = weekdayOf(found)
    if (weekday !== 'saturday' && weekday !== 'sunday') left -= 1
  }
  return found
}

const awaited: readonly PartStatus[] = ['placed', 'packed', 'shipped']

type Sent = { status: PartStatus; placedAt: Date | null; days: Span<number>; now: Date }

/** `isLate`: the last of the promised days has passed. */
export type Expected = Span<Day> & { isLate: boolean }

/**
 * Returns the days on which a parcel should arrive; null before its seller has the order, once it has arrived, or if it won't.
 * They count from when the seller got it, because nobody sends what isn't paid or approved yet.
 */
export function expectedOf({ status, placedAt, days, now }: Sent): Expected | null {
  if (!placedAt || !awaited.includes(status)) return null
  const placedOn = dayOf(placedAt, shopZone)
  const to = workingDaysAfter(placedOn, days.to)
  return { from: workingDaysAfter(placedOn, days.from), to, isLate: to < dayOf(now, shopZone) }
}

/** Formats as 'Expected 3 to 5 Dec', 'Expected by 5 Dec' or 'It should have arrived by 5 Dec'. */
export function expectedText({ from, to, isLate }: Expected): string {
  const [first, last] = [formatShortDay(from), formatShortDay(to)]
  if (isLate) return `It should have arrived by ${last}`
  if (first === last) return `Expected by ${last}`
  return `Expected ${from.slice(0, 7) === to.slice(0, 7) ? first.split(' ')[0] : first} to ${last}`
}
