import { expect, it } from 'vitest'
import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'
import { hoursInWords } from './hours-in-words.ts'

/** `{ monday: '09:00-12:00 14:00-18:00' }` as a week. */
const week = (hours: Partial<Record<Weekday, string>>) =>
  WEEKDAYS.map((day) => ({
    day,
    isOpen: hours[day] !== undefined,
    ranges: (hours[day] ?? '')
      .split(' ')
      .filter(Boolean)
      .map((range) => ({ startTime: range.slice(0, 5), endTime: range.slice(6) })),
  }))
const on = (days: readonly Weekday[], hours: string) => Object.fromEntries(days.map((day) => [day, hours]))
const weekdays = WEEKDAYS.slice(0, 5)

it.each<[string | null, Partial<Record<Weekday, string>>]>([
  [null, {}],
  ['Mon–Fri, 9:00–18:00; Sat, 9:00–13:00', { ...on(weekdays, '09:00-18:00'), saturday: '09:00-13:00' }],
  ['Every day, 0:00–24:00', on(WEEKDAYS, '00:00-24:00')],
  ['Mon, Wed, Fri, 10:00–16:30', on(['monday', 'wednesday', 'friday'], '10:00-16:30')],
  ['Sat, Sun, 9:00–12:00', on(['saturday', 'sunday'], '09:00-12:00')],
  ['Mon–Wed, Fri, 9:00–12:00', on(['monday', 'tuesday', 'wednesday', 'friday'], '09:00-12:00')],
  ['Mon–Fri, 9:00–12:00 and 14:00–18:00', on(weekdays, '14:00-18:00 09:00-12:00')],
  ['Tue, 8:00–9:00, 10:00–11:00 and 12:00–13:00', { tuesday: '08:00-09:00 10:00-11:00 12:00-13:00' }],
  // Ranges that touch or overlap become one.
  ['Mon, Tue, 9:00–18:00', { monday: '09:00-12:00 12:00-18:00', tuesday: '09:00-18:00' }],
  ['Mon, 9:00–18:00', { monday: '09:00-18:00 10:00-11:00' }],
  [
    'Mon, 9:00–12:00; Tue, 10:00–12:00; Wed, 9:30–12:00',
    { monday: '09:00-12:00', tuesday: '10:00-12:00', wednesday: '09:30-12:00' },
  ],
  ['Mon, Sun, 9:00–12:00', on(['sunday', 'monday'], '09:00-12:00')],
])('%s', (words, hours) => {
  expect(hoursInWords(week(hours))).toBe(words)
})

it('a day that is off is not named, whatever hours wait for it', () => {
  const days = week(on(weekdays, '09:00-18:00')).map((day) => ({ ...day, isOpen: day.day !== 'wednesday' }))
  expect(hoursInWords(days)).toBe('Mon, Tue, Thu, Fri, 9:00–18:00')
})

it('the order in which days and ranges come plays no part', () => {
  const days = week({ monday: '09:00-12:00 14:00-18:00', saturday: '10:00-11:00' })
  const shuffled = days.toReversed().map((day) => ({ ...day, ranges: day.ranges.toReversed() }))
  expect(hoursInWords(shuffled)).toBe(hoursInWords(days))
})
