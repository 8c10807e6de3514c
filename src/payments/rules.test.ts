import { expect, test } from 'vitest'
import { recordOfTrade } from '#/booking/trades.ts'
import { HOUR } from '#/kernel/duration.ts'
import { chargeHoursOf, servingRecords, termsOf } from './rules.ts'

const startsAt = new Date('2026-11-30T10:00:00Z')
const before = (hours: number) => new Date(startsAt.getTime() - hours * HOUR)

test('a charge is planned as many hours ahead as the gateway needs, and not if that time is over', () => {
  expect(termsOf(startsAt, before(100), 62)).toEqual({ chargeAt: before(62), payBy: before(23) })
  expect(termsOf(startsAt, before(62), 62)).toEqual({ chargeAt: null, payBy: before(23) })
  expect(termsOf(startsAt, before(25), 62)).toEqual({ chargeAt: null, payBy: before(23) })
  expect(termsOf(startsAt, before(24), 62)).toEqual({ chargeAt: null, payBy: before(23.75) })
  expect(termsOf(startsAt, before(100), null)).toEqual({ chargeAt: null, payBy: before(23) })
})

test('no charge is planned above the limit', () => {
  const charging = { hoursBefore: 62, most: 1_500_000 }
  expect(chargeHoursOf(charging, 1_500_000)).toBe(62)
  expect(chargeHoursOf(charging, 1_500_001)).toBeNull()
  expect(chargeHoursOf({ ...charging, most: null }, 1_500_001)).toBe(62)
  expect(chargeHoursOf(null, 100)).toBeNull()
})

test('people of every trade are paid through the marketplace', () => {
  expect(Object.values(recordOfTrade).toSorted()).toEqual([...servingRecords].toSorted())
})
