import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { SitterSearchInput } from '#/sitting/search.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const pets = [
  await makePet(world.db, { ownerId: asha.ownerId, name: 'Bruno' }),
  await makePet(world.db, { ownerId: asha.ownerId, name: 'Rani' }),
]
const petIds = pets.map(({ id }) => id)
const today = dayOf(world.clock.now, 'Asia/Kolkata')
// A separate connection without a statement timeout.
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('set synchronous_commit = off')
await client.query(`
  with people as (
    insert into users (id, name, email, email_verified)
    select gen_random_uuid(), n::text, 'many-' || n || '@example.org', true from generate_series(1, 10000) n
    returning id, name::int as n
  )
  insert into pet_sitters (id, user_id, full_name, location, experience_years, services, hourly_rate, nightly_rate, max_pets,
    sizes_accepted, has_own_pets, verification_status, facts_verified_at)
  select gen_random_uuid(), id, 'Sitter ' || n, 'Area ' || n % 97 || ', ' || (array['Bengaluru', 'Mumbai', 'Pune', 'Jaipur'])[1 + n % 4],
    case when n % 500 = 0 then 45 else n % 20 end,
    case when n % 400 = 0 then array['day-care'] when n % 2 = 0 then array['hostel-checkin'] else array['hostel-checkin', 'dog-walking'] end,
    10000 + n % 5000, case when n % 2 = 0 then 80000 + n % 3000 end, case when n % 800 = 0 then 20 else 1 + n % 4 end,
    case when n % 3 = 0 then array['small', 'medium'] else array['small', 'medium', 'large', 'giant'] end, n % 7 < 3,
    case when n % 250 = 0 then 'verified' else 'draft' end, case when n % 250 = 0 then now() end
  from people`)
await client.query(`
  update providers set is_placed = true, rating = nullif(price % 51, 0) / 10.0, total_reviews = price % 40,
    latitude = 10 + price % 4 * 3 + price % 97 / 200.0, longitude = 75 + price % 4 + price % 89 / 200.0
   where trade = 'sitting'`)
// Of the sitters for stays and walks, every second has a pet on each day of five weeks, and every fifth a repeat.
await client.query(`
  insert into calendar_holds (id, provider_user_id, lane, during)
  select gen_random_uuid(), user_id, 1, tstzrange(day + interval '4 hours', day + interval '9 hours')
  from pet_sitters, generate_series('${today}'::date, '${today}'::date + 35, interval '1 day') day where hourly_rate % 4 = 1`)
await client.query(`
  insert into sitting_requests (id, batch_id, pet_owner_id, sitter_id, service_type, schedule_type, start_date, days_of_week,
    start_time, end_time, time_zone, hourly_rate, emergency_name, emergency_phone, accepted_at, made_until, created_at)
  select gen_random_uuid(), gen_random_uuid(), '${asha.ownerId}', id, 'dog-walking', 'repeat-weekly', '${today}'::date - 30,
    array['monday'], '17:00', '18:00', 'Asia/Kolkata', 20000, 'Kavya', '+919810012345', now(), '${today}'::date + 10, now()
  from pet_sitters where hourly_rate % 5 = 1`)
await client.query(`
  insert into pet_sitter_holidays (id, pet_sitter_id, start_date, end_date)
  select gen_random_uuid(), id, '${today}'::date + 3, '${today}'::date + 4 from pet_sitters where hourly_rate % 7 = 3`)
await client.query(`
  insert into pet_sitter_schedules (id, pet_sitter_id, day_of_week, start_time, end_time)
  select gen_random_uuid(), id, day, '00:00', '24:00'
  from pet_sitters, unnest(array['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']) day
  where hourly_rate % 3 = 0`)
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

const find = (search: SitterSearchInput) => () => asha.call.sitting.sitters(search)

/** Returns the plans of a request's statements with `words`, each as a custom and as a generic one. */
async function plansOf(words: string, ask: () => Promise<unknown>): Promise<Plan[][]> {
  const plans: Plan[][] = []
  for (const { text, values = [] } of await statementsWith(words, ask)) {
    const given = values.map((value) => pg.escapeLiteral(asText(value)))
    for (const mode of ['custom', 'generic']) {
      const client = new pg.Client({ connectionString: world.databaseUrl })
      await client.connect()
      await client.query(`set plan_cache_mode = force_${mode}_plan`)
      await client.query(`prepare asked as ${text}`)
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) execute asked${given.length > 0 ? `(${given.join()})` : ''}`,
      )
      await client.end()
      plans.push(partsOf(rows[0]!['QUERY PLAN'][0]!.Plan))
    }
  }
  return plans
}

const asText = (value: unknown) =>
  Array.isArray(value) ? `{${value.join()}}` : value instanceof Date ? value.toISOString() : String(value)
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
const indexesIn = (plan: Plan[]) => plan.flatMap((part) => part['Index Name'] ?? [])
/** Postgres scans empty tables even if they have indexes. */
const seeded = [
  'providers',
  'pet_sitters',
  'pet_sitter_holidays',
  'pet_sitter_schedules',
  'calendar_holds',
  'sitting_requests',
]
const scans = (plan: Plan[]) =>
  plan
    .filter((part) => part['Node Type'] === 'Seq Scan')
    .map((part) => part['Relation Name'] ?? '')
    .filter((table) => seeded.includes(table))
const mostRows = (plan: Plan[]) =>
  Math.max(
    ...plan.map(
      (part) => (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0)) * part['Actual Loops'],
    ),
  )

const place = { lat: 10.2, lon: 75.2 }

test.each<[string, SitterSearchInput, string]>([
  ['recommended', {}, 'providers_by_fit'],
  ['best rated', { sort: 'rating' }, 'providers_by_rating'],
  ['cheapest by the hour', { sort: 'price', service: 'dog-walking' }, 'providers_by_price'],
  ['cheapest by the night', { sort: 'price', service: 'hostel-checkin' }, 'providers_by_night_price'],
  ['best fit near a place', place, 'providers_by_position'],
  ['best fit near a place for a stay', { service: 'hostel-checkin', ...place }, 'providers_by_position'],
  ['nearest', { sort: 'distance', ...place }, 'providers_by_position'],
  ['recommended for stays', { service: 'hostel-checkin' }, 'providers_by_fit'],
  ['nearest for giant pets', { size: 'giant', sort: 'distance', ...place }, 'providers_by_position'],
  ['recommended without pets of their own', { noOwnPets: true }, 'providers_by_fit'],
  ['best rated with some years', { minYears: 5, sort: 'rating' }, 'providers_by_rating'],
  ['recommended for two pets', { petIds }, 'providers_by_fit'],
])('the %s are a short walk along an index', async (_, search, index) => {
  const plans = await plansOf('from providers p', find(search))
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(indexesIn(plan)).toContain(index)
    expect(scans(plan)).toEqual([])
    expect(mostRows(plan)).toBeLessThanOrEqual(1000)
  }
})

test.each<[string, SitterSearchInput, string]>([
  ['a rare service', { service: 'day-care' }, 'providers_by_traits'],
  [
    'a rare service, a size and no own pets',
    { service: 'day-care', size: 'small', noOwnPets: true },
    'providers_by_traits',
  ],
  ['many years', { minYears: 45, sort: 'price' }, 'providers_by_experience'],
  ['verification', { isVerified: true, sort: 'rating' }, 'providers_by_check'],
  ['words', { q: 'sitter 7123' }, 'providers_by_words'],
  ['words and a service', { location: 'area 15, mumbai', service: 'hostel-checkin' }, 'providers_by_words'],
  ['a place', { ...place, within: 3 }, 'providers_by_position'],
  [
    'a low price of a night',
    { service: 'hostel-checkin', maxPrice: 80_010, sort: 'rating' },
    'providers_by_night_price',
  ],
])('few by %s are found by an index of theirs', async (_, search, index) => {
  const plans = (await plansOf('from providers p', find(search))).slice(-2)
  for (const plan of plans) {
    expect(indexesIn(plan)).toContain(index)
    expect(scans(plan)).toEqual([])
    expect(mostRows(plan)).toBeLessThanOrEqual(1000)
  }
})

const soon = { startDate: addDays(today, 2), endDate: addDays(today, 8) }
const weekly: SitterSearchInput = { schedule: 'repeat-weekly', daysOfWeek: ['monday', 'wednesday'] }

test.each<[string, SitterSearchInput]>([
  ['a stay', { service: 'hostel-checkin', ...soon }],
  ['walks each week', { service: 'dog-walking', startDate: soon.startDate, ...weekly }],
])('the room of a batch for %s is read by indexes, in one statement', async (_, search) => {
  const plans = await plansOf('from pet_sitters s join calendar_providers', find(search))
  expect(plans).toHaveLength(2)
  for (const plan of plans) {
    expect(scans(plan)).toEqual([])
    const read = plan.filter((part) => seeded.includes(part['Relation Name'] ?? ''))
    expect(mostRows(read)).toBeLessThanOrEqual(40 * 35)
  }
})

test('repeats to go on with are found without reading those that are far enough ahead', async () => {
  const sweep = () => world.app.jobs.runSweep('extend-sitting-repeats', world.clock.now)
  await sql`update sitting_requests set made_until = ${today}::date + 30`.execute(world.db)
  for (const plan of await plansOf('from sitting_requests r', sweep)) {
    expect(indexesIn(plan)).toContain('sitting_requests_to_extend')
    expect(mostRows(plan)).toBe(0)
  }
})

test('however many have no room, a page looks at 300 sitters in three batches', async () => {
  const full = {
    service: 'hostel-checkin',
    startDate: addDays(today, 2),
    endDate: addDays(today, 9),
  } as const
  await sql`
    insert into calendar_holds (id, provider_user_id, lane, during)
    select gen_random_uuid(), user_id, lane, tstzrange(${today}::date, ${today}::date + 40)
    from pet_sitters s, generate_series(2, 21) lane where lane <= max_pets + 1`.execute(world.db)
  const statements = await statementsWith('providers', find(full))
  expect(statements).toHaveLength(6)
  const { rows, nextCursor } = await find(full)()
  expect(rows).toEqual([])
  expect(nextCursor).not.toBeNull()
})
