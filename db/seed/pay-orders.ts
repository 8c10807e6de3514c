import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { refundPart, releasePart } from '#/payments/server/index.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import { hoursToPayApproved } from '#/shop/prescriptions.ts'
import { minutesToPayOrder } from '#/shop/rules.ts'
import { commissionOn, openOrderPayment } from '#/shop/server/orders/place.ts'
import { leaveWithBank, payInSandbox, sendRefunds, workAt } from './sandbox.ts'

/**
 * Pays the orders that are paid online in the sandbox, and refunds or releases what is over. An unpaid one is with its buyer's
 * bank, or waits for its buyer after the pharmacist has approved it.
 */
export async function payOrders(db: Db): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'user_id'])
    .where('pays', '=', 'online')
    .orderBy('number')
    .execute()
  for (const { id, number, user_id: payerUserId } of orders) {
    const parts = await partsOf(db, id)
    const { times } = parts[0]!
    const asked = times.get('awaiting_payment')
    // A pharmacist hasn't decided yet, or has refused it.
    if (!asked) continue
    const minutes = times.has('awaiting_prescription') ? hoursToPayApproved * 60 : minutesToPayOrder
    const paymentId = await openOrderPayment(workAt(db, asked), {
      orderId: id,
      number,
      payerUserId,
      payBy: new Date(asked.getTime() + minutes * MINUTE),
      parts: parts.map((part) => ({
        id: part.id,
        payeeUserId: part.seller_user_id,
        amount: part.total,
        ...commissionOn(part.lines, 0),
      })),
    })
    const paidAt = times.get('placed')
    if (paidAt) await payInSandbox(db, paymentId, { about: id, at: paidAt })
    else if (minutes === minutesToPayOrder) await leaveWithBank(db, paymentId, asked)
    for (const part of parts) await endPart(db, paymentId, part)
  }
}

type Part = Awaited<ReturnType<typeof partsOf>>[number]

/** Refunds or releases a part that is over. */
async function endPart(db: Db, paymentId: string, { id: partId, total: amount, times }: Part): Promise<void> {
  const returnedAt = times.get('returned')
  const backAt = returnedAt ?? times.get('cancelled')
  if (backAt) {
    const reason = returnedAt ? 'It was returned' : 'It was cancelled'
    await refundPart(workAt(db, backAt), paymentId, { partId, amount, reason })
    await sendRefunds(db, paymentId, backAt)
  }
  const overAt = returnedAt ?? times.get('completed')
  if (overAt) await releasePart({ db }, partId, overAt)
}

async function partsOf(db: Db, orderId: string) {
  const rows = await db
    .selectFrom('order_parts')
    .select(['id', 'seller_user_id', 'total'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
  const parts = []
  for (const row of rows) {
    const lines = await db
      .selectFrom('order_lines')
      .select(['kind', 'amount'])
      .where('part_id', '=', row.id)
      .execute()
    parts.push({ ...row, lines, times: await stepsOf(db, row.id) })
  }
  return parts
}

async function stepsOf(db: Db, partId: string): Promise<Map<PartStatus, Date>> {
  const steps = await db
    .selectFrom('order_part_changes')
    .select(['to_status', 'created_at'])
    .where('part_id', '=', partId)
    .execute()
  return new Map(steps.map((step) => [step.to_status as PartStatus, step.created_at]))
}
