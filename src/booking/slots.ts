/**
 * The slots of a provider: working hours minus holidays, breaks, bookings and slots that are too soon. Pure, because
 * the preview, the list of slots and the booking itself all use it.
 */

import { MINUTE } from '#/kernel/duration.ts'
import {
  addDays,
  type ClockTime,
  clockOf,
  type Day,
  dayOf,
  daysFrom,
  type EvenPart,
  evenParts,
  minutesOf,
  type Weekday,
  weekdayOf,
} from '#/kernel/time.ts'

/** A row of a provider's hours: weekly if `scheduleDate` is null, otherwise for that date alone. */
export type WorkingHours = {
  /** Null for the default hours of a provider who has set none. */
  scheduleId: string | null
  dayOfWeek: Weekday
  scheduleDate: Day | null
  isAvailable: boolean
  startTime: ClockTime
  endTime: ClockTime
  slotDurationMinutes: number
}
export type Break = { scheduleId: string; startTime: ClockTime; endTime: ClockTime }
/** Both days included. */
export type Holiday = { startDate: Day; endDate: Day; reason: string | null }
export type Busy = { startsAt: Date; endsAt: Date }
export type Calendar = {
  timeZone: string
  minimumNoticeMinutes: number
  bufferMinutes: number
  hours: WorkingHours[]
  breaks: Break[]
  holidays: Holiday[]
  busy: Busy[]
}
/** Date and clock times are the provider's. */
export type Slot = {
  date: Day
  startTime: ClockTime
  endTime: ClockTime
  scheduleId: string | null
  startsAt: Date
  endsAt: Date
}
/**
 * For a day with working hours, 'full' means that bookings took the last slot, and 'over' that none was left to take:
 * because of breaks or the notice, or because the hours are too short. A holiday counts only if there would have been
 * work; other days are 'closed'.
 */
export type DayState = 'available' | 'full' | 'over' | 'holiday' | 'closed'
/** 'short': every free time that day is shorter than the appointment that is moved, or than the package's sessions. */
export type NoSlotsReason = 'holiday' | 'closed' | 'break' | 'past' | 'booked' | 'short'

/** Today to today + 30, both included. */
export const WINDOW_DAYS = 31

/** Returns the bookable days, on the provider's calendar. */
export function bookingWindow(now: Date, timeZone: string): { first: Day; last: Day } {
  const first = dayOf(now, timeZone)
  return { first, last: addDays(first, WINDOW_DAYS - 1) }
}

/** Returns the free slots of a day, earliest first; none outside the booking window. */
export function slotsOn(calendar: Calendar, day: Day, now: Date): Slot[] {
  const { first, last } = bookingWindow(now, calendar.timeZone)
  if (day < first || day > last) return []
  return look(calendar, takenTimes(calendar), day, now, Number.POSITIVE_INFINITY).free
}

/** Tells whether any of the days has a free slot. */
export function isFreeOn(calendar: Calendar, days: readonly Day[], now: Date): boolean {
  const { first, last } = bookingWindow(now, calendar.timeZone)
  const taken = takenTimes(calendar)
  return days.some((day) => first <= day && day <= last && look(calendar, taken, day, now, 1).free.length > 0)
}

/** Tells whether the provider's hours leave a slot on any of the days, taken or not, also after the booking window. */
export function isOpenOn(calendar: Calendar, days: Iterable<Day>, now: Date): boolean {
  for (const day of days) if (look(calendar, [], day, now, 1).free.length > 0) return true
  return false
}

/** Returns each day of the booking window with its state. */
export function openDays(calendar: Calendar, now: Date): { date: Day; state: DayState }[] {
  const taken = takenTimes(calendar)
  return daysFrom(dayOf(now, calendar.timeZone), WINDOW_DAYS).map((date) => {
    const { reason } = look(calendar, taken, date, now, 1)
    return { date, state: stateFor(reason) }
  })
}

/** Lists days as a calendar shows them: holidays include days off within. */
export function shownDays(calendar: Calendar, now: Date): { date: Day; state: DayState }[] {
  return openDays(calendar, now).map(({ date, state }) => ({
    date,
    state: state === 'closed' && isHoliday(calendar, date) ? 'holiday' : state,
  }))
}

/** Returns why a day has no slots, or null if it has some. Days after the window are closed, days before it past. */
export function whyNoSlots(calendar: Calendar, day: Day, now: Date): NoSlotsReason | null {
  const { first, last } = bookingWindow(now, calendar.timeZone)
  if (day < first) return 'past'
  if (day > last) return 'closed'
  return look(calendar, takenTimes(calendar), day, now, 1).reason
}

/** Tells whether a holiday includes the day, worked or not. */
export function isHoliday(
  { holidays }: { holidays: readonly Pick<Holiday, 'startDate' | 'endDate'>[] },
  day: Day,
): boolean {
  return holidays.some(({ startDate, endDate }) => startDate <= day && day <= endDate)
}

export function stateFor(reason: NoSlotsReason | null): DayState {
  if (reason === null) return 'available'
  if (reason === 'booked') return 'full'
  return reason === 'holiday' || reason === 'closed' ? reason : 'over'
}

type Look = { free: Slot[]; reason: NoSlotsReason | null }
type Range = { from: number; to: number }

/** Returns the busy intervals in milliseconds, widened by the buffer. */
function takenTimes({ busy, bufferMinutes }: Calendar): Range[] {
  const buffer = bufferMinutes * MINUTE
  return busy.map(({ startsAt, endsAt }) => ({
    from: startsAt.getTime() - buffer,
    to: endsAt.getTime() + buffer,
  }))
}

/**
 * Returns a day's hours. A date's own rows replace the weekly ones and their breaks; an unavailable one closes the day.
 */
export function hoursOn(hours: readonly WorkingHours[], day: Day): WorkingHours[] {
  const dated = hours.filter((row) => row.scheduleDate === day)
  if (dated.length > 0) return dated.every((row) => row.isAvailable) ? dated : []
  const weekday = weekdayOf(day)
  return hours.filter((row) => row.scheduleDate === null && row.dayOfWeek === weekday && row.isAvailable)
}

function breaksOf(breaks: Break[], scheduleId: string | null): Range[] {
  return breaks
    .filter((pause) => pause.scheduleId === scheduleId)
    .map((pause) => ({ from: minutesOf(pause.startTime), to: minutesOf(pause.endTime) }))
}

/** Ranges that merely touch don't overlap. */
function overlapsAny(ranges: Range[], from: number, to: number): boolean {
  for (const range of ranges) if (range.from < to && from < range.to) return true
  return false
}

/**
 * Returns the local midnight, in milliseconds, that turns the slot's clock times into instants. A time that occurs
 * twice is offered once: the first time, or the second if the first would run over the change. Null if the slot is in a
 * skipped hour or always runs over a change, because it would then be shorter or longer than its times say.
 */
function midnightFor(parts: EvenPart[], from: number, to: number): number | null {
  for (const part of parts) if (part.from <= from && to <= part.to) return part.midnight
  return null
}

/**
 * Reasons why a day has no free slot, in the order of the checks. A slot that fails one isn't checked further, and the day
 * gets the furthest reason of its slots.
 */
const LOST_BY = ['closed', 'break', 'past', 'booked'] as const

/** Walks the day's grid until `limit` slots are free. If none is, says what ruled them out. */
function look(calendar: Calendar, taken: Range[], day: Day, now: Date, limit: number): Look {
  const { hours, breaks, timeZone, minimumNoticeMinutes } = calendar
  const holiday = isHoliday(calendar, day)
  const rows = hoursOn(hours, day)
  const parts = rows.length > 0 ? evenParts(day, timeZone) : []
  const earliest = now.getTime() + Math.max(0, minimumNoticeMinutes) * MINUTE
  const free: Slot[] = []
  let reached = 0
  for (const { scheduleId, startTime, endTime, slotDurationMinutes: length } of rows) {
    const pauses = breaksOf(breaks, scheduleId)
    const close = minutesOf(endTime)
    // The preview also passes half-filled forms: without a length there is no grid.
    if (!(length > 0)) continue
    let to: number
    for (let from = minutesOf(startTime); from + length <= close; from = to) {
      to = from + length
      const midnight = midnightFor(parts, from, to)
      if (midnight === null) continue
      if (holiday) return { free, reason: 'holiday' }
      const startsAt = midnight + from * MINUTE
      const endsAt = midnight + to * MINUTE
      if (overlapsAny(pauses, from, to)) reached = Math.max(reached, 1)
      else if (startsAt < earliest) reached = Math.max(reached, 2)
      else if (overlapsAny(taken, startsAt, endsAt)) reached = 3
      else {
        free.push({
          date: day,
          startTime: clockOf(from),
          endTime: clockOf(to),
          scheduleId,
          startsAt: new Date(startsAt),
          endsAt: new Date(endsAt),
        })
        if (free.length === limit) return { free, reason: null }
      }
    }
  }
  if (free.length === 0) return { free, reason: LOST_BY[reached]! }
  return { free: rows.length > 1 ? inOrder(free) : free, reason: null }
}

/** Sorts slots by start. Rows may overlap: a time that two of them offer appears once, in whatever order they came. */
function inOrder(slots: Slot[]): Slot[] {
  slots.sort(
    (a, b) =>
      a.startsAt.getTime() - b.startsAt.getTime() ||
      a.endsAt.getTime() - b.endsAt.getTime() ||
      ((a.scheduleId ?? '') < (b.scheduleId ?? '') ? -1 : 1),
  )
  return slots.filter(({ startTime, endTime }, index) => {
    const earlier = slots[index - 1]
    return !earlier || earlier.startTime !== startTime || earlier.endTime !== endTime
  })
}
