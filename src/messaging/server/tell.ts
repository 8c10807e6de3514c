import { timeFor } from '#/kernel/reader-time.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MessageSent } from '#/messaging/events.ts'
import { readingMs } from '#/messaging/rules.ts'
import { notify, timesThreadSeen } from '#/notifications/server/index.ts'

/**
 * Notifies the receiver of a message, unless they have read it. If they are reading right now, `tellThoseWhoStopped` decides
 * a minute later. One notification stands for everything that arrives until they look.
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

/** Notifies readers who were active when a message came but didn't read on. */
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

/** Locks a reader's mark, and returns it with their side of the booking. */
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

/** Skips readers who have read everything or blocked the writer. */
const isWaitedFor = ({ unread, is_blocking }: Reader) => unread > 0 && !is_blocking

async function tell(work: Work, reader: Reader): Promise<void> {
  const { thread_id: threadId, user_id: userId, read_position, side, booking_id } = reader
  // Part of the source, so that one notification covers everything until they read on or dismiss it.
  const seen = await timesThreadSeen(work.db, userId, threadId)
  const kind = reader.is_online ? 'online' : 'in-person'
  await notify(work, {
    userId,
    causedBy: reader.other_id,
    type: 'new_message',
    source: `messaging.message_sent:${threadId}:${read_position}:${seen}`,
    title: `New message from ${reader.addressed_as}`,
    // Leave the text out: it stays in the thread, where it can be erased.
    message: (receiver) =>
      `About your booking on ${timeFor(receiver, reader.starts_at!, { zone: reader.time_zone!, kind })}. Open it to read and reply.`,
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
