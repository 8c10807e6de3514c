import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { PaymentRefunded, RefundDue, RefundReturned } from '#/payments/events.ts'
import { type GatewayName, mayBecome, mostRefundTries } from '#/payments/rules.ts'
import { type RefundSeen, withdrawn } from './gateway.ts'
import { payableOf, post, refundedOf, refundOwedFrom, refundTakenFrom, type Transfer } from './ledger.ts'
import { debitOf, partsWithRefunds } from './payees.ts'
import { findAttempt, lockPayment, type PaymentRow } from './queries.ts'
import {
  addSlice,
  debitOfRefund,
  dropSlices,
  handOnSlices,
  owedBeforeOf,
  type Slice,
  slicesOwedBefore,
} from './slices.ts'

/** Returns how much of a payment is neither refunded nor taken back by the payer's bank, and the attempt that paid it. */
export async function owedBack(
  db: Db,
  payment: PaymentRow,
): Promise<{ attemptId: string; amount: number; refunded: number }> {
  const { rows } = await sql<{ id: string; paid: number; refunded: string; disputed: string }>`
    select t.id, least(t.captured, ${payment.amount}) as paid,
      coalesce((select sum(r.amount) from refunds r
                where r.attempt_id = t.id and r.status not in ('closed', 'returned')), 0) as refunded,
      coalesce((select sum(d.amount) from payment_disputes d
                where d.attempt_id = t.id and d.status <> 'won'), 0) as disputed
    from payment_attempts t
    where t.payment_id = ${payment.id} and t.status = 'succeeded'
    order by t.settled_at limit 1
  `.execute(db)
  const [paid] = rows
  if (!paid) throw new Error(`Nothing was paid of ${payment.id}`)
  const refunded = Number(paid.refunded)
  const amount = Math.max(0, paid.paid - refunded - Number(paid.disputed))
  return { attemptId: paid.id, amount, refunded }
}

/** Whether everything that the payer paid was refunded or is about to be. */
export async function isAllRefunded(db: Db, paymentId: string): Promise<boolean> {
  const { rows } = await sql<{ left: string }>`
    select least(t.captured, p.amount) - coalesce((
      select sum(r.amount) from refunds r where r.attempt_id = t.id and r.status not in ('closed', 'returned')), 0) as left
    from payments p join payment_attempts t on t.payment_id = p.id and t.status = 'succeeded'
    where p.id = ${paymentId} order by t.settled_at limit 1
  `.execute(db)
  return rows[0] !== undefined && Number(rows[0].left) <= 0
}

type NewRefund = {
  attemptId: string
  amount: number
  reason: string
  at: Date
  isOwed?: boolean
  /** Not sent before the payer's bank has decided. */
  waits?: boolean
  /** The administrator who decided on it. */
  adminId?: string | null
  /** The order part that is refunded. */
  partId?: string | null
  /** The refund it replaces; `skip`: how much of that is already covered. */
  replaces?: { id: string; skip?: number }
}

/**
 * Records a refund of `amount`, and queues the job that sends it. `isOwed`: the ledger already owes it, as for money that
 * arrived late and never became the provider's. Call it under the payment's lock.
 */
export async function oweRefund(
  { db, announce }: Work,
  payment: PaymentRow,
  refund: NewRefund,
): Promise<string> {
  const { attemptId, amount, reason, at, isOwed = false, waits = false } = refund
  const { adminId = null, partId = null, replaces } = refund
  const id = newId<'refund'>()
  const { currency } = payment
  await db
    .insertInto('refunds')
    .values({
      id,
      payment_id: payment.id,
      attempt_id: attemptId,
      part_id: partId,
      amount,
      currency,
      reason,
      status: waits ? 'failed' : 'pending',
      admin_id: adminId,
      created_at: at,
    })
    .execute()
  if (isOwed) {
    if (replaces && partId === null)
      await handOnSlices(db, { from: replaces.id, to: id, amount, skip: replaces.skip ?? 0 })
  } else {
    let rest = amount
    for (const slice of replaces && partId === null ? await slicesOwedBefore(db, replaces.id) : []) {
      await addSlice(db, id, { ...slice, wasOwed: true })
      rest -= slice.amount
    }
    if (rest > 0)
      await post(db, {
        ...{ kind: 'refund_owed', sourceId: id, paymentId: payment.id, amount: rest, currency, at },
        gateway: await gatewayOf(db, attemptId),
        debit: await debitOfRefund(db, payment, { refundId: id, amount: rest, partId }),
        credit: { account: 'refundable', userId: payment.payer_user_id },
      })
    await returnOffer({ db, now: at }, payment, attemptId)
  }
  if (!waits) await announce<RefundDue>('payments.refund_due', { refundId: id })
  return id
}

/**
 * Takes back what the operator added to a payment by an offer, once all that the payer paid is refunded. Otherwise the payee
 * would keep it.
 */
export async function returnOffer(
  { db, now }: Pick<Work, 'db' | 'now'>,
  payment: PaymentRow,
  attemptId: string,
): Promise<void> {
  const attempt = (await findAttempt(db, attemptId))!
  const added = payment.amount - (attempt.captured ?? payment.amount)
  if (added <= 0 || !(await isAllRefunded(db, payment.id))) return
  const theirs = payment.amount - (payment.refund_due ?? payment.amount)
  const amount = Math.min(added, (await payableOf(db, payment.id)) - theirs)
  if (amount <= 0) return
  await post(db, {
    ...{ kind: 'offer_returned', sourceId: attemptId, paymentId: payment.id, gateway: attempt.gateway },
    ...{ amount, currency: payment.currency, at: now },
    debit: await debitOf(db, payment, { amount }),
    credit: { account: 'loss' },
  })
}

/** Refunds what was cancelled and isn't refunded yet, as after a dispute or a refund that was withdrawn. */
export async function refundWhatIsDue(work: Work, payment: PaymentRow): Promise<void> {
  const { db, now } = work
  if (!payment.refund_due) return
  await refundDueParts(work, payment, 'It was cancelled')
  const { attemptId, amount: left, refunded } = await owedBack(db, payment)
  const amount = Math.min(payment.refund_due - refunded, left)
  if (amount > 0) await oweRefund(work, payment, { attemptId, amount, reason: 'It was cancelled', at: now })
}

/**
 * Refunds the amounts due for an order's parts, each from its own seller, except for money that the payer's bank holds, and for
 * what the operator has already refunded in the gateway's dashboard.
 */
export async function refundDueParts(work: Work, payment: PaymentRow, reason: string): Promise<void> {
  const { db, now } = work
  const { rows: parts } = await sql<{ id: string; due: number }>`
    select p.id, (p.refund_due - coalesce((select sum(r.amount) from refunds r
        where r.part_id = p.id and r.status not in ('closed', 'returned')), 0)
      - coalesce((select sum(s.owed_before) from refund_slices s join refunds r on r.id = s.refund_id
        where s.part_id = p.id and r.status not in ('closed', 'returned')), 0))::integer as due
      from payment_parts p where p.payment_id = ${payment.id} and p.refund_due > 0 order by p.id
  `.execute(db)
  if (parts.length === 0) return
  const { attemptId } = await owedBack(db, payment)
  const covered = await placeRefunds(work, payment, { attemptId, parts })
  for (const { id: partId, due } of parts) {
    const left = await owedBack(db, payment)
    const amount = Math.min(due - (covered.get(partId) ?? 0), left.amount)
    if (amount > 0)
      await oweRefund(work, payment, { attemptId: left.attemptId, amount, reason, at: now, partId })
  }
}

/**
 * A refund whose part isn't known, with what it covers of the parts that are due. `amount`: less what had been owed for certain parts
 * before.
 */
type Plan = { refundId: string; amount: number; isWhole: boolean; slices: Slice[] }

/**
 * Counts refunds without a part towards what is due for each part, and returns the amounts covered. These are taken from the parts'
 * sellers instead of those the refund was spread over; a refund that fits one part becomes that part's.
 */
async function placeRefunds(
  work: Work,
  payment: PaymentRow,
  { attemptId, parts }: { attemptId: string; parts: readonly { id: string; due: number }[] },
): Promise<Map<string, number>> {
  const refunds = await withoutPart(work.db, attemptId)
  const covered = new Map<string, number>()
  const plans = refunds.map(({ id, amount, owedBefore }): Plan => {
    let left = amount - owedBefore
    const slices: Slice[] = []
    for (const part of parts) {
      const slice = Math.min(left, part.due - (covered.get(part.id) ?? 0))
      if (slice <= 0) continue
      slices.push({ partId: part.id, amount: slice })
      covered.set(part.id, (covered.get(part.id) ?? 0) + slice)
      left -= slice
    }
    return {
      ...{ refundId: id, amount: amount - owedBefore, slices },
      isWhole: owedBefore === 0 && slices[0]?.amount === amount,
    }
  })
  if (covered.size > 0) await place(work, payment, attemptId, plans)
  return covered
}

/** Moves unplaced refunds off parts that are refunded beyond their price. */
export async function makeRoom(work: Work, payment: PaymentRow, attemptId: string): Promise<void> {
  const parts = await partsWithRefunds(work.db, payment.id)
  if (!parts.some(({ amount, refunded }) => refunded > amount)) return
  const refunds = await withoutPart(work.db, attemptId)
  await place(
    work,
    payment,
    attemptId,
    refunds.map(({ id, amount, owedBefore }) => ({
      ...{ refundId: id, amount: amount - owedBefore, isWhole: false, slices: [] },
    })),
  )
}

const withoutPart = (db: Db, attemptId: string) =>
  db
    .selectFrom('refunds')
    .select(['id', 'amount', owedBeforeOf('refunds.id').as('owedBefore')])
    .where('attempt_id', '=', attemptId)
    .where('part_id', 'is', null)
    .where('status', 'not in', ['closed', 'returned'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()

async function place(work: Work, payment: PaymentRow, attemptId: string, plans: Plan[]): Promise<void> {
  const { db, now } = work
  const refundable = { account: 'refundable' as const, userId: payment.payer_user_id }
  const gateway = await gatewayOf(db, attemptId)
  const repost = async (refundId: string, amount: number, sides: Pick<Transfer, 'debit' | 'credit'>) =>
    post(db, {
      ...{ kind: 'refund_placed', sourceId: refundId, round: (await roundsOf(db, refundId)) + 1 },
      ...{ paymentId: payment.id, gateway, currency: payment.currency, at: now, amount, ...sides },
    })
  const placing: (Plan & { taken: number })[] = []
  for (const plan of plans) {
    const owedFrom = await refundOwedFrom(db, plan.refundId)
    const taken = owedFrom.reduce((sum, from) => sum + from.amount, 0)
    // It isn't known who bears the rest, as after a dispute.
    if (!plan.isWhole && taken < plan.amount) continue
    await dropSlices(db, plan.refundId)
    if (taken > 0) await repost(plan.refundId, taken, { debit: refundable, credit: owedFrom })
    placing.push({ ...plan, taken })
  }
  // Slices are written before posting, and the remainder is divided last: both read what is already refunded.
  for (const { refundId, isWhole, taken, slices } of placing)
    for (const slice of slices) {
      if (isWhole)
        await db.updateTable('refunds').set({ part_id: slice.partId }).where('id', '=', refundId).execute()
      else await addSlice(db, refundId, slice)
      const take = isWhole ? { ...slice, amount: taken } : slice
      if (take.amount > 0)
        await repost(refundId, take.amount, { debit: await debitOf(db, payment, take), credit: refundable })
    }
  for (const { refundId, amount, taken, slices } of placing) {
    const rest = amount - slices.reduce((sum, slice) => sum + slice.amount, 0)
    if (rest > 0 && taken > 0)
      await repost(refundId, rest, {
        ...{ debit: await debitOfRefund(db, payment, { refundId, amount: rest }), credit: refundable },
      })
  }
}

async function roundsOf(db: Db, refundId: string): Promise<number> {
  const { rounds } = await db
    .selectFrom('ledger_transfers')
    .select((eb) => eb.fn.countAll<string>().as('rounds'))
    .where('kind', '=', 'refund_placed')
    .where('source_id', '=', refundId)
    .executeTakeFirstOrThrow()
  return Number(rounds)
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
  const { db, now, announce } = work
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
  // It was on its way when the operator refunded in the dashboard, and has gone back twice.
  const wentTwice =
    refund.status === 'returned' && refund.failure === 'refunded_by_hand' && seen.state === 'succeeded'
  if (refund.tries !== tries) return
  if (refund.status === 'returned' && !wentTwice) {
    // So that its movement at the gateway is found.
    if (refund.failure === 'refunded_by_hand' && seen.state === 'pending' && seen.ref)
      await db.updateTable('refunds').set({ gateway_ref: seen.ref }).where('id', '=', refundId).execute()
    return
  }
  const isWithdrawn = seen.state === 'failed' && seen.failure === withdrawn
  const isSent = refund.status === 'pending' || refund.status === 'succeeded'
  if (isWithdrawn && isSent && refund.is_from_dashboard && seen.ref === refund.gateway_ref)
    return takeWithdrawn(work, payment, refund)
  if (refund.status === 'succeeded')
    return seen.state === 'failed' && seen.ref === refund.gateway_ref
      ? takeReturned(work, payment, refund, seen)
      : undefined
  // The payer's bank has already taken this money, so it isn't sent again; a refund sent anyway is our loss.
  const isClosed = refund.status === 'closed' || wentTwice
  await db
    .updateTable('refunds')
    .set({
      status: isClosed && seen.state !== 'succeeded' ? 'closed' : seen.state,
      gateway_ref: seen.ref || refund.gateway_ref,
      failure: seen.failure,
      looked_at: now,
      // One that waited for an administrator may have been sent in the dashboard.
      ...(seen.state !== 'failed' && { handed_over_at: null }),
      // From now on it is sent like one of ours.
      ...(seen.state === 'failed' && { is_from_dashboard: false }),
      settled_at: seen.state === 'pending' && !isClosed ? null : now,
    })
    .where('id', '=', refundId)
    .execute()
  if (seen.state === 'failed' && !isClosed) return takeFailed(work, payment, refund, isWithdrawn)
  if (seen.state !== 'succeeded') return
  const { amount, currency } = refund
  await post(db, {
    kind: 'refund',
    sourceId: refundId,
    paymentId: payment.id,
    gateway: await gatewayOf(db, refund.attempt_id),
    amount,
    currency,
    debit: isClosed ? { account: 'loss' } : { account: 'refundable', userId: payment.payer_user_id },
    credit: { account: 'gateway' },
    at: now,
  })
  const isLate = await cameLate(db, refund.attempt_id)
  await setStatusByRefunds(work, payment)
  await announce<PaymentRefunded>('payments.refunded', {
    ...{ paymentId: payment.id, refundId, isLate },
    byDesk: refund.admin_id !== null,
  })
}

type RefundRow = {
  id: string
  attempt_id: string
  amount: number
  currency: string
  reason: string
  tries: number
  status: string
  admin_id: string | null
  part_id: string | null
  is_from_dashboard: boolean
}

/**
 * Takes back a refund that the operator made in the gateway's dashboard and withdrew there. Only what we owed anyway is sent
 * again.
 */
async function takeWithdrawn(work: Work, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const { db, now } = work
  const { id, attempt_id: attemptId, amount, currency, part_id: partId } = refund
  await db
    .updateTable('refunds')
    .set({ status: 'returned', failure: withdrawn, looked_at: now, settled_at: now })
    .where('id', '=', id)
    .execute()
  const transfer = {
    sourceId: id,
    paymentId: payment.id,
    gateway: await gatewayOf(db, attemptId),
    currency,
    at: now,
  }
  const refundable = { account: 'refundable' as const, userId: payment.payer_user_id }
  if (refund.status === 'succeeded')
    await post(db, {
      ...{ ...transfer, kind: 'refund_returned', amount },
      ...{ debit: { account: 'gateway' }, credit: await refundTakenFrom(db, id) },
    })
  const owedFrom = await refundOwedFrom(db, id)
  const taken = owedFrom.reduce((sum, from) => sum + from.amount, 0)
  if (taken > 0)
    await post(db, {
      ...{ ...transfer, kind: 'refund_withdrawn', amount: taken },
      ...{ debit: refundable, credit: owedFrom },
    })
  await setStatusByRefunds(work, payment)
  const before = partId === null ? await slicesOwedBefore(db, id) : []
  const known = before.reduce((sum, slice) => sum + slice.amount, 0)
  const waits = await hasOpenDispute(db, attemptId)
  for (const owed of [...before, { partId, amount: amount - taken - known }])
    if (owed.amount > 0)
      await oweRefund(work, payment, {
        ...{ attemptId, reason: 'It was cancelled', at: now, isOwed: true, waits, ...owed },
      })
  await refundWhatIsDue(work, payment)
}

export async function hasOpenDispute(db: Db, attemptId: string): Promise<boolean> {
  const open = await db
    .selectFrom('payment_disputes')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Owes and sends a refund again that the payer's bank returned, for example because the account is closed. After the second
 * time it waits for an administrator.
 */
async function takeReturned(work: Work, payment: PaymentRow, refund: RefundRow, seen: RefundSeen) {
  const { db, now, announce } = work
  await db
    .updateTable('refunds')
    .set({ status: 'returned', failure: seen.failure, looked_at: now, settled_at: now })
    .where('id', '=', refund.id)
    .execute()
  const { amount, currency, reason, attempt_id: attemptId } = refund
  const takenFrom = await refundTakenFrom(db, refund.id)
  await post(db, {
    ...{ kind: 'refund_returned', sourceId: refund.id, paymentId: payment.id, amount, currency },
    gateway: await gatewayOf(db, attemptId),
    debit: { account: 'gateway' },
    credit: takenFrom,
    at: now,
  })
  await setStatusByRefunds(work, payment)
  if (takenFrom.account === 'loss') return
  const again = await dropWhatBankTook(work, payment, refund)
  const isWithdrawn = seen.failure === withdrawn
  const isStuck = again > 0 && (isWithdrawn || (await cameBackBefore(db, refund)))
  if (again > 0) {
    const isOwed = again < amount || (await giveBackSpread(work, payment, refund)) === 0
    const refundId = await oweRefund(work, payment, {
      ...{ attemptId, amount: again, reason, at: now, isOwed },
      waits: isStuck || (await hasOpenDispute(db, attemptId)),
      ...{ adminId: refund.admin_id, partId: refund.part_id, replaces: refund },
    })
    if (isStuck)
      await db
        .updateTable('refunds')
        .set({ handed_over_at: now, failure: seen.failure })
        .where('id', '=', refundId)
        .execute()
    // A part may have been cancelled since the refund was made.
    if (!isOwed) await refundDueParts(work, payment, reason)
  }
  // Otherwise payers would read that their bank returned it.
  if (isWithdrawn) return
  await announce<RefundReturned>('payments.refund_returned', {
    ...{ paymentId: payment.id, refundId: refund.id, isStuck },
  })
}

/**
 * Reverses a refund that was spread over an order's sellers, so that the refund that replaces it can still be placed on a part.
 * Returns the amount, less what had been owed for certain parts before.
 */
export async function giveBackSpread(
  { db, now }: Work,
  payment: PaymentRow,
  refund: Pick<RefundRow, 'id' | 'attempt_id' | 'amount' | 'part_id'>,
): Promise<number> {
  const { id, attempt_id, part_id } = refund
  if (part_id !== null || payment.order_id === null) return 0
  const before = (await slicesOwedBefore(db, id)).reduce((sum, slice) => sum + slice.amount, 0)
  const amount = refund.amount - before
  const owedFrom = await refundOwedFrom(db, id)
  if (amount === 0 || owedFrom.reduce((sum, from) => sum + from.amount, 0) !== amount) return 0
  const { currency } = payment
  await post(db, {
    ...{ kind: 'refund_withdrawn', sourceId: id, paymentId: payment.id, amount, currency, at: now },
    gateway: await gatewayOf(db, attempt_id),
    ...{ debit: { account: 'refundable', userId: payment.payer_user_id }, credit: owedFrom },
  })
  return amount
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
      eb.or([eb('failure', 'is', null), eb('failure', 'not in', ['refunded_by_hand', withdrawn])]),
    )
    .executeTakeFirst()
  return earlier !== undefined
}

/** Returns how much of an attempt may still be refunded: neither on its way nor lost in a dispute. */
export async function sendableOf(
  { db }: Work,
  payment: PaymentRow,
  { attemptId, besides = null }: { attemptId: string; besides?: string | null },
): Promise<number> {
  const { rows } = await sql<{ left: string }>`
    select least(t.captured, ${payment.amount})
      - coalesce((select sum(r.amount) from refunds r
                  where r.attempt_id = t.id and r.id is distinct from ${besides}::uuid
                    and r.status not in ('closed', 'returned')), 0)
      - coalesce((select sum(d.amount) from payment_disputes d
                  where d.attempt_id = t.id and d.status = 'lost'), 0) as left
    from payment_attempts t where t.id = ${attemptId}
  `.execute(db)
  return Math.max(0, Number(rows[0]!.left))
}

/**
 * Drops the part of an unsent or returned refund that the payer's bank has given back itself, and reverses the loss booked for
 * it while the refund was on its way. Returns what is still to be sent.
 */
async function dropWhatBankTook(work: Work, payment: PaymentRow, refund: RefundRow): Promise<number> {
  const { id, attempt_id: attemptId, amount, currency } = refund
  const again = Math.min(amount, await sendableOf(work, payment, { attemptId, besides: id }))
  if (again < amount)
    await post(work.db, {
      ...{ kind: 'refund_dropped', sourceId: id, paymentId: payment.id, amount: amount - again, currency },
      gateway: await gatewayOf(work.db, attemptId),
      debit: { account: 'refundable', userId: payment.payer_user_id },
      credit: { account: 'loss' },
      at: work.now,
    })
  return again
}

/** Keeps a failed refund for a retry, less what the payer's bank has given back. */
async function takeFailed(
  work: Work,
  payment: PaymentRow,
  refund: RefundRow,
  isWithdrawn: boolean,
): Promise<void> {
  const { id, attempt_id: attemptId, amount, reason } = refund
  const again = await dropWhatBankTook(work, payment, refund)
  if (again === amount) return isWithdrawn || refund.tries >= mostRefundTries ? handOver(work, id) : undefined
  await work.db
    .updateTable('refunds')
    .set({ status: 'closed', failure: 'dispute_lost' })
    .where('id', '=', id)
    .execute()
  if (again > 0)
    await oweRefund(work, payment, {
      ...{ attemptId, amount: again, reason, at: work.now, isOwed: true },
      ...{ adminId: refund.admin_id, partId: refund.part_id, replaces: refund },
    })
}

/** Hands a refund that the gateway has refused for a day, or that the operator withdrew, to the administrators. */
async function handOver({ db, now }: Work, id: string): Promise<void> {
  await db.updateTable('refunds').set({ handed_over_at: now }).where('id', '=', id).execute()
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
