import { addDays, addMonths, type Day, daysApart, WEEKDAYS, type Weekday, weekdayOf } from '#/kernel/time.ts'

/** Daily is every day of 1; a monthly task on the 31st comes on the last day of a shorter month. */
export type Repeat =
  | { every: 'days'; days: number }
  | { every: 'week'; weekdays: readonly Weekday[] }
  | { every: 'month' }

export type Ends = { on: Day } | { after: number }

/** When a task comes: once on `startsOn` without `repeat`, and until `lastOn`, if that isn't null. */
export type Plan = { startsOn: Day; repeat: Repeat | null; lastOn: Day | null }

/** Counts weekdays from Monday, 0. */
const numberOf = (weekday: Weekday) => WEEKDAYS.indexOf(weekday)

function weekOf({ startsOn, repeat }: { startsOn: Day; repeat: Repeat & { every: 'week' } }) {
  const days = repeat.weekdays.map(numberOf).sort((a, b) => a - b)
  const first = numberOf(weekdayOf(startsOn))
  return { days, monday: addDays(startsOn, -first), skipped: days.filter((day) => day < first).length }
}

/** Returns the day of an occurrence, counted from 0, as if the plan never ended. */
export function occurrenceOf({ startsOn, repeat }: Plan, index: number): Day {
  if (!repeat) return startsOn
  if (repeat.every === 'days') return addDays(startsOn, index * repeat.days)
  if (repeat.every === 'month') return addMonths(startsOn, index)
  const { days, monday, skipped } = weekOf({ startsOn, repeat })
  const at = index + skipped
  return addDays(monday, Math.floor(at / days.length) * 7 + days[at % days.length]!)
}

/** Counts the occurrences before a day, as if the plan never ended. Takes the same time for any day. */
function countBefore(plan: Plan, day: Day): number {
  const { startsOn, repeat } = plan
  if (day <= startsOn) return 0
  if (!repeat) return 1
  if (repeat.every === 'days') return Math.ceil(daysApart(startsOn, day) / repeat.days)
  if (repeat.every === 'month') {
    const months = monthOf(day) - monthOf(startsOn)
    return occurrenceOf(plan, months) < day ? months + 1 : months
  }
  const { days, monday, skipped } = weekOf({ startsOn, repeat })
  const since = daysApart(monday, day)
  const ofThisWeek = days.filter((weekday) => weekday < since % 7).length
  return Math.max(0, Math.floor(since / 7) * days.length + ofThisWeek - skipped)
}

const monthOf = (day: Day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))

const isWithin = ({ lastOn }: Plan, day: Day) => lastOn === null || day <= lastOn

/** Returns the first occurrence on a day or later; null if there is none. */
export function firstFrom(plan: Plan, day: Day): Day | null {
  const count = countBefore(plan, day)
  if (!plan.repeat && count > 0) return null
  const found = occurrenceOf(plan, count)
  return isWithin(plan, found) ? found : null
}

export const nextAfter = (plan: Plan, day: Day) => firstFrom(plan, addDays(day, 1))

export const isOccurrence = (plan: Plan, day: Day) => firstFrom(plan, day) === day

/** Returns the last occurrence up to a day, as if the plan never ended; null before the first. */
function latestUpTo(plan: Plan, day: Day): Day | null {
  const count = countBefore(plan, addDays(day, 1))
  return count === 0 ? null : occurrenceOf(plan, count - 1)
}

/**
 * Returns the last occurrence of a plan that ends, and the day from which it needn't be done any more: when it would
 * come again. A number of times counts from the occurrence `from`. Null if it ends before that one.
 */
export function endOf(plan: Plan, ends: Ends, from = plan.startsOn): { lastOn: Day; overOn: Day } | null {
  const before = countBefore(plan, from)
  const count = 'after' in ends ? before + ends.after : countBefore(plan, addDays(ends.on, 1))
  if (count <= before) return null
  return { lastOn: occurrenceOf(plan, count - 1), overOn: occurrenceOf(plan, count) }
}

/**
 * Returns the occurrence to do now: the latest one up to today, because earlier ones can't be made up for, or the next
 * one. Null once a repeat is over. `openOn` is the first one that nobody did.
 */
export function currentOf(plan: Plan, openOn: Day, today: Day): Day | null {
  if (!plan.repeat) return openOn
  const latest = latestUpTo(plan, today)
  const current = latest !== null && latest > openOn ? latest : openOn
  return isWithin(plan, current) ? current : null
}
