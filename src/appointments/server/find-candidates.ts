import { type RawBuilder, sql } from 'kysely'
import { mostWords, type Search, type Sort } from '#/appointments/find.ts'
import type { Trade } from '#/booking/trades.ts'
import { fold } from '#/kernel/fold.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing, hasTrigram } from '#/kernel/server/like.ts'
import { walkOrGather } from '#/kernel/server/walk-or-gather.ts'
import type { Position } from '#/location/rules.ts'
import { pointOf } from '#/location/server/index.ts'

/**
 * `fit`: well rated by many. Only sitters are sorted by it, and by the price per night. `unplaced`: those whose place isn't known,
 * which have no distance. `best`: by what `fit` counts, by distance, price and the searcher's own reasons, among the first of the order
 * below it.
 */
export type Order = Sort | 'fit' | 'night' | 'unplaced' | 'best'

/** The searcher's own reasons for some providers, and how much each counts: 1 is as much as a whole star. */
export type Reasons = {
  bookedBefore: { ids: readonly string[]; weight: number }
  /** Traits that suit their pets. */
  wishes: readonly { trait: string; weight: number }[]
}

export type Wanted = Omit<Search, 'sort' | 'lat' | 'lon' | 'cursor'> & {
  trade: Trade
  sort: Order
  /** Compares prices per night. */
  byNight?: boolean | undefined
  place: Position | null
  /** For `best`. */
  reasons?: Reasons | undefined
  /** The trade's own conditions, on `p`. */
  also?: RawBuilder<unknown>[] | undefined
  /** The same for the same search. */
  print?: string
}

/** `key`: its position in the order. `distance`: in km, null if unknown. */
export type Candidate = { id: string; key: number; distance: number | null }

/** `walkedTo`: where a walk ended that has more providers to look at. */
export type Candidates = { rows: Candidate[]; walkedTo?: Candidate | undefined }

/**
 * A walk along the order looks at this many providers; searching for words in one takes several times as long as the
 * rest.
 */
const longestWalk = 1000
const longestWalkForWords = 400
/** The number compared with each other for the best fit: enough for the nearest quarters of a large city. */
const mostCompared = 400

/**
 * Returns the next matching providers, in their order. A walk along the index of the order is quick if many
 * match. If it finds too few, few match, and reading all of them by the indexes of the filters is quick. Postgres
 * would have to guess which is better, and guesses wrong on words and places. Words too short for their index are searched
 * by one walk a request, because gathering would compare them with every provider of the trade. The next request walks on.
 */
export async function candidatesAfter(
  db: Db,
  wanted: Wanted,
  after: Candidate | undefined,
  limit: number,
): Promise<Candidates> {
  if (canGather(wanted)) {
    const read = async (found: RawBuilder<Candidate>) => (await found.execute(db)).rows
    return { rows: await gatherableAfter(db, wanted, after, limit, read) }
  }
  const { rows } = await walkOnStatement(wanted, after, limit).execute(db)
  const [found, ends] = [rows.filter(({ isEnd }) => !isEnd), rows.filter(({ isEnd }) => isEnd)]
  return { rows: found, walkedTo: found.length < limit ? ends[0] : undefined }
}

/** Reads the next candidates of a search that can gather, with what `read` adds to their statement. */
export function gatherableAfter<Row extends Candidate>(
  db: Db,
  wanted: Wanted,
  after: Candidate | undefined,
  limit: number,
  read: (found: RawBuilder<Candidate>) => Promise<Row[]>,
): Promise<Row[]> {
  if (wanted.sort === 'best') return read(bestStatement(wanted, after, limit))
  return walkOrGather({
    db,
    search: after || wanted.print === undefined ? undefined : `providers ${wanted.print} ${limit}`,
    enough: limit,
    walk: () => read(walkStatement(wanted, after, limit)),
    gather: () => read(gatherStatement(wanted, after, limit)),
  })
}

/** Returns how far a provider is from the place of the search, in km; null if unknown. */
export async function findDistance(db: Db, wanted: Wanted, id: string): Promise<number | null> {
  const { rows } = await sql<{ distance: number | null }>`
    select ${distanceOf(wanted)} as distance from providers p where p.id = ${id}
  `.execute(db)
  return rows[0]?.distance ?? null
}

/** Returns the order whose first providers are compared for the best fit, and which goes on behind them. */
export const orderBelow = (wanted: Wanted): Wanted => ({
  ...wanted,
  sort: wanted.place ? 'distance' : 'fit',
  print: `${wanted.print} below`,
})

/** Returns the last of the providers that are compared for the best fit; undefined if the order below has no more. */
export async function findLastCompared(db: Db, wanted: Wanted): Promise<Candidate | undefined> {
  const below = orderBelow(wanted)
  const key = keyOf(below)
  const { rows } = await sql<Candidate>`
    select p.id, ${key}::float8 as key, null::float8 as distance from providers p where ${and(listed(below, undefined))}
    order by ${key}, p.id offset ${sql.lit(mostCompared - 1)} limit 1
  `.execute(db)
  return rows[0]
}

export function bestStatement(wanted: Wanted, after: Candidate | undefined, limit: number) {
  const below = orderBelow(wanted)
  return sql<Candidate>`
    with first as materialized (
      select p.*, ${distanceOf(wanted)} as distance from providers p where ${and(listed(below, undefined))}
      order by ${keyOf(below)}, p.id limit ${sql.lit(mostCompared)}
    ), low as materialized (
      select greatest(1, percentile_cont(0.5) within group (order by ${priceOf(wanted)}) / 2) as price from first p
    ), compared as (
      select p.id, ${unfitOf(wanted)} as key, p.distance from low, first p
      join calendar_providers c on c.trade = ${sql.lit(wanted.trade)} and c.provider_id = p.id
      where ${and([...filtersOf(wanted), sql`c.listed`])}
    )
    select id, key::float8 as key, distance from compared
    ${after ? sql`where (key, id) > (${after.key}::numeric, ${after.id}::uuid)` : sql``}
    order by key, id limit ${sql.lit(limit)}
  `
}

/**
 * Returns how little a provider suits, in stars: 20 km count as much as a star, so does a price ten times as high. A price below
 * half the median gains nothing more, and none outweighs an earlier booking, so that nobody leads the list by price alone. Whole
 * kilometres, because the exact ones in a page's cursor would reveal where a provider is.
 */
function unfitOf(wanted: Wanted): RawBuilder<unknown> {
  const { bookedBefore, wishes } = wanted.reasons ?? { bookedBefore: { ids: [], weight: 0 }, wishes: [] }
  const met = wishes.map(
    ({ trait, weight }) =>
      sql`case when p.traits @> array[${trait}::text] then ${sql.lit(weight)} else 0 end`,
  )
  return sql`round((${sql.join(
    [
      sql`5 + p.fit_gap`,
      sql`round(coalesce(p.distance, 0)) / 20`,
      sql`log(least(greatest(${priceOf(wanted)} / low.price, 1), 10))`,
    ],
    sql` + `,
  )} - ${sql.join([sql`case when p.id = any(${bookedBefore.ids}::uuid[]) then ${sql.lit(bookedBefore.weight)} else 0 end`, ...met], sql` - `)})::numeric, 4)`
}

const priceOf = ({ byNight }: Wanted) => (byNight ? keyColumns.night : keyColumns.price)

export function walkStatement(wanted: Wanted, after: Candidate | undefined, limit: number) {
  const key = keyOf(wanted)
  return sql<Candidate>`
    select p.id, p.key::float8 as key, ${distanceOf(wanted)} as distance
    from (
      select p.*, ${key} as key from providers p
      where ${and(listed(wanted, after))}
      order by key, p.id limit ${sql.lit(walkLengthOf(wanted))}
    ) p
    join calendar_providers c on c.trade = ${sql.lit(wanted.trade)} and c.provider_id = p.id
    where ${and([...filtersOf(wanted), sql`c.listed`])}
    order by p.key, p.id limit ${sql.lit(limit)}
  `
}

/**
 * Walks like `walkStatement`, and adds the provider at its end, unless it reached the last one. One statement, because
 * between two the end could change, and the next walk would leave out a provider.
 */
export function walkOnStatement(wanted: Wanted, after: Candidate | undefined, limit: number) {
  const length = walkLengthOf(wanted)
  return sql<Candidate & { isEnd: boolean }>`
    with walked as materialized (
      select p.*, ${keyOf(wanted)} as key, ${distanceOf(wanted)} as distance from providers p
      where ${and(listed(wanted, after))}
      order by key, p.id limit ${sql.lit(length)}
    ), found as (
      select p.id, p.key, p.distance from walked p
      join calendar_providers c on c.trade = ${sql.lit(wanted.trade)} and c.provider_id = p.id
      where ${and([...filtersOf(wanted), sql`c.listed`])}
      order by p.key, p.id limit ${sql.lit(limit)}
    ), ended as (
      select id, key, distance from walked order by key, id offset ${sql.lit(length - 1)}
    )
    select id, key::float8 as key, distance, is_end as "isEnd"
    from (select *, false as is_end from found union all select *, true from ended) p
    order by is_end, p.key, id
  `
}

export function gatherStatement(wanted: Wanted, after: Candidate | undefined, limit: number) {
  return sql<Candidate>`
    with found as materialized (
      select p.id, ${keyOf(wanted)} as key, ${distanceOf(wanted)} as distance from providers p
      where ${and([...listed(wanted, after), ...filtersOf(wanted)])}
    )
    select p.id, p.key::float8 as key, p.distance
    from (select * from found order by key, id) p
    join calendar_providers c on c.trade = ${sql.lit(wanted.trade)} and c.provider_id = p.id
    where c.listed
    order by p.key, p.id limit ${sql.lit(limit)}
  `
}

const and = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` and `)

/** A literal, so that Postgres can use the trade's statistics. */
function listed(wanted: Wanted, after: Candidate | undefined): RawBuilder<unknown>[] {
  const { trade, sort } = wanted
  return [
    sql`p.trade = ${sql.lit(trade)} and p.can_be_found`,
    ...(sort === 'distance' ? [sql`p.position is not null`] : []),
    ...(sort === 'unplaced' ? [sql`p.position is null`] : []),
    ...(after ? [sql`(${keyOf(wanted)}, p.id) > (${after.key}::${keyType[sort]}, ${after.id}::uuid)`] : []),
  ]
}

const distanceOf = ({ place }: Wanted) =>
  place ? sql`(p.position <-> ${pointOf(place)})` : sql`null::float8`

const keyType = {
  distance: sql`float8`,
  price: sql`integer`,
  night: sql`integer`,
  rating: sql`numeric`,
  fit: sql`numeric`,
  unplaced: sql`numeric`,
  best: sql`numeric`,
} as const satisfies Record<Order, unknown>

const keyColumns = {
  price: sql`p.price_or_last`,
  night: sql`p.night_price_or_last`,
  rating: sql`p.rating_gap`,
  fit: sql`p.fit_gap`,
  unplaced: sql`p.rating_gap`,
} as const

function keyOf(wanted: Wanted): RawBuilder<unknown> {
  if (wanted.sort === 'distance') return distanceOf(wanted)
  if (wanted.sort === 'best') return unfitOf(wanted)
  return keyColumns[wanted.sort]
}

const wordsOf = ({ q, location, specialization }: Wanted) =>
  [q, location, specialization].flatMap((words) => (words && fold(words)) || [])

/** Compares folded texts. Signs alone are in none. */
function holds(column: RawBuilder<unknown>, words: string | undefined): RawBuilder<unknown>[] {
  if (!words?.trim()) return []
  const folded = fold(words)
  return [folded ? sql`${column} like ${containing(folded)}` : sql`false`]
}

/** Tells whether gathering is quick: an index narrows the search, few are compared, or there are no words to compare. */
export function canGather(wanted: Wanted): boolean {
  const { sort, within, maxPrice, minRating } = wanted
  const words = wordsOf(wanted)
  return (
    sort === 'best' ||
    words.length === 0 ||
    words.some(hasTrigram) ||
    [within, maxPrice, minRating].some((limit) => limit !== undefined)
  )
}

const walkLengthOf = (wanted: Wanted) =>
  wordsOf(wanted).length > 0 && canGather(wanted) ? longestWalkForWords : longestWalk

function filtersOf(wanted: Wanted): RawBuilder<unknown>[] {
  const { q, location, specialization, place, within, maxPrice, minRating, meeting, also = [] } = wanted
  const typed = q?.split(/\s+/).filter(Boolean) ?? []
  // A sign between words says nothing, but signs alone match nobody.
  const said = typed.filter((word) => fold(word))
  const words = (said.length > 0 ? said : typed).slice(0, mostWords)
  return [
    ...words.flatMap((word) => holds(sql`p.searched`, word)),
    ...holds(sql`p.location_key`, location),
    ...holds(sql`p.skills`, specialization),
    ...(place && within !== undefined
      ? [
          sql`p.position <@ cube_enlarge(${pointOf(place)}, ${within}::float8, 3)`,
          sql`p.position <-> ${pointOf(place)} <= ${within}::float8`,
        ]
      : []),
    // With both ends, because a generic plan expects few rows for a range, and a third of the table for half of one.
    ...(maxPrice === undefined ? [] : [sql`${priceOf(wanted)} between 0 and ${maxPrice}::integer`]),
    ...(minRating === undefined ? [] : [sql`p.rating_gap between 0 and ${5 - minRating}::numeric`]),
    ...(meeting === 'online' ? [sql`p.offers_online`] : []),
    ...(meeting === 'in_person' ? [sql`p.offers_in_person`] : []),
    ...also,
  ]
}
