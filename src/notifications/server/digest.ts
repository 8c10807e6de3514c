import { sql } from 'kysely'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { RowSweep } from '#/kernel/server/jobs.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type NotificationType, notificationTypes } from '#/notifications/notification-types.ts'
import { digestAfterMinutes } from '#/notifications/rules.ts'
import { type MailPace, nextDailyMail, quietUntil } from '#/notifications/timing.ts'
import { findReceivers, type Receiver } from './choices.ts'
import { type Counted, choiceHint, theyAre, whereabouts, zoneOf } from './notice-mail.ts'
import { lockReceiver } from './queries.ts'
import { roomForDigest } from './room.ts'
import { summaryTypes } from './stop-link.ts'

/** Returns when a summary goes out: with the daily mail of people who want one a day, for others in an hour. */
function nextAt(receiver: Receiver, pace: MailPace, now: Date): Date {
  if (pace === 'daily') return nextDailyMail(receiver.timing.quiet, zoneOf(receiver), now)
  return new Date(now.getTime() + digestAfterMinutes * MINUTE)
}

type Unmailed = { userId: string; type: NotificationType; isUrgent: boolean; now: Date }

/** Counts a notification that exceeded a share and wasn't mailed. Needs the receiver's lock. */
export async function holdForDigest(
  db: Db,
  receiver: Receiver,
  { userId, type, isUrgent, now }: Unmailed,
): Promise<void> {
  const isRequest = type === 'appointment_requested' ? 1 : 0
  const dueAt = nextAt(receiver, isUrgent ? 'at_once' : (receiver.paceOf(type) ?? receiver.timing.pace), now)
  await sql`
    insert into unmailed_notices as u (user_id, requests, notices, types, is_urgent, due_at)
    values (${userId}, ${isRequest}, 1, ${[type]}::text[], ${isUrgent || receiver.paceOf(type) !== null}, ${dueAt})
    on conflict (user_id) do update
      set requests = u.requests + excluded.requests, notices = u.notices + 1,
          types = case when u.types @> excluded.types then u.types else u.types || excluded.types end,
          is_urgent = u.is_urgent or excluded.is_urgent, due_at = least(u.due_at, excluded.due_at)
  `.execute(db)
}

/**
 * Mails each person one summary of their unmailed notifications, an hour after the first or with their daily mail. It waits until
 * quiet hours end, or, after too many mails, for its next turn; what arrives meanwhile is counted too. If another mail about
 * several notifications is due, that one names their number instead (`takeUnmailed`).
 */
export const mailDigests: RowSweep = {
  name: 'mail-digests-of-notices',
  cron: '*/10 * * * *',
  transactions: 'rows',
  async next(work, failed) {
    const { rows } = await sql<{ user_id: string }>`
      select u.user_id from unmailed_notices u
       where u.due_at <= ${work.now} and u.user_id <> all(${failed}::uuid[])
         and not exists (select from waiting_notices w
                          where w.user_id = u.user_id and w.channel = 'email' and w.due_at <= ${work.now})
       order by u.due_at limit 1
    `.execute(work.db)
    const [row] = rows
    return row && { id: row.user_id, run: () => mailDigest(work, row.user_id) }
  },
}

async function mailDigest(work: Work, userId: string): Promise<void> {
  const { db, now } = work
  await lockReceiver(db, userId)
  const held = await db
    .selectFrom('unmailed_notices')
    .select(['requests', 'notices', 'types', 'is_urgent'])
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  // Another process was faster.
  if (!held) return
  const receiver = (await findReceivers(db, [userId])).get(userId)
  const email = receiver && isWanted(held, receiver) ? receiver.email : null
  const ends = receiver && quietUntil(receiver.timing.quiet, zoneOf(receiver), now)
  if (receiver && email && (ends || !(await roomForDigest(db, userId, receiver)))) {
    await db
      .updateTable('unmailed_notices')
      .set({ due_at: ends ?? nextAt(receiver, receiver.timing.pace, now) })
      .where('user_id', '=', userId)
      .execute()
    return
  }
  await db.deleteFrom('unmailed_notices').where('user_id', '=', userId).execute()
  if (receiver && email)
    await requestMail(work, {
      ...digestOf(held, { ...receiver, email }),
      list: { userId, type: summaryTypes[receiver.timing.pace] },
    })
}

/** Takes a person's unmailed notifications that are due, for another mail to count them. Needs the receiver's lock. */
export async function takeUnmailed(
  db: Db,
  { userId, receiver, now }: { userId: string; receiver: Receiver; now: Date },
): Promise<Counted> {
  const taken = await db
    .deleteFrom('unmailed_notices')
    .where('user_id', '=', userId)
    .where('due_at', '<=', now)
    .returning(['notices', 'types', 'is_urgent'])
    .executeTakeFirst()
  return taken && isWanted(taken, receiver)
    ? { notices: taken.notices, types: kindsOf(taken) }
    : { notices: 0, types: [] }
}

type Unsent = { types: readonly string[]; is_urgent: boolean }

const kindsOf = ({ types }: Pick<Unsent, 'types'>) => notificationTypes.filter((type) => types.includes(type))

/** People may have turned these mails off since, or chosen only urgent ones. */
const isWanted = (held: Unsent, receiver: Receiver): boolean =>
  (receiver.timing.pace !== 'urgent' || held.is_urgent) &&
  kindsOf(held).some((type) => receiver.wants(type, 'email'))

function digestOf(
  { requests, notices, types }: { requests: number; notices: number; types: readonly string[] },
  receiver: Receiver & { email: string },
) {
  const isRequests = requests === notices
  const [what, path] = isRequests
    ? (['request', '/appointments?side=visits&tab=requests'] as const)
    : (['notification', '/dashboard'] as const)
  // A daily mail may be the only one of its day.
  const more = receiver.timing.pace === 'daily' ? '' : 'more '
  const many = `${notices} ${more}${what}${notices === 1 ? '' : 's'} came in`
  const requested =
    !isRequests && requests > 0
      ? ` (including ${requests === 1 ? 'a new request' : `${requests} new requests`})`
      : ''
  const where = isRequests
    ? `${theyAre(notices)} under Appointments.`
    : whereabouts(notices, kindsOf({ types }), receiver)
  return {
    to: receiver.email,
    subject: many,
    text: `${many}${requested}. ${where} We limit how many emails other people can trigger in a day, so this one covers the rest.`,
    note: choiceHint,
    path,
  }
}
