import type { Day } from '#/kernel/time.ts'
import type { SlotTrade } from './trades.ts'

/** Announced when a provider's slot may have become free: a booking ended or moved, or the hours changed. */
export type TimeFreed = { name: 'booking.time_freed'; data: { trade: SlotTrade; providerId: string } }

/** Announced when an awaited day has a free slot. The person no longer waits, and appointments notify them. */
export type WaitOver = {
  name: 'booking.wait_over'
  data: { trade: SlotTrade; providerId: string; day: Day; waitId: string; userId: string; askedAt: string }
}
