import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { ConfigError } from './config.ts'
import type { Db } from './db.ts'
import { jobSchema } from './job-statements.ts'

type Options = { folder: URL; lockTimeoutMs: number; pausesMs: readonly number[] }

/** Everyone who uses a table waits behind a migration that waits for it, so each wait is short and repeated. */
const usual: Options = {
  folder: new URL('../../../db/migrations/', import.meta.url),
  lockTimeoutMs: 5_000,
  pausesMs: [1_000, 3_000, 10_000],
}

async function migrations({ folder, lockTimeoutMs }: Options): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migration = (name: string): Migration => ({
    async up(db) {
      await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(db)
      await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(db)
    },
  })
  return Object.fromEntries(names.map((name) => [name.replace(/\.sql$/, ''), migration(name)]))
}

function migratorFor(db: Kysely<unknown>, options: Options): Migrator {
  return new Migrator({
    db,
    provider: { getMigrations: () => migrations(options) },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
}

/**
 * Migrates the database at `url`: the files of db/migrations in order, each once, in its own transaction. Simultaneous
 * processes take turns.
 * @throws if a file fails, with those before it done; if a table it needs stays locked, only after more tries; a
 * ConfigError, with nothing done, if the database has run a file that the folder lacks
 */
export async function migrate(url: string, options: Partial<Options> = {}): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 3 })
  // A lost connection shows in the next query; without listeners it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await db.connection().execute(async (turn) => {
      // Kysely inspects every table before it takes its own lock, and fails if another process changes one.
      await sql`select pg_advisory_lock(hashtext('pawfolk migrate'))`.execute(turn)
      await runPending(db, { ...usual, ...options })
      await installJobQueue(url)
      await sql`select pg_advisory_unlock(hashtext('pawfolk migrate'))`.execute(turn)
    })
  } finally {
    // Ends the session and its lock, even after a failure.
    await db.destroy()
  }
}

async function runPending(db: Kysely<unknown>, options: Options): Promise<void> {
  await refuseForeignDatabase(db, options)
  const migrator = migratorFor(db, options)
  for (let refusals = 0; ; ) {
    const { error, results = [] } = await migrator.migrateUp()
    if (!error && results.length === 0) return
    if (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      const pause = options.pausesMs[refusals++]
      if (pause === undefined) throw stillLocked(results[0]?.migrationName, error)
      await wait(pause)
    } else refusals = 0
  }
}

async function refuseForeignDatabase(db: Kysely<unknown>, options: Options): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('schema_migrations') is not null as found`.execute(db)
  if (!rows[0]?.found) return
  const known = new Set(Object.keys(await migrations(options)))
  const unknown = (await runMigrations(db)).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const named = unknown.slice(0, 3).join(', ')
  const all = unknown.length > 3 ? `${named} and ${unknown.length - 3} more` : named
  throw new ConfigError(
    `Another version of Pawfolk made this database. It has run migrations that this version does not have: ${all}. ` +
      'Start that version again, or run `npm run db:reset`, which deletes all data and makes a new database.',
  )
}

async function runMigrations(db: Kysely<unknown>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db)
  return rows.map(({ name }) => name)
}

const stillLocked = (name: string | undefined, cause: unknown) =>
  new Error(
    `The migration ${name} needs a table that another connection has locked. Please start again later.`,
    {
      cause,
    },
  )

async function installJobQueue(url: string): Promise<void> {
  const boss = new PgBoss({
    connectionString: url,
    schema: jobSchema,
    max: 1,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
}

export async function pendingMigrations(db: Db): Promise<string[]> {
  const known = Object.keys(await migrations(usual))
  const done = new Set(await runMigrations(db as Kysely<unknown>))
  return known.filter((name) => !done.has(name))
}
