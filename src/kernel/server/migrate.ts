import { readdir, readFile } from 'node:fs/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Db } from './db.ts'
import { jobSchema } from './jobs.ts'

const folder = new URL('../../../db/migrations/', import.meta.url)

async function migrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Object.fromEntries(
    names.map((name) => [
      name.replace(/\.sql$/, ''),
      { up: async (db) => void (await sql.raw(await readFile(new URL(name, folder), 'utf8')).execute(db)) },
    ]),
  )
}

function migratorFor(db: Kysely<unknown> | Db): Migrator {
  return new Migrator({
    db: db as Kysely<unknown>,
    provider: { getMigrations: migrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  })
}

/**
 * Brings the database at `url` to the newest schema: the files of db/migrations in order, each once, all in one
 * transaction under an advisory lock, so that two processes starting at once do not run them twice.
 */
export async function migrate(url: string): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url, max: 2 }) }),
  })
  try {
    const { error } = await migratorFor(db).migrateToLatest()
    if (error) throw error
  } finally {
    await db.destroy()
  }
  await installJobQueue(url)
}

/** The job queue keeps its tables in a schema of its own and knows how to bring them up to date. */
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

/** The migrations the code knows and the database has not run. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const known = await migratorFor(db).getMigrations()
  return known.filter((migration) => !migration.executedAt).map((migration) => migration.name)
}
