import { HOUR } from '#/kernel/duration.ts'
import { upperFirst } from '#/kernel/letters.ts'
import type { Side } from './rules.ts'

export const refundPolicies = ['flexible', 'standard', 'moderate', 'strict'] as const
export type RefundPolicy = (typeof refundPolicies)[number]

/** Decides when a session goes back to its package. Packages are sold with it, so trainers can't make it stricter later. */
export const packagePolicy: RefundPolicy = 'standard'

/** The share of the payment that is refunded for a cancellation at least this many hours before the start. */
type Tier = { hours: number; percent: number }

/** A stay is refunded in full until this many hours before it begins. Later, half of the first nights is kept. */
const stayHoursOf: Readonly<Record<RefundPolicy, number>> = {
  flexible: 24,
  standard: 72,
  moderate: 7 * 24,
  strict: 14 * 24,
}
const nightsHalved = 7

/** Returns how long before a stay full refunds end: '24 hours', '7 days'. */
export function stayRefundTime(policy: RefundPolicy): string {
  const hours = stayHoursOf[policy]
  return hours > 24 ? `${hours / 24} days` : `${hours} hours`
}

export function isStayRefundedInFull(policy: RefundPolicy, firstStartsAt: Date, now: Date): boolean {
  return now.getTime() <= firstStartsAt.getTime() - stayHoursOf[policy] * HOUR
}

export const lateStayText = `half of the first ${nightsHalved} nights and the rest in full`

/** Returns a policy for stays in one line. */
export const stayPolicyLine = (policy: RefundPolicy): string =>
  `Full refund until ${stayRefundTime(policy)} before the start; after that, ${lateStayText}`

/** From the earliest tier to the last; after that nothing is refunded. */
const tiersOf: Readonly<Record<RefundPolicy, readonly Tier[]>> = {
  flexible: [{ hours: 2, percent: 100 }],
  standard: [{ hours: 24, percent: 100 }],
  moderate: [
    { hours: 48, percent: 100 },
    { hours: 24, percent: 50 },
  ],
  strict: [
    { hours: 72, percent: 100 },
    { hours: 48, percent: 50 },
  ],
}

/** Returns the current tier with its last moment; null if nothing is refunded any more. */
export function refundTier(
  policy: RefundPolicy,
  firstStartsAt: Date,
  now: Date,
): (Tier & { until: Date }) | null {
  for (const tier of tiersOf[policy]) {
    const until = new Date(firstStartsAt.getTime() - tier.hours * HOUR)
    if (now <= until) return { ...tier, until }
  }
  return null
}

/**
 * Returns the refund in minor units if `by` cancels now, rounded in the owner's favour. It follows the policy at the
 * time of booking, and is full if the provider or we cancel. `firstStartsAt` is the earliest start it ever had: a
 * reschedule must not postpone the tiers. A stay has `nights` and its own refunds.
 */
export function refundFor(
  paid: number,
  by: Side,
  policy: RefundPolicy,
  firstStartsAt: Date,
  now: Date,
  nights: number | null = null,
): number {
  if (by !== 'owner') return paid
  if (nights !== null) {
    if (isStayRefundedInFull(policy, firstStartsAt, now)) return paid
    const halved = Math.min(nights, nightsHalved)
    return Math.round((paid * (nights - halved / 2)) / nights)
  }
  const percent = refundTier(policy, firstStartsAt, now)?.percent ?? 0
  return Math.round((paid * percent) / 100)
}

/** Returns the refund in minor units for the nights that were left of a stay, rounded in the owner's favour. */
export const refundForNights = (paid: number, left: number, nights: number): number =>
  Math.ceil((paid * left) / nights)

type Stay = { left: number; nights: number }

/** Returns how much of that is still to be refunded, in minor units, after earlier refunds and what the bank took back. */
export const stillDueForNights = (
  { amount, refundable, refunded }: { amount: number; refundable: number; refunded: number },
  { left, nights }: Stay,
): number => Math.max(0, Math.min(refundForNights(amount, left, nights), refundable) - refunded)

export const refundPolicyNames: Readonly<Record<RefundPolicy, string>> = {
  flexible: 'Flexible',
  standard: 'Standard',
  moderate: 'Moderate',
  strict: 'Strict',
}

/** Returns how many hours before the start refunds end. */
export const lastRefundHours = (policy: RefundPolicy) => tiersOf[policy].at(-1)!.hours

export const shareText = ({ percent }: Pick<Tier, 'percent'>) =>
  percent === 100 ? 'a full refund' : percent === 50 ? 'half' : `${percent}%`

/**
 * Returns a policy in one line: 'Full refund until 48 hours before the start, half until 24 hours before,
 * then none'.
 */
export function refundPolicyLine(policy: RefundPolicy): string {
  const parts = tiersOf[policy].map(
    (tier, index) =>
      `${shareText(tier).replace('a full', 'full')} until ${tier.hours} hours before${index === 0 ? ' the start' : ''}`,
  )
  return upperFirst(`${parts.join(', ')}, then none`)
}

/**
 * Explains before booking what a cancellation refunds. With a chosen time it names only the tiers still open,
 * so that owners who book late learn that nothing is refunded.
 */
export function refundTerms(policy: RefundPolicy, startsAt: Date | null, now: Date): string {
  const tiers = tiersOf[policy]
  const open = startsAt
    ? tiers.filter(({ hours }) => now.getTime() <= startsAt.getTime() - hours * HOUR)
    : tiers
  const passed = tiers[tiers.length - open.length - 1]
  const soon = passed && `It begins in less than ${passed.hours} hours`
  const [first, ...rest] = open
  if (!first) return `${soon}: if you cancel, there’s no refund.`
  const before = soon ? '' : ' the appointment'
  const parts = [
    `if you cancel at least ${first.hours} hours before${before}, you get ${shareText(first)}${first.percent < 100 ? ' back' : ''}`,
    ...rest.map((tier) => `at least ${tier.hours} hours before, ${shareText(tier)}`),
  ]
  const later = 'later, nothing'
  return upperFirst(`${soon ? `${soon}: ` : ''}${[...parts, later].join('; ')}.`)
}
