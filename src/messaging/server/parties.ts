import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ThreadBooking } from '#/messaging/contract.ts'
import { bookingPhases, reportTrade, type Standing, sides } from '#/messaging/rules.ts'

export type Party = Standing & {
  booking: ThreadBooking
  otherId: string
  /** The text of the owner's request, if any. */
  opening: { text: string; at: Date } | null
  /** Null before the first message. */
  threadId: string | null
  unread: number
}

/**
 * Finds a booking, a meeting, or a contact about a pet report, as one of its two sides sees it, with blocks and unread messages.
 * @throws request.not_found if it doesn't exist or belongs to others, without saying which
 */
export async function findParty(db: Db, userId: string, bookingId: string): Promise<Party> {
  const row = await db
    .selectFrom('thread_parties as mine')
    .innerJoin('thread_parties as theirs', (join) =>
      join.onRef('theirs.subject_id', '=', 'mine.subject_id').onRef('theirs.side', '<>', 'mine.side'),
    )
    .innerJoin('users as other', 'other.id', 'theirs.user_id')
    .leftJoin('message_threads as t', 't.subject_id', 'mine.subject_id')
    .leftJoin('message_readers as r', (join) =>
      join.onRef('r.thread_id', '=', 't.id').onRef('r.user_id', '=', 'mine.user_id'),
    )
    .leftJoin('message_blocks as by_me', (join) =>
      join.onRef('by_me.blocker_id', '=', 'mine.user_id').onRef('by_me.blocked_id', '=', 'other.id'),
    )
    .leftJoin('message_blocks as by_them', (join) =>
      join.onRef('by_them.blocker_id', '=', 'other.id').onRef('by_them.blocked_id', '=', 'mine.user_id'),
    )
    .select(['mine.trade', 'mine.side', 'mine.addressed_as', 'mine.phase', 'mine.time_zone', 'mine.pet_name'])
    .select(['mine.starts_at', 'mine.ends_at', 'other.id as other_id', 'other.erased_at'])
    .select(['mine.opening', 'mine.opened_at'])
    .select(['t.id as thread_id', 'r.unread'])
    .select(
      sql<boolean>`(mine.side = 'provider' and exists (
        select from appointments a join barred_providers b on b.id = a.provider_id where a.id = mine.subject_id
        union all
        select from meet_greets m join barred_providers b on b.id = m.sitter_id where m.id = mine.subject_id))
        or (mine.trade = ${reportTrade} and other.suspended_at is not null)`.as('is_barred'),
    )
    .select(['by_me.created_at as blocked_at', 'by_them.created_at as out_since'])
    .where('mine.subject_id', '=', bookingId)
    .where('mine.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  const [trade, endsAt] = [row.trade!, row.ends_at!]
  const phase = bookingPhases.find((known) => known === row.phase)!
  return {
    booking: {
      id: bookingId,
      trade,
      side: sides.find((known) => known === row.side)!,
      with: row.addressed_as!,
      startsAt: row.starts_at!,
      timeZone: row.time_zone!,
      petName: row.pet_name,
      phase,
      endsAt,
    },
    trade,
    phase,
    endsAt,
    isBlocked: row.blocked_at !== null,
    isOut: row.out_since !== null || row.erased_at !== null || row.is_barred,
    otherId: row.other_id,
    opening: row.opening === null ? null : { text: row.opening, at: row.opened_at! },
    threadId: row.thread_id,
    unread: row.unread ?? 0,
  }
}
