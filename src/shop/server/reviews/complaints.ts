import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { outcomeText } from '#/messaging/text.ts'
import { notify } from '#/notifications/server/index.ts'
import { refuse } from '#/shop/errors.ts'

/** @throws shop.own_review, shop.already_complained */
export async function reportReview(
  { db, actor, now }: ActorWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const review = await db
    .selectFrom('product_reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['r.user_id', 'r.edited_at', 'r.reply', 'r.replied_at', 'r.reply_removed_at'])
    .where('r.id', '=', id)
    .where('r.removed_at', 'is', null)
    .where('p.is_listed', '=', true)
    .forNoKeyUpdate('r')
    .executeTakeFirst()
  if (!review) return refuseRequest('request.not_found')
  const { reply, edited_at, replied_at, reply_removed_at } = review
  const hasAnswer = reply !== null && reply_removed_at === null
  if (review.user_id === actor.userId && !hasAnswer) refuse('shop.own_review')
  const { rows } = await sql`
    insert into product_review_complaints as c (id, review_id, user_id, reason, created_at)
    values (${newId<'complaint'>()}, ${id}, ${actor.userId}, ${reason}, ${now})
    on conflict (review_id, user_id) do update
       set reason = excluded.reason, created_at = excluded.created_at, closed_at = null, outcome = null
     -- Removing the answer alone closes the reports at the same moment.
     where c.closed_at <= greatest(${edited_at}::timestamptz, ${replied_at}::timestamptz, ${reply_removed_at}::timestamptz)
    returning id
  `.execute(db)
  if (rows.length === 0) refuse('shop.already_complained')
  await db.updateTable('product_reviews').set({ complained_at: now }).where('id', '=', id).execute()
}

type Outcome = { id: string; product: string; outcome: 'acted' | 'no_breach' }

/** Closes the reports about a locked review, and tells their writers. */
export async function closeComplaints(work: Work, { id, product, outcome }: Outcome): Promise<void> {
  const { db, now } = work
  await db.updateTable('product_reviews').set({ complained_at: null }).where('id', '=', id).execute()
  const closed = await db
    .updateTable('product_review_complaints')
    .set({ closed_at: now, outcome })
    .where('review_id', '=', id)
    .where('closed_at', 'is', null)
    .returning(['id', 'user_id'])
    .execute()
  await notify(
    work,
    ...closed.map((complaint) => ({
      userId: complaint.user_id,
      type: 'report_resolved' as const,
      href: '/help-support',
      source: `shop.complaint_closed:${complaint.id}:${now.getTime()}`,
      title: `Your report about a review of “${product}”`,
      message: outcomeText[outcome],
    })),
  )
}
