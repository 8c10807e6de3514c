import type { Availability, bookingContract } from '#/booking/availability-contract.ts'
import type { Trade } from '#/booking/trades.ts'
import { queryClient } from '#/kernel/web/query-client.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'

export const booking = rpcFor<typeof bookingContract>('booking')

export const availabilityOf = (trade: Trade) => booking.query.availability.queryOptions({ input: { trade } })

/** Stores the state that a change returns, so that it isn't loaded again. */
export function rememberAvailability(trade: Trade, availability: Availability): void {
  queryClient.setQueryData(availabilityOf(trade).queryKey, availability)
  void queryClient.invalidateQueries({ queryKey: booking.query.calendars.key() })
}
