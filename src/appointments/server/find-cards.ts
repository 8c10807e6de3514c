import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { DB } from '#/kernel/server/schema.ts'
import { type Candidate, gatherableAfter, type Wanted } from './find-candidates.ts'

/** Selects the cards of a trade's providers, who are `p`. */
export type SelectCards<Card> = (
  db: Db,
) => SelectQueryBuilder<DB & { p: DB['providers'] }, 'p', Card & { id: string }>

/** Reads the next candidates of a search that can gather, with their cards in the same statement. */
export const cardsAfter = <Card>(
  db: Db,
  wanted: Wanted,
  after: Candidate | undefined,
  limit: number,
  select: SelectCards<Card>,
): Promise<(Card & Candidate)[]> =>
  gatherableAfter(db, wanted, after, limit, (found) => readCards(db, found, select))

/** Reads the cards of these candidates, in their order. */
export async function cardsOf<Card>(
  db: Db,
  candidates: readonly Candidate[],
  select: SelectCards<Card>,
): Promise<(Card & Candidate)[]> {
  if (candidates.length === 0) return []
  const known = sql<Candidate>`
    select * from unnest(
      ${candidates.map(({ id }) => id)}::uuid[], ${candidates.map(({ key }) => key)}::float8[],
      ${candidates.map(({ distance }) => distance)}::float8[]) as c (id, key, distance)`
  return readCards(db, known, select)
}

async function readCards<Card>(
  db: Db,
  found: RawBuilder<Candidate>,
  select: SelectCards<Card>,
): Promise<(Card & Candidate)[]> {
  const finding = db.with(
    (cte) => cte('found').materialized(),
    () => sql<Candidate>`(${found})`,
  ) as unknown as Db
  const rows = await select(finding)
    .innerJoin(sql<Candidate>`found`.as('found'), 'found.id', 'p.id')
    .select(['found.key', 'found.distance'])
    .orderBy('found.key')
    .orderBy('found.id')
    .execute()
  return rows as (Card & Candidate)[]
}
