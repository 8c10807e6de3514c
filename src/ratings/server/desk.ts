import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { refuse } from '#/ratings/contract.ts'
import type { DeskRating } from '#/ratings/desk.ts'
import { type Removal, removing, showRemovals } from './removals.ts'

type Search = { search?: string; isRemoved: boolean; cursor?: string }

/** Lists ratings of providers with this name, latest first, or the removed ones, last removed first. */
export async function listDeskRatings(db: Db, search: Search) {
  const rows = await deskRatingsStatement(db, search).execute()
  return toPage(rows, {
    keyOf: (row) => [(row.removed_at ?? row.created_at).toISOString(), row.id],
    show: (row): DeskRating => ({
      id: row.id,
      at: row.created_at,
      owner: { id: row.owner_user_id, name: row.owner_name },
      provider: { id: row.provider_user_id, name: row.provider_name },
      stars: row.rating,
      feedback: row.feedback,
      reply: row.reply,
      ...showRemovals(row),
    }),
  })
}

function deskRatingsStatement(db: Db, { search = '', isRemoved, cursor }: Search) {
  const since = isRemoved ? ('r.removed_at' as const) : ('r.created_at' as const)
  const words = search.trim()
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  return selectRatings(db)
    .leftJoin('admin_users as remover', 'remover.id', 'r.removed_by')
    .leftJoin('admin_users as reply_remover', 'reply_remover.id', 'r.reply_removed_by')
    .select(['remover.name as remover_name', 'reply_remover.name as reply_remover_name'])
    .where('r.removed_at', isRemoved ? 'is not' : 'is', null)
    .$if(words !== '', (query) => query.where('p.addressed_as', 'ilike', containing(words)))
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(since)}, r.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy(since, 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
}

function selectRatings(db: Db) {
  return db
    .selectFrom('ratings as r')
    .innerJoin('providers as p', 'p.id', 'r.provider_id')
    .innerJoin('pet_owners as o', 'o.id', 'r.pet_owner_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .selectAll('r')
    .select(['p.addressed_as as provider_name', 'p.user_id as provider_user_id'])
    .select(['u.id as owner_user_id', 'u.name as owner_name'])
}

/**
 * Hides a rating, or the provider's answer to it, and tells its writer why. The row stays.
 * @throws ratings.already_removed if another admin was faster
 */
export async function removeRating(work: Work, removal: Removal): Promise<Changed> {
  const { db, now } = work
  const { id, part, reason } = removal
  const row = await selectRatings(db).where('r.id', '=', id).forNoKeyUpdate(['r']).executeTakeFirst()
  if (!row || (part === 'reply' && row.reply === null)) return refuseRequest('request.not_found')
  if (row.removed_at || (part === 'reply' && row.reply_removed_at)) refuse('ratings.already_removed')
  await db.updateTable('ratings').set(removing(removal, now)).where('id', '=', id).execute()
  await notify(work, {
    type: 'rating_removed',
    source: `ratings.removed:${part}:${id}`,
    ...(part === 'rating'
      ? {
          userId: row.owner_user_id,
          title: row.rating === null ? 'Your note was removed' : 'Your rating was removed',
          message: `Support removed what you wrote about ${row.provider_name}. Reason: ${asSentence(reason)} You can’t rate this appointment again.`,
          href: cardPathFor('owner', 'past', row.appointment_id),
        }
      : {
          userId: row.provider_user_id,
          title: 'Your answer was removed',
          message: `Support removed your answer to a rating. Reason: ${asSentence(reason)} You can’t answer this rating again.`,
          href: cardPathFor('provider', 'past', row.appointment_id),
        }),
  })
  return { before: { removed: false }, after: { removed: true } }
}
