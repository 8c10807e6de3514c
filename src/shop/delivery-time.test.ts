import { expect, test } from 'vitest'
import { expectedOf, expectedText } from './delivery-time.ts'

const textOf = (placedAt: string, from: number, to: number) =>
  expectedText(
    expectedOf({
      status: 'placed',
      placedAt: new Date(placedAt),
      days: { from, to },
      now: new Date(placedAt),
    })!,
  )

test('the promised days are working days after the day on which the seller got the order', () => {
  expect(textOf('2026-11-30T06:00:00Z', 3, 4)).toBe('Expected 3 to 4 Dec')
  // A Friday, over the weekend.
  expect(textOf('2026-11-27T06:00:00Z', 1, 3)).toBe('Expected 30 Nov to 2 Dec')
  expect(textOf('2026-11-28T06:00:00Z', 1, 1)).toBe('Expected by 30 Nov')
  // Already Tuesday in India.
  expect(textOf('2026-11-30T19:00:00Z', 1, 2)).toBe('Expected 2 to 3 Dec')
})

test('nothing is expected before the seller has the order, or after it has arrived', () => {
  const days = { from: 1, to: 2 }
  const placedAt = new Date('2026-11-30T06:00:00Z')
  const now = placedAt
  expect(expectedOf({ status: 'awaiting_payment', placedAt: null, days, now })).toBeNull()
  expect(expectedOf({ status: 'shipped', placedAt, days, now })).not.toBeNull()
  for (const status of ['delivered', 'cancelled', 'not_arrived', 'completed'] as const)
    expect(expectedOf({ status, placedAt, days, now })).toBeNull()
})

test('a late parcel is shown as late from the day after the last promised day', () => {
  const textAt = (now: string) =>
    expectedText(
      expectedOf({
        status: 'shipped',
        placedAt: new Date('2026-11-30T06:00:00Z'),
        days: { from: 1, to: 2 },
        now: new Date(now),
      })!,
    )
  expect(textAt('2026-12-02T18:00:00Z')).toBe('Expected 1 to 2 Dec')
  expect(textAt('2026-12-02T19:00:00Z')).toBe('It should have arrived by 2 Dec')
})
