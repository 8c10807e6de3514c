/** The rules of a visit card: pure, and the same on the phone and the server. */

import type { Phase } from '#/appointments/rules.ts'
import { DAY, HOUR, MINUTE } from '#/kernel/duration.ts'
import { type Day, dayBounds, dayOf } from '#/kernel/time.ts'
import type { Service } from './rules.ts'

export const tapKinds = ['pee', 'poo', 'food', 'water', 'medicine'] as const
export type TapKind = (typeof tapKinds)[number]

export const startMinutesBefore = 30
/** Entries kept on a phone without a network may arrive until this many hours after the end. */
export const writableHours = 24
/** The owner is notified if a visit hasn't started this many minutes after its time. */
export const lateMinutes = 15
export const routeDays = 30
export const mostCardPhotos = 6
export const mostTaps = 200
export const mostNote = 1000
export const mostRoutePoints = 1000
/** Older entries from a phone are refused, because a stay is recorded day by day. In milliseconds. */
export const mostAge = 3 * DAY
/** The maximum number of points in one part of a route, as the phone sends it. */
export const mostPartPoints = 60

/** Both times are shown if they differ by more. */
const sameTime = MINUTE

export type CardBooking = {
  service: Service
  phase: Phase
  startsAt: Date
  endsAt: Date
  timeZone: string
  awaitsPayment: boolean
}

export type CardState = {
  startedAt: Date
  /** The phone's time, if the start was kept on it. */
  startedOnPhone: Date | null
  sentAt: Date | null
}

export type CardRefusal =
  | 'sitting.called_off'
  | 'sitting.unpaid'
  | 'sitting.too_early'
  | 'sitting.visit_over'
  | 'sitting.card_closed'
  | 'sitting.card_sent'
  | 'sitting.wrong_day'

/**
 * Returns the day of a card. A stay has a card for each of its days, any other booking has one. Null outside the
 * booking's days.
 */
export function cardDayOf({ service, startsAt, endsAt, timeZone }: CardBooking, at: Date): Day | null {
  const first = dayOf(startsAt, timeZone)
  if (service !== 'hostel-checkin') return first
  const day = dayOf(at, timeZone)
  // For the half hour before a stay that begins at midnight.
  return day < first ? first : day > dayOf(endsAt, timeZone) ? null : day
}

/** Returns the time until which a day's card can be changed. */
export function closesAt({ service, endsAt, timeZone }: CardBooking, day: Day): Date {
  const endOfDay = dayBounds(day, timeZone).endsAt
  const end = service === 'hostel-checkin' && endOfDay < endsAt ? endOfDay : endsAt
  return new Date(end.getTime() + writableHours * HOUR)
}

/** Returns why a card can't be started; null if it can. `at`: when the phone was tapped; `now`: when that arrived. */
export function whyNoStart(booking: CardBooking, day: Day, at: Date, now: Date): CardRefusal | null {
  if (booking.phase === 'asked' || booking.phase === 'off') return 'sitting.called_off'
  if (booking.awaitsPayment) return 'sitting.unpaid'
  if (at.getTime() < booking.startsAt.getTime() - startMinutesBefore * MINUTE) return 'sitting.too_early'
  if (at >= booking.endsAt) return 'sitting.visit_over'
  if (cardDayOf(booking, at) !== day) return 'sitting.wrong_day'
  return now >= closesAt(booking, day) ? 'sitting.card_closed' : null
}

/**
 * Returns why a card can't be changed; null if it can. Entries that a phone kept from before the card was sent still
 * arrive.
 */
export function whyNoWriting(
  booking: CardBooking,
  card: Pick<CardState, 'sentAt'>,
  day: Day,
  at: Date,
  now: Date,
): CardRefusal | null {
  if (booking.phase === 'asked' || booking.phase === 'off') return 'sitting.called_off'
  if (card.sentAt && at >= card.sentAt) return 'sitting.card_sent'
  return now >= closesAt(booking, day) ? 'sitting.card_closed' : null
}

/** Limits a phone's time: nothing happened before the visit began, or later than now. */
export function boundedTime(at: Date, now: Date, { startedAt, startedOnPhone }: CardState): Date {
  const first = startedOnPhone ?? startedAt
  const last = at < now ? at : now
  return last > first ? last : first
}

/** Returns the phone's time if it must be shown beside the server's; otherwise null. */
export function keptSince(at: Date, now: Date): Date | null {
  return now.getTime() - at.getTime() > sameTime ? at : null
}

/** Tells whether owners see a card: once it is sent, or, if it never was, once it can't be changed any more. */
export function isShownToOwner(
  booking: CardBooking,
  card: Pick<CardState, 'sentAt'>,
  day: Day,
  now: Date,
): boolean {
  return card.sentAt !== null || now >= closesAt(booking, day)
}

/** Returns the path of a visit card; a stay's opens on the day. */
export const cardPath = (appointmentId: string, day?: Day): string =>
  `/appointments?visit=${appointmentId}${day ? `&day=${day}` : ''}`
