import type { CompiledQuery } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { selectFeed } from './feed.ts'
import { selectSquares } from './map.ts'
import { selectActive, type Wanted } from './queries.ts'

const world = await openWorld()
const { userId } = await world.signUp('asha')
const reader = await world.signUp('ravi')

const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
// All over India, a fifth of them active.
await client.query(`
  insert into pet_reports (id, user_id, status, state, species, seen_at, location_address, latitude, longitude,
    created_at, updated_at, renewed_at, ask_at)
  select gen_random_uuid(), '${userId}', case when n % 2 = 0 then 'lost' else 'found' end,
    case when n % 5 = 0 then 'active' else 'stale' end, case when n % 3 = 0 then 'cat' else 'dog' end, at, 'Somewhere',
    8 + (n::bigint * 7919 % 25000) / 1000.0, 69 + (n::bigint * 104729 % 20000) / 1000.0, at, at, at, at + interval '7 days'
  from (select n, now() - n * interval '1 minute' as at from generate_series(1, 50000) n) as made`)
await client.query('vacuum analyze')
await client.end()

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/** Counts the rows that the statement reads. */
const rowsRead = (wanted: Wanted) => rowsReadBy(selectActive(world.db, wanted).compile())

async function rowsReadBy({ sql, parameters }: CompiledQuery): Promise<number> {
  const { rows } = await world.app.database.pool.query(`explain (analyze, format json) ${sql}`, [
    ...parameters,
  ])
  const count = (plan: Plan): number =>
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops'] +
    (plan.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
  return count(rows[0]['QUERY PLAN'][0].Plan)
}

const middle = { at: new Date(Date.now() - 25_000 * 60_000), id: newId() }
const place = { lat: 19.1, lon: 78.2 }

test.each<[string, Partial<Wanted>]>([
  ['the first page', {}],
  ['a page in the middle', { after: middle }],
  ['cats of the last week', { species: 'cat', since: new Date(Date.now() - 7 * DAY) }],
  ['reports within 5 km', { near: { place, within: 5 } }],
  ['reports within 50 km', { near: { place, within: 50 } }],
  ['the first page with distances', { near: { place } }],
])('%s reads little of 50,000', async (_what, part) => {
  expect(await rowsRead({ status: 'lost', reader: reader.userId, ...part })).toBeLessThan(1000)
})

test.each([{}, { species: 'cat' as const }])(
  'a page of the feed reads little of 50,000: %j',
  async (part) => {
    expect(await rowsReadBy(selectFeed(world.db, { status: 'lost', ...part }).compile())).toBeLessThan(1500)
  },
)

test('a map of a city reads little of 50,000', async () => {
  const city = { north: 19.2, south: 19, west: 78.1, east: 78.4, zoom: 12 }
  const squares = selectSquares({ status: 'lost', ...city }, { now: new Date(), userId: reader.userId })
  expect(await rowsReadBy(squares.compile(world.db))).toBeLessThan(500)
})
