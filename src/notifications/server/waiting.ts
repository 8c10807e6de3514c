import { sql } from 'kysely'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { RowSweep } from '#/kernel/server/jobs.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { Work } from '#/kernel/server/work.ts'
import { waitMinutes } from '#/notifications/rules.ts'
import { findReceivers } from './choices.ts'
import { takeUnmailed } from './digest.ts'
import { mailOf, type Said, summaryOf } from './notice-mail.ts'
import { pushOf, requestPush } from './push/push-events.ts'
import { lockReceiver, lockReceivers } from './queries.ts'
import { roomForText } from './room.ts'
import { requestText } from './texts/text-events.ts'

type Held = {
  userId: string
  notificationId: string
  channel: 'email' | 'push' | 'sms'
  dueAt: Date
  isUrgent?: boolean
  calendar?: readonly CalendarEvent[] | undefined
}

/**
 * Keeps a notification's mail, push or text until quiet hours end, the daily mail goes out, or its reader had time to read it.
 * Needs the receiver's lock.
 */
export async function holdNotice(
  db: Db,
  { userId, notificationId, channel, dueAt, isUrgent = false, calendar }: Held,
): Promise<void> {
  await db
    .insertInto('waiting_notices')
    .values({
      user_id: userId,
      notification_id: notificationId,
      channel,
      due_at: dueAt,
      is_urgent: isUrgent,
      calendar: calendar ? JSON.stringify(calendar) : null,
    })
    .execute()
}

type Overtaken = (
  | { userIds: readonly string[] }
  | {
      /** Notices about this pet report, or with its ID in their source, whoever receives them. */
      reportId: string
      /** The receivers of the newer news. Locked along with the others, because locking them later, in `notify`, could deadlock. */
      receivers?: readonly string[]
    }
) & {
  /** Prefixes of the overtaken notices' sources. */
  sources: readonly string[]
  /** Limits it to notices about this appointment. */
  appointmentId?: string
  /** The newer notice's own source: its event may be delivered twice, and must not drop it. */
  by?: string
  /** The newer notice updates calendars too. Otherwise, mails that update one are kept. */
  isForCalendars?: boolean
}

/**
 * Drops waiting mails, pushes and texts that newer news has overtaken, even for people who don't get that news: an owner who
 * cancels a visit needs no reminder of it. Locks the receivers first, as sending does.
 */
export async function dropOvertaken(
  db: Db,
  { sources, appointmentId, by, isForCalendars = false, ...whose }: Overtaken,
): Promise<void> {
  const userIds =
    'userIds' in whose
      ? whose.userIds
      : [...(whose.receivers ?? []), ...(await listAwaiting(db, whose.reportId))]
  if (userIds.length === 0) return
  await lockReceivers(db, userIds)
  const isTheirs =
    'userIds' in whose
      ? sql`true`
      : sql`(n.related_report_id = ${whose.reportId}::uuid or ${whose.reportId}::text = any(string_to_array(n.source, ':')))`
  const statement = sql`
    delete from waiting_notices w using notifications n
     where w.user_id = any(${[...userIds]}::uuid[]) and ${isTheirs}
       and n.id = w.notification_id and n.source is distinct from ${by ?? null}
       and (${appointmentId ?? null}::text is null or n.metadata ->> 'appointment_id' = ${appointmentId ?? null})
       and (${isForCalendars} or w.calendar is null)
       and exists (select from unnest(${[...sources]}::text[]) as s(start) where starts_with(n.source, s.start))`
  await later(db, statement.compile(db))
}

/** Lists people for whom something about a pet report waits. */
async function listAwaiting(db: Db, reportId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_notices as w')
    .innerJoin('notifications as n', 'n.id', 'w.notification_id')
    .where('n.related_report_id', '=', reportId)
    .select('w.user_id')
    .distinct()
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Sends each person the waiting notifications that they haven't seen: a single one as it is, several in one mail, one push
 * and one text. Updates of their calendar are mailed even if they have.
 */
export const sendWaiting: RowSweep = {
  name: 'send-waiting-notices',
  cron: '* * * * *',
  transactions: 'rows',
  async next(work, failed) {
    const { rows } = await sql<{ user_id: string }>`
      select user_id from waiting_notices where due_at <= ${work.now} and user_id <> all(${failed}::uuid[])
       order by due_at limit 1
    `.execute(work.db)
    const [row] = rows
    return row && { id: row.user_id, run: () => sendDue(work, row.user_id) }
  },
}

async function sendDue(work: Work, userId: string): Promise<void> {
  const { db, now } = work
  await lockReceiver(db, userId)
  const held = await takeDue(db, userId, now)
  const receiver = (await findReceivers(db, [userId])).get(userId)
  // 0 held: another process was faster.
  if (held.length === 0 || !receiver) return
  const wanted = await holdLaterWays(
    work,
    userId,
    held.filter(
      ({ type, channel, isSeen, calendar }) => receiver.wants(type, channel) && (!isSeen || calendar),
    ),
  )
  // They may have chosen only urgent mails since. Mails that update their calendar are sent anyway.
  const mails = wanted.filter(
    ({ channel, type, isUrgent, calendar }) =>
      channel === 'email' &&
      (isUrgent || calendar !== undefined || (receiver.paceOf(type) ?? receiver.timing.pace) !== 'urgent'),
  )
  if (receiver.email && mails[0]) {
    const to = { ...receiver, id: userId, email: receiver.email }
    const unmailed = await takeUnmailed(db, { userId, receiver, now })
    await requestMail(
      work,
      mails.length + unmailed.notices === 1 ? mailOf(mails[0], to) : summaryOf(mails, to, unmailed),
    )
  }
  const pushes = wanted.filter(({ channel }) => channel === 'push')
  if (pushes[0]) await requestPush(work, receiver, pushOf(pushes[0], false, pushes.length))
  const texts = wanted.filter(({ channel }) => channel === 'sms')
  if (texts[0] && (await roomForText(db, userId))) await requestText(work, userId, texts[0], texts.length)
}

/**
 * Keeps a notification's push, text and mail apart when no worker ran for a while: the first of them goes out now, and the
 * others not before its reader has had time to open it. Returns the first ones.
 */
async function holdLaterWays({ db, now }: Work, userId: string, due: readonly Due[]): Promise<Due[]> {
  const byNotice = Map.groupBy(due, ({ id }) => id)
  const first = due.filter((one) => byNotice.get(one.id)![0] === one)
  for (const { id, channel, isUrgent, calendar } of due.filter((one) => !first.includes(one)))
    await holdNotice(db, { userId, notificationId: id, channel, isUrgent, calendar, dueAt: now })
  const onPhone = first.filter(({ channel }) => channel !== 'email')
  if (onPhone.length === 0) return first
  const ids = onPhone.map(({ id }) => id)
  const channels = onPhone.map(({ channel }) => channel)
  await sql`
    update waiting_notices w
       set due_at = greatest(w.due_at, ${now}::timestamptz + interval '1 minute' * case
             when w.channel = 'sms' then ${waitMinutes.text}::int
             when sent.channel = 'sms' then ${waitMinutes.mail - waitMinutes.text}::int
             else ${waitMinutes.mail}::int end)
      from unnest(${ids}::uuid[], ${channels}::text[]) as sent (id, channel)
     where w.user_id = ${userId} and w.notification_id = sent.id
  `.execute(db)
  return first
}

type Due = Said & { id: string; channel: Held['channel']; isUrgent: boolean; isSeen: boolean }

/** Takes a person's due notifications out of the queue. Clearing the bell says nothing about those outside it. */
async function takeDue(db: Db, userId: string, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due & { calendar: CalendarEvent[] | null }>`
    with taken as (
      delete from waiting_notices where user_id = ${userId} and due_at <= ${now}
      returning notification_id, channel, is_urgent, calendar
    )
    select n.id, n.type, n.source, n.title, n.message, n.metadata, t.channel, t.is_urgent as "isUrgent", t.calendar,
           exists (select from user_notification_reads r
                    where r.user_id = n.user_id and r.notification_id = n.id)
           or n.in_bell and exists (select from user_cleared_notifications c
                                     where c.user_id = n.user_id and c.cleared_at >= n.created_at) as "isSeen"
      from taken t join notifications n on n.id = t.notification_id
     order by n.created_at, array_position(array['push', 'sms', 'email'], t.channel)
  `.execute(db)
  return rows.map(({ calendar, ...row }) => ({ ...row, ...(calendar && { calendar }) }))
}
