/**
 * Manages the Postgres server for tests, with a template database that has all migrations. A run marks its databases by
 * advisory locks on a session of its own; those that no living run has marked are dropped.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { migrate } from '#/kernel/server/migrate.ts'

export type TestServer = { url: string; template: string; run: string }

export type TestDatabase = { url: string; drop(): Promise<void> }

const projectRoot = new URL('../../../', import.meta.url)
const TEMPLATE = /^pawfolk_template_[0-9a-f]{16}$/
const CLONE = /^pawfolk_test_([0-9a-f]{8})_[0-9a-f]{12}$/

/**
 * Starts the server (or uses `serverUrl`, whose user must be allowed to create databases) and migrates the template.
 * `close` drops this run's databases and stops the server if nobody else uses it.
 */
export async function openTestServer(
  serverUrl?: string,
  dataDir = fileURLToPath(new URL('.data/test-postgres', projectRoot)),
): Promise<TestServer & { close(): Promise<void> }> {
  const embedded = serverUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir, database: 'postgres', durable: false })
  const url = serverUrl ?? embedded!.url
  const mark = await connect(url)
  try {
    const run = randomBytes(4).toString('hex')
    const template = `pawfolk_template_${await migrationsHash()}`
    await lock(mark, run)
    await mark.query('select pg_advisory_lock_shared(hashtext($1))', [template])
    await makeTemplate(mark, url, template)
    await sweep(mark, template)
    let closing: Promise<void> | undefined
    const close = async () => {
      try {
        await unlock(mark, run)
        await sweep(mark, template)
      } finally {
        await mark.end()
        await embedded?.stop()
      }
    }
    return { url, template, run, close: () => (closing ??= close()) }
  } catch (error) {
    await mark.end()
    await embedded?.stop()
    throw error
  }
}

export async function cloneDatabase(server: TestServer): Promise<TestDatabase> {
  const name = `pawfolk_test_${server.run}_${randomBytes(6).toString('hex')}`
  await withClient(server.url, (client) =>
    // Half the processor time of the default, which writes each page to the log.
    client.query(`create database ${name} template ${server.template} strategy file_copy`),
  )
  return {
    url: databaseUrl(server.url, name),
    drop: () => withClient(server.url, (client) => dropDatabase(client, name)),
  }
}

async function migrationsHash(): Promise<string> {
  const folder = new URL('db/migrations/', projectRoot)
  const hash = createHash('sha256')
  for (const name of (await readdir(folder)).sort()) {
    hash.update(name).update(await readFile(new URL(name, folder)))
  }
  return hash.digest('hex').slice(0, 16)
}

async function makeTemplate(mark: pg.Client, url: string, template: string): Promise<void> {
  await lock(mark, 'pawfolk template')
  try {
    const found = await mark.query('select from pg_database where datname = $1', [template])
    if (found.rowCount) return
    const draft = `pawfolk_test_00000000_${randomBytes(6).toString('hex')}`
    await mark.query(`create database ${draft} template template0`)
    try {
      await migrate(databaseUrl(url, draft))
      // A database in use can't be copied.
      await mark.query(`alter database ${draft} with allow_connections false`)
      await mark.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [draft],
      )
      await mark.query(`alter database ${draft} rename to ${template}`)
    } catch (error) {
      await dropDatabase(mark, draft)
      throw error
    }
  } finally {
    await unlock(mark, 'pawfolk template')
  }
}

async function sweep(mark: pg.Client, keep: string): Promise<void> {
  await lock(mark, 'pawfolk template')
  try {
    const { rows } = await mark.query<{ datname: string }>(
      "select datname from pg_database where datname like 'pawfolk_te%'",
    )
    for (const { datname } of rows) {
      const owner = CLONE.exec(datname)?.[1] ?? TEMPLATE.exec(datname)?.[0]
      if (!owner || owner === keep) continue
      const asked = await mark.query('select pg_try_advisory_lock(hashtext($1)) as free', [owner])
      if (!asked.rows[0].free) continue
      await unlock(mark, owner)
      await dropDatabase(mark, datname)
    }
  } finally {
    await unlock(mark, 'pawfolk template')
  }
}

async function lock(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_lock(hashtext($1))', [name])
}

async function unlock(client: pg.Client, name: string): Promise<void> {
  await client.query('select pg_advisory_unlock(hashtext($1))', [name])
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database ${name} with (force)`)
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'pawfolk tests' })
  // A lost connection shows in the next query; without a listener it would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = await connect(url)
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
