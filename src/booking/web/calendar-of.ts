import type { QueryClient } from '@tanstack/react-query'
import type { Trade } from '#/booking/trades.ts'
import type { Day } from '#/kernel/time.ts'
import { booking } from './availability/booking.ts'
import { daysFreshness, slotsFreshness } from './freshness.ts'

export type Bookable = { trade: Trade; providerId: string }

export const calendarOf = ({ trade, providerId }: Bookable) => ({
  days: booking.query.openDays.queryOptions({ input: { trade, providerId }, ...daysFreshness }),
  slotsOn: (date: Day) =>
    booking.query.slots.queryOptions({ input: { trade, providerId, date }, ...slotsFreshness }),
})

/** Reloads the free slots of one provider, or of all. */
export function reloadTimes(client: QueryClient, provider?: Bookable): Promise<unknown> {
  const input = provider && { input: { trade: provider.trade, providerId: provider.providerId } }
  return Promise.all(
    [booking.query.openDays.key(input), booking.query.slots.key(input)].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  )
}
