import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * Runs a part of a transaction. If it fails, only its own writes and announcements are undone, and its error is returned, so that
 * the transaction can go on. A lost connection is thrown.
 */
export async function trySavepoint(db: Db, run: () => Promise<void>): Promise<unknown> {
  await sql`savepoint part`.execute(db)
  try {
    await run()
    await sql`release savepoint part`.execute(db)
    return undefined
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db)
    return error
  }
}
