import { readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

/** Written for what is refused too: how often somebody tried, and that an admin is still at work. */
const kept = ['rate_limits', 'admin_sessions']

/**
 * Says in one line what everything written comes to: the rows of all tables, what is announced, the files. Two that are
 * equal mean that nothing was added, changed or deleted between them.
 */
export async function digestReader(db: Db, dataDir: string): Promise<() => Promise<string>> {
  const tables = (await db.introspection.getTables()).filter(
    ({ schema, isView, name }) => schema === 'public' && !isView && !kept.includes(name),
  )
  const parts = tables.map(
    ({ name }) =>
      sql`(select coalesce(md5(string_agg(r::text, '' order by r::text)), '') from ${sql.table(name)} r)`,
  )
  const whole = sql<{ digest: string }>`
    select md5(concat(${sql.join(parts)}, (select count(*) from jobs.job where name = 'events'))) as digest`
  return async () => {
    const [{ rows }, files] = await Promise.all([whole.execute(db), readdir(dataDir, { recursive: true })])
    // Mails go out long after the answer; the folder for uploads on their way is made by the first one.
    const stays = files.filter((file) => !file.startsWith('outbox') && file !== 'incoming')
    return `${rows[0]?.digest} ${stays.length}`
  }
}
