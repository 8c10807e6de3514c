import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { type Category, currency } from '#/shop/rules.ts'
import type { OwnProduct, OwnProductRow, Selling } from '#/shop/selling.ts'
import type { OwnProductView } from '#/shop/selling-rules.ts'

/** Ids instead of a join let Postgres estimate how many products these sellers have. */
const ofSellers = (ids: readonly string[]) => sql`p.seller_id = any(${ids}::uuid[]) and p.state <> 'deleted'`

async function sellerIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('sellers').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

const isLow = sql`exists (select from product_variants v where v.product_id = p.id and v.is_offered and v.stock <= v.low_at)`
const isHidden = sql`(p.state <> 'listed' or p.hidden_at is not null)`

const shows: Readonly<Record<OwnProductView, ReturnType<typeof sql>>> = {
  in_stock: sql`p.is_in_stock`,
  low: isLow,
  hidden: isHidden,
}

export async function readSelling(db: Db, userId: string): Promise<Selling> {
  const ids = await sellerIds(db, userId)
  const [sellers, counts, waiting, taxClasses] = await Promise.all([
    sql<Selling['sellers'][number]>`
      select s.record, s.name, s.can_sell as "canSell", u.leaving_since is not null as "isLeaving",
        coalesce(a.verification_status, b.verification_status) as status,
        json_build_object('beginnings', s.delivers_to, 'from', s.delivery_days_from, 'to', s.delivery_days_to) as delivery
        from sellers s join users u on u.id = s.user_id
        left join suppliers a on a.id = s.id left join pharmacists b on b.id = s.id
       where s.user_id = ${userId} order by s.record desc
    `.execute(db),
    sql<Selling['counts']>`
      select count(*)::integer as all, count(*) filter (where p.is_in_stock)::integer as in_stock,
        count(*) filter (where ${isLow})::integer as low, count(*) filter (where ${isHidden})::integer as hidden
        from products p where ${ofSellers(ids)}
    `.execute(db),
    sql<Pick<Selling, 'prescriptions' | 'toPack' | 'returns'>>`
      select (select count(*) from order_parts where seller_user_id = ${userId} and status = 'awaiting_prescription')::integer
          as prescriptions,
        (select count(*) from order_parts where seller_user_id = ${userId} and status = 'placed')::integer as "toPack",
        (select count(*) from order_parts where seller_user_id = ${userId} and status = 'return_asked')::integer as returns
    `.execute(db),
    listTaxClasses(db),
  ])
  return { sellers: sellers.rows, counts: counts.rows[0]!, ...waiting.rows[0]!, taxClasses }
}

export const listTaxClasses = (db: Db) =>
  db.selectFrom('tax_classes').select(['name', 'rate']).orderBy('name').execute()

type Row = {
  id: string
  name: string
  brand: string
  category: Category
  picture: string | null
  price_from: number | null
  variant_count: number
  stock: number
  low_count: number
  state: string
  is_listed: boolean
  hidden_reason: string | null
  updated_at: Date
}

type Wanted = {
  ids: readonly string[]
  q?: string | undefined
  show?: OwnProductView | undefined
  cursor?: string | undefined
}

export async function listOwn(db: Db, { userId, ...wanted }: Omit<Wanted, 'ids'> & { userId: string }) {
  const { rows } = await ownStatement({ ...wanted, ids: await sellerIds(db, userId) }).execute(db)
  return toPage(rows, { keyOf: ({ updated_at, id }) => [updated_at.toISOString(), id], show: showRow })
}

export function ownStatement({ ids, q, show, cursor }: Wanted) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const words = q?.trim() && containing(q)
  return sql<Row>`
    select p.*, b.name as brand, v.stock, v.low_count from (
      select p.id, p.name, p.brand as slug, p.category, p.pictures[1] as picture, p.price_from, p.variant_count, p.state,
        p.is_listed, p.hidden_reason, p.updated_at
        from products p
       where ${ofSellers(ids)}
         and ${show ? shows[show] : sql`true`}
         and ${
           words
             ? sql`(p.searched ilike ${words} or exists (
                 select from product_variants v where v.product_id = p.id and v.is_offered and v.sku ilike ${words}))`
             : sql`true`
         }
         and ${after ? sql`(p.updated_at, p.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
       order by p.updated_at desc, p.id desc limit ${sql.lit(pageSize + 1)}
    ) p
    join brands b on b.slug = p.slug
    cross join lateral (
      select coalesce(sum(v.stock), 0)::integer as stock, count(*) filter (where v.stock <= v.low_at)::integer as low_count
        from product_variants v where v.product_id = p.id and v.is_offered) v
    order by p.updated_at desc, p.id desc
  `
}

const showRow = (row: Row): OwnProductRow => ({
  id: row.id,
  name: row.name,
  brand: row.brand,
  category: row.category,
  imageUrl: row.picture,
  price: { amount: row.price_from ?? 0, currency },
  variantCount: row.variant_count,
  stock: row.stock,
  lowCount: row.low_count,
  isShown: row.state === 'listed',
  isListed: row.is_listed,
  hiddenReason: row.hidden_reason,
})

/** @throws request.not_found if it is another seller's */
export async function readOwn(db: Db, userId: string, id: string): Promise<OwnProduct> {
  const [product, variants] = await Promise.all([
    db
      .selectFrom('products as p')
      .innerJoin('sellers as s', 's.id', 'p.seller_id')
      .innerJoin('brands as b', 'b.slug', 'p.brand')
      .select(['p.id', 'p.version', 'p.name', 'b.name as brand', 'p.category', 'p.description', 'p.species'])
      .select(['p.life_stages', 'p.breed_sizes', 'p.ingredients', 'p.form', 'p.strength', 'p.schedule'])
      .select(['p.tax_class', 'p.pictures', 'p.state', 'p.is_listed', 'p.hidden_reason'])
      .where('p.id', '=', id)
      .where('s.user_id', '=', userId)
      .where('p.state', '<>', 'deleted')
      .executeTakeFirst(),
    listOwnVariants(db, id),
  ])
  if (!product) return refuseRequest('request.not_found')
  const { life_stages, breed_sizes, tax_class, state, is_listed, hidden_reason, ...rest } = product
  return {
    ...rest,
    lifeStages: life_stages,
    breedSizes: breed_sizes,
    taxClass: tax_class,
    isShown: state === 'listed',
    isListed: is_listed,
    hiddenReason: hidden_reason,
    variants: variants.map(({ price, low_at, best_before, ...variant }) => ({
      ...variant,
      price: { amount: price, currency },
      lowAt: low_at,
      bestBefore: best_before,
    })),
  }
}

const listOwnVariants = (db: Db, productId: string) =>
  db
    .selectFrom('product_variants')
    .select(['id', 'name', 'sku', 'price', 'grams', 'low_at', 'best_before', 'stock'])
    .where('product_id', '=', productId)
    .where('is_offered', '=', true)
    .orderBy('position')
    .execute()
