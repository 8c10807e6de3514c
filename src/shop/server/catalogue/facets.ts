import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Db } from '#/kernel/server/db.ts'
import { species } from '#/pets/rules.ts'
import type { Facets } from '#/shop/products.ts'
import { breedSizes, forms, lifeStages, shelves } from '#/shop/rules.ts'
import { filtersOf, onShelf, type TraitFilter, traitFilters, type Wanted } from './candidates.ts'

const mostBrands = 12

/** Counting reads every product that matches, so people who look at the same filters share a count for a while. */
const keptForMs = 30_000
const kept = new WeakMap<Db, LRUCache<string, Promise<Facets>>>()

/**
 * Returns how many products each filter would find. Counts for a typed price aren't cached: nobody else can use them,
 * and they would push out those that people share.
 */
export async function countFacets(db: Db, wanted: Wanted): Promise<Facets> {
  if (wanted.minPrice !== undefined || wanted.maxPrice !== undefined) return count(db, wanted)
  const counts = kept.get(db) ?? new LRUCache<string, Promise<Facets>>({ max: 500, ttl: keptForMs })
  kept.set(db, counts)
  const key = JSON.stringify(Object.entries(wanted).toSorted())
  const known = counts.get(key)
  if (known) return known
  const counting = count(db, wanted)
  counts.set(key, counting)
  counting.catch(() => counts.delete(key))
  return counting
}

type Row = { trait: string; name: string | null; count: number }

async function count(db: Db, wanted: Wanted): Promise<Facets> {
  const { rows } = await facetsStatement(wanted).execute(db)
  const of = new Map(rows.map((row) => [row.trait, row.count]))
  const counts = <Value extends string>(filter: TraitFilter, values: readonly Value[]) =>
    values.flatMap((value) => {
      const count = of.get(`${traitFilters[filter]}:${value}`)
      return count ? [{ value, count }] : []
    })
  return {
    total: of.get('all') ?? 0,
    category: counts('category', shelves[wanted.shelf]),
    species: counts('species', species),
    lifeStage: counts('lifeStage', lifeStages),
    breedSize: counts('breedSize', breedSizes),
    form: counts('form', forms),
    brand: rows
      .filter(({ trait }) => trait.startsWith('brand:'))
      .map(({ trait, name, count }) => ({ value: trait.slice(6), name: name ?? trait.slice(6), count })),
    inStock: of.get('stock') ?? 0,
  }
}

const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

/** Counts once with all filters, and for the values of each chosen filter once more without it. */
export function facetsStatement(wanted: Wanted) {
  const chosen = (Object.keys(traitFilters) as TraitFilter[]).filter((filter) => wanted[filter])
  const countedApart = chosen.map((filter) => `${traitFilters[filter]}:%`)
  const matching = (without?: TraitFilter) => and([onShelf(wanted.shelf), ...filtersOf(wanted, without)])
  const apart = (filter: TraitFilter) => sql`
      union all
      select t.trait, count(*)::integer from products p, unnest(p.traits) t(trait)
       where ${matching(filter)} and t.trait like ${`${traitFilters[filter]}:%`} group by t.trait`
  return sql<Row>`
    with found as materialized (select p.traits from products p where ${matching()}),
    counted as (
      select 'all' as trait, count(*)::integer as count from found
      union all
      select t.trait, count(*)::integer from found, unnest(traits) t(trait)
       where ${and([sql`true`, ...countedApart.map((like) => sql`t.trait not like ${like}`)])}
       group by t.trait
      ${sql.join(chosen.map(apart), sql` `)}
    ),
    brands_shown as (
      select c.trait, b.name, c.count from counted c join brands b on b.slug = substr(c.trait, 7)
       where c.trait like 'brand:%'
       order by (c.trait = ${`brand:${wanted.brand ?? ''}`}) desc, c.count desc, b.name limit ${sql.lit(mostBrands)}
    )
    select trait, null as name, count from counted where trait not like 'brand:%'
    union all
    (select trait, name, count from brands_shown order by name)
  `
}
