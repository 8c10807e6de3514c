import { upperFirst } from '#/kernel/letters.ts'
import { type Day, formatDay, WEEKDAYS, type Weekday } from '#/kernel/time.ts'
import { resumeHoursAhead } from './rules.ts'

const list = new Intl.ListFormat('en')

/** 'Monday and Friday', or 'day' for all seven, after 'every'. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return 'day'
  return list.format(WEEKDAYS.filter((day) => days.includes(day)).map(upperFirst))
}

export const rangeText = (first: Day, last: Day): string =>
  first === last ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(last)}`

type Left = { day: Day; reason: 'soon' | 'away' | 'full' | 'paused' | 'booked' }

/** Returns a sentence for each reason to leave out days of a repeat. `sitter` is null for the sitter. */
export function leftTexts(left: readonly Left[], sitter: string | null): string[] {
  const on = (reason: Left['reason'], say: (days: string, isOne: boolean) => string) => {
    const days = left.filter((one) => one.reason === reason).map(({ day }) => formatDay(day))
    return days.length === 0 ? [] : [say(list.format(days), days.length === 1)]
  }
  return [
    ...on('away', (days) => `${sitter ? `${sitter} is` : 'You’re'} away on ${days}.`),
    ...on('full', (days) => `${sitter ? `${sitter} has` : 'You have'} no room on ${days}.`),
    ...on(
      'soon',
      (days, isOne) =>
        `${days} ${isOne ? 'stays' : 'stay'} off, because ${isOne ? 'it begins' : 'they begin'} in less than ${resumeHoursAhead} hours.`,
    ),
    ...on(
      'booked',
      (days) =>
        `Left out on ${days}: ${sitter ? `you have another booking with ${sitter}` : 'you have another booking with the same owner'} then.`,
    ),
    ...on('paused', (days) => `Paused on ${days}.`),
  ]
}

/** Returns '45 minutes', '12 hours' or '2 days', rounded up. */
export function noticeText(minutes: number): string {
  if (minutes < 60) return count(minutes, 'minute')
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
