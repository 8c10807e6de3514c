import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { RefundDue } from '#/payments/events.ts'
import { type Allocation, allocate, type Owed } from './allocation.ts'
import { type MoneyOfAttempt, readMoney } from './known-money.ts'
import { type Part, post } from './ledger.ts'
import { findAttempt, type PaymentRow } from './queries.ts'
import { lineUp } from './unsent-refunds.ts'

type Why = {
  /** Read by payer, payee and administrators, if the refund has no other reason. */
  reason?: string
  /** The refund has just been made in the dashboard, and may cover ours. */
  isByHand?: boolean
  /** A new refund isn't sent, but waits for an administrator, as the gateway said this. */
  handOver?: string | null | undefined
}
/** The failure of a refund that others replace, and of one that the operator made in the dashboard instead. */
export const replaced = 'replaced'
export const refundedByHand = 'refunded_by_hand'
/** A refund that was made, to be sent now or later. */
type Made = Owed & { id: string; waits: boolean }

/**
 * Brings the ledger, the refunds to send and the parts' slices in line with what is known of a payment's money. Called under the
 * payment's lock after each change of a refund, a dispute or an amount due.
 */
export async function settleShares(
  work: Work,
  payment: PaymentRow,
  attemptId: string,
  why: Why = {},
): Promise<Made[]> {
  const money = await readMoney(work.db, payment, attemptId)
  const target = allocate(money)
  const made = await changeUnsent(work, payment, { attemptId, money, target, why })
  await postDifference(work, payment, { attemptId, money, target })
  if (money.hasParts) {
    await writeSlices(work.db, payment, target)
    await noteUnplaced(work, payment, { money, target })
  }
  return made
}

type Settling = { attemptId: string; money: MoneyOfAttempt; target: Allocation }

async function changeUnsent(
  { db, now, announce }: Work,
  payment: PaymentRow,
  { attemptId, money, target, why }: Settling & { why: Why },
): Promise<Made[]> {
  const rows = await db
    .selectFrom('refunds')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    // Sweeps and jobs that send refunds don't take the payment's lock.
    .forNoKeyUpdate()
    .execute()
  const partOf = (partId: string | null) => (money.hasParts ? partId : payment.id)
  const unsent = rows.filter(
    ({ status, gateway_ref }) => status === 'failed' || (status === 'pending' && gateway_ref === null),
  )
  const changes = lineUp(
    target,
    unsent.map(({ id, amount, part_id, grant_id, created_at, status, waits, tries }) => ({
      id,
      amount,
      partId: partOf(part_id),
      grantId: grant_id,
      at: created_at,
      mayBeThere: status === 'pending' || (waits && tries > 0),
      waits,
    })),
  )
  const isLost = !why.isByHand && money.disputes.some(({ isOpen }) => !isOpen)
  if (changes.drop.length > 0)
    await db
      .updateTable('refunds')
      .set({
        status: isLost ? 'closed' : 'returned',
        failure: isLost ? 'dispute_lost' : refundedByHand,
        settled_at: now,
        waits: false,
      })
      .where('id', 'in', changes.drop)
      .execute()
  if (changes.split.length > 0)
    await db
      .updateTable('refunds')
      .set({ status: 'returned', failure: replaced, settled_at: now, waits: false })
      .where('id', 'in', changes.split)
      .execute()
  if (changes.hold.length > 0)
    await db
      .updateTable('refunds')
      .set({
        status: 'failed',
        settled_at: now,
        waits: true,
        // The gateway refuses a name that it has refused before.
        tries: sql`tries + case when status = 'failed' then 1 else 0 end`,
        gateway_ref: null,
      })
      .where('id', 'in', changes.hold)
      .execute()
  for (const { id, tries, handed_over_at } of unsent.filter((row) => changes.free.includes(row.id))) {
    // Dated anew, because it is watched for 40 days in case the payer's bank returns it. The answer of its last try may have been
    // lost, so that try is repeated: the gateway knows it by its name.
    const sending = { status: 'pending' as const, settled_at: null, created_at: now, tries: tries || 1 }
    await db
      .updateTable('refunds')
      .set({ waits: false, ...(!handed_over_at && sending) })
      .where('id', '=', id)
      .execute()
    if (!handed_over_at) await announce<RefundDue>('payments.refund_due', { refundId: id })
  }
  const made: Made[] = []
  const gone = [...changes.drop, ...changes.split]
  for (const { isLater, ...one } of changes.make) {
    const before = rows.find((row) => partOf(row.part_id) === one.partId && row.grant_id === one.grantId)
    const grant = one.grantId === null ? undefined : await grantOf(db, one.grantId)
    const handedOver =
      why.handOver !== undefined || Boolean(before?.handed_over_at && gone.includes(before.id))
    const isHeld = one.waits || handedOver
    const id = newId<'refund'>()
    await db
      .insertInto('refunds')
      .values({
        id,
        payment_id: payment.id,
        attempt_id: attemptId,
        amount: one.amount,
        currency: payment.currency,
        created_at: now,
        grant_id: one.grantId,
        part_id: money.hasParts ? one.partId : null,
        reason: grant?.reason ?? why.reason ?? before?.reason ?? 'It was cancelled',
        admin_id: grant?.admin_id ?? before?.admin_id ?? null,
        status: isHeld ? 'failed' : 'pending',
        failure: why.handOver ?? null,
        waits: one.waits,
        tries: one.waits ? 0 : 1,
        settled_at: isHeld ? now : null,
        handed_over_at: handedOver ? now : null,
      })
      .execute()
    made.push({ ...one, id })
    // The sweep sends a later one: by then the one that it replaces has arrived at the gateway or never will.
    if (!isHeld && !isLater) await announce<RefundDue>('payments.refund_due', { refundId: id })
  }
  return made
}

const grantOf = (db: Db, id: string) =>
  db.selectFrom('refund_grants').select(['reason', 'admin_id']).where('id', '=', id).executeTakeFirst()

/** Posts how the shares have changed. What is owed to the payer, and not sent, stays in `refundable`. */
async function postDifference(
  { db, now }: Work,
  payment: PaymentRow,
  { attemptId, money, target }: Settling,
): Promise<void> {
  const { rows: posted } = await sql<{ account: Part['account']; user_id: string | null; amount: number }>`
    select e.account, e.user_id, sum(e.amount)::integer as amount
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.kind = 'borne' and t.source_id = ${attemptId} and t.payment_id = ${payment.id} and e.account <> 'refundable'
    group by e.account, e.user_id
  `.execute(db)
  const differences = new Map<string, Part>()
  const add = (part: Part) => {
    const key = `${part.account}/${part.userId ?? ''}`
    differences.set(key, { ...part, amount: part.amount + (differences.get(key)?.amount ?? 0) })
  }
  for (const { account, user_id, amount } of posted)
    add({ account, ...(user_id && { userId: user_id }), amount: -amount })
  add({ account: 'loss', amount: target.loss })
  // Late money is owed to its payer since it came in.
  if (!money.isLate) {
    const payees = await payeesOf(db, payment)
    for (const { id, payable, commission } of target.parts) {
      add({ account: 'payable', userId: payees.get(id)!, amount: payable })
      add({ account: 'commission', amount: commission })
    }
  }
  const changed = [...differences.values()].filter(({ amount }) => amount !== 0)
  if (changed.length === 0) return
  const total = changed.reduce((sum, { amount }) => sum + amount, 0)
  const refundable = { account: 'refundable' as const, userId: payment.payer_user_id, amount: -total }
  const sides = [...changed, refundable]
  await post(db, {
    kind: 'borne',
    sourceId: attemptId,
    paymentId: payment.id,
    currency: payment.currency,
    at: now,
    gateway: (await findAttempt(db, attemptId))!.gateway,
    amount: 0,
    round: (await roundsOf(db, attemptId)) + 1,
    debit: sides.filter(({ amount }) => amount > 0),
    credit: sides.filter(({ amount }) => amount < 0).map((side) => ({ ...side, amount: -side.amount })),
  })
}

async function payeesOf(db: Db, payment: PaymentRow): Promise<Map<string, string>> {
  if (payment.payee_user_id !== null) return new Map([[payment.id, payment.payee_user_id]])
  const parts = await db
    .selectFrom('payment_parts')
    .select(['id', 'payee_user_id'])
    .where('payment_id', '=', payment.id)
    .execute()
  return new Map(parts.map(({ id, payee_user_id }) => [id, payee_user_id]))
}

async function roundsOf(db: Db, attemptId: string): Promise<number> {
  const { rounds } = await db
    .selectFrom('ledger_transfers')
    .select((eb) => eb.fn.countAll<string>().as('rounds'))
    .where('kind', '=', 'borne')
    .where('source_id', '=', attemptId)
    .executeTakeFirstOrThrow()
  return Number(rounds)
}

async function writeSlices(db: Db, payment: PaymentRow, { slices }: Allocation): Promise<void> {
  await sql`
    delete from refund_slices s using payment_parts p
    where p.id = s.part_id and p.payment_id = ${payment.id} and not exists (
      select from unnest(
        ${slices.map(({ sourceId }) => sourceId)}::uuid[], ${slices.map(({ partId }) => partId)}::uuid[]) as kept (source_id, part_id)
      where kept.source_id = s.source_id and kept.part_id = s.part_id)
  `.execute(db)
  if (slices.length === 0) return
  await db
    .insertInto('refund_slices')
    .values(slices.map(({ sourceId, partId, amount }) => ({ source_id: sourceId, part_id: partId, amount })))
    .onConflict((conflict) =>
      conflict.columns(['source_id', 'part_id']).doUpdateSet({ amount: sql<number>`excluded.amount` }),
    )
    .execute()
}

/** Notes what each part bears of refunds and lost disputes that name none, for its seller to be told once it no longer changes. */
async function noteUnplaced(
  { db, now }: Work,
  payment: PaymentRow,
  { money, target }: Pick<Settling, 'money' | 'target'>,
): Promise<void> {
  const loose = [...money.refunds, ...money.grants, ...money.disputes].filter(({ partId }) => partId === null)
  const slices = target.slices.filter(({ sourceId }) => loose.some(({ id }) => id === sourceId))
  await sql`
    update payment_parts p set unplaced = borne.amount, unplaced_at = ${now}
    from (
      select t.id, coalesce(sum(s.amount), 0)::integer as amount
      from payment_parts t
      left join unnest(
        ${slices.map(({ partId }) => partId)}::uuid[], ${slices.map(({ amount }) => amount)}::integer[]) as s (part_id, amount)
        on s.part_id = t.id
      where t.payment_id = ${payment.id} group by t.id) borne
    where borne.id = p.id and p.unplaced <> borne.amount
  `.execute(db)
}
