/**
 * Times for trades in which the owner chooses a session's start and end: the calendar has half-hour slots, and a
 * session takes several free ones in a row.
 */

import { MINUTE } from '#/kernel/duration.ts'
import { type ClockTime, clockOf, minutesOf, WEEKDAYS } from '#/kernel/time.ts'
import type { Calendar, Slot, WorkingHours } from './slots.ts'
import { isBySession, type SlotTrade } from './trades.ts'

const step = 30
const opens = minutesOf('09:00')
const closes = minutesOf('20:00')
/** A session's shortest and longest length in minutes. */
export const sessionMinutes = { min: step, max: 240 } as const

/** The kinds of session. */
export const sessionTypes = [
  'Basic Training',
  'Obedience Training',
  'Puppy Training',
  'Agility Training',
  'Behavioral Modification',
  'House Training',
  'Socialization',
  'Trick Training',
] as const
export type SessionType = (typeof sessionTypes)[number]

/** The times at which a session can begin or end. */
export const sessionTimes: readonly ClockTime[] = Array.from(
  { length: (closes - opens) / step + 1 },
  (_, index) => clockOf(opens + index * step),
)

/**
 * Returns the calendar with half-hour slots between the fixed times, within the working hours. A provider without
 * weekly hours can be booked at any of the fixed times.
 */
export function inHalfHours<Kind extends Calendar>(calendar: Kind): Kind {
  const hasWeek = calendar.hours.some(({ scheduleDate }) => scheduleDate === null)
  const hours = hasWeek ? calendar.hours : [...calendar.hours, ...usualHours]
  return { ...calendar, hours: hours.map(clip) }
}

const usualHours: readonly WorkingHours[] = WEEKDAYS.map((dayOfWeek) => ({
  scheduleId: null,
  dayOfWeek,
  scheduleDate: null,
  isAvailable: true,
  startTime: clockOf(opens),
  endTime: clockOf(closes),
  slotDurationMinutes: step,
}))

function clip(row: WorkingHours): WorkingHours {
  const from = Math.max(opens, Math.ceil(minutesOf(row.startTime) / step) * step)
  const to = Math.min(closes, Math.floor(minutesOf(row.endTime) / step) * step)
  return { ...row, startTime: clockOf(from), endTime: clockOf(to), slotDurationMinutes: step }
}

type FreeSlot = Pick<Slot, 'startTime' | 'endTime' | 'startsAt' | 'endsAt'>

/** Returns the free half hours in a row from `first` on, up to the longest session. */
function inARow<Free extends FreeSlot>(slots: readonly Free[], first: number): Free[] {
  const row = slots.slice(first, first + sessionMinutes.max / step)
  const end = row.findIndex((slot, index) => {
    const before = row[index - 1]
    return (
      before && (before.endTime !== slot.startTime || before.endsAt.getTime() !== slot.startsAt.getTime())
    )
  })
  return end === -1 ? row : row.slice(0, end)
}

/**
 * Adds to each free slot of a day the latest end of a session that starts there; null in trades that book single slots.
 */
export function latestEnds(
  trade: SlotTrade,
  slots: readonly Slot[],
): (Slot & { latestEnd: ClockTime | null })[] {
  return slots.map((slot, index) => ({
    ...slot,
    latestEnd: isBySession(trade) ? inARow(slots, index).at(-1)!.endTime : null,
  }))
}

/** Returns the free times for an appointment of this length: single slots, or sessions of that length. */
export function slotsOfLength(trade: SlotTrade, slots: readonly Slot[], minutes: number): Slot[] {
  if (!isBySession(trade)) return [...slots]
  return slots.flatMap((slot, index) => {
    const end = slot.startsAt.getTime() + minutes * MINUTE
    const last = inARow(slots, index).find(({ endsAt }) => endsAt.getTime() === end)
    return last ? [{ ...slot, endTime: last.endTime, endsAt: last.endsAt }] : []
  })
}

type Chosen = Pick<Slot, 'startTime' | 'endTime'>

/** Returns the chosen free time: one slot, or a session from its start to its end. */
export function chosenSlot(
  trade: SlotTrade,
  slots: readonly Slot[],
  { startTime, endTime }: Chosen,
  minutes?: number,
): Slot | undefined {
  const first = slots.findIndex((slot) => slot.startTime === startTime)
  if (!isBySession(trade))
    return slots.find((slot) => slot.startTime === startTime && slot.endTime === endTime)
  if (first === -1) return undefined
  const last = inARow(slots, first).find((slot) => slot.endTime === endTime)
  if (!last) return undefined
  const session = { ...slots[first]!, endTime, endsAt: last.endsAt }
  const lasts = (session.endsAt.getTime() - session.startsAt.getTime()) / MINUTE
  return minutes === undefined || lasts === minutes ? session : undefined
}

export const lengthOf = ({ startTime, endTime }: Chosen): number => minutesOf(endTime) - minutesOf(startTime)

/** Lists the possible ends of a session from `startTime` to at most `latestEnd`. */
export function endsFrom(startTime: ClockTime, latestEnd: ClockTime): ClockTime[] {
  return sessionTimes.filter((time) => startTime < time && time <= latestEnd)
}
