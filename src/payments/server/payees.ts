import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { allocate } from './allocation.ts'
import { readMoney } from './known-money.ts'
import type { Part } from './ledger.ts'
import type { PaymentRow } from './queries.ts'
import { droppedFailures } from './refunds.ts'

/** Returns the accounts that a payment goes to: the payee, or an order's sellers and the operator's commission. */
export async function creditOf(db: Db, payment: PaymentRow): Promise<Part[]> {
  if (payment.payee_user_id !== null)
    return [{ account: 'payable', userId: payment.payee_user_id, amount: payment.amount }]
  const parts = await partsOf(db, payment.id)
  return [
    ...parts.map(({ payee_user_id, amount, commission }) => ({
      account: 'payable' as const,
      userId: payee_user_id,
      amount: amount - commission,
    })),
    { account: 'commission', amount: parts.reduce((sum, { commission }) => sum + commission, 0) },
  ]
}

const partsOf = (db: Db, paymentId: string) =>
  db
    .selectFrom('payment_parts')
    .select(['payee_user_id', 'amount', 'commission'])
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute()

/** Sums an order part's refunds that are on their way or have arrived. `id`: the column with the part's id. */
export const refundedOfPart = (id: string) =>
  sql<number>`coalesce((select sum(r.amount) from part_refunds r where r.part_id = ${sql.ref(id)}), 0)::integer`

/**
 * Sums what the payer's bank took back of an order part in lost disputes; `refundedOfPart` includes it. `id`: the column with the
 * part's id.
 */
export const takenBackOfPart = (id: string) =>
  sql<number>`coalesce((select sum(slice.amount) from refund_slices slice join payment_disputes d on d.id = slice.source_id
    where slice.part_id = ${sql.ref(id)}), 0)::integer`

/** Tells whether a refund of an order part was made at a moment or later. `id`, `at`: the columns with the part's id and the moment. */
export const isRefundedSince = (id: string, at: string) => sql<boolean>`exists (
  select from refunds r where r.part_id = ${sql.ref(id)} and r.created_at >= ${sql.ref(at)}
    and not r.waits)`

/**
 * Tells whether payees were already notified about the grant `g`, made in the gateway's dashboard: through another of its refunds that
 * arrived, even if it was returned since, or through the dashboard refund that it replaces.
 */
const isGrantTold = (exceptId: RawBuilder<unknown>) =>
  sql<boolean>`exists (
    select from refunds d
     where d.attempt_id = g.attempt_id and d.id is distinct from ${exceptId}
       and (d.status = 'succeeded' and d.grant_id = g.id
         or d.status = 'returned' and (d.failure is null or d.failure <> all(${droppedFailures}))
           and (d.grant_id = g.id or d.is_from_dashboard and d.created_at = g.created_at)))`

/**
 * Tells whether a refund was decided in the dashboard and its payees haven't been told about it. If it failed there while pending, we
 * send it, and that is news; if it arrived before the bank returned it, they know.
 */
export async function isFromDashboard(db: Db, refundId: string): Promise<boolean> {
  const { rows } = await sql<{ is_news: boolean }>`
    select r.is_from_dashboard or exists (
        select from refund_grants g where g.id = r.grant_id and g.admin_id is null
          and not ${isGrantTold(sql`r.id`)}) as is_news
      from refunds r where r.id = ${refundId}`.execute(db)
  return rows[0]!.is_news
}

/**
 * Returns what the payee of each part certainly bears because of a refund that the gateway has, or of a lost dispute, in minor units.
 * Nothing if it was owed anyway, or names no part. A payment with one payee is one part, with the payment's id.
 */
export async function takenBy(
  db: Db,
  kind: 'refunds' | 'payment_disputes',
  sourceId: string,
): Promise<ReadonlyMap<string, number>> {
  const { attempt_id, payment_id } = await db
    .selectFrom(kind)
    .select(['attempt_id', 'payment_id'])
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow()
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', payment_id)
    .executeTakeFirstOrThrow()
  const known = await readMoney(db, payment, attempt_id)
  const untold = await untoldOf(db, attempt_id)
  const isCertain = ({ id, partId }: { id: string; partId: string | null }) =>
    partId !== null && (id === sourceId || !untold.has(id))
  const money = {
    ...known,
    refunds: known.refunds.filter(isCertain),
    grants: known.grants.filter(isCertain),
    disputes: known.disputes.filter(isCertain),
  }
  // The grant that this refund pays is left out too; otherwise its amount would still be owed.
  const grantId = known.refunds.find(({ id }) => id === sourceId)?.grantId
  const isOther = ({ id }: { id: string }) => id !== sourceId && id !== grantId
  const without = allocate({
    ...money,
    refunds: money.refunds.filter(isOther),
    grants: money.grants.filter(isOther),
    disputes: money.disputes.filter(isOther),
  })
  const before = new Map(without.parts.map(({ id, borne }) => [id, borne]))
  return new Map(
    allocate(money)
      .parts.map(({ id, borne }) => [id, borne - before.get(id)!] as const)
      .filter(([, taken]) => taken > 0),
  )
}

/** Returns the pending refunds in the dashboard, and the grants after failed ones, that payees haven't been told about. */
async function untoldOf(db: Db, attemptId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from refunds where attempt_id = ${attemptId} and is_from_dashboard and status = 'pending'
    union all
    select g.id from refund_grants g
     where g.attempt_id = ${attemptId} and g.admin_id is null and not ${isGrantTold(sql`null`)}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns what payees bear because of a refund in the dashboard, as `takenBy` does; nothing if they know of it already. */
export const takenInDashboard = async (db: Db, refundId: string): Promise<ReadonlyMap<string, number>> =>
  (await isFromDashboard(db, refundId)) ? takenBy(db, 'refunds', refundId) : new Map()
