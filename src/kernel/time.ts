import * as z from 'zod'
import { DAY, MINUTE } from './duration.ts'
import { isZone, offsetAt, type Period, periodsOf, zoneName } from './zone.ts'

/** '2026-11-30'. Sorts and compares as text. */
export type Day = string
/** '09:30'; '24:00' only as an end. Sorts and compares as text. */
export type ClockTime = string
export type Weekday = (typeof WEEKDAYS)[number]

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
const DAY_MINUTES = 1440
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Precomputed, because slots would otherwise spend most of their time on formatting. */
const CLOCK: readonly ClockTime[] = Array.from({ length: DAY_MINUTES + 1 }, (_, minute) => {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
})

export const daySchema = /* @__PURE__ */ z.string().refine(isDay, 'Not a date')
export const clockTimeSchema = /* @__PURE__ */ z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Not a time of day')
export const timeZoneSchema = /* @__PURE__ */ z.string().max(64).refine(isZone, 'Not a time zone')

export function isDay(text: string): text is Day {
  return /^(?:19|2\d)\d\d-\d\d-\d\d$/.test(text) && dayAt(numberOf(text)) === text
}

function numberOf(day: Day): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10))) / DAY
}

function dayAt(number: number): Day {
  return new Date(number * DAY).toISOString().slice(0, 10)
}

export function addDays(day: Day, count: number): Day {
  return dayAt(numberOf(day) + count)
}

/** Adds months; the 31st becomes the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0))
  const of = Math.min(date, last.getUTCDate())
  return `${last.toISOString().slice(0, 8)}${String(of).padStart(2, '0')}`
}

export function daysFrom(day: Day, count: number): Day[] {
  const first = numberOf(day)
  return Array.from({ length: count }, (_, index) => dayAt(first + index))
}

/** Returns the days from `a` to `b`; negative if `b` is earlier. */
export function daysApart(a: Day, b: Day): number {
  return numberOf(b) - numberOf(a)
}

export function weekdayOf(day: Day): Weekday {
  // 1970-01-01 was a Thursday; the second remainder corrects days before it.
  return WEEKDAYS[(((numberOf(day) + 3) % 7) + 7) % 7]!
}

/** Returns 570 for '09:30' and 1440 for '24:00'; ignores a database's seconds. */
export function minutesOf(clock: ClockTime): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))
}

/** Returns '09:30' for 570. Takes whole minutes from 0 to 1440. */
export function clockOf(minutes: number): ClockTime {
  const clock = CLOCK[minutes]
  if (clock === undefined) throw new RangeError(`No time of day has ${minutes} minutes`)
  return clock
}

/** Converts a database `time` ('09:30:00'). Throws on seconds other than zero. */
export function clockFrom(time: string): ClockTime {
  const match = /^(\d\d:\d\d)(?::00(?:\.0+)?)?$/.exec(time)
  if (!match) throw new RangeError(`Not a time in whole minutes: ${time}`)
  return clockOf(minutesOf(match[1]!))
}

/** Returns the zone's day at an instant, and its clock time in whole minutes since local midnight. */
export function localTimeOf(instant: Date, zone: string): { day: Day; minute: number } {
  const local = instant.getTime() + offsetAt(instant.getTime(), zone)
  const day = Math.floor(local / DAY)
  return { day: dayAt(day), minute: Math.floor((local - day * DAY) / MINUTE) }
}

export function dayOf(instant: Date, zone: string): Day {
  const time = instant.getTime()
  return dayAt(Math.floor((time + offsetAt(time, zone)) / DAY))
}

/** Returns the zone's clock time at an instant, in whole minutes since local midnight. */
export function minuteOf(instant: Date, zone: string): number {
  const local = instant.getTime() + offsetAt(instant.getTime(), zone)
  return Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE)
}

/**
 * A part of a local day without clock changes: minute m with `from` <= m < `to` is the instant `midnight + m * MINUTE`
 * (milliseconds). An ordinary day is one part. When clocks go forward, the parts leave a gap; when they go back, they
 * overlap, and the earlier part has the first occurrence.
 */
export type EvenPart = { from: number; to: number; midnight: number }

export function evenParts(day: Day, zone: string): EvenPart[] {
  const number = numberOf(day)
  const parts: EvenPart[] = []
  for (const { from, to, offset } of periodsAround(number, zone)) {
    const midnight = number * DAY - offset
    const part = {
      from: Math.max(0, (from - midnight) / MINUTE),
      to: Math.min(DAY_MINUTES, (to - midnight) / MINUTE),
      midnight,
    }
    if (part.from < part.to) parts.push(part)
  }
  return parts
}

/** Offsets reach from -12 to +14 hours, so the local day lies within three UTC days. */
function periodsAround(number: number, zone: string): Period[] {
  const periods: Period[] = []
  for (let utcDay = number - 1; utcDay <= number + 1; utcDay++) {
    for (const period of periodsOf(utcDay, zone)) {
      const last = periods.at(-1)
      if (last?.offset === period.offset) periods[periods.length - 1] = { ...last, to: period.to }
      else periods.push(period)
    }
  }
  return periods
}

/** Returns the first instants of a local day and of the next; both exist even if midnight is skipped. */
export function dayBounds(day: Day, zone: string): { startsAt: Date; endsAt: Date } {
  return { startsAt: startOf(day, zone), endsAt: startOf(addDays(day, 1), zone) }
}

function startOf(day: Day, zone: string): Date {
  const first = evenParts(day, zone)[0]
  // A zone that crossed the date line skipped this day: it starts when the next one does.
  return first ? new Date(first.midnight + first.from * MINUTE) : startOf(addDays(day, 1), zone)
}

/**
 * Returns the instant of a clock time, in minutes since local midnight. Null if clocks skip it, the first occurrence if
 * it comes twice. 1440 is the end of the day, which always exists.
 */
export function instantAt(day: Day, minutes: number, zone: string): Date | null {
  if (minutes === DAY_MINUTES) return startOf(addDays(day, 1), zone)
  const part = evenParts(day, zone).find(({ from, to }) => from <= minutes && minutes < to)
  return part ? new Date(part.midnight + minutes * MINUTE) : null
}

/** Formats as 'Mon, 30 Nov 2026' in every browser; Intl's own pattern varies between versions. */
export function formatDay(day: Day): string {
  const weekday = weekdayOf(day)
  const short = weekday[0]!.toUpperCase() + weekday.slice(1, 3)
  return `${short}, ${formatShortDay(day)} ${day.slice(0, 4)}`
}

/** Formats as '30 Nov'. */
export const formatShortDay = (day: Day): string =>
  `${Number(day.slice(8, 10))} ${MONTHS[Number(day.slice(5, 7)) - 1]}`

export function formatDayFrom(today: Day, day: Day): string {
  const names: Record<number, string> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }
  return names[daysApart(today, day)] ?? formatDay(day)
}

export function formatInstant(instant: Date, zone: string): string {
  return `${formatDay(dayOf(instant, zone))}, ${clockOf(minuteOf(instant, zone))}`
}

/**
 * Returns 'India Standard Time (UTC+05:30)' for people whose clocks differ at that moment; null if they agree, whatever
 * their zones are called.
 */
export function zoneLabel(zone: string, viewerZone: string, at: Date): string | null {
  const offset = offsetAt(at.getTime(), zone)
  if (offset === offsetAt(at.getTime(), viewerZone)) return null
  const sign = offset < 0 ? '-' : '+'
  return `${zoneName(zone, at)} (UTC${sign}${clockOf(Math.floor(Math.abs(offset) / MINUTE))})`
}
