import { type Money, mostMoney } from '#/kernel/money.ts'
import { MINUTE } from '#/kernel/time.ts'

type Estimated = { startsAt: Date; endsAt: Date; price: Money | null; priceIsEstimate: boolean }

/**
 * Returns the estimate for another length, at the rate that the owner booked for: the provider may have changed theirs
 * since. Null without a price, or if it doesn't depend on the length.
 */
export function estimateFor(
  { startsAt, endsAt, price, priceIsEstimate }: Estimated,
  minutes: number,
): Money | null {
  if (!price || !priceIsEstimate) return null
  const booked = (endsAt.getTime() - startsAt.getTime()) / MINUTE
  return { ...price, amount: Math.min(mostMoney, Math.round((price.amount * minutes) / booked)) }
}
