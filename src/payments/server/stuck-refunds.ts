import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refuse } from '#/payments/contract.ts'
import type { RefundDue } from '#/payments/events.ts'
import { type GatewayName, unanswered } from '#/payments/rules.ts'
import { post } from './ledger.ts'
import { lockPayment, type PaymentRow } from './queries.ts'
import { announceRefunded } from './refunds.ts'
import { settleShares } from './settle-shares.ts'

/** The appointment, package or order of a refund that an administrator has dealt with. */
type Subject = Pick<PaymentRow, 'appointment_id' | 'package_id' | 'order_id'> & {
  amount: number
  currency: string
}

/**
 * Retries a refund that the gateway has refused, or hasn't answered, for a day.
 * @throws payments.refund_not_waiting, payments.disputed
 */
export async function retryRefund(work: Work, refundId: string): Promise<Subject> {
  const { payment, refund } = await lockStuckRefund(work.db, refundId)
  await work.db
    .updateTable('refunds')
    .set({
      status: 'pending',
      // The same try has the same name: the gateway may already have it, and must not refund twice.
      tries: refund.failure === unanswered ? refund.tries : refund.tries + 1,
      handed_over_at: null,
      gateway_ref: null,
      looked_at: work.now,
      settled_at: null,
      // Dated anew, because it is watched for 40 days in case the payer's bank returns it.
      created_at: work.now,
    })
    .where('id', '=', refundId)
    .execute()
  await work.announce<RefundDue>('payments.refund_due', { refundId })
  return { ...payment, amount: refund.amount }
}

/**
 * Records that the operator has paid a refund by a bank transfer of their own, because the gateway refuses it or is gone.
 * @throws payments.refund_not_waiting, payments.disputed
 */
export async function payRefundByHand(
  work: Work,
  { refundId, reference }: { refundId: string; reference: string },
): Promise<Subject> {
  const { db, now } = work
  const { payment, refund } = await lockStuckRefund(db, refundId)
  const { amount, currency } = refund
  await db
    .updateTable('refunds')
    .set({
      status: 'succeeded',
      paid_by_hand: reference,
      gateway_ref: null,
      failure: null,
      settled_at: now,
    })
    .where('id', '=', refundId)
    .execute()
  await post(db, {
    kind: 'refund',
    sourceId: refundId,
    paymentId: payment.id,
    amount,
    currency,
    gateway: refund.gateway as GatewayName,
    debit: { account: 'refundable', userId: payment.payer_user_id },
    credit: { account: 'bank' },
    at: now,
  })
  await settleShares(work, payment, refund.attempt_id)
  await announceRefunded(work, payment, { id: refundId, attempt_id: refund.attempt_id, admin_id: null })
  return { ...payment, amount }
}

async function lockStuckRefund(db: Db, refundId: string) {
  const found = await db
    .selectFrom('refunds')
    .select('payment_id')
    .where('id', '=', refundId)
    .executeTakeFirst()
  const payment = found && (await lockPayment(db, found.payment_id))
  if (!payment) return refuseRequest('request.not_found')
  const refund = await db
    .selectFrom('refunds as r')
    .innerJoin('payment_attempts as t', 't.id', 'r.attempt_id')
    .select([
      'r.status',
      'r.tries',
      'r.failure',
      'r.amount',
      'r.currency',
      'r.attempt_id',
      'r.handed_over_at',
      'r.waits',
      't.gateway',
    ])
    .where('r.id', '=', refundId)
    .executeTakeFirstOrThrow()
  if (refund.status !== 'failed' || !refund.handed_over_at) refuse('payments.refund_not_waiting')
  // The payer's bank may be giving the same money back.
  if (refund.waits) refuse('payments.disputed')
  return { payment, refund }
}
