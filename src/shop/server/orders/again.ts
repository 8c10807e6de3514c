import { randomUUID } from 'node:crypto'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { mergeCart } from '#/shop/server/cart/change.ts'

/** Adds an order's products that are still sold to the cart, which points out changed prices, and counts the others. */
export async function buyAgain(
  work: ActorWork,
  orderId: string,
): Promise<{ added: number; gone: number; full: number }> {
  const { db, actor } = work
  const rows = await db
    .selectFrom('orders as o')
    .innerJoin('order_parts as s', 's.order_id', 'o.id')
    .innerJoin('order_lines as l', 'l.part_id', 's.id')
    .leftJoin('product_variants as v', 'v.id', 'l.variant_id')
    .leftJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.id', 'l.quantity', 'l.price', 'v.stock', 'v.is_offered', 'v.is_past', 'p.is_listed'])
    .where('o.id', '=', orderId)
    .where('o.user_id', '=', actor.userId)
    .where('l.kind', '=', 'goods')
    .orderBy('s.position')
    .orderBy('l.position')
    .execute()
  if (rows.length === 0) return refuseRequest('request.not_found')
  const sold = rows.filter(
    ({ stock, is_offered, is_past, is_listed }) => is_offered && is_listed && !is_past && (stock ?? 0) > 0,
  )
  const lines = sold.map(({ id, quantity, price }) => ({
    variantId: id as never,
    quantity,
    seenPrice: price,
  }))
  const { gone, full } = await mergeCart(work, { guestCart: randomUUID(), lines })
  return { added: lines.length - gone - full, gone: gone + rows.length - sold.length, full }
}
