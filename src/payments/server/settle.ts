import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AttemptToClose, PaymentFailed, PaymentSucceeded } from '#/payments/events.ts'
import { attemptMayBecome, isPaid, mayBecome, methodLabel } from '#/payments/rules.ts'
import { settleDispute } from './disputes.ts'
import { forgetIfRemoved } from './forget.ts'
import type { AttemptSeen, MethodSeen, RefundOfAttempt } from './gateway.ts'
import { takeRefundByHand } from './hand-refunds.ts'
import { post } from './ledger.ts'
import { creditOf } from './payees.ts'
import { type AttemptRow, findAttempt, findOpenAttempt, lockPayment, type PaymentRow } from './queries.ts'
import { settleShares } from './settle-shares.ts'

/** Marks an attempt whose gateway isn't configured; it is looked at again once it is. */
export const goneFailure = 'gateway_gone'

/** `ref` is null if the gateway never heard of the attempt. */
type Seen = Omit<AttemptSeen, 'ref'> & { ref: string | null }

/**
 * Records an attempt's state at the gateway, under the payment's lock. Reports may come twice, late and in any order:
 * attempts only move forward. Only this function marks a payment as paid.
 */
export async function settle(work: Work, attemptId: string, seen: Seen): Promise<void> {
  const { db, now } = work
  const found = await findAttempt(db, attemptId)
  const payment = found && (await lockPayment(db, found.payment_id))
  const attempt = payment && (await findAttempt(db, attemptId))
  if (!attempt) return
  const from = attempt.status
  const moves = attemptMayBecome(from, seen.state)
  let update = db
    .updateTable('payment_attempts')
    .set({
      looked_at: now,
      // A paid attempt keeps its id: an older answer may arrive later.
      ...(seen.ref !== null && from !== 'succeeded' && { gateway_ref: seen.ref }),
      ...(attempt.failure === goneFailure && { failure: seen.failure }),
      ...(seen.state === 'pending' && { decides_by: seen.decidesBy ?? null }),
      ...(moves && {
        status: seen.state,
        failure: seen.failure,
        paid_at: seen.paidAt,
        captured: seen.state === 'succeeded' ? seen.amount : null,
        settled_at: seen.state === 'open' || seen.state === 'pending' ? null : now,
      }),
    })
    .where('id', '=', attemptId)
  // A concurrent request may have just opened the attempt at the gateway.
  if (seen.ref === null) update = update.where('gateway_ref', 'is', null)
  const { numUpdatedRows } = await update.executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error(`Attempt ${attemptId} was opened at the gateway meanwhile`)
  if (moves) await take(work, payment, attempt, seen)
  const ended = moves && seen.state !== 'open' && seen.state !== 'pending'
  if (ended && attempt.payment_method_id) await forgetIfRemoved(work, attempt.payment_method_id)
  const refunds = seen.refunds ?? []
  const captured = attempt.captured ?? seen.amount
  // Each of these steps may change the payment's status, on which the next one builds.
  const lockAgain = async () => (await lockPayment(db, payment.id))!
  const takeRefund = async (refund: RefundOfAttempt) =>
    takeRefundByHand(work, await lockAgain(), { ...attempt, captured }, refund, refunds)
  // Returned refunds come first. Otherwise those made since would be divided as if these had arrived.
  for (const refund of refunds.filter(({ state }) => state === 'failed')) await takeRefund(refund)
  for (const dispute of seen.disputes) await settleDispute(work, await lockAgain(), attempt, dispute)
  // Ours come first, as the others may cover what we haven't sent.
  const there = refunds.filter(({ state }) => state !== 'failed')
  for (const refund of there.toSorted((a, b) => Number(a.name === null) - Number(b.name === null)))
    await takeRefund(refund)
}

function take(work: Work, payment: PaymentRow, attempt: AttemptRow, seen: Seen): Promise<void> {
  switch (seen.state) {
    case 'succeeded':
      return takePayment(work, payment, attempt, seen)
    case 'pending':
      return setStatus(work, payment, 'pending')
    case 'failed':
      return takeFailure(work, payment, attempt, seen.failure)
    case 'closed':
      return takeClosed(work, payment, attempt)
    case 'open':
      return Promise.resolve()
  }
}

async function takePayment(work: Work, payment: PaymentRow, attempt: AttemptRow, seen: Seen): Promise<void> {
  const { db, now, announce } = work
  const { id: paymentId, amount, currency } = payment
  if (seen.currency !== currency)
    throw new Error(`${paymentId} is in ${currency}, and ${seen.currency} came in`)
  const payer = payment.payer_user_id
  const { gateway } = attempt
  const transfer = { sourceId: attempt.id, paymentId, gateway, amount, currency, at: now }
  const cameIn = sidesOf(amount, seen.amount)
  const second = isPaid(payment.status)
  if (!second)
    await db
      .updateTable('payments')
      .set({
        status: 'completed',
        gateway,
        completed_at: now,
        receipt_number: await nextReceiptNumber(db),
        payment_method: seen.method?.type ?? 'other',
        method_label: labelOf(seen.method),
        failure: null,
        updated_at: now,
      })
      .where('id', '=', paymentId)
      .execute()
  // The booking is over, or another attempt has paid it: refund at once, and credit the provider nothing.
  if (second || payment.closed_at) {
    const back = Math.min(amount, seen.amount)
    await post(db, {
      ...transfer,
      amount: seen.amount,
      kind: 'late_payment',
      debit: { account: 'gateway' },
      credit: [{ account: 'refundable', userId: payer, amount: back }, ...cameIn.credit],
    })
    const reason = second ? 'Already paid' : 'The payment arrived too late'
    await settleShares(work, payment, attempt.id, { reason })
    return
  }
  await post(db, {
    ...transfer,
    kind: 'charge',
    debit: { account: 'receivable', userId: payer },
    credit: await creditOf(db, payment),
  })
  await post(db, {
    ...transfer,
    amount: Math.max(amount, seen.amount),
    kind: 'payment',
    debit: cameIn.debit,
    credit: [{ account: 'receivable', userId: payer, amount }, ...cameIn.credit],
  })
  await endCharge(work, attempt, 'charged', null)
  await db
    .updateTable('charges')
    .set({ charge_status: 'closed', settled_at: now })
    .where('payment_id', '=', paymentId)
    .where('charge_status', '=', 'pending')
    .execute()
  // Close the payer's other open page, so that it can't be paid too.
  const other = await findOpenAttempt(db, paymentId)
  if (other) await announce<AttemptToClose>('payments.attempt_to_close', { attemptId: other.id })
  await announce<PaymentSucceeded>('payments.succeeded', { paymentId })
}

/**
 * Returns the gateway's side of a payment. Payers who bear the gateway's fee pay more than we asked for; with an offer of the
 * operator's they pay less, which the operator bears.
 */
function sidesOf(asked: number, paid: number) {
  return {
    debit: [
      { account: 'gateway' as const, amount: paid },
      { account: 'loss' as const, amount: Math.max(0, asked - paid) },
    ],
    credit: [{ account: 'fees' as const, amount: Math.max(0, paid - asked) }],
  }
}

async function takeFailure(
  work: Work,
  payment: PaymentRow,
  attempt: AttemptRow,
  failure: string | null,
): Promise<void> {
  await setStatus(work, payment, 'failed', failure)
  await endCharge(work, attempt, 'failed', failure)
  await tellOfFailure(work, payment, attempt)
}

async function tellOfFailure({ announce }: Work, payment: PaymentRow, attempt: AttemptRow): Promise<void> {
  if (payment.closed_at || isPaid(payment.status)) return
  await announce<PaymentFailed>('payments.failed', {
    paymentId: payment.id,
    attemptId: attempt.id,
    automatic: attempt.charge_id !== null,
    wasPending: attempt.status === 'pending',
  })
}

async function takeClosed(work: Work, payment: PaymentRow, attempt: AttemptRow): Promise<void> {
  if (payment.status === 'pending') await setStatus(work, payment, 'failed')
  await endCharge(work, attempt, 'closed', null)
  // A payment page that expired after the bank had said no.
  if (attempt.status === 'pending' && !attempt.charge_id) await tellOfFailure(work, payment, attempt)
}

async function setStatus(
  { db, now }: Work,
  payment: PaymentRow,
  status: 'pending' | 'failed',
  failure: string | null = null,
): Promise<void> {
  if (!mayBecome(payment.status, status)) return
  await db
    .updateTable('payments')
    .set({ status, failure, updated_at: now })
    .where('id', '=', payment.id)
    .execute()
}

/** Ends the automatic charge that this attempt was made for, if any. */
async function endCharge(
  { db, now }: Work,
  { charge_id }: AttemptRow,
  status: 'charged' | 'failed' | 'closed',
  failure: string | null,
): Promise<void> {
  if (!charge_id) return
  await db
    .updateTable('charges')
    .set({ charge_status: status, settled_at: now, failure })
    .where('id', '=', charge_id)
    .where((eb) =>
      // A failed charge may still succeed.
      status === 'charged' ? eb('charge_status', '<>', 'charged') : eb('charge_status', '=', 'pending'),
    )
    .execute()
}

function labelOf(method: MethodSeen | null): string | null {
  if (!method || method.type === 'other') return null
  if (method.type === 'card' && !method.lastFour) return method.brand ?? 'Card'
  if (method.type === 'upi' && !method.upiId) return 'UPI'
  return methodLabel({
    methodType: method.type,
    cardBrand: method.brand,
    cardLastFour: method.lastFour,
    upiId: method.upiId,
  })
}

async function nextReceiptNumber(db: Db): Promise<string> {
  const { rows } = await sql<{ number: string }>`select nextval('receipt_number') as number`.execute(db)
  return rows[0]!.number
}
