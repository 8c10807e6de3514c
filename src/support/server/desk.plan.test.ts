import pg from 'pg'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { type DeskSearch, deskStatement } from './desk-queries.ts'

const world = await openWorld()
const { userId } = await world.signUp('asha')
const { adminId } = await openDesk(world, 'ravi')

const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
// More than will ever be waiting, and as many that are answered.
await client.query(`
  insert into contact_messages (id, name, email, topic, message, created_at, answered_at, answered_by)
  select gen_random_uuid(), 'Nila', 'nila@example.org', case when n % 50 = 0 then 'safety' else 'other' end,
    'Do you have a shop?', now() - n * interval '1 minute',
    case when n % 2 = 0 then now() end, case when n % 2 = 0 then '${adminId}'::uuid end
  from generate_series(1, 20000) n;
  insert into support_tickets (id, user_id, topic, subject, status, waiting_since, created_at, updated_at)
  select gen_random_uuid(), '${userId}', case when n % 50 = 0 then 'safety' else 'other' end, 'A question',
    case when n % 2 = 0 then 'open' else 'answered' end, case when n % 2 = 0 then now() - n * interval '1 minute' end,
    now(), now() - n * interval '1 minute'
  from generate_series(1, 20000) n`)
await client.query('vacuum analyze')
await client.end()

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Counts the rows that the statement reads. */
async function rowsRead(search: DeskSearch): Promise<number> {
  const { sql, parameters } = deskStatement(search).compile(world.db)
  const { rows } = await world.app.database.pool.query(`explain (analyze, format json) ${sql}`, [
    ...parameters,
  ])
  const count = (plan: Plan): number =>
    (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
    (plan.Plans ?? []).reduce((sum, child) => sum + count(child), 0)
  return count(rows[0]['QUERY PLAN'][0].Plan)
}

const middle = { urgency: 1, since: new Date(Date.now() - 5_000 * 60_000), id: newId() }

test.each<[string, DeskSearch]>([
  ['the first page of what waits', { isWaiting: true }],
  ['a page in the middle of what waits', { isWaiting: true, after: middle }],
  ['the first page of what does not', { isWaiting: false }],
  ['a page in the middle of what does not', { isWaiting: false, after: middle }],
  ['one by its reference', { isWaiting: true, number: 1234 }],
])('%s reads little of 40,000', async (_what, search) => {
  expect(await rowsRead(search)).toBeLessThan(500)
})
