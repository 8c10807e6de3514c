import { sql } from 'kysely'
import { newId } from '#/kernel/server/new-id.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AttemptToClose } from '#/payments/events.ts'
import { isPaid, type Terms } from '#/payments/rules.ts'
import { firstPaid } from './known-money.ts'
import { findOpenAttempt, lockPayment, type PaymentRow } from './queries.ts'
import { settleShares } from './settle-shares.ts'

/** A seller's share of an order's payment; `id` is the order part's. */
type NewPart = {
  id: string
  payeeUserId: string
  amount: number
  commission: number
  /** The share of the amount that commission applies to. */
  commissionable: number
}

type Subject =
  | { appointmentId: string; payeeUserId: string }
  | { packageId: string; payeeUserId: string }
  | { orderId: string; parts: readonly NewPart[] }

type NewPayment = Subject & {
  payerUserId: string
  amount: number
  currency: string
  /** Printed on the receipt. */
  description: string
  /** The tax included in `amount`. */
  taxPercent: number
  terms: Terms
  /** The method to charge automatically. */
  methodId: string | null
}

/** Opens the payment of a booking or a package in its own transaction, and returns its id. Nothing is collected yet. */
export async function openPayment(
  { db, now }: Pick<Work, 'db' | 'now'>,
  payment: NewPayment,
): Promise<string> {
  const { amount, currency, terms } = payment
  const id = newId<'payment'>()
  const row = db.insertInto('payments').values({
    id,
    appointment_id: 'appointmentId' in payment ? payment.appointmentId : null,
    package_id: 'packageId' in payment ? payment.packageId : null,
    order_id: 'orderId' in payment ? payment.orderId : null,
    payer_user_id: payment.payerUserId,
    payee_user_id: 'payeeUserId' in payment ? payment.payeeUserId : null,
    amount,
    currency,
    description: payment.description,
    tax_percent: payment.taxPercent,
    status: 'created',
    pay_by: terms.payBy,
    created_at: now,
    updated_at: now,
  })
  await later(db, row.compile())
  if ('parts' in payment)
    await later(
      db,
      db
        .insertInto('payment_parts')
        .values(
          payment.parts.map(({ id: partId, payeeUserId, ...part }) => ({
            id: partId,
            payment_id: id,
            payee_user_id: payeeUserId,
            ...part,
          })),
        )
        .compile(),
    )
  if (terms.chargeAt)
    await later(
      db,
      db
        .insertInto('charges')
        .values({
          id: newId<'charge'>(),
          payment_id: id,
          payment_method_id: payment.methodId,
          amount,
          currency,
          charge_status: 'pending',
          due_at: terms.chargeAt,
          created_at: now,
        })
        .compile(),
    )
  return id
}

/** Applies the terms of a rescheduled booking; a paid payment stays as it is. */
export async function movePayment(
  { db, now }: Pick<Work, 'db' | 'now'>,
  paymentId: string,
  terms: Terms,
  /** Whether a charge that is too late for its usual time is made right away. Otherwise the payer is asked to pay. */
  { chargesAtOnce }: { chargesAtOnce: boolean },
): Promise<void> {
  const payment = await lockPayment(db, paymentId)
  if (!payment || payment.closed_at || isPaid(payment.status)) return
  await db
    .updateTable('payments')
    .set({ pay_by: terms.payBy, updated_at: now })
    .where('id', '=', paymentId)
    .execute()
  await db
    .updateTable('charges')
    .set(
      terms.chargeAt || chargesAtOnce
        ? { due_at: terms.chargeAt ?? now }
        : { charge_status: 'closed', settled_at: now },
    )
    .where('payment_id', '=', paymentId)
    .where('charge_status', '=', 'pending')
    .where('begun_at', 'is', null)
    .execute()
}

type Closed = {
  /** The refund made now, without earlier ones. */
  refund: number
  /** Whether part of the payment isn't refunded. */
  keeps: boolean
}

/**
 * Closes the payment of a booking that is over. `refund` returns how much of `paid` goes back, in minor units. An unpaid
 * payment can no longer be paid, and money that still arrives is refunded in full.
 */
export async function closePayment(
  work: Work,
  paymentId: string,
  { refund: refundOf, reason }: { refund: (paid: number) => number; reason: string },
): Promise<Closed> {
  const { db, now } = work
  const payment = await lockPayment(db, paymentId)
  if (!payment) throw new Error(`No payment ${paymentId}`)
  if (!payment.closed_at) await close(work, payment)
  if (!isPaid(payment.status)) return { refund: 0, keeps: false }
  // Earlier refunds may exceed it, if the payer bore the gateway's fee.
  const due = Math.min(payment.amount, refundOf(payment.amount))
  const due_at = due === payment.refund_due ? payment.due_at : now
  await db.updateTable('payments').set({ refund_due: due, due_at }).where('id', '=', paymentId).execute()
  // An order is only closed as a whole.
  if (payment.order_id !== null && due > 0)
    await sql`
      update payment_parts set refund_due = amount, due_at = ${now} where payment_id = ${paymentId} and refund_due < amount
    `.execute(db)
  // Money that the payer's bank may have paid waits until it has decided. Earlier refunds count.
  const made = await settleShares(
    work,
    { ...payment, refund_due: due, due_at },
    await firstPaid(db, paymentId),
    { reason },
  )
  const refund = made.filter(({ waits }) => !waits).reduce((sum, { amount }) => sum + amount, 0)
  return { refund, keeps: due < payment.amount }
}

async function close({ db, now, announce }: Work, payment: PaymentRow): Promise<void> {
  await db
    .updateTable('payments')
    .set({ closed_at: now, updated_at: now })
    .where('id', '=', payment.id)
    .execute()
  await db
    .updateTable('charges')
    .set({ charge_status: 'closed', settled_at: now })
    .where('payment_id', '=', payment.id)
    .where('charge_status', '=', 'pending')
    .execute()
  const attempt = await findOpenAttempt(db, payment.id)
  if (attempt) await announce<AttemptToClose>('payments.attempt_to_close', { attemptId: attempt.id })
}

/** Releases the payment to the provider from `payableFrom` on, and never earlier than set before. */
export async function releasePayment(
  { db }: Pick<Work, 'db'>,
  paymentId: string,
  payableFrom: Date,
): Promise<void> {
  await db
    .updateTable('payments')
    .set({ payable_from: sql<Date>`greatest(payable_from, ${payableFrom}::timestamptz)` })
    .where('id', '=', paymentId)
    .execute()
}

/** Defers the payout of a released payment; an unreleased one stays unreleased. */
export async function deferPayout({ db }: Pick<Work, 'db'>, paymentId: string, until: Date): Promise<void> {
  await db
    .updateTable('payments')
    .set({ payable_from: sql<Date>`greatest(payable_from, ${until}::timestamptz)` })
    .where('id', '=', paymentId)
    .where('payable_from', 'is not', null)
    .execute()
}

/** Withholds the payout while a claim is open. */
export async function holdBackPayment({ db }: Pick<Work, 'db'>, paymentId: string): Promise<void> {
  await db.updateTable('payments').set({ payable_from: null }).where('id', '=', paymentId).execute()
}
