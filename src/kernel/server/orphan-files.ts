import { sql } from 'kysely'
import { nameOf, readName } from './file-names.ts'
import type { Sweep } from './jobs.ts'
import type { Storage } from './storage.ts'

const dayMs = 86_400_000

/** Removes files older than a day without a row: of transactions that came to nothing, and of people who left. */
export function removeOrphansOf(storage: Storage): Sweep {
  return {
    name: 'remove-orphan-files',
    cron: '47 3 * * *',
    // A bucket may take its time to be listed, and no connection is to wait for that.
    transactions: 'none',
    async run({ db, now }) {
      let removed = 0
      for await (const batch of storage.list()) {
        const files = batch.filter(({ name }) => readName(name))
        const ids = files.map(({ name }) => readName(name)!.id)
        // One array, so that it is the same statement for however many files.
        const rows = await db
          .selectFrom('uploads')
          .select(['id', 'content_type', 'is_private'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .execute()
        const owned = new Set(rows.map(nameOf))
        const orphans = files.filter(
          ({ name, changedAt }) => !owned.has(name) && now.getTime() - changedAt.getTime() >= dayMs,
        )
        await storage.remove(orphans.map(({ name }) => name))
        removed += orphans.length
      }
      return removed
    },
  }
}
