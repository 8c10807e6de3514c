import type { Side } from './rules.ts'

const hour = 3_600_000

/** What is cancelled by whoever booked it so long before its start is refunded whole; later, nothing is. */
export const refundCutoffHours = 24

/** The last moment at which an owner's cancelling is refunded whole. A reschedule does not move it further away. */
export function refundCutoff(firstStartsAt: Date): Date {
  return new Date(firstStartsAt.getTime() - refundCutoffHours * hour)
}

/**
 * How much of what was paid goes back when `by` cancels now, in minor units: all of it up to the cut-off, and whenever the
 * provider or we cancel; nothing later. `firstStartsAt`: the earliest time it was ever booked for.
 */
export function refundFor(paid: number, by: Side, firstStartsAt: Date, now: Date): number {
  return by !== 'owner' || now <= refundCutoff(firstStartsAt) ? paid : 0
}
