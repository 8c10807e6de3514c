import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openSilentDatabase } from '#/kernel/testing/silent-database.ts'
import { roundTripsWith } from '#/kernel/testing/statements.ts'
import { type Db, isDatabaseAway, openDatabase, violatedConstraint } from './db.ts'
import { createLog } from './log.ts'
import { later, together } from './round-trips.ts'
import { trySavepoint } from './savepoint.ts'

const log = createLog('silent')
const testDatabase = await createTestDatabase()
const way = await openSilentDatabase(testDatabase.url)
// With one connection, a broken one that is used again can't hide.
const { db, close } = openDatabase(way.url, { log, max: 1 })
const others = openDatabase(testDatabase.url, { log, max: 4 })
afterAll(async () => {
  await close()
  await others.close()
  await way.close()
  await testDatabase.drop()
})
beforeEach(async () => {
  await sql`create table if not exists notes (id int constraint "notes.known" primary key)`.execute(others.db)
  await sql`delete from notes`.execute(others.db)
})

const keep = (id: number) => sql`insert into notes values (${id})`.compile(db)
const count = sql<{ count: number }>`select count(*)::int as count from notes where id <> ${0}`
const notes = async () => (await count.execute(others.db)).rows[0]!.count
const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  )
const stillWorks = () => db.transaction().execute((tx) => later(tx, keep(99)))

test('deferred statements are sent in order with the next one, in one round trip', async () => {
  const trips = await roundTripsWith('insert into notes', () =>
    db.transaction().execute(async (tx) => {
      await sql`select ${1}::int`.execute(tx)
      await later(tx, keep(1))
      await later(tx, keep(2))
      expect((await count.execute(tx)).rows).toEqual([{ count: 2 }])
      await later(tx, keep(3))
    }),
  )
  // begin · select · two inserts and the count · the last insert and commit
  expect(trips).toBe(4)
  expect(await notes()).toBe(3)
})

test('a write that fails later fails the next statement with its own error, and nothing is kept', async () => {
  const error = await failureOf(
    db.transaction().execute(async (tx) => {
      await later(tx, keep(1))
      await later(tx, keep(1))
      await later(tx, keep(2))
      await count.execute(tx)
    }),
  )
  expect(violatedConstraint(error)).toBe('notes.known')
  expect(await notes()).toBe(0)
  await stillWorks()
})

test('a write that fails along with the commit fails the transaction with its own error', async () => {
  const error = await failureOf(
    db.transaction().execute(async (tx) => {
      await count.execute(tx)
      await later(tx, keep(1))
      await later(tx, keep(1))
    }),
  )
  expect(violatedConstraint(error)).toBe('notes.known')
  expect(await notes()).toBe(0)
  await stillWorks()
})

test('a transaction that is given up sends nothing that it left for later', async () => {
  const trips = await roundTripsWith('insert into notes', async () => {
    const error = await failureOf(
      db.transaction().execute(async (tx) => {
        await later(tx, keep(1))
        throw new Error('changed my mind')
      }),
    )
    expect(String(error)).toBe('Error: changed my mind')
  })
  expect(trips).toBe(0)
  await stillWorks()
})

test('what waits for a commit is called after it, and not if the transaction fails or gives up', async () => {
  const called: string[] = []
  const seen = (name: string) => async () => void called.push(`${name} ${await notes()}`)
  await db.transaction().execute(async (tx) => {
    await later(tx, keep(1), seen('first'))
    await count.execute(tx)
    expect(called).toEqual([])
  })
  await vi.waitFor(() => expect(called.splice(0)).toEqual(['first 1']))
  await failureOf(
    db.transaction().execute(async (tx) => {
      await later(tx, keep(2), seen('given up'))
      await count.execute(tx)
      throw new Error('changed my mind')
    }),
  )
  await failureOf(db.transaction().execute((tx) => later(tx, keep(1), seen('refused'))))
  await failureOf(
    db.transaction().execute(async (tx) => {
      await later(tx, keep(2), seen('failed before'))
      await failureOf(sql`select 1 / ${0}::int`.execute(tx))
    }),
  )
  await db.transaction().execute((tx) => later(tx, keep(3), seen('last')))
  await vi.waitFor(() => expect(called).toEqual(['last 2']))
  await later(db, keep(4), seen('alone'))
  await vi.waitFor(() => expect(called).toEqual(['last 2', 'alone 3']))
})

test('without a transaction, a write isn’t left for later', async () => {
  await later(db, keep(1))
  expect(await notes()).toBe(1)
})

test('a connection lost between a write left for later and its commit keeps nothing, and isn’t used again', async () => {
  const error = await failureOf(
    db.transaction().execute(async (tx) => {
      await later(tx, keep(1))
      await later(tx, sql`select pg_terminate_backend(pg_backend_pid()), ${1}::int`.compile(db))
      await later(tx, keep(2))
    }),
  )
  expect(isDatabaseAway(error)).toBe(true)
  expect(await notes()).toBe(0)
  await stillWorks()
})

test('a database that stops answering while several statements are on their way is given up after 17 s', async () => {
  const failed = failureOf(
    db.transaction().execute(async (tx) => {
      await count.execute(tx)
      way.fallSilent()
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await later(tx, keep(1))
      const asked = together(tx, count.compile(tx), count.compile(tx))
      await Promise.all([asked, vi.advanceTimersByTimeAsync(17_000)])
    }),
  )
  const error = await failed
  vi.useRealTimers()
  way.speakAgain()
  expect(isDatabaseAway(error)).toBe(true)
  expect(await notes()).toBe(0)
  await stillWorks()
})

test('a transaction begins with its first reads in one round trip, and each read sees rows that the previous one waited for', async () => {
  const lock = (within: Db) => sql`select pg_advisory_xact_lock(${7}::bigint)`.compile(within)
  const waits = sql<{ waits: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and not granted) as waits`
  let trips: Promise<number> | undefined
  await others.db.transaction().execute(async (tx) => {
    await together(tx, lock(tx))
    trips = roundTripsWith('from notes where id <>', () =>
      db.transaction().execute(async (second) => {
        const [locked, seen] = await together<[unknown, { count: number }]>(
          second,
          lock(second),
          count.compile(second),
        )
        expect([locked.length, seen]).toEqual([1, [{ count: 1 }]])
      }),
    )
    await vi.waitFor(async () => expect((await waits.execute(others.db)).rows).toEqual([{ waits: true }]))
    await later(tx, keep(1))
  })
  // begin, lock and count · commit
  expect(await trips).toBe(2)
})

test('a read that fails fails its transaction with its own error', async () => {
  const error = await failureOf(
    db.transaction().execute((tx) => together(tx, sql`select 1 / ${0}::int`.compile(tx), count.compile(tx))),
  )
  expect(String(error)).toContain('division by zero')
  await stillWorks()
})

test('a part of a transaction that fails is undone alone, with what it left to be sent', async () => {
  await db.transaction().execute(async (tx) => {
    await later(tx, keep(1))
    const error = await trySavepoint(tx, async () => {
      await later(tx, keep(2))
      await count.execute(tx)
      await later(tx, keep(3))
      throw new Error('changed my mind')
    })
    expect(error).toEqual(new Error('changed my mind'))
    const late = await trySavepoint(tx, () => later(tx, keep(1)))
    expect(violatedConstraint(late)).toBe('notes.known')
    expect(await trySavepoint(tx, () => later(tx, keep(4)))).toBeUndefined()
  })
  const { rows } = await sql<{ id: number }>`select id from notes order by id`.execute(others.db)
  expect(rows.map(({ id }) => id)).toEqual([1, 4])
})
