import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/messaging/errors.ts'
import type { PersonBlocked } from '#/messaging/events.ts'
import { findParty, type Party } from './parties.ts'

type Said = { id: string; by: 'reporter' | 'reported'; text: string | null; at: string; pictures: number }
export type Snapshot = Said[]

/** The latest messages of a reported thread, for administrators. */
const snapshotLength = 10

type Report = { bookingId: string; messageId?: string | null | undefined; reason: string }

/**
 * Reports a message or the other side, with a snapshot of the latest messages.
 * @throws messaging.own_message, messaging.already_reported
 */
export async function report({ db, actor, now }: ActorWork, input: Report): Promise<void> {
  const { bookingId, reason } = input
  const messageId = input.messageId ?? null
  const party = await findParty(db, actor.userId, bookingId)
  const { threadId, otherId } = party
  const message = messageId === null ? null : await findMessage(db, threadId, messageId)
  if (message?.sender_id === actor.userId) refuse('messaging.own_message')
  await db
    .insertInto('message_reports')
    .values({
      id: newId<'report'>(),
      thread_id: threadId,
      message_id: messageId,
      reporter_id: actor.userId,
      reported_id: otherId,
      reason,
      snapshot: JSON.stringify([
        ...openingOf(party),
        ...(await takeSnapshot(db, threadId, otherId, message?.position)),
      ]),
      created_at: now,
    })
    .execute()
}

/** Returns the text of the owner's request as the first message. */
function openingOf({ booking: { id, side }, opening }: Party): Snapshot {
  if (!opening) return []
  const by = side === 'owner' ? 'reporter' : 'reported'
  return [{ id, by, text: opening.text, at: opening.at.toISOString(), pictures: 0 }]
}

type PersonReport = { reportedId: string; reason: string; said: Snapshot }

/**
 * Reports somebody for what they wrote outside the threads.
 * @throws messaging.already_reported
 */
export async function reportPerson({ db, actor, now }: ActorWork, report: PersonReport): Promise<void> {
  await db
    .insertInto('message_reports')
    .values({
      id: newId<'report'>(),
      reporter_id: actor.userId,
      reported_id: report.reportedId,
      reason: report.reason,
      snapshot: JSON.stringify(report.said),
      created_at: now,
    })
    .execute()
}

async function findMessage(db: Db, threadId: string | null, id: string) {
  const message = await db
    .selectFrom('messages')
    .select(['sender_id', 'position'])
    .where('id', '=', id)
    .where('thread_id', '=', threadId)
    .executeTakeFirst()
  return message ?? refuseRequest('request.not_found')
}

/** Returns the latest messages of a thread, up to a position if given. */
export async function takeSnapshot(
  db: Db,
  threadId: string | null,
  reportedId: string,
  upTo?: number,
): Promise<Snapshot> {
  const rows = await db
    .selectFrom('messages as m')
    .select(['m.id', 'm.sender_id', 'm.text', 'm.created_at'])
    .select(({ selectFrom }) =>
      selectFrom('message_pictures as p')
        .whereRef('p.message_id', '=', 'm.id')
        .select(({ fn }) => fn.countAll().as('count'))
        .as('pictures'),
    )
    .where('m.thread_id', '=', threadId)
    .$if(upTo !== undefined, (query) => query.where('m.position', '<=', upTo!))
    .orderBy('m.position', 'desc')
    .limit(snapshotLength)
    .execute()
  return rows.reverse().map((row) => ({
    id: row.id,
    by: row.sender_id === reportedId ? 'reported' : 'reporter',
    text: row.text,
    at: row.created_at.toISOString(),
    pictures: Number(row.pictures),
  }))
}

/**
 * Blocks or unblocks the other side's messages in all bookings of the two. A block stores their name and their pets' names, so
 * that renaming can't reach the blocker.
 */
export async function block(
  work: ActorWork,
  { bookingId, isBlocked }: { bookingId: string; isBlocked: boolean },
): Promise<void> {
  const { otherId } = await findParty(work.db, work.actor.userId, bookingId)
  await blockPerson(work, otherId, isBlocked)
}

/** Blocks or unblocks somebody else; the caller knows that the two have to do with each other. */
export async function blockPerson(
  { db, actor, now, announce }: ActorWork,
  otherId: string,
  isBlocked: boolean,
): Promise<void> {
  if (isBlocked) {
    await db
      .insertInto('message_blocks')
      .columns(['blocker_id', 'blocked_id', 'created_at', 'blocked_name', 'pet_names'])
      .expression(
        sql`select ${actor.userId}::uuid, u.id, ${now}::timestamptz, u.name, coalesce((
              select jsonb_object_agg(p.id, p.name)
                from pets p join pet_owners o on o.id = p.owner_id where o.user_id = u.id), '{}')
            from users u where u.id = ${otherId}`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await announce<PersonBlocked>('messaging.person_blocked', {
      blockerId: actor.userId,
      blockedId: otherId,
    })
  } else
    await db
      .deleteFrom('message_blocks')
      .where('blocker_id', '=', actor.userId)
      .where('blocked_id', '=', otherId)
      .execute()
}
