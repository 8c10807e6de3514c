import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { sendSweep } from '#/kernel/testing/send-sweep.ts'
import { openDatabase } from './db.ts'
import { openDiskStorage } from './files/disk-storage.ts'
import { removeOrphansOf } from './files/orphan-files.ts'
import { forgetOldKeys } from './idempotency.ts'
import { jobSchema } from './job-statements.ts'
import { openJobs, type RowSweep, type Sweep, subscriber } from './jobs.ts'
import { createLog } from './log.ts'
import { newId } from './new-id.ts'
import { forgetOldAttempts } from './rate-limit.ts'

type Rung = { name: 'bell.rung'; data: { times: number } }

const testDatabase = await createTestDatabase()
const complaints: object[] = []
const log = Object.assign(createLog('silent'), { error: (about: object) => complaints.push(about) })
const database = openDatabase(testDatabase.url, { log })
const heard: string[] = []
const refuses = new Set<number>()
const sweeps: (Sweep | RowSweep)[] = []
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

test('an announced event is delivered without waiting for the next poll, even from a transaction that commits late', async () => {
  const rung: number[] = []
  const { db, pool } = database
  const working = await openJobs({
    db,
    pool,
    log,
    sweeps: [],
    pollingIntervalSeconds: 600,
    subscribers: [
      subscriber<Rung>('bell.rung', 'prompt-listener', async (_work, { times }) => void rung.push(times)),
    ],
  })
  await working.startWorking()
  for (const times of [1, 2]) {
    await db.transaction().execute((tx) => working.announceIn(tx)<Rung>('bell.rung', { times }))
    await vi.waitFor(() => expect(rung).toContain(times), { timeout: 10_000 })
  }
  await db.transaction().execute(async (tx) => {
    await working.announceIn(tx)<Rung>('bell.rung', { times: 3 })
    await sql`select pg_sleep(0.5)`.execute(tx)
  })
  await vi.waitFor(() => expect(rung).toContain(3), { timeout: 10_000 })
  await working.stop(1000)
})

test('sweeps share a queue, where a slow one holds up no other and isn’t started twice at once', async () => {
  const { db, pool } = database
  const ran: string[] = []
  const slow = Promise.withResolvers<void>()
  const every = (name: string, run = async () => {}) => ({
    name,
    cron: '0 0 1 1 *',
    run: async () => {
      ran.push(name)
      await run()
      return 0
    },
  })
  const quick = ['one', 'two', 'three', 'four', 'five']
  const options = { db, pool, log, subscribers: [], pollingIntervalSeconds: 0.5 }
  const before = await openJobs({ ...options, sweeps: [every('given-up'), every('one')] })
  await before.startWorking()
  await before.stop(1000)
  const working = await openJobs({
    ...options,
    sweeps: [every('slow', () => slow.promise), ...quick.map((name) => every(name))],
  })
  const { rows } = await pool.query('select key from jobs.schedule order by key')
  expect(rows.map(({ key }) => key)).toEqual(['given-up', 'one'])
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: jobSchema,
  })
  await boss.start()
  await sendSweep(boss, 'slow')
  await working.startWorking()
  await vi.waitFor(() => expect(ran).toEqual(['slow']), { timeout: 10_000 })
  for (const name of ['slow', ...quick]) await sendSweep(boss, name)
  await vi.waitFor(() => expect(ran.toSorted()).toEqual(['slow', ...quick].toSorted()), { timeout: 20_000 })
  slow.resolve()
  await vi.waitFor(() => expect(ran.filter((name) => name === 'slow')).toHaveLength(2), { timeout: 20_000 })
  const { rows: scheduled } = await pool.query('select key, data, options from jobs.schedule order by key')
  expect(scheduled).toEqual(
    ['slow', ...quick].toSorted().map((name) => ({
      key: name,
      data: { sweep: name },
      options: { key: name, singletonKey: name, group: { id: name } },
    })),
  )
  await Promise.all([boss.stop({ close: false }), working.stop(1000)])
}, 60_000)

test('each subscriber gets an event once the transaction has committed', async () => {
  await ring(1)
  expect(await jobs.deliverEvents()).toBe(2)
  expect(heard.splice(0).sort()).toEqual(['first 1', 'second 1'])
  expect(await jobs.deliverEvents()).toBe(0)
})

test('events are delivered in the order in which they happened', async () => {
  const times = Array.from({ length: 20 }, (_, index) => 100 + index)
  for (const time of times) await ring(time)
  await jobs.deliverEvents()
  expect(heard.splice(0).filter((word) => word.startsWith('first'))).toEqual(
    times.map((time) => `first ${time}`),
  )
})

test('an event of a rolled-back transaction never happened', async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await jobs.announceIn(tx)<Rung>('bell.rung', { times: 2 })
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await jobs.deliverEvents()).toBe(0)
  expect(heard).toEqual([])
})

test('a failing delivery doesn’t hold up the others, and waits for its retry', async () => {
  refuses.add(4)
  for (const times of [3, 4, 5]) await ring(times)
  expect(await jobs.deliverEvents()).toBe(5)
  refuses.clear()
  expect(heard.splice(0).sort()).toEqual(['first 3', 'first 5', 'second 3', 'second 4', 'second 5'])
})

test('a queue made by an earlier version gets today’s settings', async () => {
  const { db, pool } = database
  await pool.query("update jobs.queue set expire_seconds = 900 where name = 'events'")
  const later = await openJobs({ db, pool, log, sweeps: [], subscribers: [] })
  const { rows } = await pool.query("select expire_seconds from jobs.queue where name = 'events'")
  expect(rows).toEqual([{ expire_seconds: 60 }])
  await later.stop(1000)
})

test('a change whose event can’t be stored doesn’t happen either', async () => {
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

test('a failing sweep logs its name and why, and also fails for the queue', async () => {
  sweeps.push({ name: 'stuck', cron: '* * * * *', run: () => Promise.reject(new Error('no broom')) })
  complaints.splice(0)
  await expect(jobs.runSweep('stuck', new Date())).rejects.toThrow('no broom')
  expect(complaints).toEqual([{ sweep: 'stuck', error: 'Error: no broom' }])
})

test('a row that fails is undone and logged, those behind it are done, and the next run tries it again', async () => {
  const { db } = database
  await sql`create table rows_due (id text primary key, is_done boolean not null default false)`.execute(db)
  await sql`insert into rows_due values ('a'), ('b'), ('c')`.execute(db)
  const isBroken = new Set(['a', 'c'])
  sweeps.push({
    name: 'by-row',
    cron: '* * * * *',
    transactions: 'rows',
    async next({ db }, failed) {
      const { rows } = await sql<{ id: string }>`
        select id from rows_due where not is_done and id <> all(${failed}::text[]) order by id limit 1`.execute(
        db,
      )
      const [row] = rows
      const run = async () => {
        await sql`update rows_due set is_done = true where id = ${row!.id}`.execute(db)
        if (isBroken.has(row!.id)) throw new Error(`bad ${row!.id}`)
      }
      return row && { id: row.id, run }
    },
  })
  const done = async () => (await sql<{ id: string }>`select id from rows_due where is_done`.execute(db)).rows
  complaints.splice(0)
  expect(await jobs.runSweep('by-row', new Date())).toBe(1)
  expect(await done()).toEqual([{ id: 'b' }])
  expect(complaints).toEqual(['a', 'c'].map((row) => ({ sweep: 'by-row', row, error: `Error: bad ${row}` })))
  isBroken.clear()
  expect(await jobs.runSweep('by-row', new Date())).toBe(2)
})

test('a row that waits keeps its changes, isn’t counted, and is tried again by the next run only', async () => {
  const tries: string[] = []
  const next: RowSweep['next'] = async (_work, left) => {
    const id = ['a', 'b'].find((one) => !left.includes(one))
    const run = async () => {
      tries.push(id!)
      return 'waits' as const
    }
    return id === undefined ? undefined : { id, run }
  }
  sweeps.push({ name: 'waiting', cron: '* * * * *', transactions: 'rows', next })
  expect(await jobs.runSweep('waiting', new Date())).toBe(0)
  expect(await jobs.runSweep('waiting', new Date())).toBe(0)
  expect(tries).toEqual(['a', 'b', 'a', 'b'])
})

test('a sweep of rows fails if it can’t look for them, or if very many fail', async () => {
  const add = (name: string, next: RowSweep['next']) =>
    sweeps.push({ name, cron: '* * * * *', transactions: 'rows', next })
  add('blind', () => Promise.reject(new Error('no eyes')))
  await expect(jobs.runSweep('blind', new Date())).rejects.toThrow('no eyes')
  const run = () => Promise.reject(new Error('all bad'))
  add('hopeless', async (_work, failed) => ({ id: String(failed.length), run }))
  await expect(jobs.runSweep('hopeless', new Date())).rejects.toThrow('all bad')
})

test('a sweep’s backlog goes in short transactions, until nothing is left', async () => {
  const { db } = database
  sweeps.push(forgetOldKeys, forgetOldAttempts)
  const days = (count: number) => sql`now() - make_interval(days => ${count})`
  const fill = (count: number, age: number) => sql`
    with keys as (select gen_random_uuid()::text as key from generate_series(1, ${count}::int)),
    attempts as (
      insert into rate_limits (key, window_started_at, attempts) select key, ${days(age)}, 1 from keys)
    insert into idempotency_keys (caller, key, endpoint, request_hash, answer, created_at)
      select 'a', key, 'b', 'c', '{}', ${days(age)} from keys`
  await fill(11_000, 3).execute(db)
  await fill(2, 0).execute(db)
  await sql`
    create table swept (swept_from text, transaction bigint default txid_current());
    create function note_sweep() returns trigger language plpgsql as
      'begin insert into swept (swept_from) values (tg_table_name); return null; end';
    create trigger note_sweep after delete on rate_limits execute function note_sweep();
    create trigger note_sweep after delete on idempotency_keys execute function note_sweep();
  `.execute(db)
  for (const { name } of [forgetOldKeys, forgetOldAttempts])
    expect(await jobs.runSweep(name, new Date()), name).toBe(11_000)
  const { rows } = await sql`
    select swept_from, count(distinct transaction)::int as transactions from swept group by 1 order by 1
  `.execute(db)
  expect(rows).toEqual([
    { swept_from: 'idempotency_keys', transactions: 4 },
    { swept_from: 'rate_limits', transactions: 4 },
  ])
  expect(await db.selectFrom('rate_limits').select('key').execute()).toHaveLength(2)
})

test('files are checked without an open transaction, however long that takes', async () => {
  const open: number[] = []
  async function* list() {
    yield [{ name: `${newId()}.webp`, changedAt: new Date() }]
    const { rows } = await database.pool.query(
      `select count(*)::int as open from pg_stat_activity
        where state = 'idle in transaction' and datname = current_database()`,
    )
    open.push(rows[0].open)
  }
  sweeps.push(removeOrphansOf({ ...openDiskStorage('nowhere'), list }))
  expect(await jobs.runSweep('remove-orphan-files', new Date())).toBe(0)
  expect(open).toEqual([0])
})
