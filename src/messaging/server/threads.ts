import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import type { Message, ThreadPage } from '#/messaging/contract.ts'
import { messageLimits } from '#/messaging/rules.ts'
import { readThreadNotices } from '#/notifications/server/index.ts'
import { findParty } from './parties.ts'
import { listMessages, listPictures, lockThread, type MessageRow, setRead } from './queries.ts'

export type Reading = { db: Db; actor: Actor; linkTo: LinkTo }

/** Reads a page of messages, newest first; empty for a booking without a thread. */
export async function readThread(
  { db, actor, linkTo }: Reading,
  { bookingId, cursor }: { bookingId: string; cursor?: string | undefined },
): Promise<ThreadPage> {
  const [before] = readCursor(cursor, ['integer']) ?? []
  const { booking, isBlocked, isOut, unread, threadId } = await findParty(db, actor.userId, bookingId)
  const found = threadId
    ? await listMessages(db, threadId, before === undefined ? before : Number(before))
    : []
  const pictures = await picturesOf(db, linkTo, found)
  const page = toPage(found, {
    limit: messageLimits.page,
    keyOf: (row) => [row.position],
    show: (row) => showMessage(row, actor.userId, pictures),
  })
  return { booking, isBlocked, isOut, unread, ...page }
}

type Pictures = Map<string, Message['pictures']>

export async function picturesOf(db: Db, linkTo: LinkTo, rows: readonly { id: string }[]): Promise<Pictures> {
  const found = await listPictures(
    db,
    rows.map(({ id }) => id),
  )
  return new Map(
    [...Map.groupBy(found, ({ message_id }) => message_id)].map(([id, pictures]) => [
      id,
      pictures.map((picture) => ({
        id: picture.id,
        url: linkTo(picture),
        width: picture.width!,
        height: picture.height!,
      })),
    ]),
  )
}

export const showMessage = (row: MessageRow, readerId: string, pictures: Pictures): Message => ({
  id: row.id,
  position: row.position,
  isMine: row.sender_id === readerId,
  text: row.text,
  at: row.created_at,
  isErased: row.erased_at !== null,
  pictures: pictures.get(row.id) ?? [],
})

/** Marks messages as read, and the thread's notifications with them, also on the reader's other devices. */
export async function markRead(
  { db, actor, now }: ActorWork,
  { bookingId, upTo }: { bookingId: string; upTo: number },
): Promise<void> {
  const { threadId } = await findParty(db, actor.userId, bookingId)
  if (!threadId) return
  // Lock before counting: a concurrent message is either counted here or counts itself.
  const { last_position } = (await lockThread(db, bookingId))!
  const reading = { threadId, userId: actor.userId, upTo: Math.min(upTo, last_position), now }
  if (await setRead(db, reading)) await hint(db, [actor.userId], 'messaging')
  await readThreadNotices({ db, now }, actor.userId, threadId)
}
