import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { mondayMorning } from '#/app/testing/world.ts'
import { type Db, openDatabase } from '#/kernel/server/db.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { weekdayOf } from '#/kernel/time.ts'
import { seedDemo } from '../../../db/seed/seed-demo.ts'

const timeZone = 'Asia/Kolkata'
const begun = Date.now()
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
})

/** Creates a database with the demo data of that moment. */
async function demoAt(now: Date): Promise<{ url: string; db: Db }> {
  const { url, drop } = await createTestDatabase()
  const { db, close } = openDatabase(url, { log: createLog('silent'), max: 2 })
  closing.push(close, drop)
  await seedDemo(db, { now, timeZone, storeFile: async () => undefined })
  return { url, db }
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const instant = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(\+00:00|Z)/g

/** Reads all rows of all tables, without values that always differ: ids, salted passwords, times of writing. */
async function storiesIn(db: Db): Promise<Record<string, string[]>> {
  const tables = (await db.introspection.getTables()).filter(
    ({ schema, isView }) => schema === 'public' && !isView,
  )
  const stories: Record<string, string[]> = {}
  for (const { name } of tables.filter(({ name }) => !name.startsWith('schema_migrations'))) {
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(t) - 'password')::text as row from ${sql.table(name)} t`.execute(db)
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

const monday = mondayMorning.getTime()
const week = Array.from({ length: 7 }, (_, day) => new Date(monday + day * 86_400_000 + day * 3_600_000))

for (const now of week) {
  test(`told on a ${weekdayOf(now.toISOString().slice(0, 10))}, it is the same each time, and every promise holds`, async () => {
    const [one, other] = await Promise.all([demoAt(now), demoAt(now)])
    const stories = await storiesIn(one.db)
    expect(stories['users']!.length).toBeGreaterThan(10)
    expect(await storiesIn(other.db)).toEqual(stories)
    expect(await findBrokenInvariants(one.url)).toEqual([])
    // There are upcoming appointments and pending requests.
    const ahead = await one.db
      .selectFrom('veterinary_appointments')
      .select('status')
      .distinct()
      .where('starts_at', '>', now)
      .execute()
    expect(ahead.map(({ status }) => status)).toEqual(expect.arrayContaining(['pending', 'confirmed']))
  })
}
