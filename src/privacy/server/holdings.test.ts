import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { excused, holdings } from './holdings.ts'

const world = await openWorld()

type Reference = { column: string; table: string; refers: string }

async function references(): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select c.conrelid::regclass::text as table, c.confrelid::regclass::text as refers,
      c.conrelid::regclass || '.' || a.attname as column
    from pg_constraint c
    cross join lateral unnest(c.conkey) as k (attnum)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.attnum
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
  `.execute(world.db)
  return rows
}

/** Columns that lead to a user, over however many tables. */
async function columnsLeadingToUsers(): Promise<string[]> {
  const all = await references()
  const reached = new Set(['users'])
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const { table, refers } of all) if (reached.has(refers)) reached.add(table)
  }
  return [...new Set(all.filter(({ refers }) => reached.has(refers)).map(({ column }) => column))].sort()
}

/** Ids without a reference: they may mean a person as well. */
async function looseIds(): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select c.table_name || '.' || c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'uuid' and c.column_name <> 'id'
  `.execute(world.db)
  const referring = new Set((await references()).map(({ column }) => column))
  return rows.map(({ column }) => column).filter((column) => !referring.has(column))
}

const exported = new Set(holdings.flatMap(({ table, by }) => by.map((column) => `${table}.${column}`)))
const known = (column: string) => exported.has(column) || Object.hasOwn(excused, column)

test('every column that leads to a person is in the archive, or excused by name', async () => {
  const leading = await columnsLeadingToUsers()
  expect(leading).toContain('sessions.user_id')
  expect(leading).toContain('veterinary_breaks.schedule_id')
  expect(leading.filter((column) => !known(column))).toEqual([])
})

test('an id that refers to nothing is no person either, or is in the archive', async () => {
  expect((await looseIds()).filter((column) => !known(column))).toEqual([])
})

test('what is excused exists, and is not in the archive as well', async () => {
  const columns = new Set([...(await columnsLeadingToUsers()), ...(await looseIds())])
  expect(Object.keys(excused).filter((column) => !columns.has(column) || exported.has(column))).toEqual([])
})
