import type { Day } from '#/kernel/time.ts'
import type { SlotTrade } from './trades.ts'

/** A slot of a provider may be free now: a booking ended or moved, or the hours changed. */
export type TimeFreed = { name: 'booking.time_freed'; data: { trade: SlotTrade; providerId: string } }

/** An awaited day has a free slot. This person no longer waits for it, and appointments notify them. */
export type WaitOver = {
  name: 'booking.wait_over'
  data: { trade: SlotTrade; providerId: string; day: Day; waitId: string; userId: string; askedAt: string }
}
