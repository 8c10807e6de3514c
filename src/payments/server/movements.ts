import { type RawBuilder, sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { MovementsToRead, PaymentToPlace } from '#/payments/events.ts'
import { currency, type GatewayName } from '#/payments/rules.ts'
import type { Gateways, Movement } from './gateway.ts'

/** This much is read again each time, as a gateway may list something late. */
const again = 2 * DAY
/** A longer time is read in several jobs. */
const most = 10 * DAY
/** A movement whose payment we still don't know after this time isn't ours. */
const lookedUpFor = 90 * DAY

/**
 * Reads a gateway's records from a time on, and writes its fees and settlements to the ledger. Asks the gateway before the first
 * statement, which opens the transaction: the database would end one that is idle during a long list.
 */
export async function readMovements(
  work: Work,
  gateways: Gateways,
  { gateway: name, from: since }: MovementsToRead['data'],
): Promise<void> {
  const { db, now, announce } = work
  const gateway = gateways.of(name)
  if (!gateway) return
  const from = new Date(since)
  const to = new Date(Math.min(now.getTime(), from.getTime() + most))
  const { movements, balance } = await gateway.movements({ from, to })
  await takeMovements(db, name, movements)
  await announce<PaymentToPlace>('payments.payment_to_place', await unknownPayments(db, name, movements))
  const isAll = to.getTime() === now.getTime()
  const other = movements.findLast((one) => one.currency !== currency)?.currency ?? null
  await noteRead(db, name, { at: now, to, balance: isAll ? balance : null, other })
  if (!isAll) await announceNext(work, [name])
}

/** Announces the gateways whose records are to be read, each from where the last reading ended. */
export async function announceNext({ db, announce }: Work, names: readonly string[]): Promise<void> {
  for (const gateway of names) {
    const from = await beginningOf(db, gateway)
    if (from)
      await announce<MovementsToRead>('payments.movements_to_read', { gateway, from: from.toISOString() })
  }
}

/** Returns listed payments that we don't know. One may have been made on a page that was closed long before. */
async function unknownPayments(db: Db, gateway: string, movements: readonly Movement[]) {
  const { rows } = await sql<{ gateway: GatewayName; ref: string }>`
    select gateway, payment_ref as ref from gateway_movements
    where gateway = ${gateway} and ref = any(${movements.map(({ ref }) => ref)}::text[])
      and kind = 'payment' and about_id is null and payment_ref is not null
  `.execute(db)
  return rows
}

/**
 * Returns from when to read: at first, shortly before the first payment, or before the first method was saved, which may cost
 * a rupee with its fee. Null without either.
 */
async function beginningOf(db: Db, gateway: string): Promise<Date | null> {
  const { rows } = await sql<{ readTo: Date | null; first: Date | null }>`
    select read_to as "readTo", null as first from gateway_reads where gateway = ${gateway}
    union all
    select null, least(
      (select min(created_at) from payment_attempts where gateway = ${gateway}),
      (select min(created_at) from payment_setups where gateway = ${gateway}))
    where not exists (select from gateway_reads where gateway = ${gateway})
  `.execute(db)
  const { readTo, first } = rows[0]!
  if (readTo) return new Date(readTo.getTime() - again)
  return first && new Date(first.getTime() - DAY)
}

/**
 * Records movements; repeats change nothing. Posts what only the gateway knows: its fees with their tax, settlements, and
 * adjustments. Payments, refunds and disputes are in the ledger already, and are only linked to it.
 */
export async function takeMovements(db: Db, gateway: string, movements: readonly Movement[]): Promise<void> {
  const rows = movements.map(({ at, ...movement }) => ({ id: newId(), ...movement, at: at.toISOString() }))
  await sql`
    with fresh as (
      insert into gateway_movements
        (id, gateway, ref, kind, amount, fee, tax, currency, occurred_at, payment_ref, about_ref)
      select id, ${gateway}, ref, kind, amount, fee, tax, currency, at, "paymentRef", "aboutRef"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (
        id uuid, ref text, kind text, amount bigint, fee bigint, tax bigint, currency text, at timestamptz,
        "paymentRef" text, "aboutRef" text)
      on conflict (gateway, ref) do nothing
      returning *, case when kind in ('settlement', 'fee', 'tax', 'other') then amount else 0 end as apart
    ), posted as (
      insert into ledger_transfers (id, kind, payment_id, source_id, occurred_at, gateway)
      select id, case kind when 'settlement' then kind when 'other' then 'adjustment' else 'gateway_fee' end,
        null, id, occurred_at, gateway
      from fresh where apart <> 0 or fee <> 0
    )
    insert into ledger_entries (transfer_id, account, amount, currency)
    select fresh.id, side.account, side.amount, currency
    from fresh cross join lateral (values
      ('gateway', apart - fee),
      ('gateway_fees', fee - tax - case kind when 'fee' then apart else 0 end),
      ('gateway_tax', tax - case kind when 'tax' then apart else 0 end),
      ('bank', case kind when 'settlement' then -apart else 0 end),
      ('adjustments', case kind when 'other' then -apart else 0 end)) side (account, amount)
    where side.amount <> 0
  `.execute(db)
  await linkMovements(db, gateway)
}

/** Links movements to the attempts, refunds and disputes that they are about, as far as we know these. */
async function linkMovements(db: Db, gateway: string): Promise<void> {
  await sql`
    with known as (
      select m.id, m.kind, m.occurred_at, m.ref, case
          when m.kind = 'payment' then (
            select t.id from payment_attempts t where t.gateway = m.gateway and t.gateway_ref = m.payment_ref)
          when m.kind in ('refund', 'refund_returned') then (
            select r.id from refunds r join payment_attempts t on t.id = r.attempt_id
            where r.gateway_ref = m.about_ref and t.gateway = m.gateway and r.status in ('succeeded', 'returned', 'closed')
            limit 1)
          when m.kind in ('dispute', 'dispute_won') then (
            select d.id from payment_disputes d join payment_attempts t on t.id = d.attempt_id
            where d.gateway_ref = m.about_ref and t.gateway = m.gateway limit 1)
        end as about_id
      from gateway_movements m
      where m.gateway = ${gateway} and m.about_id is null
        and m.occurred_at > (
          select max(occurred_at) from gateway_movements where gateway = ${gateway}) - ${`${lookedUpFor / DAY} days`}::interval
    ), counted as (
      select *, row_number() over (partition by about_id, kind order by occurred_at, ref) as n
      from known where about_id is not null
    )
    update gateway_movements m
    set about_id = c.about_id, nth = c.n + (
      select count(*) from gateway_movements o where o.about_id = c.about_id and o.kind = c.kind)
    from counted c where m.id = c.id
  `.execute(db)
}

/** Notes how far a gateway was read, and the ledger's sum at that time. */
export async function noteRead(
  db: Db,
  gateway: string,
  { at, to, balance, other }: { at: Date; to: Date; balance: number | null; other: string | null },
): Promise<void> {
  await sql`
    insert into gateway_reads (gateway, read_at, read_to, currency, balance, ours) values
      (${gateway}, ${at}, ${to}, ${currency}, ${balance}, 0)
    on conflict (gateway) do update
    set read_at = excluded.read_at, read_to = excluded.read_to, balance = excluded.balance
  `.execute(db)
  // An hour later every transaction of that time has ended, so no entry before that one can be added any more.
  await sql`
    update gateway_reads r
    set counted = counted + ${sumOf(sql`e.id > r.counted_to and e.id <= r.seen_to`)}, counted_to = seen_to,
      seen_to = (select coalesce(max(id), 0) from ledger_entries), seen_at = ${at}
    where gateway = ${gateway} and (seen_at is null or seen_at <= ${at}::timestamptz - interval '1 hour')
  `.execute(db)
  await sql`
    update gateway_reads r
    set ours = counted + ${sumOf(sql`e.id > r.counted_to`)}, other_currency = coalesce(${other}, other_currency)
    where gateway = ${gateway}
  `.execute(db)
}

/** Sums a gateway's entries in the ledger, from `gateway_reads r`. */
const sumOf = (entries: RawBuilder<unknown>) => sql`(
  select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
  where e.account = 'gateway' and e.currency = r.currency and t.gateway = r.gateway and ${entries})`
