import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { releasePart } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { mayCancelSold, mayDeliver, type PartStatus } from '#/shop/order-states.ts'
import { cancelParts } from './cancel.ts'
import { deliveredByOf, type LockedPart, lockOrder, movePart } from './move.ts'

/** True if part `s` was ever placed. Sellers don't see unpaid orders. */
export const wasPlaced = sql<boolean>`s.placed_at is not null`

const isDispensed = sql<boolean>`exists (select from dispensings d where d.part_id = s.id)`

/** Locks the order of a part that the caller sold. */
export async function lockSold({ db, actor }: ActorWork, partId: string, isSeen = wasPlaced) {
  const found = await db
    .selectFrom('order_parts as s')
    .select('s.order_id')
    .where('s.id', '=', partId)
    .where('s.seller_user_id', '=', actor.userId)
    .where(isSeen)
    .executeTakeFirst()
  const order = found && (await lockOrder(db, found.order_id))
  const part = order?.parts.find(({ id }) => id === partId)
  return order && part ? { order, part } : refuseRequest('request.not_found')
}

type Sent = { id: string; to: PartStatus; carrier?: string; tracking?: string }

/** @throws shop.order_moved */
export async function moveSold(work: ActorWork, { id, ...move }: Sent): Promise<void> {
  const { part } = await lockSold(work, id)
  if (move.to === 'delivered' && !mayDeliver(part.status)) refuse('shop.order_moved')
  await movePart(work, part, { ...move, by: 'seller' })
}

/** Tells whether a part that counts as delivered may have come back: its buyer has neither said that it arrived nor reviewed it. */
async function mayStillBeBack({ db }: ActorWork, partId: string): Promise<boolean> {
  if (!mayCancelSold('delivered', await deliveredByOf(db, partId))) return false
  const review = await db
    .selectFrom('product_reviews')
    .select('id')
    .where('part_id', '=', partId)
    .executeTakeFirst()
  return review === undefined
}

/**
 * Also before an order on prescription is paid, because its pharmacist sees it from the start. What counts as delivered, only if it
 * came back.
 * @throws shop.order_moved
 */
export async function cancelSold(
  work: ActorWork,
  { id, reason, ...back }: { id: string; reason: string; cameBack: boolean; refused: boolean },
): Promise<void> {
  const { order, part } = await lockSold(work, id, sql`(${wasPlaced} or ${isDispensed})`)
  if (part.status === 'delivered' && !(back.cameBack && (await mayStillBeBack(work, id))))
    refuse('shop.order_moved')
  await cancelParts(work, order, { parts: [part], by: 'seller', note: reason, ...back })
}

/** Releases the amount that wasn't refunded to the seller. */
export async function release(work: Work, part: Pick<LockedPart, 'id' | 'payment_id'>): Promise<void> {
  if (part.payment_id) await releasePart(work, part.id, work.now)
}
