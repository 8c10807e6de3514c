import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { noteTroubleOf, tellingOfTrouble } from './database-trouble.ts'
import { isDatabaseAway, openPool } from './db.ts'
import { createLog } from './log.ts'

const testDatabase = await createTestDatabase()
const options = { log: createLog('silent'), max: 2, name: 'trouble', idleInTransactionSeconds: 30 }
const pool = noteTroubleOf(openPool(testDatabase.url, options))
afterAll(async () => {
  await pool.end()
  await testDatabase.drop()
})

/** Reports only that it failed, as some libraries do. */
async function secretive(query: string): Promise<void> {
  try {
    await pool.query(query)
  } catch {
    throw new Error('Failed to do it')
  }
}

const failureOf = (work: () => Promise<unknown>) =>
  tellingOfTrouble(work).then(
    () => undefined,
    (error: unknown) => error,
  )

test('a library that hides a database outage is told apart from one that failed on its own', async () => {
  const away = await failureOf(() => secretive('select pg_terminate_backend(pg_backend_pid())'))
  expect(isDatabaseAway(away)).toBe(true)
  // The database is back by now, so asking it again would reveal nothing.
  expect((await pool.query('select 1')).rowCount).toBe(1)
  const wrong = await failureOf(() => secretive('select nonsense'))
  expect(String(wrong)).toBe('Error: Failed to do it')
})

test('a database that refuses connections is away too, and one request’s outage doesn’t affect another’s answer', async () => {
  const gone = noteTroubleOf(new pg.Pool({ host: '127.0.0.1', port: 1 }))
  const hidden = async () => {
    await gone.connect().catch(() => undefined)
    throw new Error('Failed to do it')
  }
  const [first, second] = await Promise.all([
    failureOf(hidden),
    failureOf(() => Promise.reject(new Error('Of its own'))),
  ])
  expect(isDatabaseAway(first)).toBe(true)
  expect(String(second)).toBe('Error: Of its own')
  await gone.end()
})
