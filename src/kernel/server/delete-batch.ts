import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './schema.ts'

const batchSize = 5_000

/**
 * Deletes some of the rows that are due, for a sweep that runs in batches; returns how many. A row that somebody else
 * is changing is left for the next run.
 */
export async function deleteBatch(
  db: Db,
  table: keyof DB & string,
  isDue: RawBuilder<unknown>,
): Promise<number> {
  const rows = sql.table(table)
  const { numAffectedRows } = await sql`
    delete from ${rows} where ctid = any(array(select ctid from ${rows} where ${isDue} limit ${batchSize}))
  `.execute(db)
  return Number(numAffectedRows ?? 0)
}
