import { type RawBuilder, sql } from 'kysely'
import type { ActorWork } from '#/kernel/server/work.ts'
import { lockSold } from './sell.ts'

/** True if the seller with this account takes no orders from the buyer. */
export const isClosedTo = (sellerUser: RawBuilder<unknown>, buyerId: RawBuilder<unknown> | string | null) =>
  sql<boolean>`exists (select from buyer_blocks b where b.seller_user_id = ${sellerUser} and b.buyer_id = ${buyerId}::uuid)`

/**
 * Blocks or unblocks the buyer of a part that the caller sold. Their open orders go on, and so do their messages: that somebody was
 * blocked as a person must not show in the shop.
 */
export async function blockBuyer(
  work: ActorWork,
  { id, isBlocked }: { id: string; isBlocked: boolean },
): Promise<void> {
  const { order } = await lockSold(work, id)
  const { db, actor, now } = work
  if (isBlocked)
    await db
      .insertInto('buyer_blocks')
      .values({ seller_user_id: actor.userId, buyer_id: order.user_id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else
    await db
      .deleteFrom('buyer_blocks')
      .where('seller_user_id', '=', actor.userId)
      .where('buyer_id', '=', order.user_id)
      .execute()
}
