import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'
import { isPaid } from '#/payments/rules.ts'
import { firstPaid } from './known-money.ts'
import { lockPayment } from './queries.ts'
import { settleShares } from './settle-shares.ts'

/**
 * Refunds an amount of a seller's part of an order. Money that the payer's bank holds in a dispute is refunded if it comes
 * back. An unpaid payment refunds nothing.
 */
export async function refundPart(
  work: Work,
  paymentId: string,
  { partId, amount, reason }: { partId: string; amount: number; reason: string },
): Promise<void> {
  const { db, now } = work
  const payment = await lockPayment(db, paymentId)
  if (!payment || !isPaid(payment.status)) return
  await sql`
    update payment_parts set refund_due = least(amount, refund_due + ${amount}::integer), due_at = ${now}
    where id = ${partId}
  `.execute(db)
  await settleShares(work, payment, await firstPaid(db, paymentId), { reason })
}

/** Notes whether a part has arrived. Refunds that may be for any part are borne by those that haven't. */
export async function noteArrival(work: Work, partId: string, hasArrived: boolean): Promise<void> {
  const { db, now } = work
  const found = await db
    .selectFrom('payment_parts')
    .select(['payment_id', 'arrived_at'])
    .where('id', '=', partId)
    .executeTakeFirst()
  if (!found || (found.arrived_at !== null) === hasArrived) return
  const payment = await lockPayment(db, found.payment_id)
  await db
    .updateTable('payment_parts')
    .set({ arrived_at: hasArrived ? now : null })
    .where('id', '=', partId)
    .execute()
  if (payment && isPaid(payment.status)) await settleShares(work, payment, await firstPaid(db, payment.id))
}

/** Releases a seller's part to them from `payableFrom` on. */
export async function releasePart(
  { db }: Pick<Work, 'db'>,
  partId: string,
  payableFrom: Date,
): Promise<void> {
  await db
    .updateTable('payment_parts')
    .set({ payable_from: sql<Date>`greatest(payable_from, ${payableFrom}::timestamptz)` })
    .where('id', '=', partId)
    .execute()
}
