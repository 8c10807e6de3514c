import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import { walkOrGather } from '#/kernel/server/walk-or-gather.ts'
import type { ProductFilters } from '#/shop/products.ts'
import { highestPrice, type ProductSort, type shelves } from '#/shop/rules.ts'
import { asQuery } from './words.ts'

export type Wanted = Omit<ProductFilters, 'q'> & {
  words: readonly string[]
  /** Something was typed, but no word ('%'), so nothing matches. */
  isSignsOnly?: boolean
}

export type Found = {
  id: string
  rank: number
  name: string
  brand: string
  picture: string | null
  category: (typeof shelves)[keyof typeof shelves][number]
  price_from: number
  kilo_price_from: number | null
  variant_count: number
  is_in_stock: boolean
  needs_prescription: boolean
  form: NonNullable<ProductFilters['form']> | null
  strength: string | null
  rating: number | null
  review_count: number
}

export type After = { rank: number; id: string }
/** The orders that an index has. */
export type RankedSort = Exclude<ProductSort, 'best'>
export type Search = { wanted: Wanted; sort: RankedSort; after?: After | undefined }

export const longestWalk = 1000

const rankOf = {
  newest: sql`p.rank_newest`,
  rating: sql`p.rank_rated`,
  price: sql`p.rank_cheapest`,
  'price-desc': sql`p.rank_dearest`,
  kilo: sql`p.rank_kilo`,
} as const satisfies Record<RankedSort, unknown>

/**
 * Returns a page of products and one more. A walk along the index of the order is quick if many match. If it finds too few,
 * few match, and gathering them by the indexes of the filters is quick (decision 70).
 */
export async function findPage(db: Db, search: Search): Promise<Found[]> {
  const { wanted, sort, after } = search
  const walk = async () => (await walkStatement(search).execute(db)).rows
  if (filtersOf(wanted).length === 0) return walk()
  return walkOrGather({
    db,
    search: after ? undefined : `products ${JSON.stringify([wanted, sort])}`,
    enough: pageSize + 1,
    walk,
    gather: async () => (await gatherStatement(search).execute(db)).rows,
  })
}

export function walkStatement({ wanted, sort, after }: Search) {
  const filters = filtersOf(wanted)
  const rank = rankOf[sort]
  return sql<Found>`
    select ${card} from (
      select p.*, ${rank} as rank from products p
      where ${and(listed(wanted, sort, after))}
      order by ${rank}, p.id limit ${sql.lit(filters.length > 0 ? longestWalk : pageSize + 1)}
    ) p
    join brands b on b.slug = p.brand
    where ${and([sql`true`, ...filters])}
    order by p.rank, p.id limit ${sql.lit(pageSize + 1)}
  `
}

export function gatherStatement({ wanted, sort, after }: Search) {
  return sql<Found>`
    with found as materialized (
      select p.id, ${rankOf[sort]} as rank from products p
      where ${and([...listed(wanted, sort, after), ...filtersOf(wanted)])}
    )
    select ${card} from (
      select p.*, f.rank from (select id, rank from found order by rank, id limit ${sql.lit(pageSize + 1)}) f
      join products p on p.id = f.id
    ) p
    join brands b on b.slug = p.brand
    order by p.rank, p.id
  `
}

export const card = sql`p.id, p.rank::float8 as rank, p.name, b.name as brand, p.pictures[1] as picture, p.category, p.price_from,
  p.kilo_price_from::float8 as kilo_price_from, p.variant_count, p.is_in_stock, p.needs_prescription, p.form, p.strength,
  p.rating, p.review_count`

export const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

/** A literal, so that Postgres can use the shelf's statistics. */
function listed({ shelf }: Wanted, sort: RankedSort, after: After | undefined): RawBuilder<unknown>[] {
  return [
    onShelf(shelf),
    ...(after ? [sql`(${rankOf[sort]}, p.id) > (${after.rank}::bigint, ${after.id}::uuid)`] : []),
  ]
}

export const onShelf = (shelf: Wanted['shelf']) => sql`p.shelf = ${sql.lit(shelf)} and p.is_listed`

/** The filters that are traits of a product, by their names in the index. */
export const traitFilters = {
  category: 'category',
  species: 'species',
  lifeStage: 'stage',
  breedSize: 'size',
  brand: 'brand',
  form: 'form',
} as const satisfies Partial<Record<keyof ProductFilters, string>>
export type TraitFilter = keyof typeof traitFilters

/** Returns the conditions of a search, except for one filter. */
export function filtersOf(wanted: Wanted, without?: TraitFilter): RawBuilder<unknown>[] {
  const traits = Object.entries(traitFilters).flatMap(([filter, trait]) => {
    const value = wanted[filter as TraitFilter]
    return value && filter !== without ? [`${trait}:${value}`] : []
  })
  if (wanted.inStock) traits.push('stock')
  const { words, isSignsOnly, minPrice, maxPrice } = wanted
  return [
    ...(isSignsOnly ? [sql`false`] : []),
    ...(words.length > 0 ? [sql`p.all_words @@ to_tsquery('english', ${asQuery(words)})`] : []),
    ...(traits.length > 0 ? [sql`p.traits @> ${traits}::text[]`] : []),
    // With both ends, because a generic plan expects few rows for a range, and a third of the table for half of one.
    ...(minPrice === undefined && maxPrice === undefined
      ? []
      : [sql`p.price_from between ${minPrice ?? 0}::integer and ${maxPrice ?? highestPrice}::integer`]),
  ]
}
