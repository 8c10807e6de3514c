import { sql } from 'kysely'
import type { Trades } from '#/appointments/trade.ts'
import { trades as allTrades, providerIdsOf, type Trade } from '#/booking/trades.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { findFlags } from './flags.ts'
import { type AppointmentRow, isUpcoming, selectAppointments } from './queries.ts'
import { showAppointment, showVisit } from './show.ts'

type ListOptions = {
  tab: 'requests' | 'upcoming' | 'past'
  trade?: Trade | undefined
  cursor?: string
  limit?: number
}
type Reading = { db: Db; now: Date; trades: Trades }

/** Lists an owner's appointments in every trade: upcoming ones soonest first, others newest first. */
export async function listAppointments({ db, now, trades }: Reading, ownerId: string, options: ListOptions) {
  const rows = await list(selectAppointments(db).where('a.pet_owner_id', '=', ownerId), options, now)
  return toPage(rows, { limit: options.limit, keyOf, show: (row) => showAppointment(trades, row) })
}

/** Returns the trades in which an owner has appointments; each is one look into an index. */
export async function findKinds(db: Db, ownerId: string): Promise<Trade[]> {
  const { rows } = await sql<{ trade: Trade }>`
    select t.trade from unnest(${[...allTrades]}::text[]) as t (trade)
    where exists (select from appointments a where a.pet_owner_id = ${ownerId} and a.trade = t.trade)
  `.execute(db)
  return rows.map(({ trade }) => trade)
}

/** Selects the appointments with this person as the provider, in the trades in which they may act. */
export function selectVisits(db: Db, { userId, records }: Actor) {
  return selectAppointments(db)
    .where('a.provider_user_id', '=', userId)
    .where('a.provider_id', '=', sql<string>`any(${providerIdsOf(records)}::uuid[])`)
}

/** Lists a provider's appointments. Requests come oldest first and are not among the upcoming ones. */
export async function listVisits({ db, now, trades }: Reading, actor: Actor, options: ListOptions) {
  const rows = await list(selectVisits(db, actor), options, now, 'provider')
  const flags = await findFlags(db, rows, now)
  return toPage(rows, {
    limit: options.limit,
    keyOf: options.tab === 'requests' ? askedKeyOf : keyOf,
    show: (row) => showVisit(trades, row, flags.get(row.id) ?? []),
  })
}

const isUnpaid = sql`(payment.id is not null and payment.completed_at is null)`

type Selection = ReturnType<typeof selectAppointments>

function list(
  all: Selection,
  { tab, trade, cursor, limit = pageSize }: ListOptions,
  now: Date,
  side = 'owner',
) {
  const isPast = tab === 'past'
  const column = tab === 'requests' ? 'a.created_at' : 'a.starts_at'
  const direction = isPast ? 'desc' : 'asc'
  let query = all
    .where(isPast ? sql<boolean>`not (${isUpcoming(now)})` : isUpcoming(now))
    .orderBy(column, direction)
    .orderBy('a.id', direction)
    .limit(limit + 1)
  if (trade) query = query.where('a.trade', '=', trade)
  // A literal, not a parameter, so that Postgres can use the partial index.
  if (tab === 'requests')
    query = query.where('a.status', '=', sql.lit('pending')).where(sql<boolean>`not ${isUnpaid}`)
  if (tab === 'upcoming' && side === 'provider')
    query = query.where(sql<boolean>`(a.status = 'confirmed' or ${isUnpaid})`)
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after) {
    const compare = sql.raw(isPast ? '<' : '>')
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, a.id) ${compare} (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  return query.execute()
}

const keyOf = (row: AppointmentRow) => [row.starts_at.toISOString(), row.id]
const askedKeyOf = (row: AppointmentRow) => [row.created_at.toISOString(), row.id]
