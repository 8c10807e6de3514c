import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { GatewayName } from '#/payments/rules.ts'

export type Account =
  | 'receivable'
  | 'gateway'
  | 'payable'
  | 'refundable'
  | 'disputed'
  | 'bank'
  | 'fees'
  | 'loss'
  | 'commission'
  | 'gateway_fees'
  | 'gateway_tax'
  | 'adjustments'

export type TransferKind =
  | 'charge'
  | 'payment'
  | 'late_payment'
  | 'refund_owed'
  | 'refund'
  | 'refund_returned'
  | 'refund_dropped'
  | 'refund_withdrawn'
  | 'refund_placed'
  | 'offer_returned'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'
  | 'dispute_reopened'
  | 'payout'
  | 'gateway_fee'
  | 'settlement'
  | 'adjustment'

type Side = { account: Account; userId?: string }
export type Part = Side & { amount: number }

export type Transfer = {
  kind: TransferKind
  /** The attempt, refund, dispute or payout. Posting the same kind, source and round again changes nothing. */
  sourceId: string
  /** Counts how often a dispute was opened; 1 for everything else. */
  round?: number
  paymentId: string | null
  gateway: GatewayName
  amount: number
  currency: string
  /** Several sides may share `amount`; parts of zero are skipped. Only a commission can be below zero, for a coupon. */
  debit: Side | Part[]
  credit: Side | Part[]
  at: Date
}

/** Posts one transfer: `amount` from the credited accounts to the debited ones. */
export async function post(db: Db, transfer: Transfer): Promise<void> {
  const { kind, sourceId, round = 1, paymentId, gateway, amount, currency, debit, credit, at } = transfer
  const id = newId()
  const written = await db
    .insertInto('ledger_transfers')
    .values({ id, kind, source_id: sourceId, round, payment_id: paymentId, gateway, occurred_at: at })
    .onConflict((conflict) => conflict.columns(['kind', 'source_id', 'round']).doNothing())
    .executeTakeFirst()
  if (!written.numInsertedOrUpdatedRows) return
  const entry = (side: Side, signed: number) => ({
    transfer_id: id,
    account: side.account,
    user_id: side.userId ?? null,
    amount: String(signed),
    currency,
  })
  const partsOf = (sides: Side | Part[]) =>
    Array.isArray(sides)
      ? sides.filter(({ account, amount: share }) => share > 0 || (account === 'commission' && share < 0))
      : [{ ...sides, amount }]
  await db
    .insertInto('ledger_entries')
    .values([
      ...partsOf(debit).map((part) => entry(part, part.amount)),
      ...partsOf(credit).map((part) => entry(part, -part.amount)),
    ])
    .execute()
}

/** Returns the payees' remaining share of a payment before payouts, in minor units. */
export async function payableOf(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ payable: string }>`
    select -coalesce(sum(e.amount), 0) as payable
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = ${paymentId} and e.account = 'payable'
  `.execute(db)
  return Math.max(0, Number(rows[0]!.payable))
}

/**
 * Returns what a payment has left for its payees and as the operator's commission. A commission below zero, for a coupon, is
 * part of what the payees have.
 */
export async function shareableOf(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ left: string }>`
    select coalesce(sum(greatest(0, shares.left)), 0) as left from (
      select -sum(e.amount) as left from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
      where t.payment_id = ${paymentId} and e.account in ('payable', 'commission')
      group by e.account) shares
  `.execute(db)
  return Number(rows[0]!.left)
}

/** Returns the account that a refund was taken from. */
export async function refundTakenFrom(db: Db, refundId: string): Promise<Side> {
  const { rows } = await sql<{ account: Account; user_id: string | null }>`
    select e.account, e.user_id
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.kind = 'refund' and t.source_id = ${refundId} and e.amount > 0
  `.execute(db)
  const { account, user_id } = rows[0]!
  return { account, ...(user_id && { userId: user_id }) }
}

/** Returns the accounts debited for an owed refund, with the amounts. */
export async function refundOwedFrom(db: Db, refundId: string): Promise<Part[]> {
  const { rows } = await sql<{ account: Account; user_id: string | null; amount: string }>`
    select e.account, e.user_id, sum(e.amount) as amount
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.kind in ('refund_owed', 'refund_placed') and t.source_id = ${refundId} and e.account <> 'refundable'
    group by e.account, e.user_id having sum(e.amount) <> 0
  `.execute(db)
  return rows.map(({ account, user_id, amount }) => ({
    ...{ account, ...(user_id && { userId: user_id }), amount: Number(amount) },
  }))
}

/** Returns how much of a refund was taken from what a provider or seller is owed, in minor units. */
export async function takenFromPayee(db: Db, refundId: string, userId: string): Promise<number> {
  const parts = await refundOwedFrom(db, refundId)
  return parts.find((part) => part.account === 'payable' && part.userId === userId)?.amount ?? 0
}

/** Returns what was refunded of a payment or is owed as a refund, in minor units. */
export async function refundedOf(db: Db, paymentId: string): Promise<number> {
  const { rows } = await sql<{ refunded: string }>`
    select coalesce(sum(e.amount), 0) as refunded
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = ${paymentId} and t.kind in ('refund', 'refund_returned') and e.account not in ('gateway', 'bank')
  `.execute(db)
  return Number(rows[0]!.refunded)
}

export type Balance = {
  owed: number
  available: number
  disputed: number
  /** The part of `disputed` that would be available otherwise. */
  withheld: number
  paidOut: number
  /** A suspended payee's unreleased payments don't become available. */
  isSuspended: boolean
}

/** Keeps sandbox money apart from real money; real money is the same with any gateway. */
export function isSameMoney(column: RawBuilder<unknown>, gateway: string) {
  return sql<boolean>`(${column} = 'sandbox') = ${gateway === 'sandbox'}::boolean`
}

/** One is compared directly, because Postgres reckons with ten of a list. */
function isOneOf(userIds: readonly string[] | undefined) {
  if (!userIds) return sql`e.user_id is not null`
  return userIds.length === 1 ? sql`e.user_id = ${userIds[0]}` : sql`e.user_id = any(${userIds}::uuid[])`
}

/**
 * Returns what the ledger owes to providers, in minor units of one currency. `available`: payments released by now, less
 * payouts; `disputed`: the providers' money that payers' banks have taken back while they decide.
 */
export async function balances(
  db: Db,
  {
    currency,
    gateway,
    now,
    userIds,
  }: { currency: string; gateway: string; now: Date; userIds?: readonly string[] },
): Promise<(Balance & { userId: string })[]> {
  const { rows } = await sql<
    Record<Exclude<keyof Balance, 'isSuspended'> | 'userId', string> & { isSuspended: boolean }
  >`
    with totals as (
      select e.user_id, s.since, -sum(e.amount) as owed,
        coalesce(-sum(e.amount) filter (
          where t.kind = 'payout' or p.payable_from <= least(${now}::timestamptz, s.since)), 0) as available,
        coalesce(sum(e.amount) filter (where t.kind = 'payout'), 0) as paid_out
      from ledger_entries e
      join ledger_transfers t on t.id = e.transfer_id
      left join payments p on p.id = t.payment_id
      left join payee_suspensions s on s.user_id = e.user_id
      where e.account = 'payable' and e.currency = ${currency} and ${isSameMoney(sql`t.gateway`, gateway)}
        and ${isOneOf(userIds)}
      group by e.user_id, s.since
    )
    select totals.user_id as "userId", owed, paid_out as "paidOut", since is not null as "isSuspended",
      available + coalesce((
        select sum(least(released.amount, (
            select -sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
            where t.payment_id = released.payment_id and e.account = 'payable')))
        from (
          select p.id as payment_id, sum(share.amount) as amount
          from payments p join payment_shares share on share.payment_id = p.id
          where p.payee_user_id = totals.user_id and p.completed_at is not null and p.package_id is not null
            and p.currency = ${currency} and ${isSameMoney(sql`p.gateway`, gateway)}
            and share.payable_from <= least(${now}::timestamptz, since)
          group by p.id
        ) released), 0) + coalesce((
        select sum(least(released.amount, (
            select -sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
            where t.payment_id = released.payment_id and e.account = 'payable' and e.user_id = totals.user_id)))
        from (
          select p.id as payment_id, sum(part.amount - part.commission) as amount
          from payment_parts part join payments p on p.id = part.payment_id
          where part.payee_user_id = totals.user_id and p.completed_at is not null
            and p.currency = ${currency} and ${isSameMoney(sql`p.gateway`, gateway)}
            and part.payable_from <= least(${now}::timestamptz, since)
          group by p.id
        ) released), 0) as available,
      coalesce(disputed, 0) as disputed, coalesce(withheld, 0) as withheld
    from totals cross join lateral (
      select sum(share) as disputed, sum(least(share, ready)) as withheld
      from (
        select case
            when p.package_id is null and p.payable_from <= least(${now}::timestamptz, since) then p.amount
            when p.order_id is not null then (select coalesce(sum(s.amount - s.commission), 0) from payment_parts s
              where s.payment_id = p.id and s.payee_user_id = totals.user_id
                and s.payable_from <= least(${now}::timestamptz, since))
            else (select coalesce(sum(s.amount), 0) from payment_shares s
              where s.payment_id = p.id and s.payable_from <= least(${now}::timestamptz, since)) end as ready,
          least(d.amount + (select greatest(0, coalesce(-sum(s.commission), 0)) from payment_parts s where s.payment_id = p.id), (
            select -sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
            where t.payment_id = p.id and e.account = 'payable' and e.user_id = totals.user_id)) as share
        from payment_disputes d join payments p on p.id = d.payment_id
        where (p.payee_user_id = totals.user_id or p.id in (
            select payment_id from payment_parts where payee_user_id = totals.user_id))
          and p.currency = ${currency} and d.status = 'open'
          and ${isSameMoney(sql`p.gateway`, gateway)}
          and not exists (
            select from ledger_transfers t where t.kind = 'late_payment' and t.source_id = d.attempt_id)
      ) shares
    ) disputes
  `.execute(db)
  return rows.map((row) => ({
    userId: row.userId,
    owed: Number(row.owed),
    available: Number(row.available),
    disputed: Number(row.disputed),
    withheld: Number(row.withheld),
    paidOut: Number(row.paidOut),
    isSuspended: row.isSuspended,
  }))
}
