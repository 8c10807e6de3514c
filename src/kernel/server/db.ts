import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { Log } from './log.ts'
import { withPreparedStatements } from './prepared-statements.ts'
import type { DB } from './schema.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

const DATE = 1082
const TIME = 1083
const INT8 = 20
const NUMERIC = 1700

// Days and clock times stay text: a Date would shift them with the server's zone.
pg.types.setTypeParser(DATE, (value) => value)
pg.types.setTypeParser(TIME, (value) => value.slice(0, 5))
pg.types.setTypeParser(INT8, Number)
pg.types.setTypeParser(NUMERIC, Number)

export type Database = {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

/** pg's message for `query_timeout`, which has no code. */
const silence = 'Query read timeout'

type PoolOptions = {
  log: Log
  max: number
  name: string
  idleInTransactionSeconds: number
  settings?: Record<`pawfolk.${string}`, string>
  /** Hears each statement's error. */
  onError?: (error: unknown) => void
}

/**
 * `statement_timeout` bounds what one request can hold. A database that is away fails a request in 5 s rather than 30,
 * and one that stopped answering (a frozen machine, a cut cable) a little after a statement's limit.
 */
export function openPool(
  url: string,
  { log, max, name, idleInTransactionSeconds, settings: own, onError = () => undefined }: PoolOptions,
): pg.Pool {
  const settings = {
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: idleInTransactionSeconds * 1000,
    timezone: 'UTC',
    ...own,
  }
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // Also how long a request waits for its turn in a burst.
    connectionTimeoutMillis: 5_000,
    query_timeout: 17_000,
    // Statements are sent without waiting for the answers of earlier ones; `later` and `together` make use of it.
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: name,
    options: Object.entries(settings)
      .map(([setting, value]) => `-c ${setting}=${value}`)
      .join(' '),
  })
  // Without listeners, a database restart would end the process.
  pool.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ error: error.message }, 'database connection lost'))
    hearErrors(client, (error) => {
      onError(error)
      // Anything after an unanswered query would wait behind it, even a rollback.
      if (error.message === silence) client.end()
    })
  })
  // Its own queries go to a client with a callback, not a promise.
  hearErrors(pool, onError)
  return pool
}

function hearErrors(asked: Pick<pg.Pool | pg.PoolClient, 'query'>, hear: (error: Error) => void): void {
  const query = asked.query.bind(asked) as (...args: unknown[]) => unknown
  const heard = (...args: unknown[]) => {
    const answer = query(...args)
    if (answer instanceof Promise) answer.catch(hear)
    return answer
  }
  asked.query = heard as typeof asked.query
}

export function openDatabase(
  url: string,
  options: Pick<PoolOptions, 'log' | 'settings' | 'onError'> & { max?: number; name?: string },
): Database {
  const pool = openPool(url, {
    log: options.log,
    max: options.max ?? 16,
    name: options.name ?? 'pawfolk',
    idleInTransactionSeconds: 30,
    settings: options.settings,
    onError: options.onError,
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: withPreparedStatements(pool) }) })
  const close = async () => {
    await db.destroy()
    // Kysely doesn't end a pool that it hasn't used.
    if (!pool.ending) await pool.end()
  }
  return { db, pool, close }
}

export function violatedConstraint(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError && /^23/.test(error.code ?? '') ? error.constraint : undefined
}

const networkErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/**
 * Connection lost, no room, shutting down, timed out, read-only during a failover, or rolled back in favour of another
 * transaction.
 */
const passingStates = /^(08|53|57P|57014|55P03|40001|40P01|25P03|25006)/

const clientComplaints =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|not queryable/

/**
 * Returns true if the database couldn't be reached, didn't answer in time or had no room, so that the caller may try
 * again.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return passingStates.test(error.code ?? '')
  const { code, message } = error as { code?: string; message?: string }
  return networkErrors.includes(code ?? '') || message === silence || clientComplaints.test(message ?? '')
}
