import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { dropOvertaken } from './index.ts'

const world = await openWorld()
const { userId } = await world.signUp('asha')
const reportId = randomUUID()

const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
// Of 30,000 notifications about reports, five are about this one. A third are waiting to be mailed.
await client.query(
  `insert into notifications (id, user_id, source, type, title, message, related_report_id, created_at)
   select gen_random_uuid(), $1, 'reports.alert:' || n, 'pet_report', 'Lost near you', 'A dog',
     case when n % 6000 = 0 then $2 else md5((n / 20)::text)::uuid end, now() - n * interval '1 second'
   from generate_series(1, 30000) n`,
  [userId, reportId],
)
await client.query('vacuum analyze notifications')
await client.query(
  `insert into waiting_notices (user_id, notification_id, channel, due_at, is_urgent)
   select user_id, id, 'email', now(), false from notifications where split_part(source, ':', 2)::int % 3 = 0`,
)
await client.query('vacuum analyze waiting_notices')
await client.end()

test.each(['notifications', 'waiting_notices'])(
  'dropping what waits about a report reads its own %s among 30,000',
  async (table) => {
    const read = await rowsReadOf(
      { databaseUrl: world.databaseUrl, table, words: 'from "waiting_notices" as "w"' },
      () => world.db.transaction().execute((tx) => dropOvertaken(tx, { reportId, sources: ['other:'] })),
    )
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual(10)
  },
)
