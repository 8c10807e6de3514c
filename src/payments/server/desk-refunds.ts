import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { leastPayment } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refuse } from '#/payments/contract.ts'
import type { RefundGranted } from '#/payments/events.ts'
import { isPaid } from '#/payments/rules.ts'
import { refundedOfPart } from './payees.ts'
import { lockPayment, type PaymentRow } from './queries.ts'
import { owedBack, oweRefund } from './refunds.ts'

type Grant = {
  paymentId: string
  /** Required for an order of several sellers. */
  partId?: string | null | undefined
  amount: number
  reason: string
  adminId: string
  gateway: string
}

/**
 * Refunds part or all of a payment on an administrator's decision. The payment's lock keeps two administrators from refunding
 * more than was captured, less earlier refunds and what the payer's bank has taken. An order's refund belongs to a part, so that
 * it counts when the part is cancelled or returned afterwards.
 * @throws payments.not_paid, payments.no_money_moved, payments.part_needed, payments.part_not_found, payments.refund_too_high,
 * payments.refund_too_low
 */
export async function grantRefund(
  work: Work,
  { paymentId, partId, amount, reason, adminId, gateway }: Grant,
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
  const part = await partOf(db, payment, partId)
  const most = Math.min(left.amount, part?.left ?? left.amount)
  if (amount > most) refuse('payments.refund_too_high', { left: most })
  if (amount < leastPayment) refuse('payments.refund_too_low')
  const refundId = await oweRefund(work, payment, {
    ...{ attemptId: left.attemptId, amount, reason, at: now },
    ...{ adminId, partId: part?.id ?? null },
  })
  await work.announce<RefundGranted>('payments.refund_granted', { paymentId, refundId })
  return {
    appointmentId: payment.appointment_id,
    packageId: payment.package_id,
    orderId: payment.order_id,
    currency: payment.currency,
  }
}

/** Returns the part of an order to refund, with what is left of it; undefined if the payment isn't for an order. */
async function partOf(db: Db, payment: PaymentRow, partId: string | null | undefined) {
  const parts = await partsLeft(db, payment.id)
  if (partId) return parts.find(({ id }) => id === partId) ?? refuse('payments.part_not_found')
  if (parts.length > 1) refuse('payments.part_needed')
  return parts[0]
}

async function partsLeft(db: Db, paymentId: string) {
  const { rows } = await sql<{ id: string; left: number }>`
    select p.id, p.amount - ${refundedOfPart('p.id')} as left from payment_parts p where p.payment_id = ${paymentId}
  `.execute(db)
  return rows
}

/** Returns how much of each part of an order an administrator may refund now, in minor units. */
export async function refundablePartsOf(
  db: Db,
  paymentId: string | null,
  gateway: string,
): Promise<ReadonlyMap<string, number>> {
  if (!paymentId) return new Map()
  const [most, parts] = await Promise.all([refundableOf(db, paymentId, gateway), partsLeft(db, paymentId)])
  return new Map(parts.map(({ id, left }) => [id, Math.max(0, Math.min(left, most))]))
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
