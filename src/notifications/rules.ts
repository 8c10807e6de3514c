import type { NotificationType } from './notification-types.ts'

/** The list fetches 10 at first, the popover shows at most 15, the panel 20 a page. */
export const listSizes = { first: 10, popover: 15, page: 20 } as const

/** The server stops counting here; the badge shows 99+ from 100 on. */
export const unreadCountLimit = 100

export function badgeOf(unread: number): string {
  return unread >= unreadCountLimit ? `${unreadCountLimit - 1}+` : String(unread)
}

/** A link leads to a page of our own and nowhere else; '//host' would leave. */
export function isInAppPath(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}

export const channels = ['bell', 'email'] as const
export type Channel = (typeof channels)[number]

/** What can be told by mail, and whether it is unless someone chose otherwise. All else is for the bell alone. */
const byMail: Partial<Record<NotificationType, boolean>> = {
  appointment_requested: true,
  appointment_confirmed: true,
  appointment_declined: true,
  appointment_cancelled: true,
  appointment_expired: true,
  appointment_completed: false,
  // A no-show can be contested, and a claim has to be answered, within a day.
  appointment_no_show: true,
  new_message: true,
  appointment_reminder: true,
  appointment_rescheduled: true,
  appointment_rated: false,
  time_free: true,
  rating_removed: true,
  payment_failed: true,
  payment_refunded: true,
  payout_sent: true,
  visit_note_signed: true,
  visit_note_addendum: true,
  verification_submitted: true,
  verification_verified: true,
  verification_rejected: true,
  verification_suspended: true,
  service_opened: true,
  ticket_answered: true,
  ticket_closed: true,
}

const toProviders: readonly NotificationType[] = [
  'appointment_rated',
  'payout_sent',
  'verification_submitted',
  'verification_verified',
  'verification_rejected',
  'verification_suspended',
]

/** Whether anyone with these records can be told about this; the rest of the types reach everybody. */
export function concerns(type: NotificationType, person: { isProvider: boolean }): boolean {
  return person.isProvider || !toProviders.includes(type)
}

export function isOffered(type: NotificationType, channel: Channel): boolean {
  return channel === 'bell' || type in byMail
}

/** Whether a person is told by a channel who has chosen nothing. */
export function isSuggested(type: NotificationType, channel: Channel): boolean {
  return channel === 'bell' || byMail[type] === true
}

/** So many mails of notices go to one person in a day; what comes after them stands in the bell alone. */
export function mailsADay(isConfirmed: boolean): number {
  return isConfirmed ? 100 : 10
}

/**
 * How much of that is for what other people cause, and how much of this for people who have confirmed neither address nor
 * number: the rest stays for refunds, reminders, verification and support, and for people who could not sign up again and again.
 */
export const shares = { people: 0.8, unconfirmed: 0.4 } as const

/** What one person can cause another to get in a day: mails, and lines in the bell. */
export const fromOneADay = { mails: 5, bell: 30 } as const

/** What got no mail because others had used up their share is told in one mail so long after the first, so often a day at most. */
export const digestAfterMinutes = 60
export const digestsADay = 4
