import { MINUTE } from '#/kernel/duration.ts'
import { clockOf, dayOf, formatDay, minuteOf } from '#/kernel/time.ts'
import type { TapKind } from '#/sitting/card.ts'
import type { Stamp } from '#/sitting/card-contract.ts'
import type { Service } from '#/sitting/rules.ts'

export const tapText: Readonly<Record<TapKind, string>> = {
  pee: 'Pee',
  poo: 'Poo',
  food: 'Food',
  water: 'Water',
  medicine: 'Medicine',
}

/** 'walk', in the middle of a sentence. */
export const nounOf: Readonly<Record<Service, string>> = {
  'hostel-checkin': 'day',
  'dog-walking': 'walk',
  'day-care': 'day',
}

export const clockAt = (at: Date, zone: string): string => clockOf(minuteOf(at, zone))

/** Returns '10:05', or '10:05 by the phone, arrived 10:40' where it was kept on a phone. */
export function stampText({ at, onPhone }: Stamp, zone: string): string {
  if (!onPhone) return clockAt(at, zone)
  const isOtherDay = dayOf(at, zone) !== dayOf(onPhone, zone)
  const arrived = `${isOtherDay ? `${formatDay(dayOf(at, zone))}, ` : ''}${clockAt(at, zone)}`
  return `${clockAt(onPhone, zone)} by the phone, arrived ${arrived}`
}

/** Returns '56 min' or '2 h 5 min'. */
export function lengthText(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE))
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`
}

export const distanceText = (metres: number): string =>
  metres < 1000 ? `${Math.round(metres / 10) * 10} m` : `${(metres / 1000).toFixed(1)} km`
