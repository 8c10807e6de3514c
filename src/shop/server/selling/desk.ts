import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { isUuid } from '#/kernel/uuid.ts'
import type { DeskSeller, SellerFilter } from '#/shop/desk.ts'
import type { StateCode } from '#/shop/states.ts'

export type SellerSearch = {
  search: string | null
  state?: StateCode | undefined
  show: SellerFilter
  cursor?: string | undefined
}

type Row = Pick<DeskSeller, 'id' | 'record' | 'name' | 'place' | 'state' | 'listed' | 'products'> & {
  user_id: string
  user_name: string
  email: string | null
  can_sell: boolean
  is_suspended: boolean
  categories: DeskSeller['categories'] | null
  open_orders: number
  autoships: number
}

/** A common word is only searched for among this many of the newest sellers; otherwise all matches would be sorted. */
const newest = 400

/** Lists sellers, the newest first, by name, address or email. Rare words take the indexes. */
export async function listDeskSellers(db: Db, search: SellerSearch) {
  const words = search.search && !isUuid(search.search) ? search.search : null
  const near = words ? (await pageOf(nearIds(search, words)).execute(db)).rows : []
  const rows = near.length > pageSize ? near : (await pageOf(allIds(search, words)).execute(db)).rows
  return toPage(rows, {
    keyOf: ({ id }) => [id],
    show: (row): DeskSeller => ({
      id: row.id,
      record: row.record,
      name: row.name,
      place: row.place,
      state: row.state,
      user: { id: row.user_id as never, name: row.user_name, email: row.email },
      canSell: row.can_sell,
      isSuspended: row.is_suspended,
      listed: row.listed,
      products: row.products,
      categories: row.categories ?? [],
      openOrders: row.open_orders,
      autoships: row.autoships,
    }),
  })
}

const nearIds = (search: SellerSearch, words: string) => sql`
  select few.id from (
    select s.id, s.user_id, s.searched from sellers s where ${within(search)} order by s.id desc limit ${sql.lit(newest)}
  ) few join users u on u.id = few.user_id
  where few.searched ilike ${containing(words)} or u.contact_email ilike ${containing(words)}
    or u.name ilike ${containing(words)}`

/** `offset 0` keeps the planner from scanning from the newest row on, which would read everything for a rare word. */
function allIds(search: SellerSearch, words: string | null) {
  if (!words) return sql`select s.id from sellers s where ${within(search)}`
  return sql`
    select s.id from (
      (select s.* from sellers s where s.searched ilike ${containing(words)} offset 0)
      union (select s.* from users u cross join lateral (select * from sellers where user_id = u.id offset 0) s
        where u.contact_email ilike ${containing(words)} or u.name ilike ${containing(words)} offset 0)
    ) s where ${within(search)}`
}

function within({ search, state, show, cursor }: SellerSearch): RawBuilder<unknown> {
  const [after] = readCursor(cursor, ['uuid']) ?? []
  const filters = [
    sql`true`,
    ...(after === undefined ? [] : [sql`s.id < ${after}::uuid`]),
    ...(search && isUuid(search) ? [sql`s.id = ${search}::uuid`] : []),
    ...(state ? [sql`s.state = ${state}`] : []),
    ...(show === 'all' ? [] : [sql`s.can_sell = ${sql.lit(show === 'selling')}`]),
  ]
  return sql.join(filters, sql` and `)
}

const pageOf = (ids: RawBuilder<unknown>) => sql<Row>`
  select s.id, s.record, s.name, s.place, s.state, s.can_sell, s.user_id, u.name as user_name, u.contact_email as email,
    u.suspended_at is not null as is_suspended, p.listed, p.products, p.categories, o.open_orders, a.autoships
    from sellers s join users u on u.id = s.user_id
    cross join lateral (
      select (count(*) filter (where p.is_listed))::integer as listed, count(*)::integer as products,
        array_agg(distinct p.category order by p.category) filter (where p.is_listed) as categories
        from products p where p.seller_id = s.id and p.state <> 'deleted') p
    cross join lateral (
      select count(*)::integer as open_orders from order_parts o
       where o.seller_user_id = s.user_id and o.seller_id = s.id
         -- The condition of the index.
         and o.status in ('awaiting_prescription', 'placed', 'packed', 'shipped', 'not_arrived', 'return_asked', 'return_approved',
           'return_sent', 'return_missing')) o
    cross join lateral (
      select count(*)::integer as autoships from product_variants v join autoships a on a.variant_id = v.id
       where v.seller_id = s.id and a.status <> 'ended') a
   where s.id = any(array(select page.id from (${ids}) page order by page.id desc limit ${sql.lit(pageSize + 1)}))
   order by s.id desc
`
