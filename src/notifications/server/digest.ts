import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import type { NotificationType } from '#/notifications/notification-types.ts'
import { digestAfterMinutes } from '#/notifications/rules.ts'
import { quietUntil } from '#/notifications/timing.ts'
import { findReceivers } from './choices.ts'
import { choiceHint, zoneOf } from './notice-mail.ts'
import { lockReceiver } from './queries.ts'
import { roomForDigest } from './room.ts'
import { summaryTypes } from './stop-link.ts'

const nextAt = (now: Date) => new Date(now.getTime() + digestAfterMinutes * 60_000)

/** Counts a notification that exceeded a share and wasn't mailed. Needs the receiver's lock. */
export async function holdForDigest(
  db: Db,
  { userId, type, now }: { userId: string; type: NotificationType; now: Date },
): Promise<void> {
  const isRequest = type === 'appointment_requested' ? 1 : 0
  await sql`
    insert into unmailed_notices as u (user_id, requests, notices, due_at)
    values (${userId}, ${isRequest}, 1, ${nextAt(now)})
    on conflict (user_id) do update set requests = u.requests + excluded.requests, notices = u.notices + 1
  `.execute(db)
}

/**
 * Mails each person one summary of the last hour's unmailed notifications. In quiet hours it waits for
 * their end, without room another hour, and goes on counting.
 */
export const mailDigests: Sweep = {
  name: 'mail-digests-of-notices',
  cron: '*/10 * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const next = await db
      .selectFrom('unmailed_notices')
      .select('user_id')
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst()
    if (!next) return 0
    const { user_id: userId } = next
    await lockReceiver(db, userId)
    const held = await db
      .selectFrom('unmailed_notices')
      .select(['requests', 'notices'])
      .where('user_id', '=', userId)
      .where('due_at', '<=', now)
      .forUpdate()
      .executeTakeFirst()
    // Another process was faster.
    if (!held) return 1
    const receiver = (await findReceivers(db, [userId])).get(userId)
    const email = receiver?.timing.pace === 'urgent' ? null : receiver?.email
    const ends = receiver && quietUntil(receiver.timing.quiet, zoneOf(receiver), now)
    if (receiver && email && (ends || !(await roomForDigest(db, userId, receiver)))) {
      await db
        .updateTable('unmailed_notices')
        .set({ due_at: ends ?? nextAt(now) })
        .where('user_id', '=', userId)
        .execute()
      return 1
    }
    await db.deleteFrom('unmailed_notices').where('user_id', '=', userId).execute()
    if (receiver && email)
      await requestMail(work, {
        ...digestOf(held, email),
        list: { userId, type: summaryTypes[receiver.timing.pace] },
      })
    return 1
  },
}

function digestOf({ requests, notices }: { requests: number; notices: number }, to: string) {
  const isRequests = requests === notices
  const [what, path] = isRequests
    ? (['request', '/appointments?side=visits&tab=requests'] as const)
    : (['notification', '/dashboard'] as const)
  const many = notices === 1 ? `1 more ${what} came in` : `${notices} more ${what}s came in`
  const requested =
    !isRequests && requests > 0
      ? ` (including ${requests === 1 ? 'a new request' : `${requests} new requests`})`
      : ''
  return {
    to,
    subject: many,
    text: `${many}${requested}. We’ve sent you a lot of emails today, so this one covers the rest. ${
      isRequests ? 'They’re under Appointments.' : 'They’re under Notifications.'
    }`,
    note: choiceHint,
    path,
  }
}
