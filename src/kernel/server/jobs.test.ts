import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openDatabase } from './db.ts'
import { openJobs, type Sweep, subscriber } from './jobs.ts'
import { createLog } from './log.ts'

type Rung = { name: 'bell.rung'; data: { times: number } }

const testDatabase = await createTestDatabase()
const log = createLog('silent')
const database = openDatabase(testDatabase.url, { log })
const heard: string[] = []
const refuses = new Set<number>()
const sweeps: Sweep[] = []
const jobs = await openJobs({
  db: database.db,
  pool: database.pool,
  log,
  sweeps,
  subscribers: [
    subscriber<Rung>('bell.rung', 'first-listener', async ({ db }, { times }) => {
      await db.selectFrom('users').select('id').execute()
      if (refuses.has(times)) throw new Error('not now')
      heard.push(`first ${times}`)
    }),
    subscriber<Rung>('bell.rung', 'second-listener', async (_work, { times }) => {
      heard.push(`second ${times}`)
    }),
  ],
})
afterAll(async () => {
  await jobs.stop(1000)
  await database.close()
  await testDatabase.drop()
})

const ring = (times: number) =>
  database.db.transaction().execute((tx) => jobs.announceIn(tx)<Rung>('bell.rung', { times }))

test('each subscriber hears an event once the transaction has committed', async () => {
  await ring(1)
  expect(await jobs.deliverEvents()).toBe(2)
  expect(heard.splice(0).sort()).toEqual(['first 1', 'second 1'])
  expect(await jobs.deliverEvents()).toBe(0)
})

test('an event of a transaction that was rolled back never happened', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await jobs.announceIn(tx)<Rung>('bell.rung', { times: 2 })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await jobs.deliverEvents()).toBe(0)
  expect(heard).toEqual([])
})

test('one delivery that fails does not hold up the others, and waits for its retry', async () => {
  refuses.add(4)
  for (const times of [3, 4, 5]) await ring(times)
  expect(await jobs.deliverEvents()).toBe(5)
  refuses.clear()
  expect(heard.splice(0).sort()).toEqual(['first 3', 'first 5', 'second 3', 'second 4', 'second 5'])
})

test('a queue made by an earlier version is given today’s settings', async () => {
  const { db, pool } = database
  await pool.query("update jobs.queue set expire_seconds = 900 where name = 'events'")
  const later = await openJobs({ db, pool, log, sweeps: [], subscribers: [] })
  const { rows } = await pool.query("select expire_seconds from jobs.queue where name = 'events'")
  expect(rows).toEqual([{ expire_seconds: 60 }])
  await later.stop(1000)
})

test('a change whose event cannot be kept does not happen either', async () => {
  const changed = database.db.transaction().execute(async (tx) => {
    await sql`delete from jobs.job where name = 'events'`.execute(tx)
    await sql`delete from jobs.queue where name = 'events'`.execute(tx)
    await jobs.announceIn(tx)<Rung>('bell.rung', { times: 7 })
  })
  await expect(changed).rejects.toThrow('bell.rung was not kept')
  await ring(8)
  expect(await jobs.deliverEvents()).toBe(2)
  expect(heard.splice(0).sort()).toEqual(['first 8', 'second 8'])
})
