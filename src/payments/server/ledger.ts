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
  | 'borne'
  | 'refund'
  | 'refund_returned'
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
  /** Counts how often a dispute was opened, or how often the shares of a payment changed; 1 for everything else. */
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
  if (!written.numInsertedOrUpdatedRows) {
    // Its amounts were computed from what was posted before, under the payment's lock.
    if (kind === 'borne') throw new Error(`Round ${round} of ${sourceId} was posted before`)
    return
  }
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
 * Tells whether the seller of `part` sells another part of its payment, as a supplier and a pharmacist. Their payable is one sum, so
 * only what is left of each released part counts.
 */
const isOneOfSeveral = sql<boolean>`exists (select from payment_parts other
  where other.payment_id = part.payment_id and other.payee_user_id = part.payee_user_id and other.id <> part.id)`

const shareOfPart = sql`case when ${isOneOfSeveral} then left_to_seller(part) else part.amount - part.commission end`

/** The seller's share of `part` in payment `p`, less what went back. */
export const leftOfPart = sql<string>`least(
  ${shareOfPart}, -(
    select sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.payment_id = p.id and e.account = 'payable' and e.user_id = part.payee_user_id))`

/**
 * Tells whether money that names no part went back, or is going back, on the attempt of dispute `d`, which may change who bears it.
 */
const hasLooseMoney = sql<boolean>`(exists (select from refunds r where r.attempt_id = d.attempt_id and r.part_id is null
    and r.status in ('succeeded', 'pending', 'failed'))
  or exists (select from payment_disputes l where l.attempt_id = d.attempt_id and l.part_id is null and l.status = 'lost'))`

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
          select p.id as payment_id, sum(${shareOfPart}) as amount
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
            when p.order_id is not null then (
              select coalesce(sum(${shareOfPart}), 0)
              from payment_parts part
              where part.payment_id = p.id and part.payee_user_id = totals.user_id
                and (d.part_id is null or d.part_id = part.id or ${hasLooseMoney})
                and part.payable_from <= least(${now}::timestamptz, since))
            else (select coalesce(sum(s.amount), 0) from payment_shares s
              where s.payment_id = p.id and s.payable_from <= least(${now}::timestamptz, since)) end as ready,
          -- The bank takes back what was paid. A payee also bears what the operator added: a coupon's share of their parts, or an
          -- offer.
          least(d.amount + greatest(0, p.amount - a.captured) + (
              select coalesce(sum(greatest(0, -s.commission)), 0) from payment_parts s
              where s.payment_id = p.id and s.payee_user_id = totals.user_id), (
            select -sum(e.amount) from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
            where t.payment_id = p.id and e.account = 'payable' and e.user_id = totals.user_id)) as share
        from payment_disputes d join payments p on p.id = d.payment_id join payment_attempts a on a.id = d.attempt_id
        where (p.payee_user_id = totals.user_id or p.id in (
            select payment_id from payment_parts where payee_user_id = totals.user_id))
          and p.currency = ${currency} and d.status = 'open'
          -- Leaves out disputes over other sellers' parts, unless they may change who bears such money.
          and (d.part_id is null
            or d.part_id in (select id from payment_parts where payment_id = p.id and payee_user_id = totals.user_id)
            or ${hasLooseMoney})
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
