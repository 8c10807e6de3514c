import { clockOf, type Day, dayOf, evenParts, formatDay, instantAt, minuteOf } from './time.ts'
import { offsetAt, placeOfZone, zoneName } from './zone.ts'

/** Whoever a text is for: the zone they live by, or null until their browser or they themselves have said. */
export type Reader = { timeZone: string | null }

/**
 * What is at that time: `in-person`, where people have to be at a place with the clocks of `zone`; `online`, which everyone
 * joins from where they are; `moment`, which has no place, such as a deadline.
 */
export type Occasion = { zone: string; kind: 'in-person' | 'online' | 'moment' }

/** Paper is shown to others than who asked for it, so its times name the place. */
export const onPaper: Reader = { timeZone: null }

const noon = 720

/**
 * A time as one reader is told it: 'Mon, 23 Nov 2026, 14:30' where their clocks agree with those of `zone`, otherwise with
 * the zones named, 'Mon, 23 Nov 2026, 14:30 India time (09:00 United Kingdom time)'. The clocks that count come first.
 */
export function timeFor({ timeZone: own }: Reader, at: Date, { zone, kind }: Occasion): string {
  if (own === null) return whole(at, zone, named)
  if (agree(own, zone, at)) return whole(at, zone, plain)
  if (kind === 'moment') return whole(at, own, named)
  const [first, second] = kind === 'in-person' ? [zone, own] : [own, zone]
  const isSameDay = dayOf(at, first) === dayOf(at, second)
  return `${whole(at, first, named)} (${isSameDay ? named(at, second) : whole(at, second, named)})`
}

/** A whole day on the calendar of a place, which is named to whoever's clocks differ from those there. */
export function dayFor({ timeZone: own }: Reader, day: Day, zone: string): string {
  const at = instantAt(day, noon, zone)
  const isPlain = own !== null && at !== null && agree(own, zone, at)
  return isPlain ? formatDay(day) : `${formatDay(day)} (${placeOfZone(zone)})`
}

const agree = (a: string, b: string, at: Date) => offsetAt(at.getTime(), a) === offsetAt(at.getTime(), b)

const whole = (at: Date, zone: string, clock: typeof plain) =>
  `${formatDay(dayOf(at, zone))}, ${clock(at, zone)}`

/** Clocks that go back show an hour twice: its times carry the name of the clocks as they are set. */
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
