import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openDatabase } from './db.ts'
import { createLog } from './log.ts'
import { consumeAttempt, countHere, forgetOldAttempts, returnAttempt } from './rate-limit.ts'

const testDatabase = await createTestDatabase()
const { db, close } = openDatabase(testDatabase.url, { log: createLog('silent'), max: 8 })
afterAll(async () => {
  await close()
  await testDatabase.drop()
})

const rule = { max: 3, windowSeconds: 60 }
const age = (key: string, seconds: number) =>
  sql`update rate_limits set window_started_at = now() - make_interval(secs => ${seconds}) where key = ${key}`.execute(
    db,
  )

test('as many attempts pass as the rule allows, however many come at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => consumeAttempt(db, 'burst', rule)))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3)
  for (const { retryAfter } of answers) {
    expect(retryAfter).toBeGreaterThan(0)
    expect(retryAfter).toBeLessThanOrEqual(60)
  }
})

test('one key doesn’t affect another', async () => {
  for (let tried = 0; tried < 4; tried++) await consumeAttempt(db, 'one', rule)
  expect((await consumeAttempt(db, 'one', rule)).allowed).toBe(false)
  expect((await consumeAttempt(db, 'another', rule)).allowed).toBe(true)
})

test('a rule that locks closes for a whole window from the last allowed try', async () => {
  const locking = { ...rule, locks: true }
  for (let tried = 0; tried < 2; tried++) await consumeAttempt(db, 'lock', locking)
  await age('lock', 50)
  expect(await consumeAttempt(db, 'lock', locking)).toMatchObject({ allowed: true })
  expect(await consumeAttempt(db, 'lock', locking)).toEqual({ allowed: false, left: 0, retryAfter: 60 })
  await age('lock', 59)
  expect((await consumeAttempt(db, 'lock', locking)).allowed).toBe(false)
  await age('lock', 61)
  expect((await consumeAttempt(db, 'lock', locking)).allowed).toBe(true)
})

test('a window ends by the clock, and refused attempts don’t extend it', async () => {
  for (let tried = 0; tried < 5; tried++) await consumeAttempt(db, 'window', rule)
  await age('window', 50)
  const refused = await consumeAttempt(db, 'window', rule)
  expect(refused.allowed).toBe(false)
  expect(refused.retryAfter).toBeLessThanOrEqual(10)
  await age('window', 61)
  expect((await consumeAttempt(db, 'window', rule)).allowed).toBe(true)
})

test('a returned attempt can be made again, and only real attempts can be returned', async () => {
  await returnAttempt(db, 'returned')
  for (let tried = 0; tried < 3; tried++) await consumeAttempt(db, 'returned', rule)
  await returnAttempt(db, 'returned')
  expect((await consumeAttempt(db, 'returned', rule)).allowed).toBe(true)
  expect((await consumeAttempt(db, 'returned', rule)).allowed).toBe(false)
})

const sliding = { max: 3, windowSeconds: 60, slides: true }
const shift = (key: string, seconds: number) =>
  sql`update rate_limits set times = array(select t - make_interval(secs => ${seconds}) from unnest(times) t order by t)
      where key = ${key}`.execute(db)

test('a sliding limit never allows more than its number in any window, even around an edge', async () => {
  const once = async () => (await consumeAttempt(db, 'slides', sliding)).allowed
  expect([await once(), await once()]).toEqual([true, true])
  await shift('slides', 50)
  expect([await once(), await once()]).toEqual([true, false])
  const refused = await consumeAttempt(db, 'slides', sliding)
  expect(refused.allowed).toBe(false)
  expect(refused.retryAfter).toBeLessThanOrEqual(10)
  await shift('slides', 11)
  expect([await once(), await once(), await once()]).toEqual([true, true, false])
})

test('a sliding limit holds for simultaneous attempts, and can take one back', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => consumeAttempt(db, 'rush', sliding)))
  expect(answers.filter(({ allowed }) => allowed)).toHaveLength(3)
  await returnAttempt(db, 'rush')
  expect((await consumeAttempt(db, 'rush', sliding)).allowed).toBe(true)
  expect((await consumeAttempt(db, 'rush', sliding)).allowed).toBe(false)
})

test('windows that ended a day ago are deleted, the others kept', async () => {
  await consumeAttempt(db, 'old', rule)
  await consumeAttempt(db, 'new', rule)
  await age('old', 90_000)
  expect(await forgetOldAttempts.run({ db, now: new Date(), announce: async () => undefined })).toBe(1)
  const { rows } = await sql<{
    key: string
  }>`select key from rate_limits where key in ('old', 'new')`.execute(db)
  expect(rows).toEqual([{ key: 'new' }])
})

test('a count in memory ends with its window, and the next call begins a new one', () => {
  const count = (at: number) => countHere(db, 'read', rule, at)
  expect([0, 1000, 2000, 3000].map((at) => count(at).allowed)).toEqual([true, true, true, false])
  expect(count(59_000)).toEqual({ allowed: false, retryAfter: 1 })
  expect(count(60_000)).toEqual({ allowed: true, retryAfter: 60 })
})
