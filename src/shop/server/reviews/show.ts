import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { firstNameOf } from '#/kernel/initial.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Bought, OwnReview, ProductReview } from '#/shop/reviews.ts'
import { returnedUnits } from '#/shop/server/orders/returns.ts'

const pageOfReviews = 10

function selectReviews(db: Db, cursor: string | undefined) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const query = db
    .selectFrom('product_reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select([
      'r.id',
      'r.rating',
      'r.feedback',
      'r.reply',
      'r.reply_removed_at',
      'r.created_at',
      'r.edited_at',
      'r.replied_at',
    ])
    .select(['u.name', 'u.erased_at'])
    .where('r.removed_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(pageOfReviews + 1)
  return after
    ? query.where(sql<boolean>`(r.created_at, r.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
    : query
}

/** Must match the index `product_reviews_unanswered`. `review`: the table's name. */
export const mayBeAnswered = (review: string) => sql<boolean>`(${sql.ref(`${review}.reply`)} is null
  or (${sql.ref(`${review}.edited_at`)} is not null and ${sql.ref(`${review}.edited_at`)} > ${sql.ref(`${review}.replied_at`)}
    and ${sql.ref(`${review}.reply_removed_at`)} is null))`

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['execute']>>[number]

const showReview = (row: Row): ProductReview => ({
  id: row.id as never,
  by: row.erased_at ? 'Former user' : firstNameOf(row.name) || 'A buyer',
  stars: row.rating,
  feedback: row.feedback,
  reply: row.reply_removed_at ? null : row.reply,
  at: row.created_at,
  wasEdited: row.edited_at !== null,
  isReplyOlder: row.replied_at !== null && row.edited_at !== null && row.edited_at > row.replied_at,
})

const keyOf = (row: Row) => [row.created_at.toISOString(), row.id]

/** Lists the reviews of a listed product, latest first and with first names only. */
export async function listReviews(db: Db, { id, cursor }: { id: string; cursor?: string | undefined }) {
  const [rows, listed] = await Promise.all([
    selectReviews(db, cursor).where('r.product_id', '=', id).execute(),
    db
      .selectFrom('products')
      .select('id')
      .where('id', '=', id)
      .where('is_listed', '=', true)
      .executeTakeFirst(),
  ])
  if (!listed) return refuseRequest('request.not_found')
  return toPage(rows, { limit: pageOfReviews, keyOf, show: showReview })
}

type Wanted = {
  userId: string
  show: 'unanswered' | 'all'
  id?: string | undefined
  cursor?: string | undefined
}

/** Lists the reviews of a seller's products, latest first. */
export async function listOwnReviews(db: Db, { userId, show, id, cursor }: Wanted) {
  let query = selectReviews(db, cursor)
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['p.id as product_id', 'p.name as product', mayBeAnswered('r').as('may_reply')])
    .where('r.seller_user_id', '=', userId)
  if (id) query = query.where('r.id', '=', id)
  else if (show === 'unanswered') query = query.where(mayBeAnswered('r'))
  return toPage(await query.execute(), {
    limit: pageOfReviews,
    keyOf: (row) => keyOf(row),
    show: (row): OwnReview => ({
      ...showReview(row),
      product: { id: row.product_id as never, name: row.product },
      mayReply: row.may_reply,
    }),
  })
}

type BoughtRow = {
  product_id: string
  name: string
  picture: string | null
  rating: number | null
  feedback: string | null
  reply: string | null
  created_at: Date | null
  is_removed: boolean
}

/** Lists the products of the caller's own order that were delivered and not returned, or that the caller has reviewed. */
export async function listBought(db: Db, { id, userId }: { id: string; userId: string }) {
  const [{ rows }, order] = await Promise.all([
    sql<BoughtRow>`
      select p.id as product_id, p.name, p.pictures[1] as picture, r.rating, r.feedback, r.created_at,
        case when r.reply_removed_at is null then r.reply end as reply, r.removed_at is not null as is_removed
        from (
          select v.product_id, min(s.position * 1000 + l.position) as place, bool_or(s.status in ('delivered', 'completed') and l.quantity > ${returnedUnits}) as is_received
            from orders o
            join order_parts s on s.order_id = o.id
            join order_lines l on l.part_id = s.id
            join product_variants v on v.id = l.variant_id
           where o.id = ${id} and o.user_id = ${userId} and s.seller_user_id <> o.user_id
           group by v.product_id) b
        join products p on p.id = b.product_id
        left join product_reviews r on r.product_id = b.product_id and r.user_id = ${userId}
       where p.state <> 'deleted' and (b.is_received or r.id is not null)
       order by b.place
    `.execute(db),
    db
      .selectFrom('orders')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  ])
  if (!order) return refuseRequest('request.not_found')
  return { rows: rows.map(showBought) }
}

const showBought = (row: BoughtRow): Bought => ({
  productId: row.product_id as never,
  name: row.name,
  imageUrl: row.picture,
  review:
    row.rating === null || row.is_removed
      ? null
      : { stars: row.rating, feedback: row.feedback, reply: row.reply, at: row.created_at! },
  isRemoved: row.is_removed,
})
