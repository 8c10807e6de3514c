import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AttemptToLookAt } from '#/payments/events.ts'
import { coverOf, partOf, sum } from './allocation.ts'
import type { Gateways, MoneyBackSeen, RefundOfAttempt } from './gateway.ts'
import { readMoney } from './known-money.ts'
import type { AttemptRow, PaymentRow } from './queries.ts'
import { announceRefunded, isDropped, postRefund, settleRefund } from './refunds.ts'
import { refundedByHand, settleShares } from './settle-shares.ts'

/** Payer, payee and administrators read this as the reason. */
const reason = 'Refunded in the payment gateway’s dashboard'

/**
 * Records a refund at the gateway that we don't know yet, under the payment's lock: one of ours whose answer was lost, or one that
 * the operator made in its dashboard. That one may cover refunds that we owed and hadn't sent. While its bank is still working on
 * it, it counts too, so that the provider isn't paid meanwhile; if it fails, it is sent again like one of ours.
 */
export async function takeRefundByHand(
  work: Work,
  payment: PaymentRow,
  attempt: AttemptRow & { captured: number },
  { ref, name, amount, state, failure }: RefundOfAttempt,
  /** All refunds of the attempt at the gateway. */
  there: readonly RefundOfAttempt[],
): Promise<void> {
  const { db, now } = work
  const ours = await db
    .selectFrom('refunds')
    .select(['id', 'status', 'failure', 'amount', 'tries', 'gateway_ref', 'paid_by_hand', 'waits'])
    .where('attempt_id', '=', attempt.id)
    .orderBy('created_at')
    .execute()
  const own = findOwn(ours, { ref, name })
  if (state === 'failed') {
    // A failed refund matters only if it had counted.
    if (own?.gateway_ref === ref && (own.status === 'pending' || own.status === 'succeeded'))
      await settleRefund(work, { refundId: own.id, tries: own.tries }, { ref, state, failure })
    return
  }
  if (own) {
    if (isUnknown(own))
      await settleRefund(work, { refundId: own.id, tries: own.tries }, { ref, state, failure: null })
    return
  }
  if (await isOfDispute(db, attempt, { ref, amount })) return
  // One that is held for a dispute may be at the gateway besides.
  const isHeld = ({ waits, tries }: { waits: boolean; tries: number }) => waits && tries > 0
  const same = ours.find((one) => one.status === 'failed' && !isHeld(one) && one.amount === amount)
  if (same) return settleRefund(work, { refundId: same.id, tries: same.tries }, { ref, state, failure: null })
  const isThere = (one: (typeof ours)[number]) =>
    there.some((listed) => listed.state !== 'failed' && findOwn([one], listed))
  const pending = ours.filter((one) => one.status === 'pending' && one.gateway_ref !== null)
  const gone = ours.filter((one) => one.status === 'succeeded' && one.paid_by_hand === null)
  // The gateway refuses what it doesn't list if that is more than it took.
  if (amount + sum([...gone, ...pending]) > attempt.captured)
    for (const { id } of pending.filter((one) => !isThere(one))) await dropRefund(work, id)
  const money = await readMoney(db, payment, attempt.id)
  const refundId = newId<'refund'>()
  const partId = partOf(money, amount)
  const refund = await db
    .insertInto('refunds')
    .values({
      id: refundId,
      payment_id: payment.id,
      attempt_id: attempt.id,
      amount,
      reason,
      currency: payment.currency,
      is_from_dashboard: true,
      covers: coverOf(money, { id: refundId, partId, grantId: null, amount, at: now }),
      part_id: money.hasParts ? partId : null,
      status: state,
      gateway_ref: ref,
      created_at: now,
      looked_at: now,
      settled_at: state === 'succeeded' ? now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (state === 'succeeded') await postRefund(work, payment, refund)
  await settleShares(work, payment, attempt.id, { isByHand: true })
  if (state === 'succeeded') await announceRefunded(work, payment, refund)
}

type OwnRefund = { id: string; status: string; failure: string | null; gateway_ref: string | null }

/** Finds the recorded refund that the gateway lists, by its reference or by the name that we gave it. */
function findOwn<Own extends OwnRefund>(
  ours: readonly Own[],
  { ref, name }: Pick<RefundOfAttempt, 'ref' | 'name'>,
): Own | undefined {
  return (
    ours.find(({ gateway_ref }) => gateway_ref === ref) ?? ours.find(({ id }) => name?.startsWith(`${id}.`))
  )
}

/** Whether it isn't recorded that the gateway has a refund of ours: its answer was lost, or it was dropped meanwhile. */
const isUnknown = (refund: OwnRefund) =>
  isDropped(refund) || (refund.gateway_ref === null && refund.status !== 'succeeded')

/** Keeps the reference, as the gateway is asked for it once more. */
async function dropRefund({ db, now }: Work, id: string): Promise<void> {
  await db
    .updateTable('refunds')
    .set({ status: 'returned', failure: refundedByHand, looked_at: now, settled_at: now })
    .where('id', '=', id)
    .execute()
}

/**
 * Tells whether a refund is a lost dispute that Razorpay lists a second time: one of the same amount is, and changes nothing.
 * If the dispute is won after all, the refund was the operator's.
 */
async function isOfDispute(
  db: Db,
  { id: attemptId, gateway }: AttemptRow,
  { ref, amount }: Pick<RefundOfAttempt, 'ref' | 'amount'>,
): Promise<boolean> {
  if (gateway !== 'razorpay') return false
  const disputes = await db
    .selectFrom('payment_disputes')
    .select(['id', 'refund_ref'])
    .where('attempt_id', '=', attemptId)
    .where('status', '<>', 'won')
    .where('amount', '=', amount)
    .orderBy('opened_at')
    .execute()
  if (disputes.some(({ refund_ref }) => refund_ref === ref)) return true
  const free = disputes.find(({ refund_ref }) => refund_ref === null)
  if (!free) return false
  await db.updateTable('payment_disputes').set({ refund_ref: ref }).where('id', '=', free.id).execute()
  return true
}

/**
 * Whether the gateway has a refund of this attempt that isn't recorded: made in its dashboard, or ours that is dropped or held. One
 * that is just being sent is counted as owed already.
 */
export async function hasUnknownRefund(
  db: Db,
  attemptId: string,
  there: readonly RefundOfAttempt[],
): Promise<boolean> {
  const made = there.filter(({ state }) => state !== 'failed')
  if (made.length === 0) return false
  const ours = await db
    .selectFrom('refunds')
    .select(['id', 'status', 'failure', 'gateway_ref', 'tries'])
    .where('attempt_id', '=', attemptId)
    .execute()
  const ofDisputes = await db
    .selectFrom('payment_disputes')
    .select('refund_ref')
    .where('attempt_id', '=', attemptId)
    .where('refund_ref', 'is not', null)
    .execute()
  return made.some((one) => {
    if (ofDisputes.some(({ refund_ref }) => refund_ref === one.ref)) return false
    const own = findOwn(ours, one)
    const isBeingSent = own?.status === 'pending' && one.name === `${own.id}.${own.tries}`
    return !isBeingSent && (!own || isUnknown(own))
  })
}

/**
 * Looks at every attempt of which the gateway has a dispute or a refund that we don't know: no webhook may have said so. Asks the
 * gateway before the first statement, which opens the transaction: the database would end one that is idle during a long list.
 */
export async function findMoneyBack(work: Work, gateways: Gateways, name: string): Promise<void> {
  const { db, now } = work
  const ago = (days: number) => new Date(now.getTime() - days * DAY)
  // A payer has up to half a year to dispute a payment, and their bank weeks to decide.
  const found = await gateways.of(name)?.moneyBackSince?.({ disputes: ago(270), refunds: ago(30) })
  if (!found || found.length === 0) return
  const column = (value: (one: MoneyBackSeen) => string | null) => found.map(value)
  const { rows } = await sql<{ id: string; disputeRef: string | null; isDisputed: boolean }>`
    select t.id, case when seen.dispute is not null then seen.ref end as "disputeRef",
      bool_or(seen.dispute is not null) over (partition by t.id) as "isDisputed"
    from unnest(
      ${column(({ attemptRef }) => attemptRef)}::text[], ${column(({ ref }) => ref)}::text[],
      ${column((one) => (one.kind === 'dispute' ? one.status : null))}::text[]) as seen (attempt_ref, ref, dispute)
    join payment_attempts t on t.gateway = ${name} and t.gateway_ref = seen.attempt_ref
    where case when seen.dispute is null
      then not exists (select from refunds r where r.attempt_id = t.id and r.gateway_ref = seen.ref)
        and not exists (select from payment_disputes d where d.attempt_id = t.id and d.refund_ref = seen.ref)
      else not exists (
        select from payment_disputes d
        where d.attempt_id = t.id and d.gateway_ref = seen.ref and d.status = seen.dispute) end
  `.execute(db)
  await work.announce<AttemptToLookAt>(
    'payments.attempt_to_look_at',
    rows
      // A dispute is recorded before the refund that may be its own; one look finds both.
      .filter(({ disputeRef, isDisputed }) => disputeRef !== null || !isDisputed)
      .map(({ id, disputeRef }) => ({ attemptId: id, ...(disputeRef && { disputeRef }) })),
  )
}
