import { sql } from 'kysely'
import type { CalendarEvent } from '#/kernel/server/calendar-event.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { later } from '#/kernel/server/round-trips.ts'
import { findReceivers } from './choices.ts'
import { mailOf, type Said, summaryOf } from './notice-mail.ts'
import { pushOf, requestPush } from './push/push-events.ts'
import { lockReceiver } from './queries.ts'
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
      ...{ user_id: userId, notification_id: notificationId, channel, due_at: dueAt },
      is_urgent: isUrgent,
      calendar: calendar ? JSON.stringify(calendar) : null,
    })
    .execute()
}

type Overtaken = {
  userIds: readonly string[]
  /** How their sources begin. */
  sources: readonly string[]
  /** Only news of this appointment. */
  appointmentId?: string
  /** The newer news, which may be delivered twice. */
  by: string
  /** The newer news updates calendars; otherwise, what updates them is kept. */
  isForCalendars?: boolean
}

/**
 * Drops waiting mails and pushes that newer news overtakes, also of people whom the newer one isn't for: who cancels a visit
 * needs no reminder of it.
 */
export async function dropOvertaken(
  db: Db,
  { userIds, sources, appointmentId, by, isForCalendars = false }: Overtaken,
): Promise<void> {
  const statement = sql`
    delete from waiting_notices w using notifications n
     where w.user_id = any(${[...userIds]}::uuid[]) and n.id = w.notification_id and n.source <> ${by}
       and (${appointmentId ?? null}::text is null or n.metadata ->> 'appointment_id' = ${appointmentId ?? null})
       and (${isForCalendars} or w.calendar is null)
       and exists (select from unnest(${[...sources]}::text[]) as s(start) where starts_with(n.source, s.start))`
  await later(db, statement.compile(db))
}

/**
 * Sends each person what has waited until now and they haven't seen in the bell: one notification by itself, more in one
 * mail, one push and one text. Events for their calendar are mailed also if they have.
 */
export const sendWaiting: Sweep = {
  name: 'send-waiting-notices',
  cron: '* * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const next = await db
      .selectFrom('waiting_notices')
      .select('user_id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (!next) return 0
    const { user_id: userId } = next
    await lockReceiver(db, userId)
    const held = await takeDue(db, userId, now)
    const receiver = (await findReceivers(db, [userId])).get(userId)
    // 0 held: another process was faster.
    if (held.length === 0 || !receiver) return 1
    const wanted = held.filter(
      ({ type, channel, isSeen, calendar }) => receiver.wants(type, channel) && (!isSeen || calendar),
    )
    // Who wants only urgent mails by now gets no others, but their calendar stays right.
    const mails = wanted.filter(
      ({ channel, type, isUrgent, calendar }) =>
        channel === 'email' &&
        (isUrgent || calendar !== undefined || (receiver.paceOf(type) ?? receiver.timing.pace) !== 'urgent'),
    )
    if (receiver.email && mails[0]) {
      const to = { ...receiver, id: userId, email: receiver.email }
      await requestMail(work, mails.length === 1 ? mailOf(mails[0], to) : summaryOf(mails, to))
    }
    const pushes = wanted.filter(({ channel }) => channel === 'push')
    if (pushes[0]) await requestPush(work, receiver, pushOf(pushes[0], false, pushes.length))
    const texts = wanted.filter(({ channel }) => channel === 'sms')
    if (texts[0] && (await roomForText(db, userId))) await requestText(work, userId, texts[0], texts.length)
    return 1
  },
}

type Due = Said & { id: string; channel: Held['channel']; isUrgent: boolean; isSeen: boolean }

/** Takes a person's due notifications out of the queue. Those outside the bell count as not seen. */
async function takeDue(db: Db, userId: string, now: Date): Promise<Due[]> {
  const { rows } = await sql<Due & { calendar: CalendarEvent[] | null }>`
    with taken as (
      delete from waiting_notices where user_id = ${userId} and due_at <= ${now}
      returning notification_id, channel, is_urgent, calendar
    )
    select n.id, n.type, n.source, n.title, n.message, n.metadata, t.channel, t.is_urgent as "isUrgent", t.calendar,
           n.in_bell and (
             exists (select from user_notification_reads r
                      where r.user_id = n.user_id and r.notification_id = n.id)
             or exists (select from user_cleared_notifications c
                         where c.user_id = n.user_id and c.cleared_at >= n.created_at)) as "isSeen"
      from taken t join notifications n on n.id = t.notification_id
     order by n.created_at
  `.execute(db)
  return rows.map(({ calendar, ...row }) => ({ ...row, ...(calendar && { calendar }) }))
}
