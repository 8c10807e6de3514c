import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refundPart } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { type ReturnKind, returnOf, type Side } from '#/shop/order-states.ts'
import { putBack } from './cancel.ts'
import { type LockedPart, lockBought, movePart } from './move.ts'
import { lockSold, release } from './sell.ts'

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

type Sent = { id: string; partId: string; carrier: string; tracking: string }

/** @throws shop.order_moved */
export async function sendReturn(work: ActorWork, { id, partId, carrier, tracking }: Sent): Promise<void> {
  const part = await lockBought(work, { id, partId })
  await movePart(work, part, {
    ...{ to: 'return_sent', by: 'owner', returnCarrier: carrier, returnTracking: tracking },
  })
}

/** @throws shop.order_moved */
export async function receiveReturn(work: ActorWork, id: string): Promise<void> {
  const { part } = await lockSold(work, id)
  await endReturn(work, part, { by: 'seller' })
}

/** @throws shop.order_moved */
export async function reportReturnMissing(
  work: ActorWork,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const { part } = await lockSold(work, id)
  await movePart(work, part, { to: 'return_missing', by: 'seller', note })
}

/**
 * Ends a return: unopened goods are refunded without their delivery and for what was paid after a coupon, damaged and wrong ones in full. What its seller has
 * received undamaged goes back on sale. Returns the refund.
 * @throws shop.order_moved
 */
export async function endReturn(
  work: Work,
  part: LockedPart,
  { by, note = null }: { by: Side; note?: string | null },
): Promise<number> {
  const { id, return_kind: kind, payment_id: paymentId, total } = part
  await movePart(work, part, { to: 'returned', by, note })
  if (by === 'seller' && kind !== 'damaged') await putBack(work, [id], 'returned')
  const amount = kind === 'unopened' ? await goodsTotalOf(work, id) : total
  if (!paymentId) return amount
  await refundPart(work, paymentId, { partId: id, amount, reason: 'It was returned' })
  await release(work, part)
  return amount
}

async function goodsTotalOf({ db }: Work, partId: string): Promise<number> {
  const row = await db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.sum<string>('amount').as('total'))
    .where('part_id', '=', partId)
    .where('kind', 'in', ['goods', 'discount'])
    .executeTakeFirstOrThrow()
  return Number(row.total)
}
