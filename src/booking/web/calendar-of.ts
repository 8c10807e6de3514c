import type { QueryClient } from '@tanstack/react-query'
import { endsFrom, lengthOf } from '#/booking/sessions.ts'
import { isBySession, type SlotTrade } from '#/booking/trades.ts'
import { MINUTE } from '#/kernel/duration.ts'
import type { Day } from '#/kernel/time.ts'
import { booking } from './availability/booking.ts'
import { daysFreshness, slotsFreshness } from './freshness.ts'
import type { DaySlots } from './use-booking-times.ts'

export type Bookable = {
  trade: SlotTrade
  providerId: string
  /** The only length that a session may have; undefined if owners choose it. */
  minutes?: number
}

/** Lists every session that fits into a day's free half hours, or those of one length. */
function sessionsOf(day: DaySlots, minutes: number | undefined): DaySlots {
  const slots = day.slots.flatMap((slot) =>
    endsFrom(slot.startTime, slot.latestEnd ?? slot.endTime)
      .map((endTime) => ({ ...slot, endTime }))
      .filter((session) => minutes === undefined || lengthOf(session) === minutes),
  )
  return { ...day, slots, reason: slots.length === 0 && day.slots.length > 0 ? 'short' : day.reason }
}

/** Loads a provider's calendar as owners see it. `moving`: the appointment to find other times for. */
export const calendarOf = ({ trade, providerId, minutes }: Bookable, moving?: string) => ({
  minutes,
  days: booking.query.openDays.queryOptions({
    input: { trade, providerId, ...(moving && { moving }) },
    ...daysFreshness,
  }),
  slotsOn: (date: Day) =>
    booking.query.slots.queryOptions({
      input: { trade, providerId, date, ...(moving && { moving }) },
      ...slotsFreshness,
      refetchInterval: MINUTE,
      ...(isBySession(trade) && !moving && { select: (day: DaySlots) => sessionsOf(day, minutes) }),
    }),
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
