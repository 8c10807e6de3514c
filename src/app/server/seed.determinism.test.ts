import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { type Db, openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { seedDemo } from '../../../db/seed/seed-demo.ts'

const timeZone = 'Asia/Kolkata'
const begun = Date.now()
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

/** Creates a database with the demo data of that moment. */
async function demoAt(now: Date): Promise<Db> {
  const { url, drop } = await createTestDatabase()
  const { db, close } = openDatabase(url, { log: createLog('silent'), max: 2 })
  closing.push(close, drop)
  await seedDemo(db, { now, timeZone, storeFile: async () => undefined })
  return db
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(\+00:00|Z)/g

/** Reads all rows of all tables, without values that always differ: ids and a hash of one, salted passwords, times of writing. */
async function storiesIn(db: Db): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).filter(
    ({ schema, isView }) => schema === 'public' && !isView,
  )
  const stories: Record<string, string[]> = {}
  for (const { name } of tables.filter(({ name }) => !name.startsWith('schema_migrations'))) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'password' - 'phone_key')::text as row from ${sql.table(name)} t`.execute(db)
    stories[name] = rows
      .map(({ row }) =>
        row
          .replace(uuid, 'id')
          .replace(instant, (text) => (Date.parse(text) >= begun - 1_000 ? 'when written' : text)),
      )
      .sort()
  }
  return stories
}

test.each(['2026-11-02T03:30:00Z', '2026-11-07T22:00:00Z'])(
  'told at %s, it is the same each time',
  async (moment) => {
    const [one, other] = await Promise.all([demoAt(new Date(moment)), demoAt(new Date(moment))])
    const stories = await storiesIn(one)
    expect(stories['users']!.length).toBeGreaterThan(10)
    expect(await storiesIn(other)).toEqual(stories)
  },
)
