/**
 * The times to which an appointment can be moved. Reads the calendar without the appointment's own hold, so a new time
 * may overlap the old one, but its current start isn't offered.
 */

import { MINUTE } from '#/kernel/duration.ts'
import type { Day } from '#/kernel/time.ts'
import { slotsOfLength } from './sessions.ts'
import {
  type Calendar,
  type DayState,
  type NoSlotsReason,
  type Slot,
  shownDays,
  slotsOn,
  stateFor,
  whyNoSlots,
} from './slots.ts'
import type { SlotTrade } from './trades.ts'

export type Moving = {
  startsAt: Date
  endsAt: Date
  /** The latest time at which the owner's bank may still be deciding about the payment; null if none is pending. */
  undecidedUntil: Date | null
  /** The provider proposes a time to its owner: as long as the old one, and not by their minimum notice. */
  isProposal: boolean
}

type Targets = { slots: Slot[]; reason: NoSlotsReason | null }

/** Returns the times on a day to which the appointment can be moved, and if there are none, the reason. */
export function targetsOn(
  trade: SlotTrade,
  calendar: Calendar,
  { startsAt, endsAt, undecidedUntil, isProposal }: Moving,
  day: Day,
  now: Date,
): Targets {
  const all = slotsOn(calendar, day, now)
  if (all.length === 0) return { slots: [], reason: whyNoSlots(calendar, day, now) }
  const free = all.filter((slot) => undecidedUntil === null || slot.startsAt >= undecidedUntil)
  if (free.length === 0) return { slots: [], reason: 'past' }
  const length = endsAt.getTime() - startsAt.getTime()
  const fitting = slotsOfLength(trade, free, length / MINUTE).filter(
    (slot) => !isProposal || slot.endsAt.getTime() - slot.startsAt.getTime() === length,
  )
  const slots = fitting.filter((slot) => slot.startsAt.getTime() !== startsAt.getTime())
  if (slots.length > 0) return { slots, reason: null }
  return { slots, reason: fitting.length > 0 ? 'booked' : 'short' }
}

/** Like `shownDays`, but a day is available only if the appointment can be moved there. */
export function targetDays(
  trade: SlotTrade,
  calendar: Calendar,
  moving: Moving,
  now: Date,
): { date: Day; state: DayState }[] {
  return shownDays(calendar, now).map(({ date, state }) => ({
    date,
    state: state === 'available' ? stateFor(targetsOn(trade, calendar, moving, date, now).reason) : state,
  }))
}
