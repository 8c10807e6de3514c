import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('a test database has all migrations and isn’t shared', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  try {
    const migrations = 'select count(*)::int from schema_migrations'
    expect((await query(one.url, migrations))[0].count).toBeGreaterThan(0)
    await query(one.url, 'create table only_here ()')
    expect(await query(two.url, "select to_regclass('only_here') as found")).toEqual([{ found: null }])
  } finally {
    await Promise.all([one.drop(), two.drop()])
  }
})

test('a dropped test database is gone, even if somebody is still connected', async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  const lost = new Promise((resolve) => client.on('error', resolve))
  await client.connect()
  await database.drop()
  await lost
  const name = new URL(database.url).pathname.slice(1)
  const found = await query(inject('testServer').url, `select from pg_database where datname = '${name}'`)
  expect(found).toEqual([])
})
