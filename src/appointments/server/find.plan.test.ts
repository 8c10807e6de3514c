import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { findFree } from '#/booking/server/index.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import type { Day } from '#/kernel/time.ts'
import { pointOf } from '#/location/server/index.ts'
import {
  type Candidate,
  candidatesAfter,
  gatherStatement,
  type Wanted,
  walkOnStatement,
  walkStatement,
} from './find-candidates.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('set synchronous_commit = off')
// 20,000 stand for 100,000: the assertions are about indexes and numbers of rows, a walk ends after 1,000 whatever the
// number, and gathered filters are chosen to leave few. More rows make an index only more attractive to the planner.
// `npm run bench` measures 100,000.
await client.query(`
  with people as (
    insert into users (id, name, email, email_verified)
    select gen_random_uuid(), n::text, 'many-' || n || '@example.org', true from generate_series(1, 20000) n
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
  insert into pet_trainers (id, user_id, full_name, specializations, location, hourly_rate, verification_status, offers_online)
  select gen_random_uuid(), user_id, 'Trainer ' || consultation_fee, array['Puppy Training'], location, consultation_fee,
    'verified', offers_teleconsultation
  from veterinary_doctors`)
await client.query(`
  insert into pet_stylists (id, user_id, full_name, specializations, location, hourly_rate, verification_status)
  select gen_random_uuid(), user_id, 'Stylist ' || consultation_fee, array['Full Grooming'], location, consultation_fee, 'verified'
  from veterinary_doctors where consultation_fee < 51000`)
await client.query(`
  update providers set is_placed = true, rating = nullif(price % 51, 0) / 10.0,
    latitude = 10 + price % 4 * 3 + price % 97 / 200.0, longitude = 75 + price % 4 + price % 89 / 200.0`)
await client.query(`
  insert into calendar_holds (id, provider_user_id, during)
  select gen_random_uuid(), user_id, tstzrange('2026-11-03 09:00Z', '2026-11-03 09:30Z') from veterinary_doctors`)
await client.query(`
  insert into veterinary_schedules (id, veterinary_id, day_of_week, start_time, end_time)
  select gen_random_uuid(), id, 'tuesday', '09:00', '17:00' from veterinary_doctors`)
await client.query(`
  insert into pet_trainer_schedules (id, pet_trainer_id, day_of_week, start_time, end_time)
  select gen_random_uuid(), id, 'tuesday', '09:00', '17:00' from pet_trainers`)
await client.query(`
  insert into pet_stylist_schedules (id, pet_stylist_id, day_of_week, start_time, end_time)
  select gen_random_uuid(), id, 'tuesday', '09:00', '17:00' from pet_stylists`)
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
async function planOf(
  mode: Mode,
  make: typeof walkStatement | typeof walkOnStatement,
  wanted: Wanted,
  { after, limit = 21 }: { after?: Candidate; limit?: number } = {},
): Promise<Plan[]> {
  const { sql: text, parameters } = make(wanted, after, limit).compile(world.db)
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
    ['best rated', { ...all }, 'providers_by_rating'],
    ['cheapest', { ...all, sort: 'price' }, 'providers_by_price'],
    ['cheapest, online', { ...all, sort: 'price', meeting: 'online' }, 'providers_by_price'],
    // This index gives the nearest first, and no way to begin later: the walk passes the earlier ones.
    ['nearest', { ...all, sort: 'distance', place }, 'providers_by_position'],
  ]),
)(
  'a page from the middle of those %s is a short walk along %s, by a %s plan',
  async (_, index, mode, wanted) => {
    const begun = await walkStatement(wanted, undefined, 300).execute(world.db)
    const after = begun.rows.at(-1)!
    const plan = await planOf(mode, walkStatement, wanted, { after })
    expect(indexesIn(plan)).toContain(index)
    expect(scans(plan)).toEqual([])
    expect(mostRows(plan)).toBeLessThanOrEqual(1000)
  },
)

test.each(
  inBothModes(
    (['training', 'styling'] as const).flatMap((trade): [string, Wanted, string][] => [
      [`best rated (${trade})`, { ...all, trade }, 'providers_by_rating'],
      [`cheapest (${trade})`, { ...all, trade, sort: 'price' }, 'providers_by_price'],
      [`nearest (${trade})`, { ...all, trade, sort: 'distance', place }, 'providers_by_position'],
    ]),
  ),
)(
  'among other trades’ providers, a page of those %s is as short a walk along %s, by a %s plan',
  async (_, index, mode, wanted) => {
    const plan = await planOf(mode, walkStatement, wanted)
    expect(indexesIn(plan)).toContain(index)
    expect(scans(plan)).toEqual([])
    expect(mostRows(plan)).toBeLessThanOrEqual(1000)
  },
)

/** Trainers and stylists have the prices, places and ratings of the vets. */
const gathersOf = (
  person: string,
): [string, Omit<Wanted, 'trade' | 'sort' | 'place'> & Partial<Wanted>, string][] => [
  ['words', { q: person }, 'providers_by_words'],
  ['words that nobody has', { sort: 'price', q: 'zebra' }, 'providers_by_words'],
  ['a place by name', { location: 'area 15, mumbai' }, 'providers_by_words'],
  ['a place on the map', { place, within: 3 }, 'providers_by_position'],
  ['a low price', { maxPrice: 50_003 }, 'providers_by_price'],
  ['a high rating', { sort: 'price', minRating: 5 }, 'providers_by_rating'],
]

test.each(
  inBothModes([
    ['words', { ...all, q: 'vet 17123' }, 'providers_by_words'],
    ...(
      [
        ['training', 'trainer 52123'],
        ['styling', 'stylist 50123'],
      ] as const
    ).flatMap(([trade, person]) =>
      gathersOf(person).map(([what, wanted, index]): [string, Wanted, string] => [
        `${what} (${trade})`,
        { ...all, ...wanted, trade },
        index,
      ]),
    ),
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

test.each([['two letters', { ...all, q: 'zq' }]] as const)(
  'words too short for their index, such as %s, are searched by one short walk, which can go on',
  async (_, wanted) => {
    const ask = async () =>
      expect(await candidatesAfter(world.db, wanted, undefined, 21)).toMatchObject({
        rows: [],
        walkedTo: { id: expect.any(String) },
      })
    const sent = await statementsWith('from providers', ask)
    expect(sent).toHaveLength(1)
    for (const mode of ['custom', 'generic'] as const) {
      const plan = await planOf(mode, walkOnStatement, wanted)
      expect(indexesIn(plan)).toContain('providers_by_rating')
      expect(scans(plan)).toEqual([])
      expect(mostRows(plan)).toBeLessThanOrEqual(1000)
    }
  },
)

test.each([
  ['best rated', {}, sql`rating_gap`],
  ['cheapest', { sort: 'price' }, sql`price_or_last`],
  [
    'nearest',
    { sort: 'distance', lat: place.lat, lon: place.lon },
    sql`round((position <-> ${pointOf(place)})::numeric, 6)`,
  ],
  ['best rated, on a free day', { freeOn: ['2026-11-03'] }, sql`rating_gap`],
] as const)(
  'a search for words too short for their index pages to its end, %s first, and shows everyone once',
  async (_, order, key) => {
    const expected = await sql<{ id: string }>`
      select id from providers where trade = 'veterinary' and searched like '%19%' and searched like '%99%'
      order by ${key}, id
    `.execute(world.db)
    const shown: string[] = []
    let cursor: string | undefined
    let short = 0
    do {
      const search = {
        q: '19 99',
        ...order,
        freeOn: 'freeOn' in order ? [...order.freeOn] : undefined,
        cursor,
      }
      const page = await asha.call.veterinary.vets(search)
      shown.push(...page.rows.map(({ id }) => id as string))
      if (page.rows.length < 20) short++
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(short).toBeGreaterThan(10)
    expect(expected.rows.length).toBeGreaterThan(20)
    expect(shown).toEqual(expected.rows.map(({ id }) => id))
  },
)

test('words too short for their index are found among all providers that another filter leaves', async () => {
  const wanted: Wanted = { ...all, q: '1', maxPrice: 50_003 }
  const [walked, found] = [
    await walkStatement(wanted, undefined, 21).execute(world.db),
    await candidatesAfter(world.db, wanted, undefined, 21),
  ]
  expect(walked.rows.length).toBeLessThan(10)
  expect(found.rows.length).toBeGreaterThanOrEqual(10)
})

test.each(
  (['walked', 'gathered'] as const).flatMap((way) =>
    (['vets', 'trainers', 'stylists'] as const).flatMap((who) =>
      (['custom', 'generic'] as const).map((plan) => [way, who, plan] as const),
    ),
  ),
)(
  'a page that is %s (%s) is one statement with its cards, and reads no other cards, by a %s plan',
  async (way, who, plan) => {
    // 24 cost so little, and are rated 2.0 to 2.5: no walk reaches them.
    const search = way === 'walked' ? { meeting: 'in_person' as const } : { maxPrice: 50_005 }
    const ask = () => pageOf[who](search)
    const { rows } = await ask()
    expect(rows).toHaveLength(20)
    const sent = await statementsWith('providers', ask)
    expect(sent.map(({ text }) => text!.includes('with found as materialized'))).toEqual([way === 'gathered'])
    const asked = { databaseUrl: world.databaseUrl, table: tableOf[who], words: 'providers', plan }
    expect(await rowsReadOf(asked, ask)).toBe(21)
  },
)

const pageOf = {
  vets: (search: object) => asha.call.veterinary.vets(search),
  trainers: (search: object) => asha.call.training.trainers(search),
  stylists: (search: object) => asha.call.styling.stylists(search),
}
const tableOf = { vets: 'veterinary_doctors', trainers: 'pet_trainers', stylists: 'pet_stylists' } as const

test.each(
  (['veterinary', 'training', 'styling'] as const).flatMap((trade) =>
    (['custom', 'generic'] as const).map((plan) => [trade, plan] as const),
  ),
)('who of a page’s candidates is free (%s) reads their rows alone, by a %s plan', async (trade, plan) => {
  const found = await gatherStatement({ ...all, trade, maxPrice: 50_129 }, undefined, 130).execute(world.db)
  const providerIds = found.rows.map(({ id }) => id)
  expect(providerIds).toHaveLength(130)
  const now = new Date('2026-11-02T03:30:00Z')
  const days = { on: ['2026-11-03' as Day] }
  const ask = () => findFree(world.db, { trade, providerIds, viewerId: newId(), days, now })
  expect((await ask()).size).toBe(130)
  for (const table of ['providers', schedulesOf[trade], 'calendar_holds']) {
    const asked = { databaseUrl: world.databaseUrl, table, words: 'from calendar_providers p', plan }
    expect(await rowsReadOf(asked, ask), table).toBeLessThanOrEqual(130)
  }
})

const schedulesOf = {
  veterinary: 'veterinary_schedules',
  training: 'pet_trainer_schedules',
  styling: 'pet_stylist_schedules',
} as const
