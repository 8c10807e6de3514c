import { upperFirst } from '#/kernel/letters.ts'
import { type ClockTime, type Day, formatDay, WEEKDAYS, type Weekday, weekdayOf } from '#/kernel/time.ts'
import type { Plan } from './plan.ts'
import { resumeHoursAhead } from './rules.ts'

const list = new Intl.ListFormat('en')

/** 'Monday and Friday', or 'day' for all seven, after 'every'. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return 'day'
  return list.format(WEEKDAYS.filter((day) => days.includes(day)).map(upperFirst))
}

export const rangeText = (first: Day, last: Day): string =>
  first === last ? `on ${formatDay(first)}` : `from ${formatDay(first)} to ${formatDay(last)}`

type Left = { day: Day; reason: 'soon' | 'away' | 'closed' | 'full' | 'paused' | 'booked' }

/** Returns a sentence for each reason to leave out days of a repeat. `sitter` is null for the sitter. */
export function leftTexts(left: readonly Left[], sitter: string | null): string[] {
  const on = (reason: Left['reason'], say: (days: string, isOne: boolean) => string) => {
    const days = left.filter((one) => one.reason === reason).map(({ day }) => formatDay(day))
    return days.length === 0 ? [] : [say(list.format(days), days.length === 1)]
  }
  return [
    ...on('away', (days) => `${sitter ? `${sitter} is` : 'You’re'} away on ${days}.`),
    ...on(
      'closed',
      (days) => `Left out on ${days}: ${sitter ? `${sitter} doesn’t` : 'you don’t'} work at that time.`,
    ),
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

type Hours = { day: Day; times: readonly { startTime: ClockTime; endTime: ClockTime }[] }

/** Says when a sitter can be asked instead of a time outside of their hours. */
export function closedText(
  sitter: string,
  { service, schedule }: Pick<Plan, 'service' | 'schedule'>,
  hours: Hours,
): string {
  const { day, times } = hours
  const what = service === 'hostel-checkin' ? 'Drop-off and pick-up: ' : ''
  const on = schedule === 'repeat-weekly' ? `on ${upperFirst(weekdayOf(day))}s` : `on ${formatDay(day)}`
  if (times.length === 0) return `${what}${sitter} has no hours ${on}. Please choose another day.`
  const ranges = list.format(times.map(({ startTime, endTime }) => `${startTime}–${endTime}`))
  return `${what}${sitter}’s hours ${on} are ${ranges}. Please choose a time within them.`
}

/** Returns '45 minutes', '12 hours' or '2 days', rounded up. */
export function noticeText(minutes: number): string {
  if (minutes < 60) return count(minutes, 'minute')
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
