import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { selectNear } from './alert-neighbours.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld()
const { userId } = await world.signUp('asha')
const reportId = await makeReport(world.db, {
  userId,
  at: world.clock.now,
  position: { lat: 19.1, lon: 78.2 },
})

const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
// All over India.
await client.query(`
  with made as (
    insert into users (id, email, name)
    select gen_random_uuid(), 'plan' || n || '@near.example', 'Near' from generate_series(1, 50000) n returning id)
  insert into alert_places (user_id, area, latitude, longitude, digest_at, updated_at)
  select id, 'Here', 8 + random() * 25, 69 + random() * 20, now(), now() from made`)
await client.query('vacuum analyze')
await client.end()

test('the people near a lost pet are found by the index among 50,000', async () => {
  const { sql, parameters } = selectNear(reportId, null).compile(world.db)
  const { rows } = await world.app.database.pool.query(`explain (analyze, buffers, format json) ${sql}`, [
    ...parameters,
  ])
  const plan = rows[0]['QUERY PLAN'][0]
  expect(JSON.stringify(plan)).toContain('alert_places_by_position')
  expect(plan.Plan['Shared Hit Blocks'] + plan.Plan['Shared Read Blocks']).toBeLessThan(500)
})
