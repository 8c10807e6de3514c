import { expect, test } from 'vitest'
import { dueOf } from './due.ts'

test.each([
  ['2026-11-01', 'was due 1 Nov 2026', 'overdue'],
  ['2026-11-02', 'due today', 'soon'],
  ['2026-12-02', 'due 2 Dec 2026', 'soon'],
  ['2026-12-03', 'due 3 Dec 2026', 'later'],
])('on 2 November a vaccination for %s %s', (day, text, urgency) => {
  expect(dueOf(day, '2026-11-02')).toEqual({ text, urgency })
})
