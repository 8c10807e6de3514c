import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { DisputeSeen } from './gateway.ts'
import { payableOf, post } from './ledger.ts'
import type { AttemptRow, PaymentRow } from './queries.ts'
import { cameLate, owedBack, oweRefund } from './refunds.ts'

/** Records a dispute's status under the payment's lock. A decided dispute doesn't change again. */
export async function settleDispute(
  work: Work,
  payment: PaymentRow,
  attempt: AttemptRow,
  seen: DisputeSeen,
): Promise<void> {
  const { db, now } = work
  const known = await db
    .selectFrom('payment_disputes')
    .select(['id', 'status'])
    .where('attempt_id', '=', attempt.id)
    .where('gateway_ref', '=', seen.ref)
    .executeTakeFirst()
  if (known && (known.status !== 'open' || seen.status === 'open')) return
  const id = known?.id ?? newId<'dispute'>()
  const settled_at = seen.status === 'open' ? null : now
  if (known)
    await db
      .updateTable('payment_disputes')
      .set({ status: seen.status, settled_at })
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
        amount: seen.amount,
        status: seen.status,
        opened_at: now,
        settled_at,
      })
      .execute()
  const transfer = {
    sourceId: id,
    paymentId: payment.id,
    gateway: attempt.gateway,
    amount: seen.amount,
    currency: payment.currency,
    at: now,
  }
  if (!known)
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
  }
  if (seen.status === 'lost')
    await post(db, {
      ...transfer,
      kind: 'dispute_lost',
      debit: await whoBears(work, payment, attempt, seen.amount),
      credit: { account: 'disputed' },
    })
}

/** Refunds what was cancelled while the bank had the money. */
async function refundWhatIsDue(work: Work, payment: PaymentRow): Promise<void> {
  const { db, now } = work
  if (!payment.refund_due) return
  const { attemptId, amount: left, refunded } = await owedBack(db, payment)
  const amount = Math.min(payment.refund_due - refunded, left)
  if (amount > 0) await oweRefund(work, payment, { attemptId, amount, reason: 'It was cancelled', at: now })
}

const waitingRefunds = ({ db }: Work, attemptId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amount', 'reason'])
    .where('attempt_id', '=', attemptId)
    .where('status', '=', 'failed')
    .orderBy('created_at')
    .execute()

/**
 * Returns who bears a lost dispute: first the provider's share, as far as it isn't paid out or refunded; then refunds we owed
 * and hadn't sent, which the dispute settles; the rest went back twice and is our loss.
 */
async function whoBears(work: Work, payment: PaymentRow, attempt: AttemptRow, amount: number) {
  const { db, now } = work
  const theirs = (await cameLate(db, attempt.id)) ? 0 : await payableOf(db, payment.id)
  const fromPayee = Math.min(amount, theirs)
  let rest = amount - fromPayee
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
        at: now,
        isOwed: true,
      })
  }
  return [
    { account: 'payable' as const, userId: payment.payee_user_id, amount: fromPayee },
    { account: 'refundable' as const, userId: payment.payer_user_id, amount: settled },
    { account: 'loss' as const, amount: rest },
  ]
}
