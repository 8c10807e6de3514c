import type { Day } from '#/kernel/time.ts'
import type { Trade } from './trades.ts'

/** Some time of a provider may be free that was not: a booking ended or moved, or their hours changed. */
export type TimeFreed = { name: 'booking.time_freed'; data: { trade: Trade; providerId: string } }

/** A day that somebody waited for has a free time. They wait no longer; the trade tells them. */
export type WaitOver = {
  name: 'booking.wait_over'
  data: { trade: Trade; providerId: string; day: Day; waitId: string; userId: string; askedAt: string }
}
