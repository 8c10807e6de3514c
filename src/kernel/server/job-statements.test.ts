import { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openDatabase } from './db.ts'
import { completing, jobSchema, storing } from './job-statements.ts'
import { createLog } from './log.ts'

const testDatabase = await createTestDatabase()
const { pool, db, close } = openDatabase(testDatabase.url, { log: createLog('silent') })
const boss = new PgBoss({
  db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
  schema: jobSchema,
  migrate: false,
  supervise: false,
  schedule: false,
})
await boss.start()
afterAll(async () => {
  await boss.stop({ graceful: false, close: false })
  await close()
  await testDatabase.drop()
})

const policy = {
  retryLimit: 7,
  retryDelay: 3,
  retryBackoff: true,
  expireInSeconds: 45,
  deleteAfterSeconds: 99,
}
const jobs = [
  { priority: 0, data: { word: 'Ärger, "quoted" \\ back' } },
  { priority: -1, data: { list: [1, null] } },
]

/** The rows without what differs by the moment: ids, and the times from the creation on. */
async function rowsOf(queue: string): Promise<object[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select j.*, start_after - created_on as starts, keep_until - created_on as kept,
       completed_on is null as is_open, now() - created_on < interval '1 minute' as is_new
     from ${jobSchema}.job j where name = $1 order by priority desc`,
    [queue],
  )
  const differing = [
    'id',
    'name',
    'created_on',
    'start_after',
    'keep_until',
    'started_on',
    'completed_on',
    'heartbeat_on',
  ]
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => !differing.includes(column))),
  )
}

test('jobs are stored and completed with the same columns as by pg-boss', async () => {
  for (const name of ['ours', 'theirs']) await boss.createQueue(name, policy)
  const { rows } = await pool.query(`select table_name from ${jobSchema}.queue where name = 'ours'`)
  const table = rows[0].table_name
  await boss.insert('theirs', jobs)
  await db.executeQuery(storing('ours', table, jobs, 'bell.rung'))
  expect(await rowsOf('ours')).toHaveLength(2)
  expect(await rowsOf('ours')).toEqual(await rowsOf('theirs'))

  const taken = await boss.fetch('ours', { batchSize: 2 })
  for (const { id } of taken) await db.executeQuery(completing('ours', table, id))
  const theirs = await boss.fetch('theirs', { batchSize: 2 })
  await boss.complete(
    'theirs',
    theirs.map(({ id }) => id),
  )
  expect(taken.map(({ data }) => data)).toEqual(expect.arrayContaining(jobs.map(({ data }) => data)))
  expect(await rowsOf('ours')).toEqual(await rowsOf('theirs'))
})

test('a job that nobody has taken can’t be completed', async () => {
  await boss.createQueue('waiting', policy)
  const { rows } = await pool.query(`select table_name from ${jobSchema}.queue where name = 'waiting'`)
  await db.executeQuery(storing('waiting', rows[0].table_name, jobs.slice(0, 1), 'bell.rung'))
  const open = await pool.query(`select id from ${jobSchema}.job where name = 'waiting'`)
  await db.executeQuery(completing('waiting', rows[0].table_name, open.rows[0].id))
  const after = await pool.query(`select state from ${jobSchema}.job where name = 'waiting'`)
  expect(after.rows).toEqual([{ state: 'created' }])
})
