import { sql } from 'kysely'
import { isConfirmed } from '#/accounts/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { firstNameOf } from '#/kernel/initial.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { myReviewsPath } from '#/shop/selling-rules.ts'
import { contactKeys } from '#/shop/server/contact-keys.ts'
import { returnedUnits } from '#/shop/server/orders/returns.ts'
import { mayBeAnswered } from './show.ts'

type Said = { id: string; stars: number; feedback: string | null }
type Reviewing = ActorWork & { config: Pick<Config, 'AUTH_SECRET'> }

/**
 * Publishes the buyer's review of a product, or changes it. A changed one can be answered again.
 * @throws shop.not_received, shop.already_reviewed if another one came at the same moment, shop.review_removed,
 *   shop.review_unconfirmed, shop.reviewed_before
 */
export async function review(work: Reviewing, { id: productId, stars, feedback }: Said): Promise<void> {
  const { db, actor, now } = work
  const known = await lockOwn(db, { productId, userId: actor.userId })
  if (known?.removed_at) refuse('shop.review_removed')
  const said = { rating: stars, feedback }
  const received = await findReceived(db, { productId, userId: actor.userId })
  if (!received) return refuse('shop.not_received')
  const { part_id, seller_user_id, product, buyer, is_confirmed } = received
  // An order paid in cash costs a throwaway account nothing if its seller helps.
  if (!is_confirmed) refuse('shop.review_unconfirmed')
  const name = firstNameOf(buyer) || 'A buyer'
  const notice = {
    type: 'product_reviewed' as const,
    userId: seller_user_id,
    causedBy: actor.userId,
  }
  if (known) {
    if (known.rating === stars && known.feedback === feedback) return
    await db
      .updateTable('product_reviews')
      .set({ ...said, edited_at: now })
      .where('id', '=', known.id)
      .execute()
    // A number that reviewed the product from another account before doesn't stop them from editing theirs.
    await keepContacts(work, { productId, reviewId: known.id })
    if (!known.replied_at || known.reply_removed_at) return
    await notify(work, {
      ...notice,
      href: withRecord(myReviewsPath, known.id),
      title: `Review changed: ${stars} of 5`,
      message: `${name} changed their review of “${product}” after you answered it. You can answer again.`,
      // Once for each answer, however often it is changed.
      source: `shop.reviewed:${known.part_id}:${known.id}:${known.replied_at.getTime()}`,
    })
    return
  }
  const id = newId<'review'>()
  await db
    .insertInto('product_reviews')
    .values({
      id,
      product_id: productId,
      user_id: actor.userId,
      part_id,
      seller_user_id,
      ...said,
      created_at: now,
    })
    .execute()
  if (!(await keepContacts(work, { productId, reviewId: id }))) refuse('shop.reviewed_before')
  await notify(work, {
    ...notice,
    href: withRecord(myReviewsPath, id),
    title: `New review: ${stars} of 5`,
    message: `${name} reviewed “${product}”. You can answer in public.`,
    // By delivery: erasure finds it after the review is deleted, and one that is written again doesn't notify again.
    source: `shop.reviewed:${part_id}:${productId}`,
  })
}

/**
 * Keeps the reviewer's confirmed contacts, so that a number can't review a product again from the next account. Returns
 * whether none of them has reviewed it in another account.
 */
async function keepContacts(
  { db, actor, config }: Reviewing,
  { productId, reviewId }: { productId: string; reviewId: string },
): Promise<boolean> {
  const keys = await contactKeys(db, actor.userId, config.AUTH_SECRET)
  const { rows } = await sql`
    insert into product_review_contacts as c (product_id, contact_key, review_id)
    select ${productId}::uuid, key, ${reviewId}::uuid from unnest(${keys}::text[]) key order by key
    on conflict (product_id, contact_key) do update set review_id = excluded.review_id
     where c.review_id = excluded.review_id
    returning contact_key
  `.execute(db)
  return rows.length === keys.length
}

type Own = { productId: string; userId: string }

const lockOwn = (db: Db, { productId, userId }: Own) =>
  db
    .selectFrom('product_reviews')
    .select(['id', 'part_id', 'rating', 'feedback', 'replied_at', 'reply_removed_at', 'removed_at'])
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

type Received = {
  part_id: string
  seller_user_id: string
  product: string
  buyer: string
  is_confirmed: boolean
}

/** Finds the buyer's latest delivery of a product that gives the right to review it. The database checks it again. */
async function findReceived(db: Db, { productId, userId }: Own) {
  const { rows } = await sql<Received>`
    select s.id as part_id, s.seller_user_id, p.name as product, u.name as buyer, ${isConfirmed('u')} as is_confirmed
      from orders o
      join order_parts s on s.order_id = o.id
      join order_lines l on l.part_id = s.id
      join product_variants v on v.id = l.variant_id
      join products p on p.id = v.product_id
      join users u on u.id = o.user_id
     where o.user_id = ${userId} and p.id = ${productId} and p.state <> 'deleted'
       and s.status in ('delivered', 'completed') and l.quantity > ${returnedUnits} and s.seller_user_id <> o.user_id
     order by s.delivered_at desc nulls last limit 1
  `.execute(db)
  return rows[0]
}

/** @throws shop.review_removed if an admin was faster */
export async function deleteReview({ db, actor }: ActorWork, productId: string): Promise<void> {
  const known = await lockOwn(db, { productId, userId: actor.userId })
  if (!known) return refuseRequest('request.not_found')
  if (known.removed_at) refuse('shop.review_removed')
  await db.deleteFrom('product_reviews').where('id', '=', known.id).execute()
}

/**
 * Publishes the seller's one answer to a review, or the next one if the review was changed after it.
 * @throws shop.already_answered
 */
export async function answerReview(
  { db, actor, now }: ActorWork,
  { id, reply }: { id: string; reply: string },
): Promise<void> {
  const known = await db
    .selectFrom('product_reviews')
    .select(mayBeAnswered('product_reviews').as('may_be_answered'))
    .where('id', '=', id)
    .where('seller_user_id', '=', actor.userId)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return refuseRequest('request.not_found')
  if (!known.may_be_answered) refuse('shop.already_answered')
  await db.updateTable('product_reviews').set({ reply, replied_at: now }).where('id', '=', id).execute()
}
