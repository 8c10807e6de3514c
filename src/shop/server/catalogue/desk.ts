import { type RawBuilder, sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { notify } from '#/notifications/server/index.ts'
import type { DeskProduct } from '#/shop/desk.ts'
import { refuse } from '#/shop/errors.ts'
import { currency } from '#/shop/rules.ts'
import { myProductsPath } from '#/shop/selling-rules.ts'

export type DeskSearch = {
  search: string | null
  sellerId?: string | undefined
  show: 'all' | 'hidden' | 'renamed'
  cursor?: string | undefined
}

type Row = Pick<DeskProduct, 'id' | 'name' | 'brand' | 'category'> & {
  picture: string | null
  price_from: number | null
  variant_count: number
  seller_id: string
  seller_user_id: string
  seller: string
  is_listed: boolean
  hidden_at: Date | null
  hidden_reason: string | null
  like_id: string | null
  like_name: string | null
  reviewed_as: string | null
}

/** The trigram similarity from which a product may be a hidden one under a new name. */
const alike = { name: 0.6, brand: 0.4 } as const

/** A common word is only searched for among this many of the newest products; otherwise all matches would be sorted. */
const newest = 400

/** Lists products, the newest first. Common words fill a page from the newest products; rare ones take the index. */
export async function listDeskProducts(db: Db, search: DeskSearch) {
  const isPlain = search.show === 'all' && !search.sellerId
  const near = isPlain && wordsOf(search) ? (await nearStatement(search).execute(db)).rows : []
  const rows = near.length > pageSize ? near : (await allStatement(search).execute(db)).rows
  return toPage(rows, {
    keyOf: ({ id }) => [id],
    show: (row): DeskProduct => ({
      id: row.id,
      name: row.name,
      brand: row.brand,
      category: row.category,
      imageUrl: row.picture,
      price: row.price_from === null ? null : { amount: row.price_from, currency },
      variantCount: row.variant_count,
      seller: { id: row.seller_id, userId: row.seller_user_id, name: row.seller },
      isListed: row.is_listed,
      hidden: row.hidden_at && { at: row.hidden_at, reason: row.hidden_reason! },
      reviewedAs: row.reviewed_as,
      like: row.like_id === null ? null : { id: row.like_id as never, name: row.like_name! },
    }),
  })
}

const wordsOf = ({ search }: DeskSearch) => (search && !isUuid(search) ? search : null)

export const nearStatement = (search: DeskSearch) =>
  pageOfIds(sql`
    select few.id from (
      select p.id, p.searched from products p where ${within(search)} order by p.id desc limit ${sql.lit(newest)}
    ) few
    where few.searched ilike ${containing(wordsOf(search)!)}`)

/** The offset is a fence: otherwise the planner would read from the newest on, and so everything for rare words. */
export function allStatement(search: DeskSearch) {
  const { sellerId, show } = search
  const words = wordsOf(search)
  const filters = [
    ...(show === 'hidden' ? [sql`p.hidden_at is not null`] : []),
    ...(show === 'renamed' ? [sql`p.reviewed_as is not null and p.review_count > 0`] : []),
    ...(sellerId ? [sql`p.seller_id = ${sellerId}::uuid`] : []),
    ...(words ? [sql`p.searched ilike ${containing(words)}`] : []),
    ...(search.search && isUuid(search.search) ? [sql`p.id = ${search.search}::uuid`] : []),
  ]
  const fence = words && !sellerId ? sql`offset 0` : sql``
  return pageOfIds(sql`select p.id from products p where ${and([within(search), ...filters])} ${fence}`)
}

const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

function within({ cursor }: DeskSearch): RawBuilder<unknown> {
  const [after] = readCursor(cursor, ['uuid']) ?? []
  return and([sql`p.state <> 'deleted'`, ...(after === undefined ? [] : [sql`p.id < ${after}::uuid`])])
}

const pageOfIds = (ids: RawBuilder<unknown>) => sql<Row>`
  select p.id, p.name, b.name as brand, p.category, p.pictures[1] as picture, p.price_from, p.variant_count, p.seller_id,
    s.user_id as seller_user_id, s.name as seller, p.is_listed, p.hidden_at, p.hidden_reason, p.reviewed_as, h.id as like_id, h.name as like_name
    from products p join brands b on b.slug = p.brand join sellers s on s.id = p.seller_id
    left join lateral (
      select h.id, h.name from products h
       where h.seller_id = p.seller_id and h.hidden_at <= p.created_at and p.hidden_at is null
         and similarity(h.name, p.name) >= ${sql.lit(alike.name)} and similarity(h.brand, p.brand) >= ${sql.lit(alike.brand)}
       order by similarity(h.name, p.name) desc, h.id limit 1) h on true
   where p.id = any(array(select page.id from (${ids}) page order by page.id desc limit ${sql.lit(pageSize + 1)}))
   order by p.id desc
`

const lockProduct = (db: Db, id: string) =>
  db
    .selectFrom('products as p')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select(['p.name', 'p.hidden_at', 's.user_id'])
    .where('p.id', '=', id)
    .where('p.state', '<>', 'deleted')
    .forNoKeyUpdate(['p'])
    .executeTakeFirst()

/**
 * Takes a product out of the shop whatever its seller does, and tells the seller why. Orders that were placed stay.
 * @throws shop.already_hidden if another admin was faster
 */
export async function hideProduct(
  work: Work,
  { id, reason }: { id: string; reason: string },
): Promise<Changed> {
  const { db, now } = work
  const product = await lockProduct(db, id)
  if (!product) return refuseRequest('request.not_found')
  if (product.hidden_at) refuse('shop.already_hidden')
  await db
    .updateTable('products')
    .set({ hidden_at: now, hidden_reason: reason })
    .where('id', '=', id)
    .execute()
  await notify(work, {
    userId: product.user_id,
    type: 'product_hidden',
    source: `shop.hidden:${id}:${now.toISOString()}`,
    title: 'We’ve hidden a product',
    message: `Buyers can’t see “${product.name}” any more. Reason: ${asSentence(reason)} Orders already placed aren’t affected. If you disagree, write to us under Help & Support.`,
    href: `${myProductsPath}/${id}`,
  })
  return { before: { hidden: false }, after: { hidden: true } }
}

/** @throws shop.not_hidden */
export async function showProduct(work: Work, { id }: { id: string }): Promise<Changed> {
  const { db, now } = work
  const product = await lockProduct(db, id)
  if (!product) return refuseRequest('request.not_found')
  if (!product.hidden_at) refuse('shop.not_hidden')
  const { is_listed } = await db
    .updateTable('products')
    .set({ hidden_at: null, hidden_reason: null })
    .where('id', '=', id)
    .returning('is_listed')
    .executeTakeFirstOrThrow()
  await notify(work, {
    userId: product.user_id,
    type: 'product_hidden',
    source: `shop.shown:${id}:${now.toISOString()}`,
    title: 'We show a product again',
    message: is_listed
      ? `Buyers can find and buy “${product.name}” again.`
      : `We no longer hide “${product.name}”, but it isn’t listed: its page says why.`,
    href: `${myProductsPath}/${id}`,
  })
  return { before: { hidden: true }, after: { hidden: false } }
}
