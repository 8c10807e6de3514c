import type { Side } from './rules.ts'

const hour = 3_600_000

/** What a provider may choose between: how much goes back to an owner who cancels. */
export const refundPolicies = ['flexible', 'standard', 'moderate', 'strict'] as const
export type RefundPolicy = (typeof refundPolicies)[number]

/** Up to so many hours before the start, so many per cent of what was paid go back. */
type Tier = { hours: number; percent: number }

/** Each from its earliest tier to its last; after the last nothing goes back. */
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

/** The tier that holds now, with its last moment; null when nothing goes back any more. */
export function refundTier(
  policy: RefundPolicy,
  firstStartsAt: Date,
  now: Date,
): (Tier & { until: Date }) | null {
  for (const tier of tiersOf[policy]) {
    const until = new Date(firstStartsAt.getTime() - tier.hours * hour)
    if (now <= until) return { ...tier, until }
  }
  return null
}

/**
 * How much of what was paid goes back when `by` cancels now, in minor units, half a unit being the owner's: what the policy
 * says that held when it was booked, and all of it whenever the provider or we cancel. `firstStartsAt`: the earliest time it
 * was ever booked for; a reschedule does not move the tiers further away.
 */
export function refundFor(
  paid: number,
  by: Side,
  policy: RefundPolicy,
  firstStartsAt: Date,
  now: Date,
): number {
  if (by !== 'owner') return paid
  const percent = refundTier(policy, firstStartsAt, now)?.percent ?? 0
  return Math.round((paid * percent) / 100)
}

export const refundPolicyNames: Readonly<Record<RefundPolicy, string>> = {
  flexible: 'Flexible',
  standard: 'Standard',
  moderate: 'Moderate',
  strict: 'Strict',
}

/** So many hours before the start, the last of it is gone. */
export const lastRefundHours = (policy: RefundPolicy) => tiersOf[policy].at(-1)!.hours

/** 'half of it', as part of a sentence. */
export const shareText = ({ percent }: Pick<Tier, 'percent'>) =>
  percent === 100 ? 'all of it' : percent === 50 ? 'half of it' : `${percent} % of it`

/** A policy in one line: 'All of it until 48 hours before the start, half of it until 24 hours before, then nothing'. */
export function refundPolicyLine(policy: RefundPolicy): string {
  const parts = tiersOf[policy].map(
    (tier, index) => `${shareText(tier)} until ${tier.hours} hours before${index === 0 ? ' the start' : ''}`,
  )
  return sentence(`${parts.join(', ')}, then nothing`)
}

/**
 * What is refunded to an owner who cancels, said before they book: for the chosen time what still holds then, so that who
 * books inside the last tier is told that nothing comes back.
 */
export function refundTerms(policy: RefundPolicy, startsAt: Date | null, now: Date): string {
  const tiers = tiersOf[policy]
  const open = startsAt
    ? tiers.filter(({ hours }) => now.getTime() <= startsAt.getTime() - hours * hour)
    : tiers
  const passed = tiers[tiers.length - open.length - 1]
  const soon = passed && `It begins in less than ${passed.hours} hours`
  const [first, ...rest] = open
  if (!first) return `${soon}: if you cancel, nothing is refunded.`
  const before = soon ? '' : ' the appointment'
  const parts = [
    `cancelled up to ${first.hours} hours before${before}, ${shareText(first)} is refunded`,
    ...rest.map((tier) => `up to ${tier.hours} hours before, ${shareText(tier)}`),
  ]
  const later = 'later, nothing is'
  return sentence(`${soon ? `${soon}: ` : ''}${[...parts, later].join('; ')}.`)
}

const sentence = (text: string) => text[0]!.toUpperCase() + text.slice(1)
