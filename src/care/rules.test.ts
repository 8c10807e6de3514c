import { expect, test } from 'vitest'
import { mayWriteOf } from './rules.ts'

const startsAt = new Date('2026-11-02T05:00:00Z')
const before = new Date(startsAt.getTime() - 1)

test('a note can be written once a visit has begun or taken place', () => {
  expect(mayWriteOf({ phase: 'agreed', startsAt }, before)).toBe(false)
  expect(mayWriteOf({ phase: 'agreed', startsAt }, startsAt)).toBe(true)
  expect(mayWriteOf({ phase: 'done', startsAt }, before)).toBe(true)
  for (const phase of ['asked', 'off'] as const) expect(mayWriteOf({ phase, startsAt }, startsAt)).toBe(false)
})
