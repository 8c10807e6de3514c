import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AttemptToLookAt, DisputeLost } from '#/payments/events.ts'
import { partOf } from './allocation.ts'
import type { DisputeSeen } from './gateway.ts'
import { readMoney } from './known-money.ts'
import { post } from './ledger.ts'
import type { AttemptRow, PaymentRow } from './queries.ts'
import { postReturned } from './refunds.ts'
import { replaced, settleShares } from './settle-shares.ts'

/**
 * Records a dispute's status under the payment's lock. A decided dispute may go on, as an appeal at Stripe or as
 * pre-arbitration at Razorpay: then its decision is reversed first.
 */
export async function settleDispute(
  work: Work,
  payment: PaymentRow,
  attempt: AttemptRow,
  seen: DisputeSeen,
): Promise<void> {
  const { db, now, announce } = work
  const known = await db
    .selectFrom('payment_disputes')
    .select(['id', 'status', 'round', 'amount', 'settled_at', 'refund_ref'])
    .where('attempt_id', '=', attempt.id)
    .where('gateway_ref', '=', seen.ref)
    .executeTakeFirst()
  if (known?.status === seen.status) return
  // This answer may have been asked for before the decision.
  if (known?.settled_at && known.settled_at > now) return
  const id = known?.id ?? newId<'dispute'>()
  const goesOn = known !== undefined && known.status !== 'open'
  const round = (known?.round ?? 1) + (goesOn ? 1 : 0)
  const amount = known?.amount ?? seen.amount
  const settled_at = seen.status === 'open' ? null : now
  if (known)
    await db
      .updateTable('payment_disputes')
      .set({ status: seen.status, round, settled_at, ...(seen.status === 'won' && { refund_ref: null }) })
      .where('id', '=', id)
      .execute()
  else {
    const money = await readMoney(db, payment, attempt.id)
    await db
      .insertInto('payment_disputes')
      .values({
        id,
        part_id: money.hasParts ? partOf(money, amount) : null,
        payment_id: payment.id,
        attempt_id: attempt.id,
        gateway_ref: seen.ref,
        amount,
        status: seen.status,
        opened_at: now,
        settled_at,
      })
      .execute()
  }
  const transfer = {
    sourceId: id,
    round,
    paymentId: payment.id,
    gateway: attempt.gateway,
    amount,
    currency: payment.currency,
    at: now,
  }
  const refundable = { account: 'refundable' as const, userId: payment.payer_user_id }
  const disputed = { account: 'disputed' as const }
  const gateway = { account: 'gateway' as const }
  if (known?.status === 'lost')
    await post(db, { ...transfer, kind: 'dispute_reopened', debit: disputed, credit: refundable })
  else if (known?.status !== 'open')
    await post(db, { ...transfer, kind: 'dispute', debit: disputed, credit: gateway })
  if (seen.status === 'won')
    await post(db, { ...transfer, kind: 'dispute_won', debit: gateway, credit: disputed })
  if (seen.status === 'lost')
    await post(db, { ...transfer, kind: 'dispute_lost', debit: refundable, credit: disputed })
  const isTold =
    !known &&
    seen.status === 'lost' &&
    attempt.gateway === 'razorpay' &&
    (await takeRefundOf(work, { id, payment, attempt, amount }))
  await settleShares(work, payment, attempt.id)
  if (seen.status === 'lost' && !isTold)
    await announce<DisputeLost>('payments.dispute_lost', { paymentId: payment.id, disputeId: id })
  // The refund we matched to this loss was the operator's own, so it counts now.
  if (seen.status === 'won' && known?.refund_ref)
    await announce<AttemptToLookAt>('payments.attempt_to_look_at', { attemptId: attempt.id })
}

const listedWithin = 2 * DAY

type Lost = { id: string; payment: PaymentRow; attempt: AttemptRow; amount: number }

/**
 * Razorpay may also list a lost dispute as a refund. If we recorded that refund first, voids it and attributes the dispute to its
 * part; `isOfDispute` handles refunds that arrive later. Returns true if the payees were already notified. Only for disputes that we
 * first see as lost, because others are open for days before. An operator's own refund of the same amount within two days is merged
 * too.
 */
async function takeRefundOf(work: Work, { id, payment, attempt, amount }: Lost): Promise<boolean> {
  const { db, now } = work
  const listed = await db
    .selectFrom('refunds')
    .select(['id', 'gateway_ref', 'status', 'part_id'])
    .where('attempt_id', '=', attempt.id)
    .where('is_from_dashboard', '=', true)
    .where('status', 'in', ['pending', 'succeeded'])
    .where('amount', '=', amount)
    .where('created_at', '>', new Date(now.getTime() - listedWithin))
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (!listed) return false
  await db
    .updateTable('payment_disputes')
    .set({ refund_ref: listed.gateway_ref, part_id: listed.part_id })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('refunds')
    .set({
      status: 'returned',
      failure: replaced,
      looked_at: now,
      settled_at: now,
      // Without its reference, because it is recorded anew if the dispute is won after all. An answer on its way is ignored.
      gateway_ref: null,
      tries: sql`tries + 1`,
    })
    .where('id', '=', listed.id)
    .execute()
  // Payees are notified about a refund once it has arrived.
  if (listed.status === 'pending') return false
  await postReturned(work, payment, { id: listed.id, amount, attempt_id: attempt.id })
  return true
}
