import { type RawBuilder, sql } from 'kysely'
import { shownAtOnce } from '#/appointments/series.ts'
import type { Trades } from '#/appointments/trade.ts'
import { trades as allTrades, providerIdsOf, type Trade } from '#/booking/trades.ts'
import { pageSize } from '#/kernel/fields.ts'
import { builtOnce, type StandIns } from '#/kernel/server/built-once.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { type FlagFacts, flagFacts, flagsOf } from './flags.ts'
import { type AppointmentRow, isUpcoming, selectAppointments } from './queries.ts'
import { showAppointment, showVisit } from './show.ts'

type ListOptions = {
  tab: 'requests' | 'upcoming' | 'past'
  trade?: Trade | undefined
  /** Only this series. */
  series?: string | undefined
  /** One row for each series. */
  group?: 'series' | undefined
  /** Only this appointment, whichever tab it's in. */
  id?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}
type Reading = { db: Db; now: Date; trades: Trades }

/** Lists an owner's appointments in every trade: upcoming ones soonest first, others newest first. */
export async function listAppointments({ db, now, trades }: Reading, ownerId: string, options: ListOptions) {
  const groups = await list(db, { side: 'owner', ownerId }, options, now)
  const show = (row: AppointmentRow) => showAppointment(trades, row)
  return toPage(groups, {
    limit: options.limit,
    keyOf: ({ first }) => keyOf(first),
    show: (group) => ({ ...show(group.first), others: othersOf(group, show) }),
  })
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
  return selectAppointments(db).where(isVisitOf(userId, providerIdsOf(records)))
}

const isVisitOf = (
  userId: string | RawBuilder<string>,
  providerIds: readonly string[] | RawBuilder<readonly string[]>,
) => sql<boolean>`a.provider_user_id = ${userId} and a.provider_id = any(${providerIds}::uuid[])`

/** Lists a provider's appointments. Requests come oldest first and are not among the upcoming ones. */
export async function listVisits({ db, now, trades }: Reading, actor: Actor, options: ListOptions) {
  const { userId, records } = actor
  const own = { side: 'provider', userId, providerIds: providerIdsOf(records) } as const
  const groups = await list(db, own, options, now)
  const show = (row: ListedRow) => showVisit({ trades, now }, row, flagsOf(row, row.flag_facts))
  return toPage(groups, {
    limit: options.limit,
    keyOf: ({ first }) => (options.tab === 'requests' ? askedKeyOf : keyOf)(first),
    show: (group) => ({ ...show(group.first), others: othersOf(group, show) }),
  })
}

/** The first appointment of a series, those shown with it, and the number of all. */
type Group = { first: ListedRow; next: ListedRow[]; count: number }

/** A row; only the provider's has facts. */
type ListedRow = AppointmentRow & { flag_facts: FlagFacts | null }

const othersOf = <Shown>({ first, next, count }: Group, show: (row: ListedRow) => Shown) =>
  first.series_id && count > 0 ? { series: first.series_id, count, rows: next.map(show) } : null

type Condition = ReturnType<typeof sql<boolean>>

type Own =
  | { side: 'owner'; ownerId: string }
  | { side: 'provider'; userId: string; providerIds: readonly string[] }

type Values = {
  now: Date
  ownerId?: string
  userId?: string
  providerIds?: readonly string[]
  trade: Trade | undefined
  series: string | undefined
  id: string | undefined
  afterTime: string | number | undefined
  afterId: string | number | undefined
}
type Shape = {
  side: Own['side']
  tab: ListOptions['tab']
  inTrade: boolean
  inSeries: boolean
  isGrouped: boolean
  isOne: boolean
  isFurther: boolean
  limit: number
}

/**
 * Reads one page of groups. The rows shown are named twice: with this many tables, Postgres keeps the written order of joins, and
 * would read all appointments first.
 */
const listStatement = builtOnce((db, given: StandIns<Values>, shape: Shape) => {
  const { now } = given
  const { side, tab, limit } = shape
  const isPast = tab === 'past'
  const [column, direction, compare] = isPast
    ? (['starts_at', 'desc', '<'] as const)
    : ([tab === 'requests' ? 'created_at' : 'starts_at', 'asc', '>'] as const)
  const order = (alias: string) => sql.raw(`${alias}.${column} ${direction}, ${alias}.id ${direction}`)
  const isListed = isIn(tab, side, now)
  const isOwn =
    side === 'owner' ? sql`a.pet_owner_id = ${given.ownerId}` : isVisitOf(given.userId, given.providerIds)
  const conditions: RawBuilder<unknown>[] = [isOwn, shape.isOne ? sql`a.id = ${given.id}` : isListed('a')]
  if (shape.inTrade) conditions.push(sql`a.trade = ${given.trade}`)
  if (shape.inSeries) conditions.push(sql`a.series_id = ${given.series}`)
  if (shape.isGrouped)
    conditions.push(sql`(a.series_id is null or not exists (
      select from appointments b where b.series_id = a.series_id and ${isListed('b')}
         and (${sql.raw(`a.${column}`)}, a.id) ${sql.raw(compare)} (${sql.raw(`b.${column}`)}, b.id)))`)
  if (shape.isFurther)
    conditions.push(
      sql`(${sql.raw(`a.${column}`)}, a.id) ${sql.raw(compare)} (${given.afterTime}::timestamptz, ${given.afterId}::uuid)`,
    )
  const first = sql`
    select a.id, a.series_id, row_number() over (order by ${order('a')}) as rank
      from appointments a where ${sql.join(conditions, sql` and `)}
     order by ${order('a')} limit ${sql.lit(limit + 1)}`
  const alone = sql`select f.id, f.rank, 0::bigint as place, 0::int as others from (${first}) f`
  const together = sql`
    with first as materialized (${first})
    select f.id, f.rank, 0::bigint as place, (
             select count(*)::int from appointments b
              where b.series_id = f.series_id and b.id <> f.id and ${isListed('b')}) as others
      from first f
    union all
    select n.id, f.rank, n.place, 0 from first f
     cross join lateral (
       select b.id, row_number() over (order by ${order('b')}) as place from appointments b
        where b.series_id = f.series_id and b.id <> f.id and ${isListed('b')}
        order by ${order('b')} limit ${sql.lit(shownAtOnce)}) n`
  type Shown = { id: string; rank: string; place: string; others: number }
  const shown = shape.isGrouped ? together : alone
  const listing = db.with(
    (cte) => cte('shown').materialized(),
    () => sql<Shown>`(${shown})` as never,
  ) as unknown as Db
  return selectAppointments(listing)
    .innerJoin(sql<Shown>`shown`.as('shown'), 'shown.id', 'a.id')
    .where(sql<boolean>`a.id = any(array(select id from shown))`)
    .select(['shown.place', 'shown.others'])
    .select(side === 'provider' ? flagFacts(now) : sql<null>`null`.as('flag_facts'))
    .orderBy('shown.rank')
    .orderBy('shown.place')
    .compile()
})

async function list(
  db: Db,
  own: Own,
  { tab, trade, series, group, id, cursor, limit = pageSize }: ListOptions,
  now: Date,
): Promise<Group[]> {
  const after = readCursor(cursor, ['date', 'uuid'])
  const [afterTime, afterId] = after ?? []
  const shape = {
    side: own.side,
    tab,
    inTrade: trade !== undefined,
    inSeries: series !== undefined,
    isGrouped: group !== undefined && id === undefined,
    isOne: id !== undefined,
    isFurther: after !== undefined,
    limit,
  }
  const statement = listStatement(db, { ...own, now, trade, series, id, afterTime, afterId }, shape)
  const { rows } = await db.executeQuery(statement)
  const groups: Group[] = []
  for (const row of rows)
    if (Number(row.place) === 0) groups.push({ first: row, next: [], count: row.others })
    else groups.at(-1)!.next.push(row)
  return groups
}

/** Returns the condition of a tab. Literals, not parameters, so that Postgres can use the partial indexes. */
function isIn(tab: ListOptions['tab'], side: Own['side'], now: RawBuilder<Date>) {
  return (alias: 'a' | 'b'): Condition => {
    const status = sql.raw(`${alias}.status`)
    const isUnpaid = sql`exists (
      select from payments p where p.appointment_id = ${sql.raw(alias)}.id and p.completed_at is null)`
    const upcoming = isUpcoming(now, alias)
    if (tab === 'past') return sql`not (${upcoming})`
    if (tab === 'requests') return sql`${upcoming} and ${status} = 'pending' and not ${isUnpaid}`
    return side === 'owner' ? upcoming : sql`${upcoming} and (${status} = 'confirmed' or ${isUnpaid})`
  }
}

const keyOf = (row: AppointmentRow) => [row.starts_at.toISOString(), row.id]
const askedKeyOf = (row: AppointmentRow) => [row.created_at.toISOString(), row.id]
