import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { nameOf, readName } from './file-names.ts'
import type { Storage } from './storage.ts'

/** Removes files older than a day without a row: from rolled-back transactions, and of people who left. */
export function removeOrphansOf(storage: Storage): Sweep {
  return {
    name: 'remove-orphan-files',
    cron: '47 3 * * *',
    // Listing a bucket may take long, and must not hold a connection.
    transactions: 'none',
    async run({ db, now }) {
      let removed = 0
      for await (const batch of storage.list()) {
        const files = batch.filter(({ name }) => readName(name))
        const ids = files.map(({ name }) => readName(name)!.id)
        // One array keeps the statement the same for any number of files.
        const rows = await db
          .selectFrom('uploads')
          .select(['id', 'content_type', 'is_private'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .execute()
        const owned = new Set(rows.map(nameOf))
        const orphans = files.filter(
          ({ name, changedAt }) => !owned.has(name) && now.getTime() - changedAt.getTime() >= DAY,
        )
        await storage.remove(orphans.map(({ name }) => name))
        removed += orphans.length
      }
      return removed
    },
  }
}
