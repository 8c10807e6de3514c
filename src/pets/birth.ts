import { addDays, type Day, dayOf, daysApart } from '#/kernel/time.ts'
import type { Species } from './rules.ts'

/** An age as people say it: `{ years: 3, months: 2 }`. */
export type Age = { years: number; months: number }

/** Older than any of them became, so that a slip of the finger is noticed and no true age is refused. */
export const maxYears: Readonly<Record<Species, number>> = {
  dog: 35,
  cat: 40,
  bird: 90,
  rabbit: 20,
  other: 120,
}

/** The day it is where the day is furthest: what is not in the future there is in nobody's future. */
export function latestToday(now: Date): Day {
  return dayOf(now, 'Pacific/Kiritimati')
}

/** The day it is where the day is last to come: a birthday that is over there is over everywhere. */
export function earliestToday(now: Date): Day {
  return dayOf(now, 'Etc/GMT+12')
}

/** The birthday that this age has today. A day its month does not have is the month's last. */
export function bornAbout({ years, months }: Age, today: Day): Day {
  const month = monthNumber(today) - years * 12 - months
  return dayInMonth(month, Number(today.slice(8)))
}

/** Full years and months since birth; none before it. */
export function ageOn(today: Day, born: Day): Age {
  if (born >= today) return { years: 0, months: 0 }
  const between = monthNumber(today) - monthNumber(born)
  const birthday = dayInMonth(monthNumber(born) + between, Number(born.slice(8)))
  const months = birthday > today ? between - 1 : between
  return { years: Math.floor(months / 12), months: months % 12 }
}

export function isTooOld(born: Day, species: Species, today: Day): boolean {
  return bornAbout({ years: maxYears[species] + 1, months: 0 }, today) >= born
}

/** '3 years', '1 year 4 months', '5 months', '2 weeks', '4 days'; 'about' before it when the day is a guess. */
export function ageText(born: Day, isEstimated: boolean, today: Day): string {
  const age = wordsOf(ageOn(today, born), daysApart(born, today))
  return isEstimated ? `about ${age}` : age
}

function wordsOf({ years, months }: Age, days: number): string {
  // From two years on nobody counts the months.
  if (years >= 2) return count(years, 'year')
  if (years === 1) return [count(1, 'year'), months > 0 && count(months, 'month')].filter(Boolean).join(' ')
  if (months > 0) return count(months, 'month')
  if (days >= 14) return count(Math.floor(days / 7), 'week')
  return days > 0 ? count(days, 'day') : 'newborn'
}

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** Months since the year 0, so that they can be counted across years. */
function monthNumber(day: Day): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}

function dayInMonth(month: number, day: number): Day {
  const firstOf = (number: number) =>
    `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}-01`
  const first = firstOf(month)
  const length = daysApart(first, firstOf(month + 1))
  return addDays(first, Math.min(day, length) - 1)
}
