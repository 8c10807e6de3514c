import { expect, test } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { countdown } from './countdown.ts'

/** Tuesday, 3 November, 10:00 to 10:30 in Kolkata. */
const startsAt = new Date('2026-11-03T04:30:00Z')
const visit = {
  startsAt,
  endsAt: new Date(startsAt.getTime() + 30 * MINUTE),
  timeZone: 'Asia/Kolkata',
}
const before = (minutes: number) => countdown(visit, new Date(startsAt.getTime() - minutes * MINUTE))

test('below an hour the countdown shows minutes, rounded up', () => {
  expect([before(10), before(9.5), before(1), before(0.01), before(59)]).toEqual([
    'in 10 minutes',
    'in 10 minutes',
    'in 1 minute',
    'in 1 minute',
    'in 59 minutes',
  ])
})

test('below a day it counts hours, to the nearest', () => {
  expect([before(59.5), before(60), before(89), before(90), before(120), before(23 * 60)]).toEqual([
    'in 1 hour',
    'in 1 hour',
    'in 1 hour',
    'in 2 hours',
    'in 2 hours',
    'in 23 hours',
  ])
})

test('from a day on it counts days as the calendar of the place does', () => {
  expect([before(24 * 60), before(33 * 60), before(35 * 60), before(72 * 60)]).toEqual([
    'in 1 day',
    'in 1 day',
    'in 2 days',
    'in 3 days',
  ])
})

test('while it runs it is now, and once it is over there is nothing to count', () => {
  expect([before(0), before(-29), before(-30), before(-31)]).toEqual(['now', 'now', null, null])
})
