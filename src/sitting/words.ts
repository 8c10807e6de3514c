import { upperFirst } from '#/kernel/letters.ts'
import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'

const list = new Intl.ListFormat('en')

/** 'Monday and Friday', or 'day' for all seven, after 'every'. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return 'day'
  return list.format(WEEKDAYS.filter((day) => days.includes(day)).map(upperFirst))
}

/** Returns '45 minutes', '12 hours' or '2 days', rounded up. */
export function noticeText(minutes: number): string {
  if (minutes < 60) return count(minutes, 'minute')
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? count(hours, 'hour') : count(Math.ceil(hours / 24), 'day')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
