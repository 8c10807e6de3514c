import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { AttemptToLookAt, PaymentRefunded } from '#/payments/events.ts'
import type { Gateways, MoneyBackSeen, RefundOfAttempt } from './gateway.ts'
import { post, shareableOf } from './ledger.ts'
import type { AttemptRow, PaymentRow } from './queries.ts'
import {
  cameLate,
  giveBackSpread,
  hasOpenDispute,
  makeRoom,
  oweRefund,
  refundDueParts,
  returnOffer,
  setStatusByRefunds,
  settleRefund,
} from './refunds.ts'
import { addSlice, debitOfRefund, handOnSlices, type Slice, slicesOwedBefore } from './slices.ts'

const day = 24 * 3_600_000
/** What payer, payee and administrators read as the reason. */
const reason = 'Refunded in the payment gateway’s dashboard'

/**
 * Records a refund that the operator made in the gateway's dashboard, under the payment's lock. It first counts as a refund
 * that we owed and couldn't send; the rest is taken from the provider's share. One that its bank is still working on counts
 * too, so that the provider isn't paid meanwhile; if it fails, it is sent again like one of ours.
 */
export async function takeRefundByHand(
  work: Work,
  payment: PaymentRow,
  attempt: AttemptRow & { captured: number },
  { ref, name, amount, state }: RefundOfAttempt,
  /** All refunds of the attempt at the gateway. */
  there: readonly RefundOfAttempt[],
): Promise<void> {
  const { db, now, announce } = work
  if (state === 'failed') return
  const ours = await db
    .selectFrom('refunds')
    .select(['id', 'status', 'amount', 'tries', 'reason', 'admin_id', 'attempt_id', 'gateway_ref', 'part_id'])
    .where('attempt_id', '=', attempt.id)
    .orderBy('created_at')
    .execute()
  if (ours.some(({ id, gateway_ref }) => gateway_ref === ref || name?.startsWith(`${id}.`))) return
  if (await isOfDispute(db, attempt, { ref, amount })) return
  const same = ours.find((refund) => refund.status === 'failed' && refund.amount === amount)
  if (same) return settleRefund(work, { refundId: same.id, tries: same.tries }, { ref, state, failure: null })
  const isThere = ({ id, gateway_ref }: (typeof ours)[number]) =>
    there.some((one) => one.state !== 'failed' && (one.ref === gateway_ref || one.name?.startsWith(`${id}.`)))
  const isUnsent = (refund: (typeof ours)[number]) =>
    refund.status === 'failed' ||
    (refund.status === 'pending' && refund.gateway_ref === null && !isThere(refund))
  const gone = ours
    .filter(({ status }) => status !== 'closed' && status !== 'returned')
    .reduce((sum, refund) => sum + refund.amount, 0)
  // The gateway can't send both, so it refuses ours.
  const isTooMuch = gone + amount > attempt.captured
  const isLate = await cameLate(db, attempt.id)
  const sent = ours.filter((refund) => !isUnsent(refund))
  const parts = isLate ? [] : await partsLeft(db, payment, sent)
  const exact = onlyOne(parts.filter(({ left, due }) => due === amount || left === amount))
  let rest = amount
  // The amount taken back from the sellers over whom it was spread.
  let takenAnew = 0
  const covers: ((typeof ours)[number] & { covered: number; before: Slice[]; isBack: boolean })[] = []
  for (const refund of [...ours.filter(isUnsent), ...sent]) {
    const isOther =
      exact !== undefined && refund.part_id !== null && refund.part_id !== exact.id && !isTooMuch
    if (
      rest === 0 ||
      isOther ||
      !(isUnsent(refund) || (isTooMuch && refund.status === 'pending' && !isThere(refund)))
    )
      continue
    await db
      .updateTable('refunds')
      .set({ status: 'returned', failure: 'refunded_by_hand', settled_at: now })
      .where('id', '=', refund.id)
      .execute()
    const covered = Math.min(refund.amount, rest)
    rest -= covered
    const before = await slicesOwedBefore(db, refund.id)
    const owedBefore = before.reduce((sum, slice) => sum + slice.amount, 0)
    const isBack = !isLate && covered >= owedBefore && (await giveBackSpread(work, payment, refund)) > 0
    covers.push({ ...refund, covered, before, isBack })
    if (isBack) takenAnew += covered - owedBefore
  }
  rest += takenAnew
  const refundId = newId<'refund'>()
  const { currency } = payment
  const fits = parts.filter(({ left }) => left >= amount)
  const covered = onlyOne(
    fits.filter(({ id }) => covers.length > 0 && covers.every(({ part_id }) => part_id === id)),
  )
  const part = exact ?? covered ?? (parts.length === 1 && covers.length === 0 ? fits[0] : undefined)
  const partId = part?.id ?? null
  await db
    .insertInto('refunds')
    .values({
      ...{ id: refundId, payment_id: payment.id, attempt_id: attempt.id, amount, currency, reason },
      ...{ part_id: partId, is_from_dashboard: true },
      ...{ status: state, gateway_ref: ref, created_at: now, looked_at: now },
      settled_at: state === 'succeeded' ? now : null,
    })
    .execute()
  const transfer = {
    ...{ sourceId: refundId, paymentId: payment.id, gateway: attempt.gateway, currency, at: now },
  }
  const refundable = { account: 'refundable' as const, userId: payment.payer_user_id }
  if (partId) await makeRoom(work, payment, attempt.id)
  else if (!isLate)
    for (const { id, part_id, covered: amount, before, isBack } of covers)
      if (part_id || isBack)
        for (const slice of part_id ? [{ partId: part_id, amount }] : before)
          await addSlice(db, refundId, { ...slice, wasOwed: true })
      else await handOnSlices(db, { from: id, to: refundId, amount })
  if (rest > 0) {
    // For an order, `debitOfRefund` already stops at what its sellers and the commission have left.
    const isShared = payment.order_id === null && !isLate
    const shared = isLate ? 0 : isShared ? Math.min(rest, await shareableOf(db, payment.id)) : rest
    await post(db, {
      ...{ ...transfer, kind: 'refund_owed', amount: rest, credit: refundable },
      debit: [
        ...(await debitOfRefund(db, payment, { refundId, amount: shared, partId })),
        { account: 'loss', amount: rest - shared },
      ],
    })
  }
  await returnOffer(work, payment, attempt.id)
  const waits = await hasOpenDispute(db, attempt.id)
  for (const { id, covered: skip, isBack, ...left } of covers)
    if (left.amount > skip)
      await oweRefund(work, payment, {
        ...{ attemptId: attempt.id, amount: left.amount - skip, reason: left.reason, at: now, waits },
        ...{ adminId: left.admin_id, partId: left.part_id },
        ...(!isBack && { isOwed: true, replaces: { id, skip } }),
      })
  if (covers.some(({ isBack }) => isBack)) await refundDueParts(work, payment, reason)
  if (state !== 'succeeded') return
  await post(db, { ...transfer, kind: 'refund', amount, debit: refundable, credit: { account: 'gateway' } })
  await setStatusByRefunds(work, payment)
  await announce<PaymentRefunded>('payments.refunded', {
    paymentId: payment.id,
    refundId,
    isLate,
    byDesk: false,
  })
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

const onlyOne = <Thing>(things: readonly Thing[]) => (things.length === 1 ? things[0] : undefined)

/** Returns an order's parts with what is left of each, and what of it is due, after these refunds. */
async function partsLeft(
  db: Db,
  payment: PaymentRow,
  refunds: readonly { id: string; part_id: string | null; status: string; amount: number }[],
): Promise<{ id: string; left: number; due: number }[]> {
  const parts = await db
    .selectFrom('payment_parts')
    .select(['id', 'amount', 'refund_due'])
    .where('payment_id', '=', payment.id)
    .execute()
  const slices = await db
    .selectFrom('refund_slices as s')
    .innerJoin('payment_parts as p', 'p.id', 's.part_id')
    .select(['s.refund_id', 's.part_id', 's.owed_before'])
    .where('p.payment_id', '=', payment.id)
    .execute()
  return parts.map(({ id, amount, refund_due }) => {
    const gone = refunds
      .filter(({ status }) => status !== 'closed' && status !== 'returned')
      .flatMap((refund) => [
        ...(refund.part_id === id ? [refund.amount] : []),
        ...slices
          .filter((slice) => slice.refund_id === refund.id && slice.part_id === id)
          .map((one) => one.owed_before),
      ])
      .reduce((sum, one) => sum + one, 0)
    return { id, left: amount - gone, due: refund_due - gone }
  })
}

/** Whether the gateway has a refund of this attempt that was made in its dashboard and isn't recorded yet. */
export async function hasUnknownRefund(
  db: Db,
  attemptId: string,
  there: readonly RefundOfAttempt[],
): Promise<boolean> {
  const made = there.filter(({ state }) => state !== 'failed')
  if (made.length === 0) return false
  const ours = await db
    .selectFrom('refunds')
    .select(['id', 'gateway_ref'])
    .where('attempt_id', '=', attemptId)
    .execute()
  const ofDisputes = await db
    .selectFrom('payment_disputes')
    .select('refund_ref')
    .where('attempt_id', '=', attemptId)
    .where('refund_ref', 'is not', null)
    .execute()
  return made.some(
    ({ ref, name }) =>
      !ofDisputes.some(({ refund_ref }) => refund_ref === ref) &&
      !ours.some(({ id, gateway_ref }) => gateway_ref === ref || name?.startsWith(`${id}.`)),
  )
}

/** Looks at every attempt of which the gateway has a dispute or a refund that we don't know: no webhook may have said so. */
export async function findMoneyBack(work: Work, gateways: Gateways, name: string): Promise<void> {
  const { db, now } = work
  const ago = (days: number) => new Date(now.getTime() - days * day)
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
