import { timeFor } from '#/kernel/reader-time.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify, timesThreadSeen } from '#/notifications/server/index.ts'
import type { MessageSent } from '../events.ts'
import { readingMs } from '../rules.ts'

/**
 * Tells the other side of a message: not of what they have read meanwhile, and a minute later if they are reading just
 * now. What else comes before they look has been told of already.
 */
export const tellOfMessage = subscriber<MessageSent>(
  'messaging.message_sent',
  'messaging.tell-of-message',
  async (work, { threadId, receiverId }) => {
    const reader = await lockReader(work, threadId, receiverId)
    if (!reader || !isWaitedFor(reader)) return
    const isReading = reader.read_at !== null && work.now.getTime() - reader.read_at.getTime() < readingMs
    if (isReading) await setToBeTold(work, reader, true)
    else await tell(work, reader)
  },
)

const atOnce = 100

/** Each minute: whoever was reading when something came, and did not read on, is told of it. */
export const tellThoseWhoStopped: Sweep = {
  name: 'messaging-tell-those-who-stopped',
  cron: '* * * * *',
  async run(work) {
    const waiting = await work.db
      .selectFrom('message_readers')
      .select(['thread_id', 'user_id'])
      .where('to_be_told', '=', true)
      .where('read_at', '<=', new Date(work.now.getTime() - readingMs))
      .orderBy('user_id')
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const { thread_id, user_id } of waiting) {
      const reader = await lockReader(work, thread_id, user_id)
      if (reader) await (isWaitedFor(reader) ? tell(work, reader) : setToBeTold(work, reader, false))
    }
    return waiting.length
  },
}

/** The mark of a reader with their side of the booking; it stays as it is until the transaction ends. */
function lockReader({ db }: Work, threadId: string, userId: string) {
  return db
    .selectFrom('message_readers as r')
    .innerJoin('message_threads as t', 't.id', 'r.thread_id')
    .innerJoin('booking_parties as b', (join) =>
      join.onRef('b.booking_id', '=', 't.booking_id').onRef('b.user_id', '=', 'r.user_id'),
    )
    .select(['r.thread_id', 'r.user_id', 'r.unread', 'r.read_at', 'r.read_position'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('message_blocks as block')
          .innerJoin('booking_parties as other', 'other.user_id', 'block.blocked_id')
          .whereRef('block.blocker_id', '=', 'r.user_id')
          .whereRef('other.booking_id', '=', 't.booking_id'),
      ).as('is_blocking'),
    )
    .select(({ selectFrom }) =>
      selectFrom('booking_parties as other')
        .whereRef('other.booking_id', '=', 't.booking_id')
        .whereRef('other.side', '<>', 'b.side')
        .select('other.user_id')
        .limit(1)
        .as('other_id'),
    )
    .select(['b.booking_id', 'b.side', 'b.addressed_as', 'b.starts_at', 'b.time_zone', 'b.is_online'])
    .where('r.thread_id', '=', threadId)
    .where('r.user_id', '=', userId)
    .forNoKeyUpdate(['r'])
    .executeTakeFirst()
}

type Reader = NonNullable<Awaited<ReturnType<typeof lockReader>>>

/** Nobody hears of whom they have blocked, nor of what they have read meanwhile. */
const isWaitedFor = ({ unread, is_blocking }: Reader) => unread > 0 && !is_blocking

async function tell(work: Work, reader: Reader): Promise<void> {
  const { thread_id: threadId, user_id: userId, read_position, side, booking_id } = reader
  // The same for all that comes until they read on, or put away what told them.
  const seen = await timesThreadSeen(work.db, userId, threadId)
  const kind = reader.is_online ? 'online' : 'in-person'
  await notify(work, {
    userId,
    causedBy: reader.other_id,
    type: 'new_message',
    source: `messaging.message_sent:${threadId}:${read_position}:${seen}`,
    title: `New message from ${reader.addressed_as}`,
    // Not what was written: that stays where it can be taken back and erased.
    message: (receiver) =>
      `About the booking of ${timeFor(receiver, reader.starts_at!, { zone: reader.time_zone!, kind })}. Open it to read and to answer.`,
    href: `/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}&messages=${booking_id}`,
    metadata: { thread_id: threadId },
  })
  await setToBeTold(work, reader, false)
}

async function setToBeTold({ db }: Work, { thread_id, user_id }: Reader, isToBeTold: boolean) {
  await db
    .updateTable('message_readers')
    .set({ to_be_told: isToBeTold })
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', user_id)
    .execute()
}
