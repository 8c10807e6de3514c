import { sql } from 'kysely'
import { HOUR } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { addMonths } from '#/kernel/time.ts'
import { refuse } from '#/shop/errors.ts'
import { type Decision, hoursToPayApproved } from '#/shop/prescriptions.ts'
import { cancelParts } from '#/shop/server/orders/cancel.ts'
import type { ShopConfig } from '#/shop/server/orders/checkout.ts'
import { type LockedOrder, type LockedPart, movePart } from '#/shop/server/orders/move.ts'
import { commissionOn, openOrderPayment } from '#/shop/server/orders/place.ts'
import { changeStock, lockStock } from '#/shop/server/stock.ts'
import { splitTax } from '#/shop/tax.ts'
import { today } from './choose.ts'
import { lockWaiting } from './hold.ts'
import { keepFiles, keepMedicines } from './keep.ts'
import { readSeen } from './show.ts'

type Deciding = ActorWork & { config: ShopConfig }

/**
 * Decides about all medicines of a part. Approved ones stay in the order, which then waits for its payment. Without any,
 * the order is cancelled.
 * @throws shop.order_moved, shop.held_elsewhere, shop.decision_incomplete, shop.too_many_approved, shop.prescription_elsewhere,
 *   shop.refills_used, shop.prescription_expired, shop.issued_in_future
 */
export async function decide(work: Deciding, decision: Decision): Promise<void> {
  const { order, part } = await lockWaiting(work, decision)
  const lines = await reviewDecision(work, decision)
  await noteFacts(work, decision, lines)
  await expectRefills(work, decision, lines)
  await noteDecision(work, decision)
  const approved = new Map(lines.map(({ orderLineId, quantity }) => [orderLineId, quantity]))
  const goods = await goodsOf(work.db, part.id)
  const left = goods.map((line) => ({ ...line, quantity: approved.get(line.id) ?? 0 }))
  if (left.every(({ quantity }) => quantity === 0)) {
    const reasons = new Set(decision.lines.flatMap((line) => (line.approves ? [] : [line.reason])))
    const note = [...reasons].join(' ').slice(0, 500)
    return cancelParts(work, order, { parts: [part], by: 'seller', note })
  }
  const isLess = left.some(({ quantity }, index) => quantity < goods[index]!.quantity)
  await keepApproved(work, part, goods, left)
  await askToPay(work, order, part, isLess)
}

/** Checks that the decision is about each medicine once, and returns the approved number of each; 0 if refused. */
async function reviewDecision({ db }: Work, { id, lines, prescriptions }: Decision) {
  const asked = await db
    .selectFrom('dispensed_lines')
    .select(['id', 'order_line_id', 'prescription_id', 'asked'])
    .where('part_id', '=', id)
    .execute()
  const decided = new Map(lines.map((line) => [line.id as string, line]))
  if (decided.size !== asked.length || lines.length !== asked.length) refuse('shop.decision_incomplete')
  return asked.map((row) => {
    const line = decided.get(row.id) ?? refuse('shop.decision_incomplete')
    const quantity = line.approves ? line.quantity : 0
    if (quantity > row.asked) refuse('shop.too_many_approved')
    if (line.approves && !prescriptions.some((one) => one.id === row.prescription_id))
      refuse('shop.decision_incomplete')
    return { lineId: row.id, orderLineId: row.order_line_id!, prescriptionId: row.prescription_id, quantity }
  })
}

type Reviewed = Awaited<ReturnType<typeof reviewDecision>>

/** Keeps what the pharmacist read. A signed note says it all itself. */
async function noteFacts({ db, now }: Work, { id: partId, prescriptions }: Decision, lines: Reviewed) {
  const used = lines.filter(({ quantity }) => quantity > 0).map((line) => line.prescriptionId)
  // In order, so that two decisions don't wait for each other.
  const ids = [...new Set(used)].toSorted()
  await lockPrescriptions(db, ids)
  const seen = await readSeen(db, partId)
  if (ids.some((id) => seen.get(id) !== prescriptions.find((one) => one.id === id)!.seen))
    refuse('shop.prescription_elsewhere')
  for (const id of ids) {
    const read = prescriptions.find((one) => one.id === id)!
    const known = await db
      .selectFrom('given_prescriptions')
      .select('valid_until')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const validUntil = known.valid_until ?? addMonths(read.issuedOn, read.months)
    if (!known.valid_until && read.issuedOn > today(now)) refuse('shop.issued_in_future')
    if (validUntil < today(now)) refuse('shop.prescription_expired')
    if (!known.valid_until)
      await db
        .updateTable('given_prescriptions')
        .set({
          prescriber: read.prescriber,
          registration_number: read.registrationNumber,
          issued_on: read.issuedOn,
          valid_until: validUntil,
        })
        .where('id', '=', id)
        .execute()
    await keepMedicines({ db }, id)
  }
}

/** Locks prescriptions, and other people's of the same notes, so that of two checks at once the second sees the first. */
const lockPrescriptions = (db: Db, ids: readonly string[]) =>
  sql`
    select from given_prescriptions where id = any(${ids}::uuid[]) or note_prescription_id in (
      select note_prescription_id from given_prescriptions where id = any(${ids}::uuid[]))
    order by id for update
  `.execute(db)

/** Refuses to approve what earlier approvals have used up. The prescriptions are locked by now, so two checks can't both. */
async function expectRefills({ db }: Work, { id }: Decision, lines: Reviewed): Promise<void> {
  const approved = lines.filter(({ quantity }) => quantity > 0).map(({ lineId }) => lineId)
  const { rows } = await sql<{ id: string }>`
    select d.id from dispensed_lines d
     where d.part_id = ${id} and d.id = any(${approved}::uuid[]) and (
       select (array_agg(e.refills order by c.decided_at))[1] < count(*)
         from dispensed_lines e join dispensings c on c.part_id = e.part_id join order_parts s on s.id = e.part_id
        where e.prescription_id = d.prescription_id and e.product_id = d.product_id and e.status = 'approved'
          and s.status <> 'cancelled' and e.part_id <> d.part_id)
  `.execute(db)
  if (rows.length > 0) refuse('shop.refills_used')
}

/**
 * The number of refills that the first approval of line `d` gave; null if `d` is the first. A refill keeps it, so that nothing is lost
 * if the first order is cancelled.
 */
const givenAtFirst = sql`(
  select (array_agg(e.refills order by c.decided_at))[1]
    from dispensed_lines e join dispensings c on c.part_id = e.part_id
   where e.prescription_id = d.prescription_id and e.product_id = d.product_id and e.status = 'approved'
     and e.part_id <> d.part_id)`

async function noteDecision({ db, now }: Work, { id, lines }: Decision): Promise<void> {
  const columns = lines.map((line) =>
    line.approves
      ? { id: line.id, quantity: line.quantity, refills: line.refills, reason: null }
      : { id: line.id, quantity: null, refills: null, reason: line.reason },
  )
  await sql`
    update dispensed_lines d set status = case when w.reason is null then 'approved' else 'rejected' end,
        quantity = w.quantity, refills = case when w.reason is null then coalesce(${givenAtFirst}, w.refills) end, reason = w.reason
      from unnest(${columns.map((one) => one.id)}::uuid[], ${columns.map((one) => one.quantity)}::integer[],
        ${columns.map((one) => one.refills)}::integer[], ${columns.map((one) => one.reason)}::text[]) w(id, quantity, refills, reason)
     where d.id = w.id and d.part_id = ${id}
  `.execute(db)
  await db
    .updateTable('dispensings')
    .set({ decided_at: now, held_by: null, held_until: null })
    .where('part_id', '=', id)
    .execute()
}

const goodsOf = (db: Db, partId: string) =>
  db
    .selectFrom('order_lines')
    .select(['id', 'variant_id', 'quantity', 'price', 'tax_rate'])
    .where('part_id', '=', partId)
    .where('kind', '=', 'goods')
    .orderBy('position')
    .execute()
type Goods = Awaited<ReturnType<typeof goodsOf>>

/** Shrinks an unpaid part to its approved medicines, and puts the rest back on sale. Delivery keeps its price. */
async function keepApproved({ db, now }: Work, part: LockedPart, goods: Goods, left: Goods): Promise<void> {
  const back = goods.flatMap(({ variant_id, quantity }, index) =>
    variant_id ? [{ variantId: variant_id, delta: quantity - left[index]!.quantity }] : [],
  )
  await lockStock(
    db,
    back.map(({ variantId }) => variantId),
  )
  await changeStock(db, back, { reason: 'given_back', now })
  const gone = left.filter(({ quantity }) => quantity === 0).map(({ id }) => id)
  if (gone.length > 0) await db.deleteFrom('order_lines').where('id', 'in', gone).execute()
  for (const [index, { id, price, quantity, tax_rate }] of left.entries())
    if (quantity > 0 && quantity < goods[index]!.quantity)
      await db
        .updateTable('order_lines')
        .set({ quantity, ...splitTax(price * quantity, Number(tax_rate), part.is_interstate) })
        .where('id', '=', id)
        .execute()
  await sql`
    update order_parts set total = (select sum(amount) from order_lines where part_id = ${part.id}) where id = ${part.id}
  `.execute(db)
  await sql`
    update orders set total = (select sum(total) from order_parts where order_id = ${part.order_id}) where id = ${part.order_id}
  `.execute(db)
}

/** Opens the payment of an approved order. Cash is paid at the door. */
async function askToPay(
  work: Deciding,
  order: LockedOrder,
  part: LockedPart,
  isLess: boolean,
): Promise<void> {
  const { db, now, config } = work
  const note = isLess ? 'The pharmacist approved less than you ordered' : null
  if (order.pays === 'cash') {
    await movePart(work, part, { to: 'placed', by: 'seller', note })
    return keepFiles(work, part.id)
  }
  const lines = await db
    .selectFrom('order_lines')
    .select(['kind', sql<number>`price * quantity`.as('amount')])
    .where('part_id', '=', part.id)
    .execute()
  const amount = lines.reduce((sum, line) => sum + line.amount, 0)
  await movePart(work, part, { to: 'awaiting_payment', by: 'seller', note })
  await openOrderPayment(work, {
    orderId: order.id,
    number: order.number,
    payerUserId: order.user_id,
    payBy: new Date(now.getTime() + hoursToPayApproved * HOUR),
    parts: [
      {
        id: part.id,
        payeeUserId: part.seller_user_id,
        amount,
        ...commissionOn(lines, config.SHOP_COMMISSION_PERCENT),
      },
    ],
  })
}
