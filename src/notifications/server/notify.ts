import type { Reader } from '#/kernel/reader-time.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import { hint } from '#/kernel/server/live.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type NotificationType, notificationGroups, typeNames } from '#/notifications/notification-types.ts'
import { isInAppPath } from '#/notifications/rules.ts'
import { findReceivers, type Receiver } from './choices.ts'
import { choiceHint, holdForDigest } from './digest.ts'
import { countSeenOfThread, hideFromBell, insertNotification, insertReads, lockReceiver } from './queries.ts'
import { fitsInBell, roomForMail } from './room.ts'

export type Notice = {
  userId: string
  /** The other person who caused it, if any; what one person can cause is limited. */
  causedBy?: string | null
  /**
   * Set if it starts a deadline, or cancels or moves a visit, so that earlier ones from the same person can't hide it.
   * Only for events that one person can't repeat at will.
   */
  isPressing?: boolean
  type: NotificationType
  title: string
  /** A function if it contains a time, which depends on the reader: see `timeFor`. */
  message: string | ((reader: Reader) => string)
  /** The same for every repeat: `veterinary.appointment_confirmed:<id>`. */
  source: string
  /** The page of ours that a click opens, such as `/appointments`. */
  href?: string
  relatedReportId?: string
  metadata?: Record<string, unknown>
  /** Calendar events attached to its mail. */
  calendar?: readonly CalendarEvent[]
}

/**
 * Notifies people in the current transaction, by their chosen channels. Drops a notification whose `source` its
 * receiver already has, so calls may repeat. Meant for subscribers: until the transaction ends, others who notify the
 * same people wait.
 */
export async function notify(work: Work, ...notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  const receivers = await findReceivers(
    work.db,
    notices.map(({ userId }) => userId),
  )
  // Always in the same order, so that two transactions that notify the same people don't deadlock.
  const inOrder = notices.toSorted((a, b) => (a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0))
  for (const { href, metadata, calendar, causedBy, isPressing, message, ...rest } of inOrder) {
    if (href !== undefined && !isInAppPath(href)) throw new Error(`Not a page of ours: ${href}`)
    const { type, userId } = rest
    const receiver = receivers.get(userId)
    const inBell = receiver?.wants(type, 'bell') ?? false
    const address = receiver?.wants(type, 'email') ? receiver.email : null
    if (!receiver || (!inBell && !address)) continue
    const notice = { ...rest, message: typeof message === 'string' ? message : message(receiver) }
    await lockReceiver(work.db, userId)
    const isNew = await insertNotification(work.db, {
      ...notice,
      id: newId<'notification'>(),
      metadata: { ...metadata, ...(href !== undefined && { href }) },
      inBell,
      now: work.now,
    })
    if (!isNew) continue
    if (inBell) await hint(work.db, [userId], 'notifications')
    const causer = causedBy && causedBy !== userId && !isPressing ? causedBy : null
    if (causer && inBell && !(await fitsInBell(work.db, userId, causer)))
      await hideFromBell(work.db, userId, notice.source)
    if (!address) continue
    const room = await roomForMail(work.db, userId, receiver, causer)
    if (!room.isFree) {
      if (room.isHeld) await holdForDigest(work.db, { userId, type, now: work.now })
      continue
    }
    const said = { ...notice, ...(calendar && { calendar }), isLast: room.isLastOfCauser }
    const ids = [metadata?.['appointment_id'], metadata?.['thread_id']].filter((id) => typeof id === 'string')
    const about = [notice.source, ...ids]
    const list = { userId, type }
    await requestMail(work, { ...mailOf(said, address, receiver, href), note: choiceHint, list, about })
  }
}

const lastOfCauser = '\n\nFor the rest of today, you’ll find this person’s activity only under Notifications.'

/** 'Appointments: Confirmed appointments'. */
const kindOf = (type: NotificationType): string =>
  `${notificationGroups.find(({ types }) => type in types)!.name}: ${typeNames[type]}`

/**
 * Sends only our own words to an unconfirmed address. People write names, reasons and tasks, and someone who signed up
 * with a stranger's address could otherwise write to them in our name, and into their calendar.
 */
function mailOf(
  {
    type,
    title,
    message,
    calendar,
    isLast,
  }: Pick<Notice, 'type' | 'title' | 'calendar'> & { message: string; isLast: boolean },
  to: string,
  { isConfirmed }: Receiver,
  href = '/dashboard',
) {
  const text = isConfirmed
    ? message
    : 'Log in to read more. Confirm this address under Edit profile, and our emails will include the details.'
  return {
    to,
    subject: isConfirmed ? title : kindOf(type),
    text: `${text}${isLast ? lastOfCauser : ''}`,
    path: href as `/${string}`,
    ...(isConfirmed && calendar && { calendar }),
  }
}

/** Marks an appointment's notifications as read once the person has acted on it. */
export function readAppointment(work: Pick<Work, 'db' | 'now'>, userId: string, appointmentId: string) {
  return insertReads(work.db, userId, { appointmentId, now: work.now })
}

/** Marks a thread's notifications as read once its reader has opened it. */
export function readThreadNotices(work: Pick<Work, 'db' | 'now'>, userId: string, threadId: string) {
  return insertReads(work.db, userId, { threadId, now: work.now })
}

/** Counts how many notifications of a thread the person has read or cleared. */
export const timesThreadSeen = countSeenOfThread
