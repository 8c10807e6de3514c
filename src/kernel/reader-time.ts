import { clockOf, type Day, dayOf, evenParts, formatDay, instantAt, minuteOf } from './time.ts'
import { offsetAt, placeOfZone, zoneName } from './zone.ts'

/** The reader's zone, or null until they or their browser report it. */
export type Reader = { timeZone: string | null }

/**
 * `in-person`: people come to a place in `zone`. `online`: they join from anywhere. `moment`: it has no place, such as
 * a deadline.
 */
export type Occasion = { zone: string; kind: 'in-person' | 'online' | 'moment' }

/** Other people read paper too, so times on it name the place. */
export const onPaper: Reader = { timeZone: null }

const noon = 720

/**
 * Writes a time for one reader: 'Mon, 23 Nov 2026, 14:30' if their clocks agree with those of `zone`, otherwise with
 * both zones, 'Mon, 23 Nov 2026, 14:30 India time (09:00 United Kingdom time)'. The zone of the occasion comes first.
 */
export function timeFor({ timeZone: own }: Reader, at: Date, { zone, kind }: Occasion): string {
  if (own === null) return whole(at, zone, named)
  if (agree(own, zone, at)) return whole(at, zone, plain)
  if (kind === 'moment') return whole(at, own, named)
  const [first, second] = kind === 'in-person' ? [zone, own] : [own, zone]
  const isSameDay = dayOf(at, first) === dayOf(at, second)
  return `${whole(at, first, named)} (${isSameDay ? named(at, second) : whole(at, second, named)})`
}

/** Writes a day at a place, naming the place to readers whose clocks differ. */
export function dayFor({ timeZone: own }: Reader, day: Day, zone: string): string {
  const at = instantAt(day, noon, zone)
  const isPlain = own !== null && at !== null && agree(own, zone, at)
  return isPlain ? formatDay(day) : `${formatDay(day)} (${placeOfZone(zone)})`
}

const agree = (a: string, b: string, at: Date) => offsetAt(at.getTime(), a) === offsetAt(at.getTime(), b)

const whole = (at: Date, zone: string, clock: typeof plain) =>
  `${formatDay(dayOf(at, zone))}, ${clock(at, zone)}`

/** Adds the name of the clocks to an hour that comes twice, when they go back. */
function plain(at: Date, zone: string): string {
  const clock = clockOf(minuteOf(at, zone))
  return isShownTwice(at, zone) ? `${clock} ${zoneName(zone, at)}` : clock
}

function named(at: Date, zone: string): string {
  if (isShownTwice(at, zone)) return plain(at, zone)
  const place = placeOfZone(zone)
  return `${plain(at, zone)} ${place}${/^(?:UTC|GMT)/.test(place) ? '' : ' time'}`
}

function isShownTwice(at: Date, zone: string): boolean {
  const minute = minuteOf(at, zone)
  return evenParts(dayOf(at, zone), zone).filter(({ from, to }) => from <= minute && minute < to).length > 1
}
