import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { matchesOf } from './matches.ts'
import { listAwaitingMatch } from './queries.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld()
const { userId } = await world.signUp('asha')
const reportId = randomUUID()

const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
// Of 30,000 notices that wait to be mailed, a third are about matches, and three about those of this report.
await client.query(
  `insert into notifications (id, user_id, source, type, title, message, created_at)
   select gen_random_uuid(), $1, case when n % 3 > 0 then 'reports.alert:' || n else
       'reports.match:' || case when n % 10000 = 9999 then $2 else md5(n::text)::uuid::text end || ':' || md5(n::text) end,
     'report_updated', 'A found pet may be Bruno', 'See the reports', now() - n * interval '1 second'
   from generate_series(1, 30000) n`,
  [userId, reportId],
)
await client.query(
  `insert into waiting_notices (user_id, notification_id, channel, due_at, is_urgent)
   select user_id, id, 'email', now(), false from notifications`,
)
const finder = await world.signUp('ravi')
// 20,000 found dogs, all active and within 25 km of the lost one.
await client.query(
  `insert into pet_reports (id, user_id, status, species, seen_at, location_address, latitude, longitude,
     created_at, updated_at, renewed_at, ask_at)
   select gen_random_uuid(), $1, 'found', 'dog', at, 'Bengaluru', 12.87 + (n::bigint * 7919 % 20000) / 100000.0,
     77.49 + (n::bigint * 104729 % 20000) / 100000.0, at, at, at, at + interval '7 days'
   from (select n, now() - n * interval '1 minute' as at from generate_series(1, 20000) n) as made`,
  [finder.userId],
)
const lost = await makeReport(world.db, {
  userId,
  at: new Date(Date.now() - 20 * DAY),
  position: { lat: 12.97, lon: 77.59 },
})
for (const table of ['notifications', 'waiting_notices', 'pet_reports'])
  await client.query(`vacuum analyze ${table}`)
await client.end()

test.each(['notifications', 'waiting_notices'])(
  'finding who waits for a report’s matches reads its own %s among 30,000',
  async (table) => {
    const read = await rowsReadOf(
      { databaseUrl: world.databaseUrl, table, words: 'select distinct w.user_id' },
      async () => {
        expect(await listAwaitingMatch(world.db, reportId)).toEqual([userId])
      },
    )
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual(10)
  },
)

test('a lost dog among 20,000 found ones is compared with the nearest, by two statements', async () => {
  const sent = await statementsWith('from "pet_reports" as "r"', () => matchesOf(world.db, userId, lost))
  expect(sent).toHaveLength(2)
  const read = await rowsReadOf(
    { databaseUrl: world.databaseUrl, table: 'pet_reports', words: 'cube_enlarge' },
    async () => {
      const { rows } = await matchesOf(world.db, userId, lost)
      expect(rows).toHaveLength(10)
      expect(Math.max(...rows.map(({ distanceKm }) => distanceKm!))).toBeLessThanOrEqual(1)
    },
  )
  expect(read).toBeLessThan(500)
})
