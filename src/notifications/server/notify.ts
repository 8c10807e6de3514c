import { DAY } from '#/kernel/duration.ts'
import type { Reader } from '#/kernel/reader-time.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import { hint } from '#/kernel/server/live.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { isInAppPath, waitMinutes } from '#/notifications/rules.ts'
import { isUrgent } from '#/notifications/timing.ts'
import { findReceivers } from './choices.ts'
import { holdForDigest } from './digest.ts'
import { mailOf, mailTimeOf, minutesAfter, pushTimeOf, textTimeOf } from './notice-mail.ts'
import { pushOf, requestPush } from './push/push-events.ts'
import { countSeenOfThread, hideFromBell, insertNotification, insertReads, lockReceiver } from './queries.ts'
import { fitsInBell, returnTextFrom, roomForMail, roomForPush, roomForText, roomForTextFrom } from './room.ts'
import { requestText } from './texts/text-events.ts'
import { dropOvertaken, holdNotice } from './waiting.ts'

export type Notice = {
  userId: string
  /** The other person who caused it, or `causerWithoutAccount`, if any; what one person can cause is limited. */
  causedBy?: string | null
  /**
   * Set if it starts a deadline, or cancels or moves a visit, so that earlier ones from the same person can't hide it.
   * Only for events that one person can't repeat at will.
   */
  isPressing?: boolean
  /** When the visit it is about starts, or something has to be done: if that's soon, quiet hours don't hold it. */
  dueAt?: Date
  /** Quiet hours don't hold it for this receiver, whatever its kind. */
  cantWait?: boolean
  type: NotificationType
  /** A function, like `message`, if it contains a time, which depends on the reader: see `timeFor`. */
  title: string | ((reader: Reader) => string)
  message: string | ((reader: Reader) => string)
  /** The same for every repeat: `appointments.changed:<id>`. */
  source: string
  /** The page of ours that a click opens, such as `/appointments`. */
  href?: string
  relatedReportId?: string
  metadata?: Record<string, unknown>
  /** Set if the person gets a mail about it anyway. */
  isMailed?: boolean
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
  for (const {
    href,
    metadata,
    calendar,
    causedBy,
    isPressing,
    isMailed,
    dueAt,
    cantWait,
    title,
    message,
    ...rest
  } of inOrder) {
    if (href !== undefined && !isInAppPath(href)) throw new Error(`Not a page of ours: ${href}`)
    const { type, userId } = rest
    const receiver = receivers.get(userId)
    const inBell = receiver?.wants(type, 'bell') ?? false
    if (!receiver) continue
    const isCaused = Boolean(causedBy && causedBy !== userId)
    const urgent = isUrgent({ type, isCaused, dueAt, cantWait }, work.now)
    const timed = { isUrgent: urgent, dueAt, now: work.now }
    // The mail goes first, and its reader gets time to open it.
    const phoneFrom = isMailed ? minutesAfter(work.now, waitMinutes.mail) : work.now
    const pushAt =
      receiver.devices.length > 0 && receiver.wants(type, 'push')
        ? pushTimeOf(receiver, { ...timed, now: phoneFrom })
        : null
    const textAt =
      receiver.phone && receiver.wants(type, 'sms')
        ? textTimeOf(receiver, { ...timed, pushedAt: pushAt, now: phoneFrom })
        : null
    const mailAt =
      !isMailed && receiver.wants(type, 'email')
        ? mailTimeOf(receiver, { ...timed, type, pushAt, textAt })
        : null
    const address = mailAt && receiver.email
    if (!inBell && !address && !pushAt && !textAt) continue
    const notice = {
      ...rest,
      id: newId<'notification'>(),
      title: typeof title === 'string' ? title : title(receiver),
      message: typeof message === 'string' ? message : message(receiver),
    }
    await lockReceiver(work.db, userId)
    const isNew = await insertNotification(work.db, {
      ...notice,
      metadata: { ...metadata, ...(href !== undefined && { href }) },
      inBell,
      now: work.now,
    })
    if (!isNew) continue
    if (inBell) await hint(work.db, [userId], 'notifications')
    const causer = causedBy && isCaused && !isPressing ? causedBy : null
    if (causer && inBell && !(await fitsInBell(work.db, userId, causer)))
      await hideFromBell(work.db, userId, notice.source)
    if (pushAt && (await roomForPush(work.db, userId, causer))) {
      const pushed = { id: notice.id, type, metadata: { href } }
      if (pushAt <= work.now) await requestPush(work, receiver, pushOf(pushed, urgent))
      else await holdNotice(work.db, { userId, notificationId: notice.id, channel: 'push', dueAt: pushAt })
    }
    if (textAt && (await roomForTextFrom(work.db, userId, causer))) {
      if (textAt > work.now)
        await holdNotice(work.db, { userId, notificationId: notice.id, channel: 'sms', dueAt: textAt })
      else if (await roomForText(work.db, userId))
        await requestText(work, userId, { type, metadata: { href } })
      else await returnTextFrom(work.db, userId, causer)
    }
    if (!address) continue
    const room = await roomForMail(work.db, userId, receiver, causer)
    if (!room.isFree) {
      if (room.isHeld)
        await holdForDigest(work.db, receiver, { userId, type, isUrgent: urgent, now: work.now })
      continue
    }
    if (mailAt > work.now) {
      await holdNotice(work.db, {
        userId,
        notificationId: notice.id,
        channel: 'email',
        dueAt: mailAt,
        calendar,
        isUrgent: urgent,
      })
      continue
    }
    const said = { ...notice, metadata: { ...metadata, href }, calendar }
    await requestMail(work, mailOf(said, { ...receiver, id: userId, email: address }, room))
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

/** Marks one notification as read, by its source, once the person has acted on it. */
export function readSource(work: Pick<Work, 'db' | 'now'>, userId: string, source: string) {
  return insertReads(work.db, userId, { source, now: work.now })
}

/** The age up to which ended news is marked as read. */
const endedDays = 30

/**
 * Marks the news from sources that begin with this as read, and drops mails, pushes and texts of it that still wait, because its
 * subject is done. The receivers stay locked until the transaction ends.
 */
export async function endNews(
  { db, now }: Pick<Work, 'db' | 'now'>,
  userIds: readonly string[],
  sources: string,
): Promise<void> {
  await dropOvertaken(db, { userIds, sources: [sources] })
  const from = new Date(now.getTime() - endedDays * DAY)
  for (const userId of userIds) await insertReads(db, userId, { sources, from, now })
}

/** Counts how many notifications of a thread the person has read or cleared. */
export const timesThreadSeen = countSeenOfThread
