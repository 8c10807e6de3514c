import { sql } from 'kysely'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AttemptToLookAt } from '#/payments/events.ts'
import type { DisputeSeen } from './gateway.ts'
import { post, shareableOf } from './ledger.ts'
import { debitOf } from './payees.ts'
import type { AttemptRow, PaymentRow } from './queries.ts'
import { cameLate, oweRefund, refundWhatIsDue, sendableOf } from './refunds.ts'

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
  else
    await db
      .insertInto('payment_disputes')
      .values({
        id,
        payment_id: payment.id,
        attempt_id: attempt.id,
        gateway_ref: seen.ref,
        amount,
        status: seen.status,
        opened_at: now,
        settled_at,
      })
      .execute()
  const transfer = {
    sourceId: id,
    round,
    paymentId: payment.id,
    gateway: attempt.gateway,
    amount,
    currency: payment.currency,
    at: now,
  }
  if (known?.status === 'lost') await takeBackLoss(work, payment, attempt, transfer)
  else if (known?.status !== 'open')
    await post(db, {
      ...transfer,
      kind: 'dispute',
      debit: { account: 'disputed' },
      credit: { account: 'gateway' },
    })
  if (seen.status === 'won') {
    await post(db, {
      ...transfer,
      kind: 'dispute_won',
      debit: { account: 'gateway' },
      credit: { account: 'disputed' },
    })
    await refundWhatIsDue(work, payment)
    // The refund we matched to this loss was the operator's own, so it counts now.
    if (known?.refund_ref)
      await announce<AttemptToLookAt>('payments.attempt_to_look_at', { attemptId: attempt.id })
  }
  if (seen.status === 'lost')
    await post(db, {
      ...transfer,
      kind: 'dispute_lost',
      debit: await whoBears(work, payment, attempt, amount),
      credit: { account: 'disputed' },
    })
}

type Reopened = Pick<
  Parameters<typeof post>[1],
  'sourceId' | 'paymentId' | 'gateway' | 'amount' | 'currency' | 'at'
> & { round: number }

/**
 * Returns a lost dispute's money to those who bore it, for as long as the bank decides again. Refunds that the loss had settled
 * are owed again.
 */
async function takeBackLoss(
  work: Work,
  payment: PaymentRow,
  attempt: AttemptRow,
  transfer: Reopened,
): Promise<void> {
  const { db, now } = work
  const borne = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', 'e.transfer_id', 't.id')
    .select(['e.account', 'e.user_id', 'e.amount'])
    .where('t.kind', '=', 'dispute_lost')
    .where('t.source_id', '=', transfer.sourceId)
    .where('t.round', '=', transfer.round - 1)
    .where('e.account', 'in', ['payable', 'commission'])
    .$narrowType<{ account: 'payable' | 'commission' }>()
    .execute()
  const { rows } = await sql<{ refundable: string }>`
    select
      coalesce(sum(e.amount) filter (where e.account = 'refundable'), 0) as refundable
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = ${payment.id}
      and (t.kind in ('dispute_lost', 'dispute_reopened')
             and t.source_id in (select id from payment_disputes where attempt_id = ${attempt.id})
           or t.kind = 'refund_dropped' and t.source_id in (select id from refunds where attempt_id = ${attempt.id}))
  `.execute(db)
  const shared = borne.reduce((sum, { amount }) => sum + Number(amount), 0)
  const owedAgain = Math.max(
    0,
    Math.min(
      Number(rows[0]!.refundable),
      transfer.amount - shared,
      await sendableOf(work, payment, { attemptId: attempt.id }),
    ),
  )
  await post(db, {
    ...transfer,
    kind: 'dispute_reopened',
    debit: { account: 'disputed' },
    credit: [
      ...borne.map(({ account, user_id, amount }) => ({
        ...{ account, ...(user_id && { userId: user_id }), amount: Number(amount) },
      })),
      { account: 'refundable', userId: payment.payer_user_id, amount: owedAgain },
      { account: 'loss', amount: transfer.amount - shared - owedAgain },
    ],
  })
  if (owedAgain === 0) return
  const closed = await db
    .selectFrom('refunds')
    .select(['reason', 'admin_id'])
    .where('attempt_id', '=', attempt.id)
    .where('status', 'in', ['closed', 'returned'])
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  await oweRefund(work, payment, {
    ...{ attemptId: attempt.id, amount: owedAgain, reason: closed?.reason ?? 'It was cancelled', at: now },
    ...{ isOwed: true, waits: true, adminId: closed?.admin_id ?? null },
  })
}

const waitingRefunds = ({ db }: Work, attemptId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amount', 'reason', 'part_id', 'admin_id'])
    .where('attempt_id', '=', attemptId)
    .where('status', '=', 'failed')
    .orderBy('created_at')
    .execute()

/**
 * Returns who bears a lost dispute: first the provider's share, as far as it isn't paid out or refunded, and then the commission
 * on it; then refunds we owed and hadn't sent, which the dispute settles; the rest went back twice and is our loss.
 */
async function whoBears(work: Work, payment: PaymentRow, attempt: AttemptRow, amount: number) {
  const { db, now } = work
  const left = (await cameLate(db, attempt.id)) ? 0 : await shareableOf(db, payment.id)
  const shared = Math.min(amount, left)
  let rest = amount - shared
  let settled = 0
  // The rest may be on its way as a refund and counts as a loss; if that refund fails, `dropWhatBankTook` corrects it.
  for (const refund of await waitingRefunds(work, attempt.id)) {
    if (rest === 0) break
    await db
      .updateTable('refunds')
      .set({ status: 'closed', failure: 'dispute_lost', settled_at: now })
      .where('id', '=', refund.id)
      .execute()
    const covered = Math.min(refund.amount, rest)
    rest -= covered
    settled += covered
    if (refund.amount > covered)
      await oweRefund(work, payment, {
        ...{ attemptId: attempt.id, amount: refund.amount - covered, reason: refund.reason },
        ...{ at: now, isOwed: true, partId: refund.part_id, adminId: refund.admin_id },
        replaces: { id: refund.id, skip: covered },
      })
  }
  return [
    ...(await debitOf(db, payment, { amount: shared })),
    { account: 'refundable' as const, userId: payment.payer_user_id, amount: settled },
    { account: 'loss' as const, amount: rest },
  ]
}
