import { hasLink } from '#/kernel/contact.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { isRisky } from '#/messaging/contact.ts'
import type { Message } from '#/messaging/contract.ts'
import { refuse } from '#/messaging/errors.ts'
import type { MessageSent } from '#/messaging/events.ts'
import { areStrangers, mostUnanswered, whyClosed } from '#/messaging/rules.ts'
import { findParty } from './parties.ts'
import { appendMessage, insertPicture, openThread } from './queries.ts'
import { picturesOf, showMessage } from './threads.ts'

type Sending = ActorWork & Pick<Serving, 'keepDocument' | 'linkTo'>

/**
 * Sends a message. An early contact detail is recorded and not refused, because the composer has already warned about it.
 * @throws messaging.closed_…, messaging.empty, messaging.pictures_only, messaging.no_links_yet,
 *   messaging.not_answered_yet
 */
export async function sendMessage(
  work: Sending,
  { bookingId, text, pictures }: { bookingId: string; text: string | null; pictures: Blob[] },
): Promise<Message> {
  const { db, actor, now, announce, linkTo } = work
  const { booking, otherId, ...standing } = await findParty(db, actor.userId, bookingId)
  const closed = whyClosed(standing, now)
  if (closed) refuse(closed)
  if (text === null && pictures.length === 0) refuse('messaging.empty')
  const threadId = await openThread(db, {
    bookingId,
    trade: standing.trade,
    sides: [actor.userId, otherId],
    now,
  })
  if (areStrangers(standing) && !(await hasAnswered(db, threadId, otherId)))
    await expectModest(db, threadId, text)
  const row = await appendMessage(db, {
    threadId,
    senderId: actor.userId,
    text,
    hasContact: text !== null && isRisky(standing, text),
    now,
  })
  for (const [index, picture] of pictures.entries())
    await insertPicture(db, await keepPicture(work, picture), row.id, index + 1)
  await announce<MessageSent>('messaging.message_sent', { threadId, receiverId: otherId })
  return showMessage(row, actor.userId, await picturesOf(db, linkTo, [row]))
}

async function hasAnswered(db: Db, threadId: string, otherId: string): Promise<boolean> {
  const answer = await db
    .selectFrom('messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('sender_id', '=', otherId)
    .limit(1)
    .executeTakeFirst()
  return answer !== undefined
}

/** Refuses links and a flood of messages to somebody who hasn't written yet; the caller holds the thread's lock. */
async function expectModest(db: Db, threadId: string, text: string | null): Promise<void> {
  const { last_position: sent } = await db
    .selectFrom('message_threads')
    .select('last_position')
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow()
  if (sent >= mostUnanswered) refuse('messaging.not_answered_yet')
  if (text !== null && hasLink(text)) refuse('messaging.no_links_yet')
}

/** Stores a picture as a private document, but refuses PDFs, which the thread can't show. */
async function keepPicture({ db, keepDocument }: Sending, picture: Blob): Promise<string> {
  const id = await keepDocument(picture)
  const { content_type } = await db
    .selectFrom('uploads')
    .select('content_type')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (content_type !== 'image/webp') refuse('messaging.pictures_only')
  return id
}
