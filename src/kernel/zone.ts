import { DAY } from './duration.ts'

/**
 * Finds offsets of IANA time zones by Intl only, because browsers without Temporal run this too. Intl takes
 * microseconds and a page of slots asks often, so answers are cached per UTC day, with the moment of change if there is
 * one.
 */
const KEPT_DAYS = 4_000
const KEPT_ZONES = 1_000

/** A period with one offset. All in milliseconds; `to` is exclusive. */
export type Period = { from: number; to: number; offset: number }

type Zone = { format: Intl.DateTimeFormat; days: Map<number, Period[]>; place?: string }

const zones = new Map<string, Zone>()

function zoneOf(name: string): Zone {
  const known = zones.get(name)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  if (zones.size >= KEPT_ZONES) zones.clear()
  const zone = { format, days: new Map<number, Period[]>() }
  zones.set(name, zone)
  return zone
}

function askOffset(zone: Zone, instant: number): number {
  const [month, day, year, hour, minute, second] = zone.format.format(instant).match(/\d+/g)!.map(Number)
  return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!) - Math.floor(instant / 1000) * 1000
}

function findChange(zone: Zone, from: number, to: number, before: number): number {
  let early = from / 1000
  let late = to / 1000
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2)
    if (askOffset(zone, middle * 1000) === before) early = middle
    else late = middle
  }
  return late * 1000
}

/** Returns the one or two periods of a UTC day (days since 1970). Changes are weeks apart, so a day has at most one. */
export function periodsOf(utcDay: number, name: string): Period[] {
  const zone = zoneOf(name)
  const known = zone.days.get(utcDay)
  if (known) return known
  const from = utcDay * DAY
  const to = from + DAY
  const before = askOffset(zone, from)
  const after = askOffset(zone, to)
  const change = before === after ? to : findChange(zone, from, to, before)
  const periods = [{ from, to: change, offset: before }]
  if (change < to) periods.push({ from: change, to, offset: after })
  if (zone.days.size >= KEPT_DAYS) zone.days.clear()
  zone.days.set(utcDay, periods)
  return periods
}

/** Returns the milliseconds that the zone is ahead of UTC at an instant. */
export function offsetAt(instant: number, name: string): number {
  const periods = periodsOf(Math.floor(instant / DAY), name)
  return instant < periods[0]!.to ? periods[0]!.offset : periods[1]!.offset
}

/** Accepts names of the IANA list, including aliases, but not fixed offsets such as '+05:30'. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false
  try {
    zoneOf(name)
    return true
  } catch {
    return false
  }
}

/** Returns 'India Standard Time' or, in summer, 'British Summer Time'. */
export function zoneName(name: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone: name, timeZoneName: 'long' }).formatToParts(at)
  return parts.find((part) => part.type === 'timeZoneName')!.value
}

/**
 * Returns 'India', or 'New York' if a country has several zones. Uses world English (001), without abbreviations such
 * as GST, which aren't known elsewhere.
 */
export function placeOfZone(name: string): string {
  if (/^(?:Etc\/)?(?:UTC|UCT|GMT|Zulu|Universal|Greenwich)$/i.test(name)) return 'UTC'
  const zone = zoneOf(name)
  zone.place ??= askPlace(name)
  return zone.place
}

function askPlace(name: string): string {
  const format = new Intl.DateTimeFormat('en-001', { timeZone: name, timeZoneName: 'shortGeneric' })
  const part = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')!
  return part.value.replace(/(?: SAR China)? Time$/, '')
}
