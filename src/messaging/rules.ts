import type { messagingErrors } from './errors.ts'

export const messageLimits = { text: 2000, pictures: 6, reason: 500, page: 30 } as const

/** By whoever is signed in. */
export const messageRates = {
  send: { max: 60, windowSeconds: 600 },
  report: { max: 20, windowSeconds: 86_400 },
} as const

/** How long after its end one may write about a booking that took place. */
export const followUpHours = 48

/** Whoever read in a thread this lately is looking at it: they need not be told of what comes. */
export const readingMs = 60_000

/** What writing depends on: the booking, and how the two stand to each other. */
export type Standing = {
  /** Of the booking, in the words of its trade. */
  status: string
  endsAt: Date
  /** I have blocked the other side. */
  isBlocked: boolean
  /** The other side has blocked me, or has left. Which of them is not told. */
  isOut: boolean
}

export type WhyClosed = Extract<keyof typeof messagingErrors, `messaging.closed_${string}`>

const openStatuses = ['pending', 'confirmed']

/** Why nothing can be written now; null when both sides may. The endpoint and the composer ask this one function. */
export function whyClosed({ status, endsAt, isBlocked, isOut }: Standing, now: Date): WhyClosed | null {
  if (isBlocked) return 'messaging.closed_by_me'
  if (isOut) return 'messaging.closed_to_me'
  if (openStatuses.includes(status)) return null
  if (status !== 'completed') return 'messaging.closed_with_booking'
  return now < writableUntil(endsAt) ? null : 'messaging.closed_after_visit'
}

/** The moment from which nothing more is written about a booking that took place. */
export function writableUntil(endsAt: Date): Date {
  return new Date(endsAt.getTime() + followUpHours * 3_600_000)
}

/** Until a booking is confirmed, contact details in a text are warned of. */
export function isBeforeContact(status: string): boolean {
  return status === 'pending'
}
