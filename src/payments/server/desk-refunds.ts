import { refuseRequest } from '#/kernel/errors.ts'
import { leastPayment } from '#/kernel/money.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refuse } from '#/payments/contract.ts'
import type { RefundGranted } from '#/payments/events.ts'
import { isPaid } from '#/payments/rules.ts'
import { allocate, type KnownMoney, sum } from './allocation.ts'
import { firstPaid, type MoneyOfAttempt, readMoney } from './known-money.ts'
import { lockPayment, type PaymentRow } from './queries.ts'
import { settleShares } from './settle-shares.ts'

type Grant = {
  paymentId: string
  /** Required for an order of several sellers. */
  partId?: string | null | undefined
  amount: number
  /** The amount that the administrator saw as left to refund; undefined if they didn't look. */
  seen?: number | undefined
  reason: string
  adminId: string
  gateway: string
}

/**
 * Refunds part or all of a payment on an administrator's decision. The payment's lock keeps two administrators from refunding
 * more than was captured, less earlier refunds and what the payer's bank has taken. An order's refund belongs to a part, so that
 * it counts when the part is cancelled or returned afterwards.
 * @throws payments.not_paid, payments.no_money_moved, payments.part_needed, payments.part_not_found, payments.refund_too_high,
 * payments.refund_too_low, payments.refundable_changed
 */
export async function grantRefund(
  work: Work,
  { paymentId, partId, amount, seen, reason, adminId, gateway }: Grant,
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
  const attemptId = await firstPaid(db, paymentId)
  const money = await readMoney(db, payment, attemptId)
  const part = partToRefund(money, partId)
  const most = Math.min(refundable(payment, money), part?.left ?? payment.amount)
  // Of two clicks, or two administrators with the same page, one refunds.
  if (seen !== undefined && seen !== most) refuse('payments.refundable_changed')
  if (amount > most) refuse('payments.refund_too_high', { left: most })
  if (amount < leastPayment) refuse('payments.refund_too_low')
  const grantId = newId<'refund grant'>()
  await db
    .insertInto('refund_grants')
    .values({
      id: grantId,
      payment_id: paymentId,
      attempt_id: attemptId,
      part_id: part?.id ?? null,
      amount,
      reason,
      admin_id: adminId,
      created_at: now,
    })
    .execute()
  const made = await settleShares(work, payment, attemptId)
  const refundId = made.find((one) => one.grantId === grantId)!.id
  await work.announce<RefundGranted>('payments.refund_granted', { paymentId, refundId })
  return {
    appointmentId: payment.appointment_id,
    packageId: payment.package_id,
    orderId: payment.order_id,
    currency: payment.currency,
  }
}

/** Returns what of a payment isn't gone, held in a dispute or owed. */
function refundable(payment: PaymentRow, money: KnownMoney): number {
  const gone = sum(money.refunds) + sum(money.disputes) + sum(allocate(money).toSend)
  return Math.max(0, Math.min(money.captured, payment.amount) - gone)
}

/** Returns the part of an order to refund, with what is left of it; undefined if the payment isn't for an order. */
function partToRefund(money: MoneyOfAttempt, partId: string | null | undefined) {
  if (!money.hasParts) return partId ? refuse('payments.part_not_found') : undefined
  const parts = leftOf(money)
  if (partId) return parts.find(({ id }) => id === partId) ?? refuse('payments.part_not_found')
  if (parts.length > 1) refuse('payments.part_needed')
  return parts[0]
}

/** Returns what is left of each part, if the payer's bank takes what it holds in disputes. */
function leftOf(money: KnownMoney): { id: string; left: number }[] {
  const disputes = money.disputes.map((one) => ({ ...one, isOpen: false }))
  const borne = new Map(allocate({ ...money, disputes }).parts.map((part) => [part.id, part.borne]))
  return money.parts.map(({ id, amount }) => ({ id, left: amount - borne.get(id)! }))
}

/** Returns how much of each part of an order an administrator may refund now, in minor units. */
export async function refundablePartsOf(
  db: Db,
  paymentId: string | null,
  gateway: string,
): Promise<ReadonlyMap<string, number>> {
  if (!paymentId) return new Map()
  const money = await moneyOf(db, paymentId, gateway)
  if (!money?.known.hasParts) return new Map()
  const most = refundable(money.payment, money.known)
  return new Map(leftOf(money.known).map(({ id, left }) => [id, Math.max(0, Math.min(left, most))]))
}

/** Returns how much of a payment an administrator may refund now, in minor units. */
export async function refundableOf(db: Db, paymentId: string, gateway: string): Promise<number> {
  const money = await moneyOf(db, paymentId, gateway)
  return money ? refundable(money.payment, money.known) : 0
}

async function moneyOf(db: Db, paymentId: string, gateway: string) {
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (!payment || !isPaid(payment.status) || isOverInSandbox(payment, gateway)) return undefined
  return { payment, known: await readMoney(db, payment, await firstPaid(db, paymentId)) }
}

/** The sandbox runs only while it is the gateway in use, so nothing would send this refund, and no money moved anyway. */
const isOverInSandbox = (payment: PaymentRow, gateway: string) =>
  payment.gateway === 'sandbox' && gateway !== 'sandbox'
