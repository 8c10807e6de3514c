import { expect, test } from 'vitest'
import { addMonths, mayWriteOf } from './rules.ts'

const startsAt = new Date('2026-11-02T05:00:00Z')
const before = new Date(startsAt.getTime() - 1)

test('a note can be written once a visit has begun or taken place', () => {
  expect(mayWriteOf({ phase: 'agreed', startsAt }, before)).toBe(false)
  expect(mayWriteOf({ phase: 'agreed', startsAt }, startsAt)).toBe(true)
  expect(mayWriteOf({ phase: 'done', startsAt }, before)).toBe(true)
  for (const phase of ['asked', 'off'] as const) expect(mayWriteOf({ phase, startsAt }, startsAt)).toBe(false)
})

test('a month after the 31st is the last day of a shorter month', () => {
  expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
  expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
  expect(addMonths('2026-11-02', 12)).toBe('2027-11-02')
  expect(addMonths('2026-12-31', 1)).toBe('2027-01-31')
})
