import type { QueryClient } from '@tanstack/react-query'
import { endsFrom } from '#/booking/sessions.ts'
import { isBySession, type Trade } from '#/booking/trades.ts'
import { type Day, minutesOf } from '#/kernel/time.ts'
import { booking } from './availability/booking.ts'
import { daysFreshness, slotsFreshness } from './freshness.ts'
import type { DaySlots } from './use-booking-times.ts'

export type Bookable = { trade: Trade; providerId: string }

/** Every session that the free half hours of a day make possible; with a length, only those that last so long. */
const sessionsOf =
  (minutes: number | undefined) =>
  (day: DaySlots): DaySlots => ({
    ...day,
    slots: day.slots.flatMap((slot) =>
      endsFrom(slot.startTime, slot.latestEnd ?? slot.endTime)
        .filter((end) => minutes === undefined || minutesOf(end) - minutesOf(slot.startTime) === minutes)
        .map((endTime) => ({ ...slot, endTime })),
    ),
  })

/** The calendar of a provider, as an owner sees it. `minutes`: how long a session that is moved lasts. */
export const calendarOf = ({ trade, providerId }: Bookable, minutes?: number) => ({
  days: booking.query.openDays.queryOptions({ input: { trade, providerId }, ...daysFreshness }),
  slotsOn: (date: Day) =>
    booking.query.slots.queryOptions({
      input: { trade, providerId, date },
      ...slotsFreshness,
      ...(isBySession(trade) && { select: sessionsOf(minutes) }),
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
