import { expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import {
  type RefundPolicy,
  refundFor,
  refundPolicies,
  refundPolicyLine,
  refundTerms,
  refundTier,
} from './refunds.ts'

const startsAt = new Date('2026-11-05T04:30:00Z')
const hoursBefore = (hours: number, ms = 0) => new Date(startsAt.getTime() - hours * HOUR + ms)
const back = (policy: RefundPolicy, now: Date, paid = 60_000) =>
  refundFor(paid, 'owner', policy, startsAt, now)

test.each<[RefundPolicy, hours: number, then: number, after: number]>([
  ['flexible', 2, 60_000, 0],
  ['standard', 24, 60_000, 0],
  ['moderate', 48, 60_000, 30_000],
  ['moderate', 24, 30_000, 0],
  ['strict', 72, 60_000, 30_000],
  ['strict', 48, 30_000, 0],
])(
  '%s: exactly %i hours before, %i is refunded, and a millisecond later %i',
  (policy, hours, then, after) => {
    expect(back(policy, hoursBefore(hours))).toBe(then)
    expect(back(policy, hoursBefore(hours, 1))).toBe(after)
  },
)

test.each(refundPolicies)('%s: nothing is refunded from the start on, everything long before', (policy) => {
  expect(back(policy, hoursBefore(24 * 30))).toBe(60_000)
  expect(back(policy, startsAt)).toBe(0)
  expect(refundTier(policy, startsAt, startsAt)).toBeNull()
})

test.each(refundPolicies)(
  '%s: a cancellation by the provider refunds everything, also after the start',
  (policy) => {
    for (const by of ['provider', 'system'] as const)
      expect(refundFor(60_001, by, policy, startsAt, hoursBefore(-1))).toBe(60_001)
  },
)

test('half a paisa is rounded in the owner’s favour, and no more than the payment is refunded', () => {
  expect(back('moderate', hoursBefore(30), 3)).toBe(2)
  expect(back('moderate', hoursBefore(30), 1)).toBe(1)
  expect(back('moderate', hoursBefore(30), 0)).toBe(0)
  expect(back('moderate', hoursBefore(30), 2_147_483_647)).toBe(1_073_741_824)
})

test('every policy refunds less the later the owner cancels', () => {
  for (const policy of refundPolicies) {
    const shares = Array.from({ length: 100 }, (_, hours) => back(policy, hoursBefore(99 - hours)))
    expect(shares).toEqual(shares.toSorted((one, other) => other - one))
  }
})

test('each policy has a one-line summary', () => {
  expect(refundPolicies.map(refundPolicyLine)).toEqual([
    'Full refund until 2 hours before the start, then none',
    'Full refund until 24 hours before the start, then none',
    'Full refund until 48 hours before the start, half until 24 hours before, then none',
    'Full refund until 72 hours before the start, half until 48 hours before, then none',
  ])
})

test('the terms state the refund for the chosen time, and that the last tier refunds nothing', () => {
  const terms = (policy: RefundPolicy, now: Date | null) =>
    refundTerms(policy, now && startsAt, now ?? startsAt)
  const standard =
    'If you cancel at least 24 hours before the appointment, you get a full refund; later, nothing.'
  expect(terms('standard', null)).toBe(standard)
  expect(terms('standard', hoursBefore(24))).toBe(standard)
  expect(terms('standard', hoursBefore(24, 1))).toBe(
    'It begins in less than 24 hours: if you cancel, there’s no refund.',
  )
  expect(terms('strict', null)).toBe(
    'If you cancel at least 72 hours before the appointment, you get a full refund; at least 48 hours before, half; later, nothing.',
  )
  expect(terms('strict', hoursBefore(60))).toBe(
    'It begins in less than 72 hours: if you cancel at least 48 hours before, you get half back; later, nothing.',
  )
  expect(terms('strict', hoursBefore(47))).toBe(
    'It begins in less than 48 hours: if you cancel, there’s no refund.',
  )
  expect(terms('flexible', hoursBefore(3))).toBe(
    'If you cancel at least 2 hours before the appointment, you get a full refund; later, nothing.',
  )
  expect(terms('flexible', hoursBefore(1))).toBe(
    'It begins in less than 2 hours: if you cancel, there’s no refund.',
  )
})

test.each<[RefundPolicy, hours: number]>([
  ['flexible', 24],
  ['standard', 72],
  ['moderate', 168],
  ['strict', 336],
])(
  '%s: a stay is refunded in full until %i hours before, and then half of its first seven nights is kept',
  (policy, hours) => {
    const of = (nights: number, now: Date) => refundFor(100_000, 'owner', policy, startsAt, now, nights)
    expect(of(3, hoursBefore(hours))).toBe(100_000)
    expect(of(3, hoursBefore(hours, 1))).toBe(50_000)
    expect(of(10, hoursBefore(hours, 1))).toBe(65_000)
    expect(refundFor(100_000, 'provider', policy, startsAt, hoursBefore(0), 3)).toBe(100_000)
  },
)
