import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { ConfigError } from './config.ts'
import { migrate } from './migrate.ts'

async function prepare(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'pawfolk-migrations-'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  const { url, drop } = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: url })
  // Dropping the database may cut connections that the pool hasn't closed yet.
  pool.on('error', () => undefined)
  onTestFinished(async () => {
    await pool.end()
    await drop()
    await rm(path, { recursive: true })
  })
  await pool.query('drop table schema_migrations, schema_migrations_lock')
  const run = async () => {
    const { rows } = await pool.query('select name from schema_migrations order by name')
    return rows.map(({ name }) => name)
  }
  return { url, pool, run, folder: pathToFileURL(`${path}/`) }
}

const bowls = { '0001_bowls.sql': 'create table bowls (id int); insert into bowls values (1);' }

test('files before a failing one have run, and the rest follows once it is fixed', async () => {
  const files = { ...bowls, '0002_wrong.sql': 'alter table bowls add colour text; select 1 / 0;' }
  const { url, folder, pool, run } = await prepare(files)
  await expect(migrate(url, { folder })).rejects.toThrow('division by zero')
  expect(await run()).toEqual(['0001_bowls'])
  await writeFile(new URL('0002_wrong.sql', folder), 'alter table bowls add colour text;')
  await migrate(url, { folder })
  expect(await run()).toEqual(['0001_bowls', '0002_wrong'])
  expect((await pool.query('select * from bowls')).rows).toEqual([{ id: 1, colour: null }])
})

test('several simultaneous starts run each file once', async () => {
  // Tables and columns change while another process inspects them all.
  const count = Array.from({ length: 30 }, (_, n) => [
    `${String(n + 2).padStart(4, '0')}_count.sql`,
    `insert into bowls values (1);
     create table spoons_${n + 1} as select generate_series(1, 3) as id;
     alter table spoons_${n + 1} add colour text;
     drop table if exists spoons_${n};`,
  ])
  const { url, folder, pool, run } = await prepare({ ...bowls, ...Object.fromEntries(count) })
  await Promise.all(Array.from({ length: 6 }, () => migrate(url, { folder })))
  expect(await run()).toHaveLength(31)
  expect((await pool.query('select from bowls')).rowCount).toBe(31)
})

test('a file that waits for a locked table lets others use it in between, and runs once it is free', async () => {
  const { url, folder, pool, run } = await prepare(bowls)
  await migrate(url, { folder })
  await writeFile(new URL('0002_colour.sql', folder), 'alter table bowls add colour text;')
  const reader = await pool.connect()
  await reader.query('begin; select * from bowls')
  const migrating = migrate(url, { folder, lockTimeoutMs: 200, pausesMs: Array(100).fill(50) })
  const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%add colour%'"
  await expect.poll(async () => (await pool.query(waiting)).rowCount, { interval: 5 }).toBe(1)
  // It queues behind the migration, and is answered while the first reader is still busy.
  expect((await pool.query('select * from bowls')).rows).toEqual([{ id: 1 }])
  await reader.query('commit')
  reader.release()
  await migrating
  expect(await run()).toEqual(['0001_bowls', '0002_colour'])
})

test('a table that stays locked is reported with the migration that needs it, after some tries', async () => {
  const { url, folder, pool, run } = await prepare(bowls)
  await migrate(url, { folder })
  await writeFile(new URL('0002_colour.sql', folder), 'alter table bowls add colour text;')
  const reader = await pool.connect()
  await reader.query('begin; select * from bowls')
  const impatient = { folder, lockTimeoutMs: 50, pausesMs: [1, 1] }
  await expect(migrate(url, impatient)).rejects.toThrow(
    '0002_colour needs a table that another connection has locked',
  )
  await reader.query('rollback')
  reader.release()
  expect(await run()).toEqual(['0001_bowls'])
})

test('a database with unknown migrations is left alone, and the error says how to make a new one', async () => {
  const { url, folder, pool, run } = await prepare({
    ...bowls,
    '0002_colour.sql': 'alter table bowls add colour text;',
    '0003_size.sql': 'alter table bowls add size int;',
  })
  await migrate(url, { folder })
  await rename(new URL('0002_colour.sql', folder), new URL('0002_spoons.sql', folder))
  const refused = await migrate(url, { folder }).catch((error) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  expect(refused.message).toContain('migrations that this version does not have: 0002_colour.')
  expect(refused.message).toContain('npm run db:reset')
  expect(await run()).toEqual(['0001_bowls', '0002_colour', '0003_size'])
  expect((await pool.query('select * from bowls')).rows).toEqual([{ id: 1, colour: null, size: null }])
})
