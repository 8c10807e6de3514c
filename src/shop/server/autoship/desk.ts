import { type RawBuilder, sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import { orderName } from '#/payments/rules.ts'
import type { DeskAutoship, DeskAutoshipFilter } from '#/shop/desk.ts'
import { refuse } from '#/shop/errors.ts'
import { currency } from '#/shop/rules.ts'
import { nameOf } from './news.ts'
import { moveAutoship } from './row.ts'

export type AutoshipSearch = {
  search: string | null
  show: DeskAutoshipFilter
  cursor?: string | undefined
}

type Row = Pick<
  DeskAutoship,
  'id' | 'name' | 'variant' | 'quantity' | 'weeks' | 'pays' | 'status' | 'obstacle' | 'failures'
> & {
  agreed_price: number
  next_on: string
  act_at: Date | null
  created_at: Date
  user_id: string
  buyer: string
  seller_user_id: string | null
  seller: string | null
  product_id: string | null
  number: string | null
}

/** A common word is only searched for among this many of the newest; otherwise all matches would be sorted. */
const newest = 400

/** Lists autoships, the newest first, by their buyer's name or email, their seller, their product or their id. */
export async function listDeskAutoships(db: Db, search: AutoshipSearch) {
  const words = search.search && !isUuid(search.search) ? search.search : null
  const near = words ? (await pageOf(nearIds(search, words)).execute(db)).rows : []
  const rows = near.length > pageSize ? near : (await pageOf(allIds(search, words)).execute(db)).rows
  return toPage(rows, {
    keyOf: ({ id }) => [id],
    show: (row): DeskAutoship => ({
      id: row.id,
      name: row.name,
      variant: row.variant,
      quantity: row.quantity,
      weeks: row.weeks,
      pays: row.pays,
      agreedPrice: { amount: row.agreed_price, currency },
      status: row.status,
      obstacle: row.obstacle,
      failures: row.failures,
      nextOn: row.next_on,
      actsAt: row.act_at,
      createdAt: row.created_at,
      buyer: { id: row.user_id as never, name: row.buyer },
      seller: row.seller_user_id ? { id: row.seller_user_id as never, name: row.seller! } : null,
      productId: row.product_id,
      lastOrder: row.number === null ? null : orderName(row.number),
    }),
  })
}

const nearIds = (search: AutoshipSearch, words: string) => sql`
  select few.id from (
    select a.id, a.user_id, a.variant_id, a.name from autoships a where ${within(search)}
     order by a.id desc limit ${sql.lit(newest)}
  ) few join users u on u.id = few.user_id
  left join product_variants v on v.id = few.variant_id left join sellers s on s.id = v.seller_id
  where u.name ilike ${containing(words)} or u.contact_email ilike ${containing(words)}
    or s.name ilike ${containing(words)} or few.name ilike ${containing(words)}`

/** `offset 0` keeps the planner from scanning from the newest row on, which would read everything for a rare word. */
function allIds(search: AutoshipSearch, words: string | null) {
  if (!words) return sql`select a.id from autoships a where ${within(search)}`
  const own = sql`select a.id, a.status, a.obstacle, a.failures`
  return sql`
    select a.id from (
      (${own} from users u cross join lateral (select * from autoships where user_id = u.id offset 0) a
        where u.name ilike ${containing(words)} or u.contact_email ilike ${containing(words)} offset 0)
      union (${own} from sellers s join product_variants v on v.seller_id = s.id join autoships a on a.variant_id = v.id
        where s.searched ilike ${containing(words)} and s.name ilike ${containing(words)} offset 0)
      union (${own} from autoships a where a.name ilike ${containing(words)} offset 0)
    ) a where ${within(search)}`
}

const shown: Readonly<Record<DeskAutoshipFilter, RawBuilder<unknown>>> = {
  all: sql`true`,
  running: sql`a.status in ('waiting', 'announced', 'asking')`,
  resting: sql`(a.status = 'paused' or a.obstacle is not null or a.failures > 0)`,
  ended: sql`a.status = 'ended'`,
}

function within({ search, show, cursor }: AutoshipSearch): RawBuilder<unknown> {
  const [after] = readCursor(cursor, ['uuid']) ?? []
  const filters = [
    shown[show],
    ...(after === undefined ? [] : [sql`a.id < ${after}::uuid`]),
    ...(search && isUuid(search) ? [sql`a.id = ${search}::uuid`] : []),
  ]
  return sql.join(filters, sql` and `)
}

const pageOf = (ids: RawBuilder<unknown>) => sql<Row>`
  select a.id, a.name, a.variant, a.quantity, a.weeks, a.pays, a.agreed_price, a.status, a.obstacle, a.failures, a.next_on,
    a.act_at, a.created_at, a.user_id, u.name as buyer, s.user_id as seller_user_id, s.name as seller, v.product_id, last.number
    from autoships a join users u on u.id = a.user_id
    left join product_variants v on v.id = a.variant_id left join sellers s on s.id = v.seller_id
    left join lateral (
      select o.number from autoship_turns t join orders o on o.id = t.order_id
       where t.autoship_id = a.id order by t.due_on desc limit 1) last on true
   where a.id = any(array(select page.id from (${ids}) page order by page.id desc limit ${sql.lit(pageSize + 1)}))
   order by a.id desc
`

/**
 * Ends somebody's autoship and tells them why. Orders that it placed stay.
 * @throws shop.autoship_changed if it has ended already
 */
export async function endForBuyer(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<Changed> {
  const { db } = work
  const row = await db
    .selectFrom('autoships')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (row.status === 'ended') refuse('shop.autoship_changed')
  const sequence = await moveAutoship(work, row, { by: 'admin', to: 'ended' })
  const sources = `shop.autoship:${id}:`
  const source = `${sources}${sequence}`
  await dropOvertaken(db, { userIds: [row.user_id], sources: [sources], by: source })
  await notify(work, {
    source,
    type: 'autoship',
    userId: row.user_id,
    href: withRecord('/my-autoships', id),
    title: 'We’ve cancelled your autoship',
    message: `We won’t order ${nameOf(row)} any more. Reason: ${asSentence(reason)} Orders already placed aren’t affected. If you disagree, write to us under Help & Support.`,
  })
  await hint(db, [row.user_id], 'orders')
  return { before: { state: row.status }, after: { state: 'ended' } }
}
