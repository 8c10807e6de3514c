import { MINUTE } from '#/kernel/duration.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import type { MailRequest } from '#/kernel/server/mail-events.ts'
import { type NotificationType, notificationGroups, typeNames } from '#/notifications/notification-types.ts'
import { waitMinutes } from '#/notifications/rules.ts'
import { inTime, nextDailyMail, quietUntil } from '#/notifications/timing.ts'
import type { Receiver } from './choices.ts'
import { summaryTypes } from './stop-link.ts'

export const choiceHint = 'You can choose which of these emails you get: see Edit profile, Notifications.'

/** People whose browser has never told their zone have set no quiet hours in one. */
export const zoneOf = ({ timeZone }: Receiver): string => timeZone ?? 'UTC'

type Timed = { isUrgent: boolean; dueAt?: Date | undefined; now: Date }

/** Returns when a person's push goes out, or whatever else comes to a phone. */
export function pushTimeOf(receiver: Receiver, { isUrgent, dueAt, now }: Timed): Date {
  const quietEnd = isUrgent ? null : quietUntil(receiver.timing.quiet, zoneOf(receiver), now)
  return quietEnd ? inTime(quietEnd, dueAt, now) : now
}

export const minutesAfter = (time: Date, minutes: number) => new Date(time.getTime() + minutes * MINUTE)

/**
 * Returns when a person's text goes out: a few minutes after the push, even one held by quiet hours, because people who open
 * the push need no text.
 */
export function textTimeOf(
  receiver: Receiver,
  { pushedAt, now, ...timed }: Timed & { pushedAt: Date | null },
): Date {
  return pushTimeOf(receiver, {
    ...timed,
    now: pushedAt ? minutesAfter(pushedAt, waitMinutes.text) : now,
  })
}

type OnPhone = { pushAt: Date | null; textAt: Date | null }

/** Returns the first instant at which somebody has had time to open the push and the text. */
function afterPhone({ pushAt, textAt }: OnPhone, now: Date): Date {
  const first = pushAt ?? textAt
  if (!first) return now
  const at = minutesAfter(first, waitMinutes.mail)
  // Quiet hours may hold the text and not the push before it.
  const afterText = minutesAfter(textAt ?? first, waitMinutes.mail - waitMinutes.text)
  return at > afterText ? at : afterText
}

/**
 * Returns when a person's mail goes out: now, later, or never if they want only urgent ones. After a push or a text it waits
 * a little, because people who open that need no mail.
 */
export function mailTimeOf(
  receiver: Receiver,
  { type, isUrgent, pushAt, textAt, dueAt, now }: Timed & OnPhone & { type: NotificationType },
): Date | null {
  const { quiet } = receiver.timing
  const pace = receiver.paceOf(type) ?? receiver.timing.pace
  const at = afterPhone({ pushAt, textAt }, now)
  if (isUrgent) return at
  if (pace === 'urgent') return null
  if (pace === 'daily') return inTime(nextDailyMail(quiet, zoneOf(receiver), at), dueAt, at)
  const quietEnd = quietUntil(quiet, zoneOf(receiver), at)
  return quietEnd ? inTime(quietEnd, dueAt, at) : at
}

export type Said = {
  type: NotificationType
  source: string
  title: string
  message: string
  metadata: Readonly<Record<string, unknown>>
  calendar?: readonly CalendarEvent[] | undefined
}
type To = Receiver & { id: string; email: string }

const lastOfCauser = '\n\nFor the rest of today, you’ll find this person’s activity only under Notifications.'

/** 'Appointments: Confirmed appointments'. */
export const kindOf = (type: NotificationType): string =>
  `${notificationGroups.find(({ types }) => type in types)!.name}: ${typeNames[type]}`

const confirmHint =
  'Log in to read more. Confirm this address under Edit profile, and our emails will include the details.'

/**
 * Writes a notification's mail, with only our own words to an unconfirmed address. People write names, reasons and tasks,
 * and someone who signed up with a stranger's address could otherwise write to them in our name, and into their calendar.
 */
export function mailOf(
  { type, title, message, source, metadata, calendar }: Said,
  { id, email, isConfirmed }: To,
  { isLastOfCauser = false } = {},
): MailRequest {
  return {
    to: email,
    subject: isConfirmed ? title : kindOf(type),
    text: `${isConfirmed ? message : confirmHint}${isLastOfCauser ? lastOfCauser : ''}`,
    path: hrefOf(metadata),
    ...(isConfirmed && calendar && { calendar }),
    note: choiceHint,
    list: { userId: id, type },
    about: aboutOf({ source, metadata }),
  }
}

/** Notifications that a mail counts without naming them. */
export type Counted = { notices: number; types: readonly NotificationType[] }

export const theyAre = (count: number): string => (count === 1 ? 'It’s' : 'They’re')

/** Says where to find notifications that a mail only counts: the bell has those of kinds that aren't muted. */
export function whereabouts(
  count: number,
  types: readonly NotificationType[],
  receiver: Pick<Receiver, 'wants'>,
): string {
  const shown = types.filter((type) => receiver.wants(type, 'bell'))
  if (shown.length === types.length) return `${theyAre(count)} under Notifications.`
  if (shown.length > 0) return 'They’re under Notifications, except for the kinds that you’ve muted.'
  const kinds = types.length === 1 ? 'this kind' : 'these kinds'
  return `${theyAre(count)} not under Notifications, because you’ve muted ${kinds} there.`
}

/** Mails name this many notifications and count the others. */
const atMost = 20

/**
 * Writes one mail about several notifications, in the order in which they came, and about the number of those that
 * exceeded a limit.
 */
export function summaryOf(
  all: readonly Said[],
  receiver: To,
  unmailed: Counted = { notices: 0, types: [] },
): MailRequest {
  const { id, email, isConfirmed, timing } = receiver
  const told = all.slice(0, atMost)
  const named = isConfirmed
    ? told.map(({ title, message }) => `${title}\n${message}`)
    : [[...new Set(told.map(({ type }) => kindOf(type)))].join('\n'), confirmHint]
  const count = all.length + unmailed.notices
  const more = count - told.length
  const kinds = new Set([...all.slice(atMost).map(({ type }) => type), ...unmailed.types])
  const calendar = isConfirmed ? all.flatMap((one) => one.calendar ?? []) : []
  return {
    to: email,
    subject: `${count} new notifications`,
    text: [
      ...named,
      ...(more > 0 ? [`${more} more came in. ${whereabouts(more, [...kinds], receiver)}`] : []),
    ].join('\n\n'),
    path: '/dashboard',
    ...(calendar.length > 0 && { calendar }),
    note: choiceHint,
    list: { userId: id, type: summaryTypes[timing.pace] },
    about: all.flatMap(aboutOf),
  }
}

const hrefOf = ({ href }: Said['metadata']) =>
  (typeof href === 'string' ? href : '/dashboard') as `/${string}`

const aboutOf = ({ source, metadata }: Pick<Said, 'source' | 'metadata'>): string[] => {
  const ids = [metadata['appointment_id'], metadata['thread_id']].filter((id) => typeof id === 'string')
  return [source, ...ids]
}
