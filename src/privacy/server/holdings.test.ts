import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { archivePath } from '#/privacy/rules.ts'
import { seedDemo } from '../../../db/seed/seed-demo.ts'
import { heldColumns } from './held-columns.ts'
import { columnsOf, excused, holdings, nameOf } from './holdings.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })

/** Adds rows that the demo data lacks: repeated requests, uploads, counted tries, mails. */
async function fillWorld(): Promise<void> {
  const { db, clock, secret } = world
  await seedDemo(db, {
    now: clock.now,
    timeZone: 'Asia/Kolkata',
    storeFile: async () => undefined,
    adminKey: secret,
  })
  const meera = await world.signUp('meera')
  const context = { key: randomUUID() }
  await meera.call.pets.add({ name: 'Bruno', species: 'dog', photo: await makePhoto() }, { context })
  await meera.call.shop.saveSupplier({ businessName: 'Happy Paws', pickupAddress: 'MG Road, Pune' })
  await meera.call.verification.addDocument({
    record: 'supplier',
    file: new File([new Uint8Array(makePdf())], 'licence.pdf', { type: 'application/pdf' }),
  })
  await meera.call.verification.submit({ record: 'supplier' })
  await meera.call.support.openTicket({
    topic: 'other',
    subject: 'A bill',
    message: 'Where do I find the bill of last week?',
  })
  await world.app.jobs.deliverEvents()
  await fetch(world.url + archivePath, { headers: { cookie: meera.cookie } })
  await meera.call.privacy.leave({ confirmed: true })
}
await fillWorld()

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

/** Finds columns that lead to a user, over any number of tables. */
async function columnsLeadingToUsers(): Promise<string[]> {
  const all = await references()
  const reached = new Set(['users'])
  for (let before = 0; before < reached.size; ) {
    before = reached.size
    for (const { table, refers } of all) if (reached.has(refers)) reached.add(table)
  }
  return [...new Set(all.filter(({ refers }) => reached.has(refers)).map(({ column }) => column))].sort()
}

/** Finds ids without a foreign key, which may refer to a person too. */
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

/** Finds text columns that contain some user's id, in a well-filled world. */
async function textsWithUsers(): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as table, c.column_name as column
    from information_schema.columns c
    join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'jsonb', 'character varying', 'ARRAY')
  `.execute(world.db)
  const found: string[] = []
  for (const { table, column } of rows) {
    const holding = await sql`
      select from ${sql.table(table)} t
        join users u on position(u.id::text in t.${sql.ref(column)}::text) > 0 limit 1
    `.execute(world.db)
    if (holding.rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** Tells whether a column is part of the archive. */
function goesOut(place: string): boolean {
  const [table, column] = place.split('.') as [string, string]
  return holdings.some((holding) => holding.table === table && columnsOf(holding).includes(column))
}

const exported = new Set(holdings.flatMap(({ table, by }) => by.map((column) => `${table}.${column}`)))
const known = (column: string) => exported.has(column) || Object.hasOwn(excused, column)

test('every column that leads to a person is in the archive, or excused by name', async () => {
  const leading = await columnsLeadingToUsers()
  expect(leading).toContain('sessions.user_id')
  expect(leading).toContain('veterinary_breaks.schedule_id')
  expect(leading.filter((column) => !known(column))).toEqual([])
})

test('an id without a foreign key is not a person’s, or is in the archive', async () => {
  expect((await looseIds()).filter((column) => !known(column))).toEqual([])
})

test('no list of ids goes into the archive: it may name other people', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
     where table_schema = 'public' and udt_name = '_uuid'`.execute(world.db)
  expect(rows.map(({ column }) => column)).toContain('alert_places.alerted_by')
  const given = new Set(holdings.flatMap((one) => columnsOf(one).map((column) => `${one.table}.${column}`)))
  expect(rows.map(({ column }) => column).filter((column) => given.has(column))).toEqual([])
})

test('a text with somebody’s id is in the archive, or excused by name', async () => {
  const found = await textsWithUsers()
  expect(found).toEqual(expect.arrayContaining(['idempotency_keys.caller', 'rate_limits.key']))
  expect(found.filter((column) => !goesOut(column) && !Object.hasOwn(excused, column))).toEqual([])
})

test('each excused text exists and isn’t in the archive', async () => {
  const columns = new Set([
    ...(await columnsLeadingToUsers()),
    ...(await looseIds()),
    ...(await textsWithUsers()),
  ])
  expect(Object.keys(excused).filter((column) => !columns.has(column) || exported.has(column))).toEqual([])
})

test('each holding names every column of its table as given or left out', async () => {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = 'public' group by table_name`.execute(world.db)
  const columnsIn = new Map(rows.map(({ table, columns }) => [table, columns.sort()]))
  for (const holding of holdings) {
    const { omit = [], hidden = [] } = holding
    const given = columnsOf(holding)
    expect([...given, ...omit].sort(), nameOf(holding)).toEqual(columnsIn.get(holding.table))
    for (const column of hidden.flatMap(({ columns }) => columns))
      expect(given, nameOf(holding)).toContain(column)
  }
  expect(Object.keys(heldColumns).sort()).toEqual(holdings.map(nameOf).sort())
})
