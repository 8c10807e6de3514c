import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refundPart, releasePart } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { type PartStatus, type ReturnKind, returnOf } from '#/shop/order-states.ts'
import { cancelParts, putBack } from './cancel.ts'
import { type LockedPart, lockBought, lockOrder, movePart } from './move.ts'

/** True if part `s` was ever placed. Sellers don't see unpaid orders. */
export const wasPlaced = sql<boolean>`exists (
  select from order_part_changes c where c.part_id = s.id and c.to_status = 'placed')`

/** Locks the order of a part that the caller sold. */
async function lockSold({ db, actor }: ActorWork, partId: string) {
  const found = await db
    .selectFrom('order_parts as s')
    .select('s.order_id')
    .where('s.id', '=', partId)
    .where('s.seller_user_id', '=', actor.userId)
    .where(wasPlaced)
    .executeTakeFirst()
  const order = found && (await lockOrder(db, found.order_id))
  const part = order?.parts.find(({ id }) => id === partId)
  return order && part ? { order, part } : refuseRequest('request.not_found')
}

type Sent = { id: string; to: PartStatus; carrier?: string; tracking?: string }

/** @throws shop.order_moved */
export async function moveSold(work: ActorWork, { id, ...move }: Sent): Promise<void> {
  const { part } = await lockSold(work, id)
  await movePart(work, part, { ...move, by: 'seller' })
}

/** @throws shop.order_moved */
export async function cancelSold(
  work: ActorWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { order, part } = await lockSold(work, id)
  await cancelParts(work, order, { parts: [part], by: 'seller', note: reason })
}

type Asked = { id: string; partId: string; kind: ReturnKind; note: string }

/** @throws shop.no_return */
export async function askReturn(work: ActorWork, { id, partId, kind, note }: Asked): Promise<void> {
  const part = await lockBought(work, { id, partId })
  const { status, delivered_at: deliveredAt, is_pharmacist: isPharmacist } = part
  const possible = returnOf({ status, deliveredAt, isPharmacist }, work.now)
  if (!possible?.kinds.includes(kind)) refuse('shop.no_return')
  await movePart(work, part, { to: 'return_asked', by: 'owner', note, returnKind: kind })
}

/** @throws shop.order_moved */
export async function answerReturn(
  work: ActorWork,
  { id, approves, note }: { id: string; approves: boolean; note: string },
): Promise<void> {
  const { part } = await lockSold(work, id)
  await movePart(work, part, { to: approves ? 'return_approved' : 'return_refused', by: 'seller', note })
}

/**
 * Ends a return: unopened goods are refunded without their delivery and go back into sale, damaged and wrong ones are
 * refunded in full.
 * @throws shop.order_moved
 */
export async function receiveReturn(work: ActorWork, id: string): Promise<void> {
  const { part } = await lockSold(work, id)
  await movePart(work, part, { to: 'returned', by: 'seller' })
  if (part.return_kind !== 'damaged') await putBack(work, [id], 'returned')
  if (!part.payment_id) return
  const amount = part.return_kind === 'unopened' ? await goodsTotalOf(work, id) : part.total
  await refundPart(work, part.payment_id, { partId: id, amount, reason: 'It was returned' })
  await release(work, part)
}

async function goodsTotalOf({ db }: Work, partId: string): Promise<number> {
  const row = await db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.sum<string>('amount').as('total'))
    .where('part_id', '=', partId)
    .where('kind', '=', 'goods')
    .executeTakeFirstOrThrow()
  return Number(row.total)
}

/** Releases the amount that wasn't refunded to the seller. */
export async function release(work: Work, part: Pick<LockedPart, 'id' | 'payment_id'>): Promise<void> {
  if (part.payment_id) await releasePart(work, part.id, work.now)
}
