import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadBy } from '#/kernel/testing/rows-read.ts'
import { nearStatement } from './queries.ts'

const world = await openWorld()
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('set synchronous_commit = off')
await client.query(`
  insert into emergency_places (id, kind, name, phone, city, latitude, longitude, opening_hours, open_minutes, time_zone,
    checked_on, updated_at)
  select gen_random_uuid(), (array['clinic', 'clinic', 'helpline', 'shelter', 'ambulance'])[1 + n % 5], 'Place ' || n,
    '+91 00000 0001', 'City ' || n % 200, 8 + n % 199 / 10.0, 70 + n % 211 / 10.0, 'x',
    case when n % 20 = 0 then '{[0,10080)}'::int4multirange else '{[540,1080)}'::int4multirange end, 'Asia/Kolkata',
    '2026-11-01', now()
  from generate_series(1, 40000) n`)
await client.query('vacuum analyze')

test.each([
  ['at night, when few are open', '2026-11-03T20:00:00Z'],
  ['by day, when nearly all are open', '2026-11-03T06:00:00Z'],
])('the nearest among many are read by the index: %s', async (_, at) => {
  const asked = { position: { lat: 12.97, lon: 77.59 }, city: 'City 7', now: new Date(at) }
  const read = await rowsReadBy(client, nearStatement(asked).compile(world.db), 'emergency_places')
  expect(read).toBeLessThan(2_000)
})

afterAll(() => client.end())
