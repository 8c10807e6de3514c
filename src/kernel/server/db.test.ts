import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openSilentDatabase } from '#/kernel/testing/silent-database.ts'
import { isDatabaseAway, openDatabase } from './db.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
const testDatabase = await createTestDatabase()
const way = await openSilentDatabase(testDatabase.url)
const database = openDatabase(way.url, { log, max: 2 })
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await database.close()
  await way.close()
  await testDatabase.drop()
})

test('a transaction whose database stops answering ends after 17 s, and its connection is not used again', async () => {
  const { db } = database
  const failed = db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    way.fallSilent()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = sql`select 2`.execute(tx)
    await Promise.all([asked, vi.advanceTimersByTimeAsync(17_000)])
  })
  const error = await failed.catch((reason: unknown) => reason)
  expect(isDatabaseAway(error)).toBe(true)

  vi.useRealTimers()
  way.speakAgain()
  const answer = await sql<{ three: number }>`select 3 as three`.execute(db)
  expect(answer.rows).toEqual([{ three: 3 }])
})

test('a database with an unknown host name is away', async () => {
  const nowhere = openDatabase('postgres://pawfolk@no-such-host.invalid:5432/pawfolk', { log })
  const error = await sql`select 1`.execute(nowhere.db).catch((reason: unknown) => reason)
  await nowhere.close()
  expect(isDatabaseAway(error)).toBe(true)
})

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'])('%s is away', (code) => {
  expect(isDatabaseAway(Object.assign(new Error('connect'), { code }))).toBe(true)
})

test.each([
  ['a statement that took too long', "set local statement_timeout = '10ms'; select pg_sleep(10)", true],
  ['a lock not available in time', "do $$ begin raise sqlstate '55P03'; end $$", true],
  ['a row that a constraint refuses', "do $$ begin raise sqlstate '23505'; end $$", false],
  ['a statement that makes no sense', 'selec', false],
])('may the caller try again after %s?', async (_what, text, away) => {
  const client = new pg.Client({ connectionString: testDatabase.url })
  await client.connect()
  const error = await client.query(text).catch((reason: unknown) => reason)
  await client.end()
  expect(isDatabaseAway(error)).toBe(away)
})
