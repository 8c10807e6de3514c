import { stringify } from 'csv-stringify/sync'
import { type RawBuilder, sql } from 'kysely'
import { csvForSpreadsheets, escapeCell } from '#/kernel/csv.ts'
import { HOUR } from '#/kernel/duration.ts'
import { pageSize } from '#/kernel/fields.ts'
import { encodeCursor, readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, addMonths, type Day, dayBounds, dayOf } from '#/kernel/time.ts'
import type { GatewayBalance, ReconciledDay, ReconciledLine, ReconciliationState } from '#/payments/desk.ts'
import {
  currency,
  daysUntilListed,
  type GatewayName,
  orderName,
  packageName,
  receiptName,
} from '#/payments/rules.ts'

/** Days on a page. */
const covered = 31

type Zone = { timeZone: string }

/** In milliseconds. Records are read once a day. */
const overdueAfter = 36 * HOUR

/** Lists the gateways that were read, and the one in use once money has moved there. */
export async function listGatewayBalances(
  db: Db,
  { gateway: inUse, now }: { gateway: GatewayName; now: Date },
): Promise<GatewayBalance[]> {
  const rows = await db
    .selectFrom('gateway_reads')
    .select([
      'gateway',
      'currency',
      'read_at as readAt',
      'balance',
      'ours',
      'other_currency as otherCurrency',
    ])
    .orderBy('read_at', 'desc')
    .orderBy('gateway')
    .$narrowType<{ gateway: GatewayName }>()
    .execute()
  const overdue = (since: Date) => (now.getTime() - since.getTime() > overdueAfter ? since : null)
  const read = rows.map((row) => ({
    ...row,
    overdueSince: row.gateway === inUse ? overdue(row.readAt) : null,
    balance: row.balance === null ? null : Number(row.balance),
    ours: Number(row.ours),
  }))
  if (read.some(({ gateway }) => gateway === inUse)) return read
  const moved = await movedUnread(db, inUse)
  if (!moved) return read
  const unread = { gateway: inUse, currency, readAt: null, balance: null, otherCurrency: null }
  return [{ ...unread, ours: moved.ours, overdueSince: overdue(moved.since) }, ...read]
}

/** Returns since when money has moved at a gateway that was never read, and the ledger's account. */
async function movedUnread(db: Db, gateway: GatewayName): Promise<{ since: Date; ours: number } | null> {
  const { rows } = await sql<{ since: Date | null; ours: string }>`
    select min(t.occurred_at) as since, coalesce(sum(e.amount), 0) as ours
    from ledger_transfers t join ledger_entries e on e.transfer_id = t.id and e.account = 'gateway'
    where t.gateway = ${gateway} and e.currency = ${currency}
  `.execute(db)
  const { since, ours } = rows[0]!
  return since && { since, ours: Number(ours) }
}

/** A line that only the ledger has is `awaited` as long as the gateway may still list it. */
const stateOf = (gateway: GatewayName): RawBuilder<ReconciliationState> => sql`
  case when l.theirs = l.ours then 'agrees' when l.is_undone then 'undone'
       when l.ref is null and l.at > coalesce((
         select read_to - ${`${daysUntilListed[gateway]} days`}::interval from gateway_reads where gateway = ${gateway}),
         '-infinity') then 'awaited'
       else 'differs' end`

const linesOf = (gateway: GatewayName, { from, to }: { from: Date; to: Date }) => sql`
  select l.*, ${stateOf(gateway)} as state from gateway_lines l
  where l.gateway = ${gateway} and l.currency = ${currency} and l.at >= ${from} and l.at < ${to}`

/** Lists the days on which money moved at a gateway, newest first. A page covers a month. */
export async function listReconciledDays(
  db: Db,
  { gateway, cursor, timeZone }: { gateway: GatewayName; cursor?: string | undefined } & Zone,
): Promise<{ rows: ReconciledDay[]; nextCursor: string | null }> {
  const [before = 'infinity'] = readCursor(cursor, ['date']) ?? []
  const newest = await newestLine(db, gateway, String(before))
  if (!newest) return { rows: [], nextCursor: null }
  const last = dayOf(newest, timeZone)
  const from = dayBounds(addDays(last, 1 - covered), timeZone).startsAt
  const { rows } = await sql<ReconciledDay>`
    select (at at time zone ${timeZone})::date::text as day, sum(theirs)::bigint as theirs, sum(ours)::bigint as ours,
      sum(fee)::bigint as fees, sum(tax)::bigint as tax, count(*)::integer as count,
      count(*) filter (where state = 'differs')::integer as differing,
      count(*) filter (where state = 'awaited')::integer as awaited
    from (${linesOf(gateway, { from, to: dayBounds(last, timeZone).endsAt })}) lines
    group by 1 order by 1 desc
  `.execute(db)
  const older = await newestLine(db, gateway, from.toISOString())
  return { rows: rows.map(numbered), nextCursor: older && encodeCursor([from.toISOString()]) }
}

const numbered = (row: ReconciledDay): ReconciledDay => ({
  ...row,
  theirs: Number(row.theirs),
  ours: Number(row.ours),
  fees: Number(row.fees),
  tax: Number(row.tax),
})

async function newestLine(db: Db, gateway: GatewayName, before: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select greatest(
      (select max(occurred_at) from gateway_movements where gateway = ${gateway} and occurred_at < ${before}::timestamptz),
      (select max(occurred_at) from ledger_transfers where gateway = ${gateway} and occurred_at < ${before}::timestamptz
        and kind <> 'payout')) as at
  `.execute(db)
  return rows[0]!.at
}

type LineRow = Omit<ReconciledLine, 'packageReference' | 'orderReference'> & {
  packageNumber: string | null
  orderNumber: string | null
}

const lineColumns = sql`l.id, l.at, l.kind, l.state, l.theirs, l.ours, l.fee, l.tax, l.ref, l.payment_ref as "paymentRef",
  l.about_ref as "aboutRef", p.appointment_id as "appointmentId", k.number as "packageNumber", o.number as "orderNumber",
  p.receipt_number as "receiptNumber"`
/** The limit has each payment looked up, rather than all of them read for a month. */
const lineJoins = sql`
  left join lateral (
    select appointment_id, package_id, order_id, receipt_number from payments where id = l.payment_id limit 1) p on true
  left join packages k on k.id = p.package_id
  left join orders o on o.id = p.order_id`

/** Lists one day's lines, in order. `only`: those that differ. */
export async function listReconciledLines(
  db: Db,
  {
    gateway,
    day,
    only,
    cursor,
    timeZone,
  }: { gateway: GatewayName; day: Day; only: 'all' | 'differs'; cursor?: string | undefined } & Zone,
) {
  const { startsAt: from, endsAt: to } = dayBounds(day, timeZone)
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const { rows } = await sql<LineRow>`
    select ${lineColumns} from (${linesOf(gateway, { from, to })}) l ${lineJoins}
    where ${only === 'all' ? sql`true` : sql`l.state in ('differs', 'awaited')`}
      and ${at ? sql`(date_trunc('milliseconds', l.at), l.id) > (${at}::timestamptz, ${id}::uuid)` : sql`true`}
    order by date_trunc('milliseconds', l.at), l.id limit ${pageSize + 1}
  `.execute(db)
  return toPage(rows, { keyOf: (row) => [row.at.toISOString(), row.id], show: shownLine })
}

const shownLine = ({ packageNumber, orderNumber, ...row }: LineRow): ReconciledLine => ({
  ...row,
  packageReference: packageNumber === null ? null : packageName(packageNumber),
  orderReference: orderNumber === null ? null : orderName(orderNumber),
  receiptNumber: row.receiptNumber === null ? null : receiptName(String(row.receiptNumber)),
})

const header = [
  'day',
  'time',
  'kind',
  'state',
  'gateway_id',
  'payment_id',
  'refund_or_dispute_id',
  'receipt',
  'fee',
  'tax',
  'theirs',
  'ours',
  'difference',
]

/** Returns a month's lines as CSV, with amounts after fees. `month`: '2026-11'. */
export async function exportReconciliation(
  db: Db,
  { gateway, month, timeZone }: { gateway: GatewayName; month: string } & Zone,
): Promise<{ csv: string }> {
  const first = `${month}-01`
  const from = dayBounds(first, timeZone).startsAt
  const to = dayBounds(addMonths(first, 1), timeZone).startsAt
  const { rows } = await sql<LineRow & { day: string; time: string }>`
    select ${lineColumns}, to_char(l.at at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      to_char(l.at at time zone ${timeZone}, 'HH24:MI:SS') as time
    from (${linesOf(gateway, { from, to })}) l ${lineJoins} order by l.at, l.id
  `.execute(db)
  const money = (amount: number) => (Number(amount) / 100).toFixed(2)
  const lines = rows.map((row) => [
    row.day,
    row.time,
    row.kind,
    row.state,
    // Ids come from the gateway; amounts are our own numbers, and may be negative.
    ...[row.ref, row.paymentRef, row.aboutRef, shownLine(row).receiptNumber].map((cell) =>
      escapeCell(cell ?? ''),
    ),
    ...[row.fee, row.tax, row.theirs, row.ours, row.theirs - row.ours].map(money),
  ])
  return { csv: stringify([header, ...lines], csvForSpreadsheets) }
}
