import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { PaymentRefunded, RefundDue } from '../events.ts'
import { mayBecome, type PaymentStatus } from '../rules.ts'
import type { RefundSeen } from './gateway.ts'
import { post, refundedOf } from './ledger.ts'
import { lockPayment, type PaymentRow } from './queries.ts'

/** How much of what was paid is neither refunded nor taken back by the payer's bank, and by which attempt it came. */
export async function owedBack(db: Db, payment: PaymentRow): Promise<{ attemptId: string; amount: number }> {
  const { rows } = await sql<{ id: string; gone: string }>`
    select t.id,
      coalesce((select sum(r.amount) from refunds r where r.attempt_id = t.id), 0)
      + coalesce((select sum(d.amount) from payment_disputes d
                  where d.attempt_id = t.id and d.status <> 'won'), 0) as gone
    from payment_attempts t
    where t.payment_id = ${payment.id} and t.status = 'succeeded'
    order by t.settled_at limit 1
  `.execute(db)
  const [paid] = rows
  if (!paid) throw new Error(`Nothing was paid of ${payment.id}`)
  return { attemptId: paid.id, amount: Math.max(0, payment.amount - Number(paid.gone)) }
}

type NewRefund = { attemptId: string; amount: number; reason: string; at: Date; isLate?: boolean }

/**
 * From now on we owe the payer `amount`; the gateway is asked to send it. `isLate`: it never became the provider's, so it
 * is not taken from them. Under the payment's lock.
 */
export async function oweRefund(
  { db, announce }: Work,
  payment: PaymentRow,
  { attemptId, amount, reason, at, isLate = false }: NewRefund,
): Promise<void> {
  const id = newId<'refund'>()
  const { currency } = payment
  await db
    .insertInto('refunds')
    .values({
      id,
      payment_id: payment.id,
      attempt_id: attemptId,
      amount,
      currency,
      reason,
      status: 'pending',
      created_at: at,
    })
    .execute()
  if (!isLate)
    await post(db, {
      kind: 'refund_owed',
      sourceId: id,
      paymentId: payment.id,
      amount,
      currency,
      debit: { account: 'payable', userId: payment.payee_user_id },
      credit: { account: 'refundable', userId: payment.payer_user_id },
      at,
    })
  await announce<RefundDue>('payments.refund_due', { refundId: id })
}

/** Takes down what became of a refund at the gateway. Repeats change nothing; one that failed is tried again later. */
export async function settleRefund(work: Work, refundId: string, seen: RefundSeen): Promise<void> {
  const { db, now, announce } = work
  const found = await db
    .selectFrom('refunds')
    .select('payment_id')
    .where('id', '=', refundId)
    .executeTakeFirst()
  const payment = found && (await lockPayment(db, found.payment_id))
  if (!payment) return
  const refund = await db
    .selectFrom('refunds')
    .selectAll()
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.status === 'succeeded') return
  await db
    .updateTable('refunds')
    .set({
      status: seen.state,
      gateway_ref: seen.ref || refund.gateway_ref,
      failure: seen.failure,
      looked_at: now,
      settled_at: seen.state === 'pending' ? null : now,
    })
    .where('id', '=', refundId)
    .execute()
  if (seen.state !== 'succeeded') return
  const { amount, currency } = refund
  await post(db, {
    kind: 'refund',
    sourceId: refundId,
    paymentId: payment.id,
    amount,
    currency,
    debit: { account: 'refundable', userId: payment.payer_user_id },
    credit: { account: 'gateway' },
    at: now,
  })
  const isLate = await cameLate(db, refund.attempt_id)
  const kept = await keptOf(db, payment)
  const status = kept <= 0 ? 'refunded' : 'partially_refunded'
  // What came in twice and went back once is paid.
  if (kept < payment.amount && mayBecome(payment.status as PaymentStatus, status))
    await db.updateTable('payments').set({ status, updated_at: now }).where('id', '=', payment.id).execute()
  await announce<PaymentRefunded>('payments.refunded', { paymentId: payment.id, refundId, isLate })
}

/** What came in of a payment, by however many attempts, and did not go back. */
async function keptOf(db: Db, payment: PaymentRow): Promise<number> {
  const { rows } = await sql<{ paid: number }>`
    select count(*)::int as paid from payment_attempts where payment_id = ${payment.id} and status = 'succeeded'
  `.execute(db)
  return rows[0]!.paid * payment.amount - (await refundedOf(db, payment.id))
}

async function cameLate(db: Db, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('kind', '=', 'late_payment')
    .where('source_id', '=', attemptId)
    .executeTakeFirst()
  return row !== undefined
}
