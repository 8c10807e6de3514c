import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refundPart } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import { isReturning, mayWithdraw, type Side } from '#/shop/order-states.ts'
import type { ReturnAnswer } from '#/shop/orders.ts'
import {
  type BoughtLine,
  type EarlierReturn,
  kindsOf,
  type ReturnKind,
  type ReturnOutcome,
  refundFor,
  returnOf,
  type Units,
} from '#/shop/returns.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'
import { type LockedPart, lockBought, movePart } from './move.ts'
import { lockSold, release } from './sell.ts'
import { setAside } from './set-aside.ts'

/** True if line `l` of part `s` is a medicine. Once its seller's account is gone, a pharmacist's goods count as medicines. */
export const isMedicine = sql<boolean>`(s.is_pharmacist and l.kind = 'goods' and coalesce((
  select p.shelf from product_variants v join products p on p.id = v.product_id where v.id = l.variant_id), 'pharmacy') <> 'merchandise')`

/** True if part `s` has a medicine. */
export const hasMedicine = sql<boolean>`exists (select from order_lines l where l.part_id = s.id and ${isMedicine})`

/** Counts the units of line `l` that its seller has back. */
export const returnedUnits = sql<number>`coalesce((select sum(t.quantity) from returned_lines t
  join order_returns r on r.id = t.return_id where t.line_id = l.id and r.outcome = 'returned'), 0)`

export type ReturnJson = {
  id: string
  kind: ReturnKind
  amount: number
  askedAt: string
  outcome: ReturnOutcome | null
  isOverruled: boolean
  carrier: string | null
  tracking: string | null
  lines: (Units & { isBackOnSale: boolean })[]
}

/** The returns of part `s`, in the order in which they were asked for. */
export const returnsOf = sql<ReturnJson[]>`(
  select coalesce(json_agg(json_build_object('id', r.id, 'kind', r.kind, 'amount', r.amount, 'askedAt', r.asked_at, 'outcome', r.outcome,
    'isOverruled', r.overruled_at is not null, 'carrier', r.carrier, 'tracking', r.tracking, 'lines', (
      select json_agg(json_build_object('lineId', t.line_id, 'quantity', t.quantity, 'isBackOnSale', t.back_on_sale) order by l.position)
      from returned_lines t join order_lines l on l.id = t.line_id where t.return_id = r.id)) order by r.asked_at, r.id), '[]')
  from order_returns r where r.part_id = s.id)`

/** Returns what can be returned of a part, and what was. */
async function goodsOf(db: Db, partId: string): Promise<{ lines: BoughtLine[]; returns: EarlierReturn[] }> {
  const lines = await db
    .selectFrom('order_lines as l')
    .innerJoin('order_parts as s', 's.id', 'l.part_id')
    .select(['l.id', 'l.quantity', 'l.amount', 'l.discount', isMedicine.as('isMedicine')])
    .where('l.part_id', '=', partId)
    .where('l.kind', '=', 'goods')
    .orderBy('l.position')
    .execute()
  const { returns } = await db
    .selectFrom('order_parts as s')
    .select(returnsOf.as('returns'))
    .where('s.id', '=', partId)
    .executeTakeFirstOrThrow()
  return { lines, returns }
}

type Asked = {
  id: string
  partId: string
  lines: readonly Units[]
  kind: ReturnKind
  amount: number
  note: string
  photos: readonly Blob[]
}
type Asking = ActorWork & Pick<Serving, 'keepDocument'>

/** @throws shop.no_return, shop.return_changed, shop.photo_needed, shop.photos_only, shop.order_moved */
export async function askReturn(
  work: Asking,
  { id, partId, lines: chosen, kind, amount, note, photos }: Asked,
): Promise<void> {
  const { db, now } = work
  const part = await lockBought(work, { id, partId })
  const goods = await goodsOf(db, partId)
  const may = returnOf({ status: part.status, deliveredAt: part.delivered_at, ...goods }, now)
  const wanted = chosen.map(({ lineId }) => may?.lines.find((line) => line.id === lineId))
  const isPossible =
    new Set(chosen.map(({ lineId }) => lineId)).size === chosen.length &&
    chosen.every(({ quantity }, index) => quantity <= (wanted[index]?.left ?? 0)) &&
    kindsOf(wanted.flatMap((line) => line ?? [])).includes(kind)
  if (!isPossible) refuse('shop.no_return')
  if (wanted.some((line) => line?.isMedicine) && photos.length === 0) refuse('shop.photo_needed')
  if (refundFor({ total: part.total, ...goods, kind, chosen }) !== amount) refuse('shop.return_changed')
  if (part.status === 'return_refused') await setAside(work, partId)
  const returnId = newId<'return'>()
  await db
    .insertInto('order_returns')
    .values({ id: returnId, part_id: partId, kind, amount, asked_at: now })
    .execute()
  await db
    .insertInto('returned_lines')
    .values(chosen.map(({ lineId, quantity }) => ({ return_id: returnId, line_id: lineId, quantity })))
    .execute()
  for (const [position, photo] of photos.entries())
    await db
      .insertInto('return_photos')
      .values({ return_id: returnId, position, upload_id: await keepPhoto(work, photo) })
      .execute()
  await movePart(work, part, { to: 'return_asked', by: 'owner', note })
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

type Bought = { id: string; partId: string }

/** @throws shop.order_moved */
export async function withdrawReturn(work: ActorWork, bought: Bought): Promise<void> {
  const part = await lockBought(work, bought)
  if (!mayWithdraw(part.status)) refuse('shop.order_moved')
  await movePart(work, part, { to: 'delivered', by: 'owner', outcome: 'withdrawn' })
}

type Answered = { id: string; answer: ReturnAnswer; note: string }

/** @throws shop.order_moved */
export async function answerReturn(work: ActorWork, { id, answer, note }: Answered): Promise<void> {
  const { part } = await lockSold(work, id)
  if (part.status !== 'return_asked') refuse('shop.order_moved')
  if (answer === 'refund_only') {
    const { amount } = await openReturnOf(work.db, id)
    await movePart(work, part, { to: 'delivered', by: 'seller', note, outcome: 'kept' })
    await refund(work, part, { amount, reason: 'Refunded without a return' })
    return
  }
  const to = answer === 'take_back' ? 'return_approved' : 'return_refused'
  await movePart(work, part, { to, by: 'seller', note })
}

/** @throws shop.order_moved */
export async function sendReturn(
  work: ActorWork,
  { id, partId, carrier, tracking }: Bought & { carrier: string; tracking: string },
): Promise<void> {
  const part = await lockBought(work, { id, partId })
  if (part.status === 'return_approved')
    await work.db
      .updateTable('order_returns')
      .set({ carrier, tracking })
      .where('part_id', '=', partId)
      .where('outcome', 'is', null)
      .execute()
  await movePart(work, part, { to: 'return_sent', by: 'owner' })
}

/** @throws shop.order_moved */
export async function receiveReturn(
  work: ActorWork,
  { id, backOnSale }: { id: string; backOnSale: readonly string[] },
): Promise<void> {
  const { part } = await lockSold(work, id)
  await endReturn(work, part, { by: 'seller', backOnSale })
}

/** @throws shop.order_moved */
export async function reportReturnMissing(
  work: ActorWork,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const { part } = await lockSold(work, id)
  await movePart(work, part, { to: 'return_missing', by: 'seller', note })
}

/** Returns a part's return that isn't over. */
export const openReturnOf = (db: Db, partId: string) =>
  db
    .selectFrom('order_returns')
    .select(['id', 'amount'])
    .where('part_id', '=', partId)
    .where('outcome', 'is', null)
    .executeTakeFirstOrThrow()

type Ending = { by: Side; note?: string | null; backOnSale?: readonly string[] }

/**
 * Ends a return, and refunds what its buyer was told. The part is over once all its goods are back; otherwise the others stay
 * delivered. What its seller sells again goes back on sale, except for medicines.
 * @throws shop.order_moved
 */
export async function endReturn(
  work: Work,
  part: LockedPart,
  { by, note = null, backOnSale = [] }: Ending,
): Promise<void> {
  const { db } = work
  if (!isReturning(part.status)) refuse('shop.order_moved')
  const { id, amount } = await openReturnOf(db, part.id)
  const isAll = await isAllBack(db, part.id, id)
  await movePart(work, part, { to: isAll ? 'returned' : 'delivered', by, note, outcome: 'returned' })
  await sellAgain(work, id, backOnSale)
  await refund(work, part, { amount, reason: 'It was returned' })
  if (isAll) await release(work, part)
}

/** Tells whether all goods of a part are back once this return is. */
async function isAllBack(db: Db, partId: string, returnId: string): Promise<boolean> {
  const { rows } = await sql<{ isAll: boolean }>`
    select not exists (
      select from order_lines l left join returned_lines t on t.line_id = l.id and t.return_id = ${returnId}
       where l.part_id = ${partId} and l.kind = 'goods' and l.quantity > ${returnedUnits} + coalesce(t.quantity, 0)) as "isAll"
  `.execute(db)
  return rows[0]!.isAll
}

type Refunded = { amount: number; reason: string }

async function refund(
  work: Work,
  { id, payment_id }: LockedPart,
  { amount, reason }: Refunded,
): Promise<void> {
  if (payment_id && amount > 0) await refundPart(work, payment_id, { partId: id, amount, reason })
}

async function sellAgain({ db, now }: Work, returnId: string, lineIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{ variantId: string; delta: number }>`
    update returned_lines t set back_on_sale = true
      from order_lines l join product_variants v on v.id = l.variant_id join products p on p.id = v.product_id
     where t.return_id = ${returnId} and l.id = t.line_id and l.id = any(${lineIds}::uuid[]) and p.shelf = 'merchandise'
    returning v.id as "variantId", t.quantity::integer as delta`.execute(db)
  if (rows.length === 0) return
  await lockStock(
    db,
    rows.map(({ variantId }) => variantId),
  )
  await changeStock(db, rows, { reason: 'returned', now })
}
