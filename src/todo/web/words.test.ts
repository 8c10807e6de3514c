import { expect, test } from 'vitest'
import type { Ends, Repeat } from '#/todo/repeat.ts'
import { dueText, repeatText, tickText } from './words.ts'

const today = '2026-11-23'

test.each<[Repeat | null, Ends | null, string | null]>([
  [null, null, null],
  [{ every: 'days', days: 1 }, null, 'Every day'],
  [{ every: 'days', days: 14 }, { after: 3 }, 'Every 14 days, 3 times'],
  [{ every: 'days', days: 30 }, { after: 1 }, null],
  [{ every: 'week', weekdays: ['thursday', 'monday'] }, null, 'Every Mon and Thu'],
  [{ every: 'month' }, { on: '2026-12-30' }, 'Every month until Wed, 30 Dec 2026'],
])('the repeat %o that ends %o is shown as %s', (repeat, ends, text) => {
  expect(repeatText(repeat, ends)).toBe(text)
})

test.each([
  ['2026-11-22', null, 'Overdue since yesterday'],
  ['2026-11-01', '09:00', 'Overdue since Sun, 1 Nov 2026'],
  ['2026-11-23', '09:00', 'Today, 09:00'],
  ['2026-11-24', null, 'Tomorrow'],
])('a task due on %s at %s is shown as %s', (dueOn, at, text) => {
  expect(dueText({ dueOn, at }, today)).toBe(text)
})

test('a tick is shown by the reader’s clocks', () => {
  const tick = { at: new Date('2026-11-22T20:10:00Z'), by: 'Ravi', isOwn: false }
  expect(tickText(tick, today, 'Asia/Kolkata')).toBe('01:40 by Ravi')
  expect(tickText({ ...tick, isOwn: true }, today, 'Europe/London')).toBe('yesterday, 20:10 by you')
})
