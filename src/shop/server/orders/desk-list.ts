import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Config } from '#/kernel/server/config.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Day } from '#/kernel/time.ts'
import { orderName } from '#/payments/rules.ts'
import type { DeskOrderRow } from '#/shop/desk.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import { money } from './show.ts'

export type OrderSearch = {
  buyer: string | null
  seller: string | null
  status?: PartStatus | undefined
  from?: Day | undefined
  to?: Day | undefined
  cursor?: string | undefined
}

/** A common name is only searched for among this many people. */
const mostPeople = 50

/** Lists parts of orders, the latest first. People's parts are read from an index for each of them. */
export async function listDeskOrders(
  { db, config }: { db: Db; config: Pick<Config, 'DEFAULT_TIME_ZONE'> },
  { buyer, seller, ...search }: OrderSearch,
) {
  const buyers = buyer ? await findPeople(db, matchingBuyers(buyer)) : null
  const sellers = seller ? await findPeople(db, matchingSellers(seller)) : null
  const isPartial = [buyers, sellers].some((found) => found !== null && found.length > mostPeople)
  const within = withinOf(search, config.DEFAULT_TIME_ZONE)
  const { rows } = await pageOf(partIds({ buyers, sellers, within })).execute(db)
  const page = toPage(rows, {
    keyOf: (row) => [row.ordered_at.toISOString(), row.id],
    show: (row): DeskOrderRow => ({
      id: row.id as never,
      number: orderName(row.number),
      orderedAt: row.ordered_at,
      status: row.status,
      pays: row.pays,
      total: money(row.total),
      buyer: { id: row.user_id as never, name: row.buyer },
      seller: { id: row.seller_user_id as never, name: row.seller_name },
    }),
  })
  return { ...page, isPartial }
}

type Row = {
  id: string
  number: number
  ordered_at: Date
  status: PartStatus
  pays: 'online' | 'cash'
  total: number
  user_id: string
  buyer: string
  seller_user_id: string
  seller_name: string
}

/** `offset 0` keeps the planner from reading people from the newest on. */
const matchingBuyers = (words: string) => sql`
  select u.id from (
    select id from users where name ilike ${containing(words)} or contact_email ilike ${containing(words)} offset 0) u
   where exists (select from orders o where o.user_id = u.id)`

const matchingSellers = (words: string) => sql`
  (select s.user_id as id from sellers s where s.searched ilike ${containing(words)} offset 0)
  union
  (select u.id from (
     select id from users where name ilike ${containing(words)} or contact_email ilike ${containing(words)} offset 0) u
    where exists (select from sellers s where s.user_id = u.id))`

async function findPeople(db: Db, matching: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from (${matching}) found order by id limit ${mostPeople + 1}`.execute(db)
  return rows.map(({ id }) => id)
}

type Filters = Omit<OrderSearch, 'buyer' | 'seller'>

function withinOf({ status, from, to, cursor }: Filters, timeZone: string): RawBuilder<unknown> {
  const after = readCursor(cursor, ['date', 'uuid'])
  const startOf = (day: RawBuilder<unknown>) => sql`(${day})::timestamp at time zone ${timeZone}::text`
  const filters = [
    sql`true`,
    ...(status ? [sql`s.status = ${status}`] : []),
    ...(from ? [sql`s.ordered_at >= ${startOf(sql`${from}::date`)}`] : []),
    ...(to ? [sql`s.ordered_at < ${startOf(sql`${to}::date + 1`)}`] : []),
    ...(after ? [sql`(s.ordered_at, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`] : []),
  ]
  return sql.join(filters, sql` and `)
}

type Chosen = { buyers: string[] | null; sellers: string[] | null; within: RawBuilder<unknown> }

function partIds({ buyers, sellers, within }: Chosen): RawBuilder<unknown> {
  const latest = sql`order by s.ordered_at desc, s.id desc limit ${sql.lit(pageSize + 1)}`
  const ofSellers = sellers ? sql`and s.seller_user_id = any(${sellers}::uuid[])` : sql``
  if (buyers)
    return sql`
      select s.id, s.ordered_at from unnest(${buyers}::uuid[]) person(id) cross join lateral (
        select s.id, s.ordered_at from orders o join order_parts s on s.order_id = o.id
         where o.user_id = person.id and ${within} ${ofSellers} ${latest}) s ${latest}`
  if (sellers)
    return sql`
      select s.id, s.ordered_at from unnest(${sellers}::uuid[]) person(id) cross join lateral (
        select s.id, s.ordered_at from order_parts s where s.seller_user_id = person.id and ${within} ${latest}) s ${latest}`
  return sql`select s.id, s.ordered_at from order_parts s where ${within} ${latest}`
}

const pageOf = (ids: RawBuilder<unknown>) => sql<Row>`
  select s.id, o.number, s.ordered_at, s.status, o.pays, s.total, o.user_id, u.name as buyer, s.seller_user_id, s.seller_name
    from order_parts s join orders o on o.id = s.order_id join users u on u.id = o.user_id
   where s.id = any(array(select page.id from (${ids}) page))
   order by s.ordered_at desc, s.id desc
`
