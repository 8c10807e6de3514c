import { MINUTE } from '#/kernel/duration.ts'
import { type Money, mostMoney } from '#/kernel/money.ts'

type Estimated = { startsAt: Date; endsAt: Date; price: Money | null; priceIsEstimate: boolean }

/**
 * Returns the estimate for another length at the booked rate, as the provider's current rate may differ. Null without a
 * price, or if the price is fixed.
 */
export function estimateFor(
  { startsAt, endsAt, price, priceIsEstimate }: Estimated,
  minutes: number,
): Money | null {
  if (!price || !priceIsEstimate) return null
  const booked = (endsAt.getTime() - startsAt.getTime()) / MINUTE
  return { ...price, amount: Math.min(mostMoney, Math.round((price.amount * minutes) / booked)) }
}
