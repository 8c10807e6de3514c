import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { DB } from './schema.ts'

/** Either the pool or an open transaction: a query does not care which. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const DATE = 1082
const TIME = 1083
const INT8 = 20
const NUMERIC = 1700

// A day and a clock time stay text: turned into a Date they would shift with the server's zone.
pg.types.setTypeParser(DATE, (value) => value)
pg.types.setTypeParser(TIME, (value) => value.slice(0, 5))
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export type Database = {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** `statement_timeout` bounds what one request can hold; a database that is away fails a request in 2 s, not in 30. */
export function openDatabase(url: string, options: { log: Log; max?: number; name?: string }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    application_name: options.name ?? 'pawfolk',
    options: '-c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000 -c timezone=UTC',
  })
  // Without listeners a database restart would end the process.
  pool.on('error', (error) => options.log.warn({ error: error.message }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn({ error: error.message }, 'database connection lost'))
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  const close = async () => {
    await db.destroy()
    // Kysely leaves a pool alone that it has not used itself.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

/** The name of the constraint a database error is about, if it is about one. */
export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && /^23/.test(error.code ?? '') ? error.constraint : undefined
}

/** True when the database could not be reached or had no room: the caller may try again. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|53|57P|40001|40P01|25P03)/.test(error.code ?? '')
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code ?? '') ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(
      message ?? '',
    )
  )
}
