import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { asSeenBy, findOwnForMove, movable, petNames } from '#/appointments/server/index.ts'
import { providerIdsOf } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { firstNameOf } from '#/kernel/initial.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { type Review, refuse } from '#/ratings/contract.ts'
import { mayEdit, mayRate } from '#/ratings/rules.ts'

type Said = { id: string; stars?: number | null | undefined; feedback?: string | null | undefined }

/**
 * Publishes the owner's rating of an appointment that took place, or a note without stars if the provider
 * cancelled late. There is one per appointment and one per series, and it can be changed for a day.
 */
export async function rate(work: ActorWork, { id, stars = null, feedback = null }: Said): Promise<void> {
  const { db, actor, now } = work
  const row = await findOwnForMove(db, id, actor.userId)
  if (row?.owner_user_id !== actor.userId) return refuseRequest('request.not_found')
  const known = await findRating(db, id)
  if (known?.removed_at) refuse('ratings.rating_removed')
  const kind = known
    ? mayEdit(known.created_at, now) && (known.rating === null ? 'note' : 'rating')
    : mayRate(
        {
          ...movable(row),
          cancelledBy: row.cancelled_by,
          cancelledAt: row.cancelled_at,
          seriesRated: row.series_rated,
        },
        now,
      )
  if (!known && row.series_rated) refuse('ratings.series_rated')
  if (!kind) return refuse(known ? 'ratings.already_rated' : 'ratings.not_rateable')
  if (kind === 'rating' && stars === null) refuse('ratings.stars_needed')
  if (kind === 'note' && !feedback) refuse('ratings.words_needed')
  const said = { rating: kind === 'note' ? null : stars, feedback }
  if (known) {
    await db
      .updateTable('ratings')
      .set({ ...said, edited_at: now })
      .where('id', '=', known.id)
      .execute()
    return
  }
  const seen = asSeenBy('provider', row)
  const pets = petNames(seen)
  const ratingId = newId<'rating'>()
  await db
    .insertInto('ratings')
    .values({
      id: ratingId,
      appointment_id: id,
      series_id: row.series_id,
      provider_id: row.provider_id,
      pet_owner_id: row.owner_id,
      ...said,
      created_at: now,
    })
    .execute()
  await notify(work, {
    type: 'appointment_rated',
    userId: row.provider_user_id,
    causedBy: row.owner_user_id,
    title: kind === 'note' ? 'New note about a cancellation' : `New rating: ${stars} of 5`,
    message: `${seen.owner_name || 'A pet owner'} wrote about ${pets ? `${pets}’s` : 'an'} appointment. You can answer once, in public.`,
    source: `ratings.rated:${ratingId}`,
    href: cardPathFor('provider', 'past', row.id),
  })
}

function findRating(db: Db, appointmentId: string) {
  return db
    .selectFrom('ratings')
    .select(['id', 'rating', 'created_at', 'removed_at'])
    .where('appointment_id', '=', appointmentId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Publishes the provider's one answer to a rating. */
export async function reply(
  { db, actor, now }: ActorWork,
  { id, reply: words }: { id: string; reply: string },
): Promise<void> {
  const isOwn = sql<boolean>`provider_id = any(${providerIdsOf(actor.records)}::uuid[])`
  const written = await db
    .updateTable('ratings')
    .set({ reply: words, replied_at: now })
    .where('id', '=', id)
    .where(isOwn)
    .where('reply', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (written.numUpdatedRows > 0n) return
  const known = await db
    .selectFrom('ratings')
    .select('id')
    .where('id', '=', id)
    .where(isOwn)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return known ? refuse('ratings.already_replied') : refuseRequest('request.not_found')
}

/** Lists owners' ratings of a listed provider, latest first and with first names only. */
export async function listReviews(db: Db, providerId: string, cursor: string | undefined) {
  const listed = await db
    .selectFrom('calendar_providers')
    .select('provider_id')
    .where('provider_id', '=', providerId)
    .where('listed', '=', true)
    .executeTakeFirst()
  if (!listed) return refuseRequest('request.not_found')
  const limit = 10
  let query = db
    .selectFrom('ratings as r')
    .innerJoin('pet_owners as o', 'o.id', 'r.pet_owner_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .where('r.provider_id', '=', providerId)
    .where('r.removed_at', 'is', null)
    .select([
      'r.id',
      'r.rating',
      'r.feedback',
      'r.reply',
      'r.reply_removed_at',
      'r.created_at',
      'r.edited_at',
      'u.name',
      'u.erased_at',
    ])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after)
    query = query.where(sql<boolean>`(r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await query.execute()
  return toPage(rows, {
    limit,
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row): Review => ({
      id: row.id,
      by: row.erased_at ? 'Former user' : firstNameOf(row.name) || 'Pet owner',
      stars: row.rating,
      feedback: row.feedback,
      reply: row.reply_removed_at ? null : row.reply,
      at: row.created_at,
      wasEdited: row.edited_at !== null,
    }),
  })
}
