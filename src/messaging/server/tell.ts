import { timeFor } from '#/kernel/reader-time.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MessageSent } from '#/messaging/events.ts'
import { meetTrade, readingMs, reportTrade } from '#/messaging/rules.ts'
import { type Notice, notify, timesThreadSeen } from '#/notifications/server/index.ts'

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
    await hint(work.db, [receiverId], 'messaging')
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

/** Locks a reader's mark, and returns it with their side. */
async function lockReader({ db }: Work, threadId: string, userId: string) {
  // The parties are found by a known id: a join wouldn't reach the indexes below the view's union.
  const thread = await db
    .selectFrom('message_threads')
    .select('subject_id')
    .where('id', '=', threadId)
    .executeTakeFirst()
  if (!thread) return undefined
  const { subject_id: subjectId } = thread
  return db
    .selectFrom('message_readers as r')
    .innerJoin('thread_parties as b', 'b.user_id', 'r.user_id')
    .select(['r.thread_id', 'r.user_id', 'r.unread', 'r.read_at', 'r.read_position'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('message_blocks as block')
          .innerJoin('thread_parties as other', 'other.user_id', 'block.blocked_id')
          .whereRef('block.blocker_id', '=', 'r.user_id')
          .where('other.subject_id', '=', subjectId),
      ).as('is_blocking'),
    )
    .select(({ selectFrom }) =>
      selectFrom('thread_parties as other')
        .where('other.subject_id', '=', subjectId)
        .whereRef('other.side', '<>', 'b.side')
        .select('other.user_id')
        .limit(1)
        .as('other_id'),
    )
    .select(['b.subject_id', 'b.side', 'b.addressed_as', 'b.starts_at', 'b.time_zone', 'b.is_online'])
    .select(['b.trade', 'b.report_id', 'b.pet_name'])
    .where('b.subject_id', '=', subjectId)
    .where('r.thread_id', '=', threadId)
    .where('r.user_id', '=', userId)
    .forNoKeyUpdate(['r'])
    .executeTakeFirst()
}

type Reader = NonNullable<Awaited<ReturnType<typeof lockReader>>>

/** Skips readers who have read everything or blocked the writer. */
const isWaitedFor = ({ unread, is_blocking }: Reader) => unread > 0 && !is_blocking

async function tell(work: Work, reader: Reader): Promise<void> {
  const { thread_id: threadId, user_id: userId, read_position } = reader
  // Part of the source, so that one notification covers everything until they read on or dismiss it.
  const seen = await timesThreadSeen(work.db, userId, threadId)
  await notify(work, {
    userId,
    causedBy: reader.other_id,
    source: `messaging.message_sent:${threadId}:${read_position}:${seen}`,
    title: `New message from ${reader.addressed_as}`,
    metadata: { thread_id: threadId },
    ...(reader.trade === reportTrade ? aboutReport(reader) : aboutBooking(reader)),
  })
  await setToBeTold(work, reader, false)
}

type About = Pick<Notice, 'type' | 'message' | 'href' | 'dueAt'>

// The text stays in the thread, where it can be erased.
function aboutBooking({ trade, side, subject_id, starts_at, time_zone, is_online }: Reader): About {
  const kind = is_online ? 'online' : 'in-person'
  return {
    type: 'new_message',
    message: (receiver) =>
      trade === meetTrade
        ? 'About your meet & greet. Open it to read and reply.'
        : `About your booking on ${timeFor(receiver, starts_at!, { zone: time_zone!, kind })}. Open it to read and reply.`,
    href: `/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}&messages=${subject_id}`,
    ...(starts_at && { dueAt: starts_at }),
  }
}

function aboutReport({ report_id, subject_id, pet_name }: Reader): About & Pick<Notice, 'relatedReportId'> {
  return {
    type: 'new_message_on_report',
    message: `About ${pet_name ?? 'a pet report'}. Open it to read and reply.`,
    href: `/pet-reports/${report_id}?openMessages=true&messages=${subject_id}`,
    ...(report_id && { relatedReportId: report_id }),
  }
}

async function setToBeTold({ db }: Work, { thread_id, user_id }: Reader, isToBeTold: boolean) {
  await db
    .updateTable('message_readers')
    .set({ to_be_told: isToBeTold })
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', user_id)
    .execute()
}
