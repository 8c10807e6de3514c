/**
 * Runs the Postgres that comes with Pawfolk. It is detached, on a Unix socket only, and shared: every process on the
 * same DATA_DIR joins it, and the last one to leave stops it. Each holds a session with a shared advisory lock, its
 * anchor; a process that gets the exclusive lock was the last. Sessions end with their process, so kill -9 leaves no
 * lock behind.
 */
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import { ensureCluster } from './embedded-postgres/cluster.ts'
import { prepareHome } from './embedded-postgres/home.ts'
import { logTail, PATIENCE, type Server, startServer, stopServer } from './embedded-postgres/server.ts'
import { ensureSocketDirectory } from './embedded-postgres/socket.ts'

export type EmbeddedPostgres = {
  /** Stays the same over restarts. */
  url: string
  directory: string
  logFile: string
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  database?: string
  /** False is faster, but a power cut may destroy the cluster. For tests only. */
  durable?: boolean
  log?: (line: string) => void
}

const ANCHOR_LOCK = 7_297_365
/** Replaying a long log after a crash takes time. */
const RECOVERY_PATIENCE = 300_000

export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dataDir, database = 'pawfolk', durable = true, log = () => {} } = options
  const home = await prepareHome(dataDir, log)
  const server = { ...home, durable, logFile: join(home.cluster, 'server.log'), log }
  await ensureCluster(server)

  let anchor: Client | undefined
  let leaving = false
  let revival: Promise<void> | undefined

  const attach = async () => {
    const client = await anchorTo(server, () => leaving)
    anchor = client
    client.once('end', () => {
      if (anchor !== client) return
      anchor = undefined
      if (!leaving) revival = revive()
    })
  }
  const revive = async () => {
    log('The database went away; restarting it.')
    while (!leaving) {
      try {
        await attach()
        log('The database is back.')
        return
      } catch (error) {
        if (!leaving) log(`The database is still down; trying again: ${(error as Error).message}`)
      }
    }
  }

  await attach()
  const socketDirectory = await ensureSocketDirectory(server.cluster, server.account)
  const url = (name: string) =>
    `postgresql://postgres@localhost:5432/${encodeURIComponent(name)}?host=${socketDirectory}`
  let stopping: Promise<void> | undefined
  const stop = async () => {
    leaving = true
    await revival
    const client = anchor
    anchor = undefined
    if (client) await leave(server, client)
  }
  try {
    await ensureDatabase(anchor, database)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: url(database),
    directory: server.cluster,
    logFile: server.logFile,
    stop: () => {
      stopping ??= stop()
      return stopping
    },
  }
}

/** Connects and takes the shared lock, starting the server as often as needed. */
async function anchorTo(server: Server, cancelled: () => boolean): Promise<Client> {
  const begun = Date.now()
  let said = ''
  for (;;) {
    const socketDirectory = await ensureSocketDirectory(server.cluster, server.account)
    const client = new Client({
      host: socketDirectory,
      port: 5432,
      user: 'postgres',
      database: 'postgres',
      ssl: false,
      application_name: 'pawfolk anchor',
      connectionTimeoutMillis: 5_000,
    })
    // Without a listener, a lost connection would end our process; 'end' follows and is handled.
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [ANCHOR_LOCK])
      return client
    } catch (error) {
      client.end().catch(() => {})
      said = (error as Error).message
      const patience = isRecovering(error) ? RECOVERY_PATIENCE : PATIENCE
      if (Date.now() - begun > patience) break
      // Joins a running server even after a cancel, because it may be our own start that nobody else would stop.
      if (isDown(error) && cancelled()) break
      if (isDown(error)) said = (await startServer(server, socketDirectory)) ?? said
      await delay(50)
    }
  }
  throw new Error(
    `The database in ${server.cluster} cannot be reached: ${said}\n${await logTail(server.logFile)}`,
  )
}

function isDown(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ECONNREFUSED'
}

/** "The database system is starting up", or shutting down: it is alive. */
function isRecovering(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57P03'
}

async function ensureDatabase(anchor: Client | undefined, name: string): Promise<void> {
  if (!anchor) throw new Error('The database went away while it was starting.')
  const found = await anchor.query('select from pg_database where datname = $1', [name])
  if (found.rowCount) return
  try {
    await anchor.query(`create database ${anchor.escapeIdentifier(name)}`)
  } catch (error) {
    // Another start created it at the same moment.
    if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error
  }
}

async function leave(server: Server, anchor: Client): Promise<void> {
  try {
    await anchor.query('select pg_advisory_unlock_shared($1)', [ANCHOR_LOCK])
    const asked = await anchor.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      ANCHOR_LOCK,
    ])
    if (!asked.rows[0]?.last) return
    await stopServer(server)
    await rmdir(await ensureSocketDirectory(server.cluster, server.account)).catch(() => {})
  } catch (error) {
    server.log(`The database could not be stopped: ${(error as Error).message}`)
  } finally {
    await anchor.end().catch(() => {})
  }
}
