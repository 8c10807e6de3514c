import { addDays, type Day, dayOf, daysApart } from '#/kernel/time.ts'
import type { Species } from './rules.ts'

export type Age = { years: number; months: number }

/** Above the record age of each species, so that only typing errors are refused. */
export const maxYears: Readonly<Record<Species, number>> = {
  dog: 35,
  cat: 40,
  bird: 90,
  rabbit: 20,
  other: 120,
}

/** Returns today in the time zone where it is latest: no later day has begun anywhere. */
export function latestToday(now: Date): Day {
  return dayOf(now, 'Pacific/Kiritimati')
}

/** Returns today in the time zone where it is earliest: every earlier day is over everywhere. */
export function earliestToday(now: Date): Day {
  return dayOf(now, 'Etc/GMT+12')
}

/** Returns the birthday for this age today, at most the last day of its month. */
export function bornAbout({ years, months }: Age, today: Day): Day {
  const month = monthNumber(today) - years * 12 - months
  return dayInMonth(month, Number(today.slice(8)))
}

/** Returns full years and months since birth, or zero before it. */
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

/** '3 years', '1 year 4 months', '5 months', '2 weeks', '4 days'; with 'about' if the birthday is estimated. */
export function ageText(born: Day, isEstimated: boolean, today: Day): string {
  const age = wordsOf(ageOn(today, born), daysApart(born, today))
  return isEstimated ? `about ${age}` : age
}

function wordsOf({ years, months }: Age, days: number): string {
  if (years >= 2) return count(years, 'year')
  if (years === 1) return [count(1, 'year'), months > 0 && count(months, 'month')].filter(Boolean).join(' ')
  if (months > 0) return count(months, 'month')
  if (days >= 14) return count(Math.floor(days / 7), 'week')
  return days > 0 ? count(days, 'day') : 'newborn'
}

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`

/** Counts months since the year 0. */
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
