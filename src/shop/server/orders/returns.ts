import { sql } from 'kysely'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refundPart } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { type ReturnKind, returnOf, type Side } from '#/shop/order-states.ts'
import { putBack } from './cancel.ts'
import { type LockedPart, lockBought, movePart } from './move.ts'
import { lockSold, release } from './sell.ts'

type Asked = { id: string; partId: string; kind: ReturnKind; note: string; photo?: Blob | null | undefined }
/** True if part `s` has a medicine. Once its seller's account is gone, a pharmacist's goods count as medicines. */
export const hasMedicine = sql<boolean>`(s.is_pharmacist and exists (
  select from order_lines l left join product_variants v on v.id = l.variant_id left join products p on p.id = v.product_id
   where l.part_id = s.id and l.kind = 'goods' and p.shelf is distinct from 'merchandise'))`

type Asking = ActorWork & Pick<Serving, 'keepDocument'>

/** @throws shop.no_return, shop.photo_needed, shop.photos_only */
export async function askReturn(work: Asking, { id, partId, kind, note, photo }: Asked): Promise<void> {
  const part = await lockBought(work, { id, partId })
  const { has_medicine } = await work.db
    .selectFrom('order_parts as s')
    .select(hasMedicine.as('has_medicine'))
    .where('s.id', '=', partId)
    .executeTakeFirstOrThrow()
  const possible = returnOf(
    { status: part.status, deliveredAt: part.delivered_at, hasMedicine: has_medicine },
    work.now,
  )
  if (!possible?.kinds.includes(kind)) refuse('shop.no_return')
  if (possible?.needsPhoto && !photo) refuse('shop.photo_needed')
  if (photo)
    await work.db
      .updateTable('order_parts')
      .set({ return_photo_id: await keepPhoto(work, photo) })
      .where('id', '=', partId)
      .execute()
  await movePart(work, part, { to: 'return_asked', by: 'owner', note, returnKind: kind })
}

/** Keeps a picture as a private document, and refuses PDFs. */
async function keepPhoto({ db, keepDocument }: Asking, photo: Blob): Promise<string> {
  const id = await keepDocument(photo)
  const { width } = await db
    .selectFrom('uploads')
    .select('width')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return width === null ? refuse('shop.photos_only') : id
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
    to: 'return_sent',
    by: 'owner',
    returnCarrier: carrier,
    returnTracking: tracking,
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
 * Ends a return, and returns the refund: for unopened goods the price after a coupon, without delivery, for damaged and wrong
 * ones everything. Undamaged goods that the seller has received go back on sale.
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
