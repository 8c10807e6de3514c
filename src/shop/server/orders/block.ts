import { type RawBuilder, sql } from 'kysely'
import type { ActorWork } from '#/kernel/server/work.ts'
import { blockPerson } from '#/messaging/server/index.ts'
import { lockSold } from './sell.ts'

/** True if the seller with this account has blocked the buyer. */
export const isClosedTo = (sellerUser: RawBuilder<unknown>, buyerId: RawBuilder<unknown> | string | null) =>
  sql<boolean>`exists (select from message_blocks m where m.blocker_id = ${sellerUser} and m.blocked_id = ${buyerId}::uuid)`

/** Blocks or unblocks the buyer of a part that the caller sold. Their open orders go on. */
export async function blockBuyer(
  work: ActorWork,
  { id, isBlocked }: { id: string; isBlocked: boolean },
): Promise<void> {
  const { order } = await lockSold(work, id)
  await blockPerson(work, order.user_id, isBlocked)
}
