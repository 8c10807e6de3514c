import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { type Removal, removing, showRemovals } from '#/ratings/server/index.ts'
import type { DeskReview } from '#/shop/desk.ts'
import { refuse } from '#/shop/errors.ts'
import { myReviewsPath } from '#/shop/selling-rules.ts'
import { closeComplaints } from './complaints.ts'

type Search = {
  search?: string | undefined
  show: 'standing' | 'reported' | 'removed'
  cursor?: string | undefined
}

/** Reports that a card shows, latest first. */
const mostComplaints = 10
const sinceOf = { standing: 'created_at', reported: 'complained_at', removed: 'removed_at' } as const

/** Lists reviews of products with this name: the latest, the last reported or the last removed first. */
export async function listDeskReviews(db: Db, { search = '', show, cursor }: Search) {
  const isRemoved = show === 'removed'
  const since = `r.${sinceOf[show]}` as const
  const words = search.trim()
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await selectReviews(db)
    .leftJoin('admin_users as remover', 'remover.id', 'r.removed_by')
    .leftJoin('admin_users as reply_remover', 'reply_remover.id', 'r.reply_removed_by')
    .select(['remover.name as remover_name', 'reply_remover.name as reply_remover_name'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('product_review_complaints as c')
          .whereRef('c.review_id', '=', 'r.id')
          .select(['c.id', 'c.reason', 'c.created_at as at', 'c.closed_at', 'c.outcome'])
          .orderBy('c.created_at', 'desc')
          .limit(mostComplaints),
      ).as('complaints'),
    )
    .where('r.removed_at', isRemoved ? 'is not' : 'is', null)
    .$if(show === 'reported', (query) => query.where('r.complained_at', 'is not', null))
    .$if(words !== '', (query) => query.where('p.name', 'ilike', containing(words)))
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(${sql.ref(since)}, r.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy(since, 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [(row[sinceOf[show]] as Date).toISOString(), row.id],
    show: (row): DeskReview => ({
      id: row.id as never,
      at: row.created_at,
      stars: row.rating,
      writer: { id: row.user_id as never, name: row.writer },
      product: { id: row.product_id as never, name: row.product },
      seller: { id: row.seller_user_id as never, name: row.seller },
      feedback: row.feedback,
      reply: row.reply,
      ...showRemovals(row),
      isReported: row.complained_at !== null,
      complaints: row.complaints.map(({ id, reason, at, closed_at, outcome }) => ({
        id: id as never,
        reason,
        at: new Date(at),
        closed: closed_at && outcome ? { at: new Date(closed_at), outcome } : null,
      })),
    }),
  })
}

const selectReviews = (db: Db) =>
  db
    .selectFrom('product_reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('order_parts as t', 't.id', 'r.part_id')
    .selectAll('r')
    .select(['p.name as product', 's.name as seller', 'u.name as writer', 't.order_id'])

/**
 * Hides a review, or the seller's answer to it, and tells its writer why. The row stays.
 * @throws shop.already_removed if another admin was faster
 */
export async function removeReview(work: Work, removal: Removal): Promise<Changed> {
  const { db, now } = work
  const { id, part, reason } = removal
  const row = await selectReviews(db).where('r.id', '=', id).forNoKeyUpdate(['r']).executeTakeFirst()
  if (!row || (part === 'reply' && row.reply === null)) return refuseRequest('request.not_found')
  if (row.removed_at || (part === 'reply' && row.reply_removed_at)) refuse('shop.already_removed')
  await db.updateTable('product_reviews').set(removing(removal, now)).where('id', '=', id).execute()
  await closeComplaints(work, { id, product: row.product, outcome: 'acted' })
  await notify(work, {
    type: 'rating_removed',
    source: `shop.review_removed:${part}:${id}`,
    ...(part === 'rating'
      ? {
          userId: row.user_id,
          title: 'Your review was removed',
          message: `Support removed your review of “${row.product}”. Reason: ${asSentence(reason)} You can’t review this product again.`,
          href: `/order-confirmation/${row.order_id}`,
        }
      : {
          userId: row.seller_user_id,
          title: 'Your answer was removed',
          message: `Support removed your answer to a review of “${row.product}”. Reason: ${asSentence(reason)} You can’t answer this review again.`,
          href: withRecord(myReviewsPath, id),
        }),
  })
  return { before: { removed: false }, after: { removed: true } }
}

/**
 * Leaves a review as it is, and closes the reports about it.
 * @throws shop.already_removed, or shop.no_open_complaint if another admin was faster
 */
export async function keepReview(work: Work, { id }: { id: string }): Promise<Changed> {
  const row = await selectReviews(work.db).where('r.id', '=', id).forNoKeyUpdate(['r']).executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (row.removed_at) refuse('shop.already_removed')
  if (row.complained_at === null) refuse('shop.no_open_complaint')
  await closeComplaints(work, { id, product: row.product, outcome: 'no_breach' })
  return { before: { complaints: 'open' }, after: { complaints: 'closed' } }
}
