import { type Db, openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'

let database: ReturnType<typeof openDatabase> | undefined

/** Runs a query, for data that no form makes. The connections are kept, because opening one costs as much as many queries. */
export function inDatabase<Answer>(run: (db: Db) => Promise<Answer>): Promise<Answer> {
  database ??= openDatabase(process.env['E2E_DATABASE_URL']!, { log: createLog('silent'), max: 2 })
  return run(database.db)
}
