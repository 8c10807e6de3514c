import type { NotificationType } from './notification-types.ts'

/** The list fetches 10 at first, the popover shows at most 15, the panel 20 a page. */
export const listSizes = { first: 10, popover: 15, page: 20 } as const

/** The server stops counting here; from 100 on, the badge shows 99+. */
export const unreadCountLimit = 100

export function badgeOf(unread: number): string {
  return unread >= unreadCountLimit ? `${unreadCountLimit - 1}+` : String(unread)
}

/** Allows only our own pages; '//host' would lead elsewhere. */
export function isInAppPath(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}

export const channels = ['bell', 'email', 'push', 'sms'] as const
export type Channel = (typeof channels)[number]

/** Types with mails, and whether they are on by default. All others are only in the bell. */
const byMail: Partial<Record<NotificationType, boolean>> = {
  appointment_requested: true,
  appointment_confirmed: true,
  appointment_declined: true,
  appointment_cancelled: true,
  appointment_expired: true,
  appointment_completed: false,
  // A no-show must be contested, and a claim answered, within a day.
  appointment_no_show: true,
  new_message: true,
  new_message_on_report: true,
  appointment_reminder: true,
  appointment_rescheduled: true,
  sitting_changed: true,
  visit_started: false,
  sitting_late: true,
  visit_card: true,
  meet_greet: true,
  meet_greet_reminder: true,
  appointment_rated: false,
  time_free: true,
  rating_removed: true,
  package_bought: true,
  // Unused sessions are lost or paid back.
  package_reminder: true,
  package_changed: true,
  order_update: true,
  autoship: true,
  order_received: true,
  payment_failed: true,
  payment_refunded: true,
  payout_sent: true,
  visit_note_signed: true,
  visit_note_addendum: true,
  incident: true,
  visit_pictures: true,
  task_reminder: true,
  household_changed: true,
  low_stock: true,
  product_reviewed: false,
  product_hidden: true,
  verification_submitted: true,
  verification_verified: true,
  verification_rejected: true,
  verification_suspended: true,
  service_opened: true,
  ticket_answered: true,
  ticket_closed: true,
  report_resolved: true,
  new_comment_on_report: true,
  report_marked_seen: true,
  report_updated: true,
  report_deleted: true,
}

/** Types that can come by text. Few, because each text costs the operator money, and all are off until chosen. */
export const textTypes = [
  'appointment_cancelled',
  'appointment_rescheduled',
  'appointment_reminder',
  'sitting_late',
  'incident',
  'payment_failed',
  'report_marked_seen',
] as const satisfies readonly NotificationType[]
export type TextType = (typeof textTypes)[number]

export const canBeTexted = (type: NotificationType): type is TextType => textTypes.some((one) => one === type)

/** Types that are pushed by default, but not mailed. */
const pushedOnly: readonly NotificationType[] = ['pet_report', 'visit_started']

const toProviders: readonly NotificationType[] = [
  'appointment_rated',
  'order_received',
  'product_reviewed',
  'payout_sent',
  'verification_submitted',
  'verification_verified',
  'verification_rejected',
  'verification_suspended',
]

/** Tells whether a person with these records can get this type. Types not listed reach everybody. */
export function concerns(type: NotificationType, person: { isProvider: boolean }): boolean {
  return person.isProvider || !toProviders.includes(type)
}

export function isOffered(type: NotificationType, channel: Channel): boolean {
  if (channel === 'sms') return canBeTexted(type)
  return channel !== 'email' || type in byMail
}

/** Tells whether a channel is on by default. */
export function isSuggested(type: NotificationType, channel: Channel): boolean {
  if (channel === 'sms') return false
  return channel === 'bell' || byMail[type] === true || (channel === 'push' && pushedOnly.includes(type))
}

/** Limits one person's notification mails in a day; the rest are only in the bell. */
export function mailsADay(isConfirmed: boolean): number {
  return isConfirmed ? 100 : 10
}

/**
 * The share of these mails that other people can cause, and the part of it for people who have confirmed neither
 * address nor number. The rest stays for refunds, reminders, verification and support, and for people who can't sign up
 * again and again.
 */
export const shares = { people: 0.8, unconfirmed: 0.4 } as const

/** The most that one person can cause another in a day. */
export const fromOneADay = { mails: 5, bell: 30, pushes: 10, texts: 3 } as const
export const pushesADay = 100
export const textsADay = 10
export const textsAnHour = 4

/** The share of `TEXTS_PER_HOUR` that notifications may use. The rest stays for login codes. */
export const shareOfTexts = 0.5

/**
 * One channel after the other, each only if the notification hasn't been read by then: a text waits so long after a push,
 * and a mail after a push or a text.
 */
export const waitMinutes = { text: 2, mail: 10 } as const

/** Notifications that exceed a share go out in one mail, this long after the first and at most this often a day. */
export const digestAfterMinutes = 60
export const digestsADay = 4

/** The most browsers of one person that get pushes. */
export const pushDevices = 10
