import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { listAwaitingMatch } from './queries.ts'

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
for (const table of ['notifications', 'waiting_notices']) await client.query(`vacuum analyze ${table}`)
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
