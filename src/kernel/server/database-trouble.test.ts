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

/** A library that says only that it failed. */
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

test('a library that hides that the database was away is told apart from one that failed by itself', async () => {
  const away = await failureOf(() => secretive('select pg_terminate_backend(pg_backend_pid())'))
  expect(isDatabaseAway(away)).toBe(true)
  // By now it is back: whoever asked it again would not learn of it.
  expect((await pool.query('select 1')).rowCount).toBe(1)
  const wrong = await failureOf(() => secretive('select nonsense'))
  expect(String(wrong)).toBe('Error: Failed to do it')
})

test('a database that takes no connection is away too, and one request does not answer for another', async () => {
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
