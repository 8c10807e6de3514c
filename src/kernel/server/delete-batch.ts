import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import type { DB } from './schema.ts'

/** A statement for this many ends well before its time is over, whatever else goes on. */
const batchSize = 5_000

/**
 * Deletes some of the rows that are due, for a sweep that runs in batches; answers with how many. A row that another
 * changes meanwhile is left to the next run, which looks at it anew.
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
