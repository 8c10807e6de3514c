import { expect, test } from 'vitest'
import { relativeTime } from './relative-time.ts'

const now = new Date(2026, 10, 20, 12, 0)

test.each([
  ['a moment in the future, on clocks that differ', -5 / 60, 'Just now'],
  ['59 seconds', 59 / 60, 'Just now'],
  ['a minute', 1, '1 min ago'],
  ['59 minutes', 59.9, '59 min ago'],
  ['an hour', 60, '1 h ago'],
  ['23 hours', 23.9 * 60, '23 h ago'],
  ['a day', 24 * 60, 'Yesterday'],
  ['two days', 48 * 60, '2 days ago'],
  ['a week', 7 * 24 * 60, '13 Nov'],
  ['a year', 365 * 24 * 60, '20 Nov 2025'],
])('%s is shown as such', (_name, minutes, told) => {
  expect(relativeTime(new Date(now.getTime() - minutes * 60_000), now)).toBe(told)
})
