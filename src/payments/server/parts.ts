import { sql } from 'kysely'
import type { Work } from '#/kernel/server/work.ts'
import { isPaid } from '#/payments/rules.ts'
import { lockPayment } from './queries.ts'
import { refundDueParts } from './refunds.ts'

/**
 * Refunds an amount of a seller's part of an order. Money that the payer's bank holds in a dispute is refunded if it comes
 * back. An unpaid payment refunds nothing.
 */
export async function refundPart(
  work: Work,
  paymentId: string,
  { partId, amount, reason }: { partId: string; amount: number; reason: string },
): Promise<void> {
  const { db } = work
  const payment = await lockPayment(db, paymentId)
  if (!payment || !isPaid(payment.status)) return
  const due = Math.min(payment.amount, (payment.refund_due ?? 0) + amount)
  await db.updateTable('payments').set({ refund_due: due }).where('id', '=', paymentId).execute()
  await sql`
    update payment_parts set refund_due = least(amount, refund_due + ${amount}::integer) where id = ${partId}
  `.execute(db)
  await refundDueParts(work, { ...payment, refund_due: due }, reason)
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
