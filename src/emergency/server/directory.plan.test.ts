import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadBy } from '#/kernel/testing/rows-read.ts'
import { recipientsStatement } from './injured/recipients.ts'
import { nearStatement } from './queries.ts'

const world = await openWorld()
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('set synchronous_commit = off')
await client.query(`
  insert into emergency_places (id, kind, name, phone, city, latitude, longitude, opening_hours, open_minutes, time_zone,
    checked_on, updated_at, email)
  select gen_random_uuid(), (array['clinic', 'clinic', 'helpline', 'shelter', 'ambulance'])[1 + n % 5], 'Place ' || n,
    '+91 00000 0001', 'City ' || n % 200, 8 + n % 199 / 10.0, 70 + n % 211 / 10.0, 'x',
    case when n % 20 = 0 then '{[0,10080)}'::int4multirange else '{[540,1080)}'::int4multirange end, 'Asia/Kolkata',
    '2026-11-01', now(), 'place' || n || '@rescue.example'
  from generate_series(1, 40000) n`)
await client.query(`
  insert into injured_notices (id, place_id, name, phone, token_hash, phone_confirmed, created_at)
  select gen_random_uuid(), id, name, phone, uuid_send(gen_random_uuid()), n % 3 > 0, '2026-11-03T00:00:00Z'
  from emergency_places, generate_series(1, 2) n`)
await client.query('vacuum analyze')

test.each([
  ['at night, when few are open', '2026-11-03T20:00:00Z'],
  ['by day, when nearly all are open', '2026-11-03T06:00:00Z'],
])('the nearest among many are read by the index: %s', async (_, at) => {
  const asked = { position: { lat: 12.97, lon: 77.59 }, city: 'City 7', now: new Date(at) }
  const read = await rowsReadBy(client, nearStatement(asked).compile(world.db), 'emergency_places')
  expect(read).toBeLessThan(2_000)
})

test.each([
  ['emergency_places', 'beside the nearest, those of the city', 'unconfirmed', 300],
  ['injured_notices', 'the mails of those alone', 'unconfirmed', 100],
  ['injured_notices', 'the mails of those alone, and the share of those found', 'confirmed', 100],
] as const)(
  'the nearest rescuers among many are read by indexes from %s: %s',
  async (table, _, room, most) => {
    const asked = {
      position: { lat: 12.97, lon: 77.59 },
      city: 'City 7',
      now: new Date('2026-11-03T06:00:00Z'),
    }
    const statement = recipientsStatement({ ...asked, room }).compile(world.db)
    expect(await rowsReadBy(client, statement, table)).toBeLessThan(most)
  },
)

afterAll(() => client.end())
