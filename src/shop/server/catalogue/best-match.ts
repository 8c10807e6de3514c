import { type RawBuilder, sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import { walkOrGather } from '#/kernel/server/walk-or-gather.ts'
import {
  type After,
  and,
  card,
  type Found,
  filtersOf,
  longestWalk,
  onShelf,
  type Wanted,
} from './candidates.ts'
import { asQuery, asWholeQuery } from './words.ts'

// The rank of a match is its tier and, within it, its rating. No index has that order, so few matches are gathered and ranked, and of
// many the tiers are read one after the other, each along the index of the ratings.

type Search = { wanted: Wanted; after?: After | undefined }
/** The conditions that take the place of the words’. */
type Tier = { number: number; within: RawBuilder<unknown> }

/** Larger than any rank by rating. */
const tierSize = 10 ** 12
const mostGathered = 400
const enough = pageSize + 1

/** All words in the name, the beginnings of all in the name, in the name and the brand, and in all but the description. */
function matches({ words }: Wanted) {
  const beginnings = sql`to_tsquery('english', ${asQuery(words)})`
  return {
    whole: sql`p.name_words @@ to_tsquery('english', ${asWholeQuery(words)})`,
    named: sql`p.name_words @@ ${beginnings}`,
    titled: sql`p.title_words @@ ${beginnings}`,
    facts: sql`p.words @@ ${beginnings}`,
  }
}

/** Returns the tiers, the best first. Sold-out products come after all others. */
function tiersOf(wanted: Wanted): Tier[] {
  const { whole, named, titled, facts } = matches(wanted)
  const kinds = [
    whole,
    sql`${named} and not ${whole}`,
    sql`${titled} and not ${named}`,
    sql`${facts} and not ${titled}`,
    sql`p.all_words @@ to_tsquery('english', ${asQuery(wanted.words)}) and not ${facts}`,
  ]
  return [sql`p.is_in_stock`, sql`not p.is_in_stock`].flatMap((stock, half) =>
    kinds.map((kind, index) => ({
      number: half * kinds.length + index,
      within: sql`${stock} and ${kind}`,
    })),
  )
}

/** Returns a page of the products that match the words best, and one more. */
export async function findBest(db: Db, search: Search): Promise<Found[]> {
  const { wanted, after } = search
  const [first] = tiersOf(wanted) as [Tier]
  return walkOrGather({
    db,
    search: after ? undefined : `best products ${JSON.stringify(wanted)}`,
    enough,
    walk: () =>
      after ? Promise.resolve([]) : readTier(db, search, { tier: first, most: enough, by: walkTier }),
    gather: async () => (await gatherFew(db, search)) ?? readTiers(db, search),
  })
}

/** Returns a page of few matches; null if there are many. */
async function gatherFew(db: Db, { wanted, after }: Search): Promise<Found[] | null> {
  const { whole, named, titled, facts } = matches(wanted)
  const { rows } = await sql<Found & { matches: number }>`
    with found as materialized (
      select p.id, p.rank_rated + ${sql.lit(tierSize)}::bigint * (case when p.is_in_stock then 0 else 5 end
          + case when ${whole} then 0 when ${named} then 1 when ${titled} then 2 when ${facts} then 3 else 4 end) as rank
        from products p where ${and([onShelf(wanted.shelf), ...filtersOf(wanted)])} limit ${sql.lit(mostGathered + 1)}
    )
    select ${card}, counted.matches from (select count(*)::integer as matches from found) counted
    left join (
      select p.*, f.rank from (select id, rank from found where ${afterRank(after)} order by rank, id limit ${sql.lit(enough)}) f
      join products p on p.id = f.id
    ) p on true
    left join brands b on b.slug = p.brand
    order by p.rank, p.id
  `.execute(db)
  if (rows[0]!.matches > mostGathered) return null
  return rows.filter(({ id }) => id !== null)
}

const afterRank = (after: After | undefined) =>
  after ? sql`(rank, id) > (${after.rank}::bigint, ${after.id}::uuid)` : sql`true`

/** Reads the tiers from the cursor's on, until there are enough. */
async function readTiers(db: Db, search: Search): Promise<Found[]> {
  const { after } = search
  const reached = after ? Math.round(after.rank / tierSize) : 0
  const rows: Found[] = []
  for (const tier of tiersOf(search.wanted).slice(reached)) {
    const most = enough - rows.length
    if (most === 0) break
    const isReached = after && tier.number === reached
    const inTier = { wanted: search.wanted, after: isReached ? after : undefined }
    rows.push(
      ...(await walkOrGather({
        db,
        search: isReached ? undefined : `products in tier ${tier.number} ${JSON.stringify(search.wanted)}`,
        enough: most,
        walk: () => readTier(db, inTier, { tier, most, by: walkTier }),
        gather: () => readTier(db, inTier, { tier, most, by: gatherTier }),
      })),
    )
  }
  return rows
}

type Reading = { tier: Tier; most: number; by: typeof walkTier }

async function readTier(db: Db, search: Search, { tier, most, by }: Reading): Promise<Found[]> {
  const offset = tier.number * tierSize
  const from = search.after ? { rank: search.after.rank - offset, id: search.after.id } : undefined
  const { rows } = await by({ wanted: search.wanted, after: from }, tier, most).execute(db)
  return rows.map((row) => ({ ...row, rank: row.rank + offset }))
}

const listed = ({ wanted, after }: Search) => [
  onShelf(wanted.shelf),
  ...(after ? [sql`(p.rank_rated, p.id) > (${after.rank}::bigint, ${after.id}::uuid)`] : []),
]

/** A tier says more about the words, by an index with fewer rows. */
const wordless = ({ wanted }: Search): Wanted => ({ ...wanted, words: [] })

function walkTier(search: Search, { within }: Tier, most: number) {
  return sql<Found>`
    select ${card} from (
      select p.*, p.rank_rated as rank from products p
      where ${and(listed(search))} order by p.rank_rated, p.id limit ${sql.lit(longestWalk)}
    ) p
    join brands b on b.slug = p.brand
    where ${and([...filtersOf(wordless(search)), within])}
    order by p.rank, p.id limit ${sql.lit(most)}
  `
}

function gatherTier(search: Search, { within }: Tier, most: number) {
  return sql<Found>`
    with found as materialized (
      select p.id, p.rank_rated as rank from products p
      where ${and([...listed(search), ...filtersOf(wordless(search)), within])}
    )
    select ${card} from (
      select p.*, f.rank from (select id, rank from found order by rank, id limit ${sql.lit(most)}) f
      join products p on p.id = f.id
    ) p
    join brands b on b.slug = p.brand
    order by p.rank, p.id
  `
}
