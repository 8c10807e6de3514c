import { sql } from 'kysely'
import { timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Sweep, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MessageSent, PersonBlocked } from '#/messaging/events.ts'
import { meetTrade, previewOf, readingMs, reportTrade } from '#/messaging/rules.ts'
import { dropOvertaken, type Notice, notify, timesThreadSeen } from '#/notifications/server/index.ts'

/**
 * Notifies the receiver of a message, unless they have read it. If they are reading right now, `tellThoseWhoStopped` decides
 * a minute later. One notification stands for everything that arrives until they look.
 */
export const tellOfMessage = subscriber<MessageSent>(
  'messaging.message_sent',
  'messaging.tell-of-message',
  async (work, { threadId, receiverId }) => {
    const reader = await lockReader(work, threadId, receiverId)
    if (!reader) return
    // Their own message shows on the sender's other devices too.
    if (reader.other_id) await hint(work.db, [reader.other_id], 'messaging')
    if (!isWaitedFor(reader)) return
    await hint(work.db, [receiverId], 'messaging')
    const isReading = reader.read_at !== null && work.now.getTime() - reader.read_at.getTime() < readingMs
    if (isReading) await setToBeTold(work, reader, true)
    else await tell(work, reader)
  },
)

/** Drops blockers' waiting notices about messages from the person they blocked. */
export const dropForBlocker = subscriber<PersonBlocked>(
  'messaging.person_blocked',
  'messaging.drop-notices-for-blocker',
  async ({ db }, { blockerId, blockedId }) => {
    const { rows } = await sql<{ thread_id: string }>`
      select r.thread_id
        from waiting_notices w
        join notifications n on n.id = w.notification_id
        join message_readers r on r.thread_id = (n.metadata ->> 'thread_id')::uuid and r.user_id = ${blockedId}
       where w.user_id = ${blockerId}`.execute(db)
    const sources = rows.map(({ thread_id }) => `messaging.message_sent:${thread_id}:`)
    await dropOvertaken(db, { userIds: [blockerId], sources })
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
    .select(['b.trade', 'b.report_id', 'b.pet_name', 'b.report_status', 'b.pet_picture_url'])
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
    ...(reader.trade === reportTrade
      ? aboutReport(reader, await findPreview(work.db, reader))
      : aboutBooking(reader)),
  })
  await setToBeTold(work, reader, false)
}

type About = Pick<Notice, 'type' | 'message' | 'href' | 'dueAt' | 'metadata'>

// The text stays in the thread, where it can be erased.
function aboutBooking({
  thread_id,
  trade,
  side,
  subject_id,
  starts_at,
  time_zone,
  is_online,
}: Reader): About {
  const kind = is_online ? 'online' : 'in-person'
  return {
    type: 'new_message',
    message: (receiver) =>
      trade === meetTrade
        ? 'About your meet & greet. Open it to read and reply.'
        : `About your booking on ${timeFor(receiver, starts_at!, { zone: time_zone!, kind })}. Open it to read and reply.`,
    href: `/appointments?side=${side === 'owner' ? 'bookings' : 'visits'}&messages=${subject_id}`,
    metadata: { thread_id },
    ...(starts_at && { dueAt: starts_at }),
  }
}

function aboutReport(
  { thread_id, report_id, subject_id, pet_name, report_status, pet_picture_url }: Reader,
  preview: string | null,
): About & Pick<Notice, 'relatedReportId'> {
  return {
    metadata: {
      thread_id,
      report_id,
      pet_name,
      status: report_status,
      pet_picture_url,
      // Goes with either side's account, like the thread.
      message_preview: preview,
    },
    type: 'new_message_on_report',
    message: `About ${pet_name ?? 'a pet report'}. Open it to read and reply.`,
    href: `/pet-reports/${report_id}?openMessages=true&messages=${subject_id}`,
    ...(report_id && { relatedReportId: report_id }),
  }
}

/** Returns the beginning of the newest message from the other side, or null if it's only pictures. */
async function findPreview(db: Db, { thread_id, user_id }: Reader): Promise<string | null> {
  const newest = await db
    .selectFrom('messages')
    .select('text')
    .where('thread_id', '=', thread_id)
    .where('sender_id', '<>', user_id)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.text ? previewOf(newest.text) : null
}

async function setToBeTold({ db }: Work, { thread_id, user_id }: Reader, isToBeTold: boolean) {
  await db
    .updateTable('message_readers')
    .set({ to_be_told: isToBeTold })
    .where('thread_id', '=', thread_id)
    .where('user_id', '=', user_id)
    .execute()
}
