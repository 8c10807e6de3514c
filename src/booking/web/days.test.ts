import { expect, test } from 'vitest'
import type { DayState } from '#/booking/slots.ts'
import { addDays, daysFrom, weekdayOf } from '#/kernel/time.ts'
import {
  canBeChosen,
  choiceNear,
  countDays,
  dayByKey,
  firstChoice,
  nearestAvailable,
  weeksOf,
} from './days.ts'

/** Returns 31 days from `first`, all available except those given. */
const windowFrom = (first: string, others: Record<string, DayState> = {}) =>
  daysFrom(first, 31).map((date) => ({ date, state: others[date] ?? ('available' as const) }))

test('the window is shown in whole weeks from Monday to Sunday', () => {
  for (let offset = 0; offset < 400; offset++) {
    const days = windowFrom(addDays('2026-11-01', offset))
    const weeks = weeksOf(days)
    const cells = weeks.flat()
    expect(cells.filter(({ state }) => state !== 'outside').map(({ date }) => date)).toEqual(
      days.map(({ date }) => date),
    )
    expect(weeks.every((week) => week.length === 7 && weekdayOf(week[0]!.date) === 'monday')).toBe(true)
    expect(weeks.length).toBeLessThanOrEqual(6)
  }
})

test('no days make no weeks', () => {
  expect(weeksOf([])).toEqual([])
})

test('stepping skips holidays, closed, fully booked days and those with no times left', () => {
  const days = windowFrom('2026-11-02', {
    '2026-11-03': 'holiday',
    '2026-11-04': 'full',
    '2026-11-05': 'closed',
    '2026-11-06': 'over',
  })
  expect(nearestAvailable(days, '2026-11-02', 1)).toBe('2026-11-07')
  expect(nearestAvailable(days, '2026-11-07', -1)).toBe('2026-11-02')
  expect(nearestAvailable(days, '2026-11-02', -1)).toBeNull()
  expect(nearestAvailable(days, '2026-12-02', 1)).toBeNull()
  expect(nearestAvailable(days, null, 1)).toBe('2026-11-02')
})

test('a calendar opens on the first free day, otherwise on the first fully booked one', () => {
  expect(firstChoice(windowFrom('2026-11-02', { '2026-11-02': 'closed' }))).toBe('2026-11-03')
  const none = windowFrom('2026-11-02').map(({ date }) => ({ date, state: 'closed' as DayState }))
  expect(firstChoice(none)).toBeNull()
  none[4] = { date: none[4]!.date, state: 'full' }
  expect(firstChoice(none)).toBe('2026-11-06')
})

test('rescheduling opens on the current day, or on the nearest free one', () => {
  const days = windowFrom('2026-11-02', {
    '2026-11-10': 'full',
    '2026-11-11': 'holiday',
    '2026-11-12': 'closed',
  })
  expect(choiceNear(days, '2026-11-20')).toBe('2026-11-20')
  expect(choiceNear(days, '2026-11-10')).toBe('2026-11-09')
  expect(choiceNear(days, '2026-11-11')).toBe('2026-11-13')
  expect(choiceNear(days, '2027-03-01')).toBe('2026-12-02')
  expect(choiceNear([], '2026-11-20')).toBeNull()
})

test('only free and fully booked days can be opened', () => {
  const states = ['available', 'full', 'over', 'holiday', 'closed', 'outside'] as const
  expect(states.filter(canBeChosen)).toEqual(['available', 'full'])
})

test('days are counted by kind', () => {
  expect(countDays(windowFrom('2026-11-02', { '2026-11-03': 'holiday', '2026-11-04': 'full' }))).toEqual({
    available: 29,
    full: 1,
    over: 0,
    holiday: 1,
    closed: 0,
  })
})

test('keys move through the window by day, week, ends of the week and month, and never out of it', () => {
  const days = windowFrom('2026-11-04')
  const moves: [string, string, string | null][] = [
    ['2026-11-10', 'ArrowLeft', '2026-11-09'],
    ['2026-11-10', 'ArrowRight', '2026-11-11'],
    ['2026-11-12', 'ArrowUp', '2026-11-05'],
    ['2026-11-12', 'ArrowDown', '2026-11-19'],
    ['2026-11-12', 'Home', '2026-11-09'],
    ['2026-11-12', 'End', '2026-11-15'],
    ['2026-11-04', 'Home', '2026-11-04'],
    ['2026-11-04', 'ArrowLeft', '2026-11-04'],
    ['2026-12-04', 'ArrowDown', '2026-12-04'],
    ['2026-11-04', 'PageDown', '2026-12-04'],
    ['2026-11-20', 'PageDown', '2026-12-04'],
    ['2026-12-04', 'PageUp', '2026-11-04'],
    ['2026-12-01', 'PageUp', '2026-11-04'],
    ['2026-11-10', 'a', null],
  ]
  for (const [from, key, to] of moves) expect(dayByKey(days, from, key), `${from} ${key}`).toBe(to)
})

test('a month away from the 31st is the last day of a shorter month', () => {
  const days = windowFrom('2027-01-31')
  expect(dayByKey(days, '2027-01-31', 'PageDown')).toBe('2027-02-28')
})
