import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { gatherStatement, type Wanted, walkStatement } from './find-candidates.ts'

const world = await openWorld()
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('set synchronous_commit = off')
await client.query(`
  with people as (
    insert into users (id, name, email)
    select gen_random_uuid(), n::text, 'many-' || n || '@example.org' from generate_series(1, 20000) n
    returning id, name::int as n
  )
  insert into veterinary_doctors (id, user_id, full_name, specialization, location, license_id, consultation_fee,
    verification_status, facts_verified_at, offers_teleconsultation)
  select gen_random_uuid(), id, 'Vet ' || n,
    (array['General practice', 'Surgery', 'Dermatology', 'Cats only', 'Birds'])[1 + n % 5],
    'Area ' || n % 97 || ', ' || (array['Bengaluru', 'Mumbai', 'Pune', 'Jaipur'])[1 + n % 4],
    'L' || n, 50000 + n % 5000, 'verified', now(), n % 3 = 0
  from people`)
await client.query(`
  update providers set is_placed = true, rating = nullif(price % 51, 0) / 10.0,
    latitude = 10 + price % 4 * 3 + price % 97 / 200.0, longitude = 75 + price % 4 + price % 89 / 200.0`)
await client.query('vacuum analyze')
await client.end()

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns the plan of a named statement for these values: the first ones are custom, later ones generic. */
async function planOf(mode: Mode, make: typeof walkStatement, wanted: Wanted, limit = 21): Promise<Plan[]> {
  const { sql: text, parameters } = make(wanted, undefined, limit).compile(world.db)
  const given = parameters.map((value) => pg.escapeLiteral(String(value)))
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query(`set plan_cache_mode = force_${mode}_plan`)
  await client.query(`prepare asked as ${text}`)
  const asked = given.length > 0 ? `asked (${given.join()})` : 'asked'
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, format json) execute ${asked}`,
  )
  await client.end()
  const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
  return partsOf(rows[0]!['QUERY PLAN'][0]!.Plan)
}

type Mode = 'custom' | 'generic'
const inBothModes = (cases: [string, Wanted, string][]) =>
  cases.flatMap(([what, wanted, index]) =>
    (['custom', 'generic'] as const).map((mode) => [what, index, mode, wanted] as const),
  )

const indexesIn = (plan: Plan[]) => plan.flatMap((part) => part['Index Name'] ?? [])
const scans = (plan: Plan[]) =>
  plan.filter((part) => part['Node Type'] === 'Seq Scan').map((part) => part['Relation Name'])
const mostRows = (plan: Plan[]) =>
  Math.max(
    ...plan.map(
      (part) => (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0)) * part['Actual Loops'],
    ),
  )

const all: Wanted = { trade: 'veterinary', sort: 'rating', place: null }
const place = { lat: 10.2, lon: 75.2 }

test.each(
  inBothModes([
    ['best rated', { ...all }, 'providers_by_rating'],
    ['cheapest', { ...all, sort: 'price' }, 'providers_by_price'],
    ['nearest', { ...all, sort: 'distance', place }, 'providers_by_position'],
    ['best rated, by words that many have', { ...all, q: 'general area' }, 'providers_by_rating'],
    ['cheapest, online', { ...all, sort: 'price', meeting: 'online' }, 'providers_by_price'],
    ['best rated, up to a price that many have', { ...all, maxPrice: 52_000 }, 'providers_by_rating'],
    ['nearest, well rated', { ...all, sort: 'distance', place, minRating: 4 }, 'providers_by_position'],
    ['best rated, around a city', { ...all, place, within: 50 }, 'providers_by_rating'],
  ]),
)('a page of those %s is a short walk along %s, by a %s plan', async (_, index, mode, wanted) => {
  const plan = await planOf(mode, walkStatement, wanted)
  expect(indexesIn(plan)).toContain(index)
  expect(scans(plan)).toEqual([])
  expect(mostRows(plan)).toBeLessThanOrEqual(1000)
})

test.each(
  inBothModes([
    ['words', { ...all, q: 'vet 17123' }, 'providers_by_words'],
    [
      'a place by name and a speciality',
      { ...all, location: 'area 15, mumbai', specialization: 'surg' },
      'providers_by_words',
    ],
    ['a place on the map', { ...all, place, within: 3 }, 'providers_by_position'],
    ['a high rating', { ...all, sort: 'price', minRating: 5 }, 'providers_by_rating'],
    ['a low price', { ...all, maxPrice: 50_003 }, 'providers_by_price'],
    ['words that nobody has', { ...all, sort: 'price', q: 'zebra' }, 'providers_by_words'],
    [
      'a place far from everybody',
      { ...all, sort: 'distance', place: { lat: -40, lon: -70 }, within: 5 },
      'providers_by_position',
    ],
  ]),
)('few by %s are found by %s, by a %s plan', async (_, index, mode, wanted) => {
  const plan = await planOf(mode, gatherStatement, wanted)
  expect(indexesIn(plan)).toContain(index)
  expect(scans(plan)).toEqual([])
  expect(mostRows(plan)).toBeLessThanOrEqual(1000)
})
