import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { closePayment, refundPart } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { mayCancel, type Side } from '#/shop/order-states.ts'
import { giveUseBack } from '#/shop/server/coupons/use.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'
import { type LockedOrder, type LockedPart, lockOrder, movePart } from './move.ts'

type Cancelling = {
  parts: readonly LockedPart[]
  by: Side
  note: string | null
  /** The parcels that were sent are back with their seller. */
  cameBack?: boolean
  /** Because the buyer didn’t take them. */
  refused?: boolean
}

/** Cancels parts of a locked order, puts their stock back on sale and refunds the buyer. */
export async function cancelParts(
  work: Work,
  order: LockedOrder,
  { parts, by, note, cameBack = false, refused = false }: Cancelling,
) {
  for (const part of parts)
    await movePart(work, part, {
      to: 'cancelled',
      by,
      note,
      cameBack: cameBack && part.carrier !== null,
      refused,
    })
  // A parcel that was sent goes back on sale only if its seller has it back.
  const here = parts.filter(({ carrier }) => carrier === null || cameBack).map(({ id }) => id)
  await putBack(work, here)
  await giveUseBack(work.db, { orderId: order.id, partIds: parts.map(({ id }) => id) })
  const paymentId = order.parts[0]?.payment_id
  if (!paymentId) return
  if (parts.some(({ status }) => status === 'awaiting_payment')) {
    await closePayment(work, paymentId, { refund: (paid) => paid, reason: 'The order was cancelled' })
    return
  }
  for (const { id, total } of parts)
    await refundPart(work, paymentId, { partId: id, amount: total, reason: 'It was cancelled' })
}

/** Puts the goods of parts back on sale, as far as their variants still exist. */
async function putBack({ db, now }: Work, partIds: string[]) {
  if (partIds.length === 0) return
  const rows = await db
    .selectFrom('order_lines')
    .select((eb) => ['variant_id as variantId', eb.fn.sum<string>('quantity').as('quantity')])
    .where('part_id', 'in', partIds)
    .where('variant_id', 'is not', null)
    .groupBy('variant_id')
    .$narrowType<{ variantId: string }>()
    .execute()
  if (rows.length === 0) return
  await lockStock(
    db,
    rows.map(({ variantId }) => variantId),
  )
  await changeStock(
    db,
    rows.map(({ variantId, quantity }) => ({ variantId, delta: Number(quantity) })),
    { reason: 'given_back', now },
  )
}

/**
 * Cancels the parts of the buyer's own order that aren't packed or wait packed for days, or one of them.
 * @throws shop.order_moved, shop.cancel_whole_order
 */
export async function cancelOwn(
  work: ActorWork,
  { id, partId, reason }: { id: string; partId?: string | null | undefined; reason: string | null },
): Promise<void> {
  const order = await lockOrder(work.db, id)
  if (order?.user_id !== work.actor.userId) return refuseRequest('request.not_found')
  const chosen = order.parts.filter((part) => !partId || part.id === partId)
  if (chosen.length === 0) return refuseRequest('request.not_found')
  const parts = chosen.filter(({ status, status_since: since }) => mayCancel({ status, since }, work.now))
  if (parts.length === 0) refuse('shop.order_moved')
  // The payment covers all parts.
  if (parts[0]!.status === 'awaiting_payment' && parts.length < order.parts.length)
    refuse('shop.cancel_whole_order')
  await cancelParts(work, order, { parts, by: 'owner', note: reason })
}
