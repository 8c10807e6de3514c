import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { PaymentRefunded, RefundReturned } from '#/payments/events.ts'
import { type GatewayName, mayBecome, mostRefundTries } from '#/payments/rules.ts'
import { type RefundSeen, withdrawn } from './gateway.ts'
import { post, refundedOf } from './ledger.ts'
import { findAttempt, lockPayment, type PaymentRow } from './queries.ts'
import { refundedByHand, replaced, settleShares } from './settle-shares.ts'

/** Whether everything that the payer paid was refunded, is about to be, or was taken back by their bank. */
export async function isAllRefunded(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ left: string }>`
    select least(t.captured, p.amount) - coalesce((
        select sum(r.amount) from refunds r
        where r.attempt_id = t.id and r.status not in ('closed', 'returned') and not r.waits), 0)
      - coalesce((
        select sum(d.amount) from payment_disputes d where d.attempt_id = t.id and d.status = 'lost'), 0) as left
    from payments p join payment_attempts t on t.payment_id = p.id and t.status = 'succeeded'
    where p.id = ${paymentId} order by t.settled_at limit 1
  `.execute(db)
  return rows[0] !== undefined && Number(rows[0].left) <= 0
}

/**
 * Records a refund's state at the gateway; repeats change nothing. A failed refund is retried later, and one that fails after
 * it was sent was returned and is sent again. `tries`: the try asked about; news of an earlier one is ignored.
 */
export async function settleRefund(
  work: Work,
  { refundId, tries }: { refundId: string; tries: number },
  seen: RefundSeen,
): Promise<void> {
  const { db, now } = work
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
  if (refund.tries !== tries) return
  const isWithdrawn = seen.state === 'failed' && seen.failure === withdrawn
  if (refund.status === 'succeeded') {
    if (seen.state === 'failed' && seen.ref === refund.gateway_ref)
      await takeReturned(work, payment, refund, seen.failure)
    return
  }
  if (isDropped(refund) && (seen.state === 'failed' || !seen.ref)) return
  if (refund.status === 'returned' && !isDropped(refund)) return
  if (isWithdrawn && refund.is_from_dashboard && seen.ref === refund.gateway_ref) {
    await db
      .updateTable('refunds')
      .set({ status: 'returned', failure: withdrawn, looked_at: now, settled_at: now })
      .where('id', '=', refundId)
      .execute()
    await settleShares(work, payment, refund.attempt_id)
    return
  }
  const isFailed = seen.state === 'failed'
  await db
    .updateTable('refunds')
    .set({
      status: seen.state,
      gateway_ref: seen.ref || refund.gateway_ref,
      failure: seen.failure,
      looked_at: now,
      waits: false,
      // One that waited for an administrator may have been sent in the dashboard.
      handed_over_at: !isFailed
        ? null
        : isWithdrawn || refund.tries >= mostRefundTries
          ? now
          : refund.handed_over_at,
      settled_at: seen.state === 'pending' ? null : now,
      // From now on it is sent like one of ours.
      ...(isFailed &&
        refund.is_from_dashboard && {
          is_from_dashboard: false,
          covers: 0,
          grant_id: await grantAgain(work, refund),
        }),
    })
    .where('id', '=', refundId)
    .execute()
  if (seen.state === 'succeeded') await postRefund(work, payment, refund)
  await settleShares(work, payment, refund.attempt_id)
  if (seen.state === 'succeeded') await announceRefunded(work, payment, refund)
}

/** Failures of refunds dropped before we knew whether the gateway had them. */
export const droppedFailures: readonly string[] = [refundedByHand, replaced]

/** Whether a refund isn't owed any more, or not as it is. It may still be on its way. */
export const isDropped = ({ status, failure }: { status: string; failure: string | null }) =>
  status === 'closed' || (status === 'returned' && failure !== null && droppedFailures.includes(failure))

type RefundRow = {
  id: string
  payment_id: string
  attempt_id: string
  amount: number
  currency: string
  reason: string
  admin_id: string | null
  part_id: string | null
  is_from_dashboard: boolean
  covers: number
  created_at: Date
}

export async function postRefund({ db, now }: Work, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { id, amount, currency, attempt_id } = refund
  await post(db, {
    kind: 'refund',
    sourceId: id,
    paymentId: payment.id,
    amount,
    currency,
    at: now,
    gateway: await gatewayOf(db, attempt_id),
    debit: { account: 'refundable', userId: payment.payer_user_id },
    credit: { account: 'gateway' },
  })
}

/** Posts a returned refund: the gateway holds its money again. */
export async function postReturned(
  work: Work,
  payment: PaymentRow,
  { id, amount, attempt_id }: Pick<RefundRow, 'id' | 'amount' | 'attempt_id'>,
): Promise<void> {
  const { db, now } = work
  await post(db, {
    kind: 'refund_returned',
    sourceId: id,
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    at: now,
    gateway: await gatewayOf(db, attempt_id),
    debit: { account: 'gateway' },
    credit: { account: 'refundable', userId: payment.payer_user_id },
  })
  await setStatusByRefunds(work, payment)
}

export async function announceRefunded(
  work: Work,
  payment: PaymentRow,
  refund: Pick<RefundRow, 'id' | 'attempt_id' | 'admin_id'>,
): Promise<void> {
  const isLate = await cameLate(work.db, refund.attempt_id)
  await setStatusByRefunds(work, payment)
  await work.announce<PaymentRefunded>('payments.refunded', {
    paymentId: payment.id,
    refundId: refund.id,
    isLate,
    byDesk: refund.admin_id !== null,
  })
}

/**
 * Grants the excess of a dashboard refund again if it didn't reach the payer, because the operator had decided on it. The rest, which
 * it covered, is owed again automatically.
 */
async function grantAgain({ db }: Work, refund: RefundRow): Promise<string | null> {
  const { payment_id, attempt_id, part_id, reason, created_at } = refund
  const amount = refund.amount - refund.covers
  if (amount <= 0) return null
  const id = newId<'refund grant'>()
  await db
    .insertInto('refund_grants')
    .values({
      id,
      payment_id,
      attempt_id,
      part_id,
      amount,
      reason,
      created_at,
    })
    .execute()
  return id
}

/**
 * Takes back a refund that the payer's bank returned, for example because the account is closed, or that the operator withdrew. What
 * is still owed is sent again; after the second time, or if it was withdrawn, it waits for an administrator.
 */
async function takeReturned(
  work: Work,
  payment: PaymentRow,
  refund: RefundRow,
  failure: string | null,
): Promise<void> {
  const { db, now, announce } = work
  const { id, attempt_id: attemptId } = refund
  const isWithdrawn = failure === withdrawn
  if (refund.is_from_dashboard && !isWithdrawn) await grantAgain(work, refund)
  await db
    .updateTable('refunds')
    .set({ status: 'returned', failure, looked_at: now, settled_at: now })
    .where('id', '=', id)
    .execute()
  await postReturned(work, payment, refund)
  if (isWithdrawn && refund.is_from_dashboard) {
    await settleShares(work, payment, attemptId)
    return
  }
  const isTooOften = isWithdrawn || (await cameBackBefore(db, refund))
  const made = await settleShares(work, payment, attemptId, {
    reason: refund.reason,
    ...(isTooOften && { handOver: failure }),
  })
  // Otherwise payers would read that their bank returned it.
  if (isWithdrawn) return
  await announce<RefundReturned>('payments.refund_returned', {
    paymentId: payment.id,
    refundId: id,
    isStuck: isTooOften && made.length > 0,
  })
}

/** Whether the payer's bank has returned another refund too: then an administrator decides how to pay it. */
async function cameBackBefore(db: Db, { id, attempt_id }: RefundRow): Promise<boolean> {
  const earlier = await db
    .selectFrom('refunds')
    .select('id')
    .where('attempt_id', '=', attempt_id)
    .where('id', '<>', id)
    .where('status', '=', 'returned')
    .where((eb) =>
      eb.or([eb('failure', 'is', null), eb('failure', 'not in', [...droppedFailures, withdrawn])]),
    )
    .executeTakeFirst()
  return earlier !== undefined
}

/** A payment received twice and refunded once is still paid. */
export async function setStatusByRefunds({ db, now }: Work, payment: PaymentRow): Promise<void> {
  const { kept, paid } = await keptOf(db, payment)
  const status = kept <= 0 ? 'refunded' : kept < paid ? 'partially_refunded' : 'completed'
  if (mayBecome(payment.status, status))
    await db.updateTable('payments').set({ status, updated_at: now }).where('id', '=', payment.id).execute()
}

/** Returns what the first paid attempt brought in, and what all of them did, less refunds. */
async function keptOf(db: Db, payment: PaymentRow): Promise<{ paid: number; kept: number }> {
  const { rows } = await sql<{ paid: number; cameIn: number }>`
    select (array_agg(least(captured, ${payment.amount}) order by settled_at))[1] as paid,
      sum(least(captured, ${payment.amount}))::int as "cameIn"
    from payment_attempts where payment_id = ${payment.id} and status = 'succeeded'
  `.execute(db)
  const { paid, cameIn } = rows[0]!
  return { paid, kept: cameIn - (await refundedOf(db, payment.id)) }
}

/** A refund goes through the gateway that took the payment. */
async function gatewayOf(db: Db, attemptId: string): Promise<GatewayName> {
  return (await findAttempt(db, attemptId))!.gateway
}

export async function cameLate(db: Db, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('kind', '=', 'late_payment')
    .where('source_id', '=', attemptId)
    .executeTakeFirst()
  return row !== undefined
}
