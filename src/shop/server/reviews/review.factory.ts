import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

type Made = {
  productId: string
  userId: string
  /** A delivered part of an order of theirs. */
  partId: string
  stars: number
  feedback?: string | null
  reply?: { words: string; at: Date } | null
  at: Date
}

/** Makes reviews in one statement, for tests and the demo. */
export async function makeReviews(db: Db, all: readonly Made[]): Promise<string[]> {
  const rows = all.map(({ productId, userId, partId, stars, feedback = null, reply = null, at }) => ({
    id: newId<'review'>(),
    product_id: productId,
    user_id: userId,
    part_id: partId,
    rating: stars,
    feedback,
    created_at: at,
    reply: reply?.words ?? null,
    replied_at: reply?.at ?? null,
    // The database fills it in.
    seller_user_id: userId,
  }))
  if (rows.length > 0) await db.insertInto('product_reviews').values(rows).execute()
  return rows.map(({ id }) => id)
}
