import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refuse } from '#/payments/contract.ts'
import type { RefundGranted } from '#/payments/events.ts'
import { isPaid } from '#/payments/rules.ts'
import { lockPayment, type PaymentRow } from './queries.ts'
import { owedBack, oweRefund } from './refunds.ts'

type Grant = { paymentId: string; amount: number; reason: string; adminId: string; gateway: string }

/**
 * Refunds part or all of a payment on an administrator's decision. The payment's lock keeps two administrators from refunding
 * more than was captured, less earlier refunds and what the payer's bank has taken.
 * @throws payments.not_paid, payments.no_money_moved, payments.refund_too_high
 */
export async function grantRefund(
  work: Work,
  { paymentId, amount, reason, adminId, gateway }: Grant,
): Promise<{
  appointmentId: string | null
  packageId: string | null
  orderId: string | null
  currency: string
}> {
  const { db, now } = work
  const payment = await lockPayment(db, paymentId)
  if (!payment) return refuseRequest('request.not_found')
  if (!isPaid(payment.status)) refuse('payments.not_paid')
  if (isOverInSandbox(payment, gateway)) refuse('payments.no_money_moved')
  const left = await owedBack(db, payment)
  if (amount > left.amount) refuse('payments.refund_too_high', { left: left.amount })
  const refundId = await oweRefund(work, payment, {
    ...{ attemptId: left.attemptId, amount, reason, at: now },
    ...{ adminId, partId: await onlyPartOf(db, paymentId) },
  })
  await work.announce<RefundGranted>('payments.refund_granted', { paymentId, refundId })
  return {
    appointmentId: payment.appointment_id,
    packageId: payment.package_id,
    orderId: payment.order_id,
    currency: payment.currency,
  }
}

/** A single seller's order has one part, so the refund belongs to it and counts when it is cancelled or returned. */
async function onlyPartOf(db: Db, paymentId: string): Promise<string | null> {
  const parts = await db
    .selectFrom('payment_parts')
    .select('id')
    .where('payment_id', '=', paymentId)
    .limit(2)
    .execute()
  return parts.length === 1 ? parts[0]!.id : null
}

/** Returns how much of a payment an administrator may refund now, in minor units. */
export async function refundableOf(db: Db, paymentId: string, gateway: string): Promise<number> {
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (!payment || !isPaid(payment.status) || isOverInSandbox(payment, gateway)) return 0
  return (await owedBack(db, payment)).amount
}

/** The sandbox runs only while it is the gateway in use, so nothing would send this refund, and no money moved anyway. */
const isOverInSandbox = (payment: PaymentRow, gateway: string) =>
  payment.gateway === 'sandbox' && gateway !== 'sandbox'
