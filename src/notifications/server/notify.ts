import type { Reader } from '#/kernel/reader-time.ts'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { NotificationType } from '../notification-types.ts'
import { isInAppPath } from '../rules.ts'
import { findReceivers, type Receiver } from './choices.ts'
import { choiceHint, holdForDigest } from './digest.ts'
import { countSeenOfThread, hideFromBell, insertNotification, insertReads, lockReceiver } from './queries.ts'
import { fitsInBell, roomForMail } from './room.ts'

export type Notice = {
  userId: string
  /** Whose doing it is, where another person's: what they cause is limited. */
  causedBy?: string | null
  /**
   * It starts a deadline, or ends or moves what was agreed: what its causer has caused before must not hide it. Only for
   * what one person can't repeat at will.
   */
  isPressing?: boolean
  type: NotificationType
  title: string
  /** With a time in it, a function of who reads it: see `timeFor`. */
  message: string | ((reader: Reader) => string)
  /** What it tells of, the same at every repeat: `veterinary.appointment_confirmed:<id>`. */
  source: string
  /** The page of ours that a click opens, `/appointments`. */
  href?: string
  relatedReportId?: string
  metadata?: Record<string, unknown>
  /** What the mail of it tells the receiver's calendar. */
  calendar?: CalendarEvent
}

/**
 * Tells people something, in the transaction at hand, by the channels they want; a notice whose `source` its receiver
 * already has is dropped, so it may be repeated. Meant for subscribers: until the transaction ends, others wait who tell
 * the same people.
 */
export async function notify(work: Work, ...notices: Notice[]): Promise<void> {
  if (notices.length === 0) return
  const receivers = await findReceivers(
    work.db,
    notices.map(({ userId }) => userId),
  )
  // Always in the same order, so that two transactions telling the same people never wait for each other.
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
    await requestMail(work, { ...mailOf(said, address, receiver, href), about })
  }
}

const lastOfCauser = '\n\nMore from the same person today is under Notifications only.'

/**
 * To an address that nobody has proved to be theirs go our words alone: names and reasons are what people write, and
 * whoever signed up with the address of another could write to them in our name, and into their calendar.
 */
function mailOf(
  {
    title,
    message,
    calendar,
    isLast,
  }: Pick<Notice, 'title' | 'calendar'> & { message: string; isLast: boolean },
  to: string,
  { isConfirmed }: Receiver,
  href = '/dashboard',
) {
  const text = isConfirmed
    ? message
    : 'Log in to read more. Once you have confirmed this address, under Edit profile, the mails tell all.'
  return {
    to,
    subject: title,
    text: `${text}${isLast ? lastOfCauser : ''}\n\n${choiceHint}`,
    path: href as `/${string}`,
    ...(isConfirmed && calendar && { calendar }),
  }
}

/** What told someone of an appointment is read once they have acted on it. */
export function readAppointment(work: Pick<Work, 'db' | 'now'>, userId: string, appointmentId: string) {
  return insertReads(work.db, userId, { appointmentId, now: work.now })
}

/** What told someone of a thread is read once they have read on in it. */
export function readThreadNotices(work: Pick<Work, 'db' | 'now'>, userId: string, threadId: string) {
  return insertReads(work.db, userId, { threadId, now: work.now })
}

/** How often someone has read, or cleared away, that there is something in a thread. */
export const timesThreadSeen = countSeenOfThread
