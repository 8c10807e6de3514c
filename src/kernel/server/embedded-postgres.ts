/**
 * The Postgres that comes with Pawfolk. It runs detached from us, on a Unix socket only, and is shared: whoever starts
 * on the same DATA_DIR joins it, the last one to leave stops it. Each holds a session with a shared advisory lock, its
 * anchor; who gets the lock alone was the last one. A session ends with its process, so kill -9 leaves no lock behind.
 */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { release } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, DatabaseError } from 'pg'
import {
  type Account,
  childOptions,
  ensureSocketDirectory,
  type Home,
  missing,
  prepareHome,
} from './embedded-postgres-home.ts'

export type EmbeddedPostgres = {
  /** Stays the same over restarts of the server. */
  url: string
  /** The cluster (PGDATA). */
  directory: string
  logFile: string
  /** Leaves the server; stops it when nobody else uses it. */
  stop(): Promise<void>
}

type Options = {
  dataDir: string
  /** Made when it is not there. */
  database?: string
  /** False: faster, and a power cut may destroy the cluster. For tests only. */
  durable?: boolean
  log?: (line: string) => void
}

const ANCHOR_LOCK = 7_297_365
const PATIENCE = 20_000
/** Replaying a long log after a crash takes its time, and is no reason to give up. */
const RECOVERY_PATIENCE = 300_000
const LOG_LIMIT = 20_000_000

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
    log('The database went away; bringing it back.')
    while (!leaving) {
      try {
        await attach()
        log('The database is back.')
        return
      } catch (error) {
        if (!leaving) log(`The database does not come back, trying on: ${(error as Error).message}`)
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

type Server = Home & { durable: boolean; logFile: string; log: (line: string) => void }

async function ensureCluster(server: Server): Promise<void> {
  const { cluster, account, log } = server
  if (await stat(join(cluster, 'PG_VERSION')).catch(missing)) return
  await sweepDrafts(cluster)
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  if (account) await chown(draft, account.uid, account.gid)
  const made = await runTool(server, 'initdb', [
    ...['-D', draft, '-U', 'postgres', '--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8'],
    ...['--auth-local=trust', '--auth-host=reject', server.durable ? '--data-checksums' : '--no-sync'],
  ])
  if (made.code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new Error(`The database could not be created in ${cluster}:\n${made.output}`)
  }
  try {
    await rename(draft, cluster)
    log(`Made a database cluster in ${cluster}.`)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // The other one of two first starts was faster: we share its cluster.
    if (!(await stat(join(cluster, 'PG_VERSION')).catch(missing))) throw error
    return
  }
  if (server.durable) await syncDirectory(dirname(cluster))
}

/** Removes what first starts that were killed have left. */
async function sweepDrafts(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    const path = join(dirname(cluster), name)
    const found = await stat(path).catch(missing)
    if (found && Date.now() - found.mtimeMs > 600_000) await rm(path, { recursive: true, force: true })
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}

/** Connects and takes the shared lock, starting the server as often as it takes. */
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
    // Without a listener a lost connection would end our process; 'end' follows and is acted upon.
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
      // What is up, perhaps by our own start, is still joined: else nobody would stop it.
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

/** "The database system is starting up", or shutting down: it is alive and answers. */
function isRecovering(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '57P03'
}

/** Returns what went wrong, which another start at the same time or a dying server's backends may explain. */
async function startServer(server: Server, socketDirectory: string): Promise<string | undefined> {
  await dropStaleLock(join(server.cluster, 'postmaster.pid'))
  await dropStaleLock(join(socketDirectory, '.s.PGSQL.5432.lock'))
  const size = await stat(server.logFile).then((s) => s.size, missing)
  if (size && size > LOG_LIMIT) await rename(server.logFile, `${server.logFile}.1`)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_lock_waits: 'on',
    // Without the DETAIL lines, which repeat the values of rows: e-mail addresses, for instance.
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] %a ',
    log_checkpoints: 'off',
    recovery_init_sync_method: reportsSyncErrors(process.platform, release()) ? 'syncfs' : 'fsync',
    ...(server.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${shellQuote(value)}`)
  const started = await runTool(server, 'pg_ctl', [
    ...['start', '--wait', '--timeout=300', '--pgdata', server.cluster, '--log', server.logFile],
    ...['--options', `-p 5432 ${flags.join(' ')}`],
  ])
  return started.code === 0 ? undefined : started.output.trim()
}

/**
 * After a crash Postgres first makes sure that its files are on the disk: one by one, which takes seconds for thousands of
 * them, or by one call for all. Since Linux 5.8 that call says when something could not be written.
 */
export function reportsSyncErrors(platform: string, kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number)
  return platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
}

const shellQuote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

/**
 * A lock file outlives kill -9 and a restart of the machine or container, and its process id may by then be somebody
 * else's: Postgres would take that process for its own server and never start.
 */
async function dropStaleLock(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(missing)
  const pid = Number(text?.split('\n')[0])
  if (!text || !Number.isInteger(pid) || pid <= 0) return
  if (await isPostgres(pid)) return
  if ((await readFile(file, 'utf8').catch(missing)) === text) await rm(file, { force: true })
}

/** A zombie counts as gone, though Postgres itself would take one for a living server. */
async function isPostgres(pid: number): Promise<boolean> {
  if (await stat('/proc/self/cmdline').catch(missing)) {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('postgres')
  }
  const found = await runCommand('/bin/ps', ['-p', String(pid), '-o', 'state=,args='], undefined)
  return found.code === 0 && !found.output.startsWith('Z') && found.output.includes('postgres')
}

async function ensureDatabase(anchor: Client | undefined, name: string): Promise<void> {
  if (!anchor) throw new Error('The database went away while it was starting.')
  const found = await anchor.query('select from pg_database where datname = $1', [name])
  if (found.rowCount) return
  try {
    await anchor.query(`create database ${anchor.escapeIdentifier(name)}`)
  } catch (error) {
    // Another start made it at the same moment.
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

/** Stops the server of a cluster for everyone who uses it: for what is left of processes that were killed. */
export async function stopLeftBehind(cluster: string): Promise<void> {
  const owner = await stat(cluster).catch(missing)
  if (!owner) return
  await stopServer({ cluster })
  const account = owner.uid === process.getuid?.() ? undefined : { uid: owner.uid, gid: owner.gid }
  const socketDirectory = await ensureSocketDirectory(cluster, account)
  await rm(socketDirectory, { recursive: true, force: true })
}

/** Not by `pg_ctl stop --wait`: that would also wait for the server that another start has begun meanwhile. */
async function stopServer(server: Pick<Server, 'cluster'>): Promise<void> {
  const pid = await postmasterOf(server)
  if (!pid || !(await isPostgres(pid))) return
  // Postgres's "fast" shutdown: open transactions are rolled back, nobody is waited for.
  process.kill(pid, 'SIGINT')
  const begun = Date.now()
  while (await isPostgres(pid)) {
    if (Date.now() - begun > PATIENCE)
      throw new Error(`its process ${pid} did not stop in ${PATIENCE / 1000} s`)
    await delay(10)
  }
}

async function postmasterOf(server: Pick<Server, 'cluster'>): Promise<number> {
  const text = await readFile(join(server.cluster, 'postmaster.pid'), 'utf8').catch(missing)
  return Number(text?.split('\n')[0] ?? 0)
}

async function logTail(logFile: string): Promise<string> {
  const text = (await readFile(logFile, 'utf8').catch(missing)) ?? ''
  return `The end of ${logFile}:\n${text.split('\n').slice(-15).join('\n')}`
}

function runTool(server: Server, tool: 'initdb' | 'pg_ctl', args: string[]) {
  return runCommand(join(server.binaries, tool), args, server.account)
}

/** In a session of its own, so that Ctrl-C at our terminal does not reach it. */
function runCommand(file: string, args: string[], account: Account | undefined) {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(file, args, {
      ...childOptions(account),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk))
    child.once('error', (error) => resolve({ code: null, output: error.message }))
    child.once('close', (code) => resolve({ code, output }))
  })
}
