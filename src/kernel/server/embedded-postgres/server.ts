import { spawn } from 'node:child_process'
import { readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { release } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { missing } from '#/kernel/server/http/missing-file.ts'
import { type Account, childOptions } from './account.ts'
import type { Home } from './home.ts'
import { ensureSocketDirectory } from './socket.ts'

export type Server = Home & { durable: boolean; logFile: string; log: (line: string) => void }

export const PATIENCE = 20_000
const LOG_LIMIT = 20_000_000

/** Returns what went wrong, which a simultaneous start or a dying server's backends may explain. */
export async function startServer(server: Server, socketDirectory: string): Promise<string | undefined> {
  await dropStaleLock(join(server.cluster, 'postmaster.pid'), server.cluster)
  await dropStaleLock(join(socketDirectory, '.s.PGSQL.5432.lock'), server.cluster)
  const size = await stat(server.logFile).then((s) => s.size, missing)
  if (size && size > LOG_LIMIT) await rename(server.logFile, `${server.logFile}.1`)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDirectory,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '128MB',
    jit: 'off',
    // Assumes an SSD. With the default, searches scan whole tables instead of using their indexes.
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    log_lock_waits: 'on',
    // Leaves out DETAIL lines, which repeat values such as email addresses.
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] %a ',
    log_checkpoints: 'off',
    recovery_init_sync_method: reportsSyncErrors(process.platform, release()) ? 'syncfs' : 'fsync',
    ...(server.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${shellQuote(value)}`)
  const started = await runTool(server, 'pg_ctl', [
    'start',
    '--wait',
    '--timeout=300',
    '--pgdata',
    server.cluster,
    '--log',
    server.logFile,
    '--options',
    `-p 5432 ${flags.join(' ')}`,
  ])
  return started.code === 0 ? undefined : started.output.trim()
}

/**
 * Tells whether Postgres can sync its files with one call after a crash, rather than one by one, which takes seconds
 * for thousands. Since Linux 5.8 that call reports write errors.
 */
export function reportsSyncErrors(platform: string, kernel: string): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map(Number)
  return platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
}

const shellQuote = (value: string) => `'${value.replaceAll("'", `'\\''`)}'`

/**
 * Removes a stale lock file, which survives kill -9 and reboots. Its process id may belong to another process by then,
 * even to another Postgres; ours would take that for its own server and never start.
 */
async function dropStaleLock(file: string, cluster: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(missing)
  const pid = Number(text?.split('\n')[0])
  if (!text || !Number.isInteger(pid) || pid <= 0) return
  if (await serves(pid, cluster)) return
  if ((await readFile(file, 'utf8').catch(missing)) === text) await rm(file, { force: true })
}

/**
 * Tells whether the process is a Postgres of this cluster. Its `-D` may be spelled differently if somebody started it
 * by hand, but it always works in the cluster's folder. Counts a zombie as gone, although Postgres itself would take it
 * for a living server.
 */
async function serves(pid: number, cluster: string): Promise<boolean> {
  if (await stat('/proc/self/cmdline').catch(missing)) {
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
    if (!args.includes('postgres')) return false
    return namesCluster(args, cluster) || (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === cluster
  }
  const found = await runCommand('/bin/ps', ['-p', String(pid), '-o', 'state=,args='], undefined)
  const alive = found.code === 0 && !found.output.startsWith('Z')
  return alive && found.output.includes('postgres') && namesCluster(found.output, cluster)
}

/** Tells whether a command line, joined by spaces, has `-D` with this folder, and not only one that begins like it. */
export const namesCluster = (args: string, cluster: string) =>
  `${args.trimEnd()} `.includes(` -D ${cluster} `)

/** Stops a cluster's server for everyone, to clean up after killed processes. */
export async function stopLeftBehind(cluster: string): Promise<void> {
  const owner = await stat(cluster).catch(missing)
  if (!owner) return
  await stopServer({ cluster })
  const account = owner.uid === process.getuid?.() ? undefined : { uid: owner.uid, gid: owner.gid }
  const socketDirectory = await ensureSocketDirectory(cluster, account)
  await rm(socketDirectory, { recursive: true, force: true })
}

/** Doesn't use `pg_ctl stop --wait`, which would also wait for a server that another start has begun meanwhile. */
export async function stopServer(server: Pick<Server, 'cluster'>): Promise<void> {
  const pid = await postmasterOf(server)
  if (!pid || !(await serves(pid, server.cluster))) return
  // Postgres's "fast" shutdown rolls back open transactions and waits for nobody.
  process.kill(pid, 'SIGINT')
  const begun = Date.now()
  while (await serves(pid, server.cluster)) {
    if (Date.now() - begun > PATIENCE)
      throw new Error(`its process ${pid} did not stop in ${PATIENCE / 1000} s`)
    await delay(10)
  }
}

async function postmasterOf(server: Pick<Server, 'cluster'>): Promise<number> {
  const text = await readFile(join(server.cluster, 'postmaster.pid'), 'utf8').catch(missing)
  return Number(text?.split('\n')[0] ?? 0)
}

export async function logTail(logFile: string): Promise<string> {
  const text = (await readFile(logFile, 'utf8').catch(missing)) ?? ''
  return `The end of ${logFile}:\n${text.split('\n').slice(-15).join('\n')}`
}

export function runTool(server: Server, tool: 'initdb' | 'pg_ctl', args: string[]) {
  return runCommand(join(server.binaries, tool), args, server.account)
}

/** Runs in its own session, so that Ctrl-C in our terminal doesn't reach it. */
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
