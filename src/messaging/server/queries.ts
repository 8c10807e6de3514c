import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { meetTrade, messageLimits, reportTrade } from '#/messaging/rules.ts'

/** Lists a thread's messages before a position, newest first, and one more than fits a page. */
export function listMessages(db: Db, threadId: string, before?: number) {
  return db
    .selectFrom('messages')
    .select(['id', 'position', 'sender_id', 'text', 'created_at', 'erased_at'])
    .where('thread_id', '=', threadId)
    .$if(before !== undefined, (query) => query.where('position', '<', before!))
    .orderBy('position', 'desc')
    .limit(messageLimits.page + 1)
    .execute()
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

export async function listPictures(db: Db, messageIds: readonly string[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('message_pictures as p')
    .innerJoin('uploads as u', 'u.id', 'p.upload_id')
    .select(['p.message_id', 'u.id', 'u.content_type', 'u.width', 'u.height'])
    .where('p.message_id', 'in', [...messageIds])
    .orderBy('p.position')
    .execute()
}

type NewThread = { bookingId: string; trade: string; sides: readonly string[]; now: Date }

/** The column that names what a thread is about; bookings have their own. */
const subjectColumns: Readonly<Record<string, 'contact_id' | 'meet_greet_id'>> = {
  [reportTrade]: 'contact_id',
  [meetTrade]: 'meet_greet_id',
}

/** Finds or creates the thread of a booking, a meeting or a report's contact, and locks it against other writers until the transaction ends. */
export async function openThread(db: Db, { bookingId, trade, sides, now }: NewThread): Promise<string> {
  await db
    .insertInto('message_threads')
    .values({
      id: newId<'thread'>(),
      [subjectColumns[trade] ?? 'booking_id']: bookingId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('subject_id').doNothing())
    .execute()
  const { id } = (await lockThread(db, bookingId))!
  await db
    .insertInto('message_readers')
    .values(sides.map((userId) => ({ thread_id: id, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return id
}

export function lockThread(db: Db, bookingId: string) {
  return db
    .selectFrom('message_threads')
    .select(['id', 'last_position'])
    .where('subject_id', '=', bookingId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type NewMessage = {
  threadId: string
  senderId: string
  text: string | null
  hasContact: boolean
  now: Date
}

/** Appends a message; the caller holds the thread's lock. */
export async function appendMessage(db: Db, message: NewMessage): Promise<MessageRow> {
  const { threadId, senderId, text, hasContact, now } = message
  const { last_position: position } = await db
    .updateTable('message_threads')
    .set((eb) => ({ last_position: eb('last_position', '+', 1) }))
    .where('id', '=', threadId)
    .returning('last_position')
    .executeTakeFirstOrThrow()
  const row = { id: newId<'message'>(), position, sender_id: senderId, text, created_at: now }
  await db
    .insertInto('messages')
    .values({ ...row, thread_id: threadId, has_contact: hasContact })
    .execute()
  await db
    .updateTable('message_readers')
    .set((eb) => ({ unread: eb('unread', '+', 1) }))
    .where('thread_id', '=', threadId)
    .where('user_id', '<>', senderId)
    .execute()
  return { ...row, erased_at: null }
}

export async function insertPicture(db: Db, uploadId: string, messageId: string, position: number) {
  await db
    .insertInto('message_pictures')
    .values({ upload_id: uploadId, message_id: messageId, position })
    .execute()
}

/** Moves a reader's mark forward, never back; the caller holds the thread's lock. Returns whether it moved. */
export async function setRead(
  db: Db,
  { threadId, userId, upTo, now }: { threadId: string; userId: string; upTo: number; now: Date },
): Promise<boolean> {
  const position = sql<number>`greatest(r.read_position, ${upTo})`
  const reader = await db
    .updateTable('message_readers as r')
    .from('message_readers as before')
    .set((eb) => ({
      read_position: position,
      read_at: now,
      to_be_told: false,
      unread: eb
        .selectFrom('messages as m')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('m.thread_id', '=', threadId)
        .where('m.sender_id', '<>', userId)
        .where('m.position', '>', position),
    }))
    .where('r.thread_id', '=', threadId)
    .where('r.user_id', '=', userId)
    .whereRef('before.thread_id', '=', 'r.thread_id')
    .whereRef('before.user_id', '=', 'r.user_id')
    .returning(sql<boolean>`r.read_position > before.read_position`.as('has_moved'))
    .executeTakeFirst()
  return reader?.has_moved ?? false
}

const mostUnread = 200

export function listUnread(db: Db, userId: string) {
  return db
    .selectFrom('message_readers as r')
    .innerJoin('message_threads as t', 't.id', 'r.thread_id')
    .select(['t.subject_id', 'r.unread'])
    .where('r.user_id', '=', userId)
    .where('r.unread', '>', 0)
    .orderBy('t.subject_id', 'desc')
    .limit(mostUnread)
    .execute()
}
