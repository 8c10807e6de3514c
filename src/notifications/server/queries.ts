import { type ExpressionBuilder, sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { hint } from '#/kernel/server/live.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { DB } from '#/kernel/server/schema.ts'
import { unreadCountLimit } from '#/notifications/rules.ts'

/**
 * Locks a receiver from the next statement until the transaction ends. Notifications then become visible in the order they were received, so
 * none can appear behind one that was already read or cleared.
 */
export async function lockReceiver(db: Db, userId: string): Promise<void> {
  await lockReceivers(db, [userId])
}

/** Locks several receivers like `lockReceiver`, in the order in which `notify` does, so that the two can't deadlock. */
export async function lockReceivers(db: Db, userIds: readonly string[]): Promise<void> {
  const lock = sql`
    select pg_advisory_xact_lock(hashtextextended('notifications:' || id, 0))
      from (select distinct id from unnest(${[...userIds]}::uuid[]) as u(id) order by id) as in_order`
  await later(db, lock.compile(db))
}

type NewNotification = {
  id: string
  userId: string
  source: string
  type: string
  title: string
  message: string
  metadata: Record<string, unknown>
  relatedReportId?: string | undefined
  inBell: boolean
  now: Date
}

/**
 * Stores a notification as received now, or a millisecond after the previous one if the clock hasn't moved on or was
 * set back. Needs the receiver's lock to be held already, because a statement sees only what was committed before it
 * began. Returns whether it is new.
 */
export async function insertNotification(db: Db, row: NewNotification): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into notifications
      (id, user_id, source, type, title, message, metadata, related_report_id, in_bell, created_at)
    values (
      ${row.id}, ${row.userId}, ${row.source}, ${row.type}, ${row.title}, ${row.message},
      ${JSON.stringify(row.metadata)}, ${row.relatedReportId ?? null}, ${row.inBell},
      greatest(
        ${row.now}::timestamptz,
        (select max(created_at) + interval '1 millisecond' from notifications where user_id = ${row.userId}),
        (select max(cleared_at) + interval '1 millisecond' from user_cleared_notifications
          where user_id = ${row.userId})
      )
    )
    on conflict (user_id, source) do nothing
  `.execute(db)
  return numAffectedRows === 1n
}

export async function hideFromBell(db: Db, userId: string, source: string): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ in_bell: false })
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .execute()
}

const own = (db: Db, userId: string) =>
  db.selectFrom('notifications').where('notifications.user_id', '=', userId)

/** Selects a person's notifications in the bell, received since they last cleared them. */
function visible(db: Db, userId: string) {
  return own(db, userId)
    .where('notifications.in_bell', '=', true)
    .where(
      'notifications.created_at',
      '>',
      sql<Date>`coalesce((select max(cleared_at) from user_cleared_notifications where user_id = ${userId}), '-infinity')`,
    )
}

const isRead = (eb: ExpressionBuilder<DB, 'notifications'>) =>
  eb.exists(
    eb
      .selectFrom('user_notification_reads as reads')
      .whereRef('reads.user_id', '=', 'notifications.user_id')
      .whereRef('reads.notification_id', '=', 'notifications.id'),
  )

type Page = { limit: number; before?: Date | undefined; type?: string | undefined }

/** Lists the newest first, with one more than asked for if there is a next page. */
export function listNotifications(db: Db, userId: string, { limit, before, type }: Page) {
  return visible(db, userId)
    .$if(before !== undefined, (query) => query.where('notifications.created_at', '<', before!))
    .$if(type !== undefined, (query) => query.where('notifications.type', '=', type!))
    .select((eb) => [
      'notifications.id',
      'notifications.type',
      'notifications.title',
      'notifications.message',
      'notifications.metadata',
      'notifications.related_report_id',
      'notifications.created_at',
      isRead(eb).as('is_read'),
    ])
    .orderBy('notifications.created_at', 'desc')
    .limit(limit + 1)
    .execute()
}

/** Stops counting at the limit. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom(
      visible(db, userId)
        .where((eb) => eb.not(isRead(eb)))
        .select('notifications.id')
        .limit(unreadCountLimit)
        .as('unread'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns when the person received this notification; undefined if it isn't theirs. */
export async function receivedAt(db: Db, userId: string, id: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at
}

type Mark = {
  from?: Date
  upTo?: Date
  appointmentId?: string
  threadId?: string
  source?: string
  /** The beginning of sources. */
  sources?: string
  now: Date
}

/**
 * Marks a person's notifications as read: those received between `from` and `upTo`, or those about an appointment or a thread,
 * or those from a source or several. With `upTo` alone, it leaves out those outside the bell, which the person hasn't seen.
 */
export async function insertReads(db: Db, userId: string, mark: Mark): Promise<void> {
  const { from, upTo, appointmentId, threadId, source, sources, now } = mark
  const isForAll = [from, appointmentId, threadId, source, sources].every((one) => one === undefined)
  const { numInsertedOrUpdatedRows: marked } = await db
    .insertInto('user_notification_reads')
    .columns(['user_id', 'notification_id', 'read_at'])
    .expression(
      (isForAll ? visible(db, userId) : own(db, userId))
        .$if(upTo !== undefined, (query) => query.where('notifications.created_at', '<=', upTo!))
        .$if(from !== undefined, (query) => query.where('notifications.created_at', '>=', from!))
        .$if(appointmentId !== undefined, (query) =>
          query.where(sql`metadata ->> 'appointment_id'`, '=', appointmentId!),
        )
        .$if(source !== undefined, (query) => query.where('notifications.source', '=', source!))
        .$if(sources !== undefined, (query) =>
          query.where(sql<boolean>`starts_with(notifications.source, ${sources!})`),
        )
        .$if(threadId !== undefined, (query) => query.where(sql`metadata ->> 'thread_id'`, '=', threadId!))
        .where((eb) => eb.not(isRead(eb)))
        .select(['notifications.user_id', 'notifications.id', sql<Date>`${now}::timestamptz`.as('read_at')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (marked) await hint(db, [userId], 'notifications')
}

export async function insertClearing(db: Db, userId: string, clearedAt: Date): Promise<void> {
  const { numInsertedOrUpdatedRows: cleared } = await db
    .insertInto('user_cleared_notifications')
    .values({ user_id: userId, cleared_at: clearedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (cleared) await hint(db, [userId], 'notifications')
}

export async function countSeenOfThread(db: Db, userId: string, threadId: string): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .leftJoin('user_notification_reads as reads', (join) =>
      join
        .onRef('reads.user_id', '=', 'notifications.user_id')
        .onRef('reads.notification_id', '=', 'notifications.id'),
    )
    .where('notifications.user_id', '=', userId)
    .where(sql`metadata ->> 'thread_id'`, '=', threadId)
    .where(
      sql<boolean>`reads.read_at is not null or notifications.created_at <=
        (select max(cleared_at) from user_cleared_notifications where user_id = ${userId})`,
    )
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}
