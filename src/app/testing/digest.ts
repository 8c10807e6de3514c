import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

/** Written even by refusals: counts of tries, and that an admin is active. */
const kept = ['rate_limits', 'admin_sessions']

/**
 * Digests everything written: the rows of all tables, announcements, files. Equal digests mean that nothing was added,
 * changed or deleted.
 */
export async function digestReader(db: Db, dataDir: string): Promise<() => Promise<string>> {
  const tables = (await db.introspection.getTables())
    .filter(({ schema, isView, name }) => schema === 'public' && !isView && !kept.includes(name))
    .map(({ name }) => name)
  await countWrites(db, tables)
  const parts = tables.map(
    (name) =>
      sql`(select coalesce(md5(string_agg(r::text, '' order by r::text)), '') from ${sql.table(name)} r)`,
  )
  // An array, because a function takes at most 100 arguments.
  const allRows = sql<{
    digest: string
  }>`select md5(array_to_string(array[${sql.join(parts)}], '')) as digest`
  const seen = { writes: '', digest: '' }
  return async () => {
    const [{ rows }, files] = await Promise.all([
      sql<{ writes: string; announced: string }>`
        select (select count(*) from digest.writes) as writes,
          (select count(*) from jobs.job where name = 'events') as announced`.execute(db),
      filesIn(dataDir),
    ])
    const { writes, announced } = rows[0]!
    if (writes !== seen.writes) {
      const [row] = (await allRows.execute(db)).rows
      Object.assign(seen, { writes, digest: row!.digest })
    }
    return `${seen.digest} ${announced} ${files}`
  }
}

/**
 * Counts writes, because reading all rows takes long. Any statement that changes some leaves a row here, unless it is
 * rolled back.
 */
async function countWrites(db: Db, tables: string[]): Promise<void> {
  await sql`create schema digest`.execute(db)
  await sql`create unlogged table digest.writes (table_name text not null)`.execute(db)
  await sql`create function digest.note_write() returns trigger language plpgsql as
    'begin insert into digest.writes values (tg_table_name); return null; end'`.execute(db)
  for (const name of tables)
    await sql`create trigger note_write after insert or update or delete or truncate on ${sql.table(name)}
      for each statement execute function digest.note_write()`.execute(db)
}

/**
 * Leaves out mails, which go out long after the answer, and the folder for incoming uploads, which the first one
 * creates.
 */
async function filesIn(dataDir: string): Promise<number> {
  const entries = await readdir(dataDir, { withFileTypes: true })
  const stays = entries.filter(({ name }) => !name.startsWith('outbox') && name !== 'incoming')
  const inside = stays
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => readdir(join(dataDir, name), { recursive: true }))
  return stays.length + (await Promise.all(inside)).flat().length
}
