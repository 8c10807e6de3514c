import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { messagingErrors } from './errors.ts'

export const messageLimits = { text: 2000, pictures: 6, reason: 500, profileReason: 1000, page: 30 } as const

export const messageRates = {
  send: { max: 60, windowSeconds: 600 },
  report: { max: 20, windowSeconds: 86_400 },
  profileReport: { max: 5, windowSeconds: 86_400 },
  bookingReport: { max: 5, windowSeconds: 86_400 },
} as const

/** Why somebody reports a provider's public profile, as the form offers it. */
export const profileReportKinds = ['misleading', 'unsafe', 'rude', 'paid_elsewhere', 'other'] as const
export type ProfileReportKind = (typeof profileReportKinds)[number]

/** Reasons for reporting the other side of a booking. */
export const bookingReportKinds = ['not_as_agreed', 'unsafe', 'rude', 'paid_elsewhere', 'other'] as const
export type BookingReportKind = (typeof bookingReportKinds)[number]

/** Outcomes for the reporter, one of which an admin chooses. */
export const reportOutcomes = ['acted', 'no_breach', 'unclear'] as const
export type ReportOutcome = (typeof reportOutcomes)[number]

/** The most messages to a stranger before the other side has answered. */
export const mostUnanswered = 5

/** Both sides may write this long after a booking that took place. */
export const followUpHours = 48

/** A reader active this recently is looking at the thread, and isn't notified. */
export const readingMs = MINUTE

/** The sides of a booking, and those of a contact about a pet report. */
export const sides = ['owner', 'provider', 'reporter', 'helper'] as const

/** The trade of threads about pet reports. */
export const reportTrade = 'report'

/** The trade of threads about meet & greets. */
export const meetTrade = 'meet_greet'

const previewLength = 80

/** Returns the beginning of a message on one line. */
export function previewOf(text: string): string {
  const line = text.trim().replace(/\s+/gu, ' ')
  const characters = [...line]
  return characters.length <= previewLength ? line : `${characters.slice(0, previewLength - 1).join('')}…`
}

export type Standing = {
  trade: string
  phase: BookingPhase
  endsAt: Date
  /** The writer has blocked the other side. */
  isBlocked: boolean
  /** The other side has blocked the writer or has left, or the writer may not act. The writer isn't told which. */
  isOut: boolean
}

export type WhyClosed = Extract<keyof typeof messagingErrors, `messaging.closed_${string}`>

/**
 * The states of a booking in the view thread_parties. A pet report is agreed, done once the pet is home, or off; a meet &
 * greet is done once it has taken place.
 */
export const bookingPhases = ['asked', 'agreed', 'under_way', 'done', 'off'] as const
export type BookingPhase = (typeof bookingPhases)[number]

/** Returns why writing is closed, or null. Shared by the endpoint and the composer. */
export function whyClosed(standing: Standing, now: Date): WhyClosed | null {
  const { trade, phase, endsAt, isBlocked, isOut } = standing
  const [off, after] = endsOf[trade] ?? ['messaging.closed_with_booking', 'messaging.closed_after_visit']
  if (isBlocked) return 'messaging.closed_by_me'
  if (isOut) return 'messaging.closed_to_me'
  if (phase === 'off') return off
  return phase !== 'done' || now < writableUntil(endsAt) ? null : after
}

/** Error codes for a subject that was called off, and for one that is over; bookings have their own. */
const endsOf: Readonly<Record<string, readonly [WhyClosed, WhyClosed]>> = {
  [reportTrade]: ['messaging.closed_with_report', 'messaging.closed_after_reunion'],
  [meetTrade]: ['messaging.closed_with_meeting', 'messaging.closed_after_meeting'],
}

/** Tells whether the two are still strangers, whose links and further messages wait for an answer. */
export const areStrangers = ({ trade, phase }: Pick<Standing, 'trade' | 'phase'>): boolean =>
  trade === reportTrade || (trade === meetTrade && phase === 'asked')

/** Returns when writing ends for a booking that took place. */
export function writableUntil(endsAt: Date): Date {
  return new Date(endsAt.getTime() + followUpHours * HOUR)
}

/** Contact details in a message trigger a warning until the booking is confirmed. */
export function isBeforeContact(phase: BookingPhase): boolean {
  return phase === 'asked'
}
