import { sql } from 'kysely'
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

async function planOf(make: typeof walkStatement, wanted: Wanted, limit = 21): Promise<Plan[]> {
  const { sql: text, parameters } = make(wanted, undefined, limit).compile(world.db)
  const asked = parameters.reduce<string>(
    (sofar, value, index) => sofar.replace(`$${index + 1}`, () => pg.escapeLiteral(String(value))),
    text,
  )
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: Plan }[]
  }>`explain (analyze, format json) ${sql.raw(asked)}`.execute(world.db)
  const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
  return partsOf(rows[0]!['QUERY PLAN'][0]!.Plan)
}

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

test.each([
  ['best rated', { ...all }, 'providers_by_rating'],
  ['cheapest', { ...all, sort: 'price' }, 'providers_by_price'],
  ['nearest', { ...all, sort: 'distance', place }, 'providers_by_position'],
  ['best rated, by words that many have', { ...all, q: 'general area' }, 'providers_by_rating'],
  ['cheapest, online', { ...all, sort: 'price', meeting: 'online' }, 'providers_by_price'],
  ['best rated, up to a price that many have', { ...all, maxPrice: 52_000 }, 'providers_by_rating'],
  ['nearest, well rated', { ...all, sort: 'distance', place, minRating: 4 }, 'providers_by_position'],
  ['best rated, around a city', { ...all, place, within: 50 }, 'providers_by_rating'],
] as [string, Wanted, string][])(
  'a page of those %s is a short walk along its order',
  async (_, wanted, index) => {
    const plan = await planOf(walkStatement, wanted)
    expect(indexesIn(plan)).toContain(index)
    expect(scans(plan)).toEqual([])
    expect(mostRows(plan)).toBeLessThanOrEqual(1000)
  },
)

test.each([
  ['words', { ...all, q: 'vet 17123' }, 'providers_by_words'],
  [
    'a place by name and a speciality',
    { ...all, location: 'area 15, mumbai', specialization: 'surg' },
    'providers_by_words',
  ],
  ['a place on the map', { ...all, place, within: 3 }, 'providers_by_position'],
  ['a low price', { ...all, maxPrice: 50_003 }, 'providers_by_price'],
  ['words that nobody has', { ...all, sort: 'price', q: 'zebra' }, 'providers_by_words'],
  [
    'a place far from everybody',
    { ...all, sort: 'distance', place: { lat: -40, lon: -70 }, within: 5 },
    'providers_by_position',
  ],
] as [string, Wanted, string][])('few by %s are found by its index', async (_, wanted, index) => {
  const plan = await planOf(gatherStatement, wanted)
  expect(indexesIn(plan)).toContain(index)
  expect(scans(plan)).toEqual([])
  expect(mostRows(plan)).toBeLessThanOrEqual(1000)
})
