/** Shared by all parts of a test run: a Postgres, and a temporary folder for everything they start. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stopLeftBehind } from '#/kernel/server/embedded-postgres/server.ts'
import { openTestServer } from '#/kernel/testing/test-server.ts'
import { onInterrupt } from './interruption.ts'
import { isRunning } from './lock.mjs'

export type TestRun = {
  /** The environment of the run's processes. */
  env: Record<string, string>
  /** Stops and removes the rest of the run; called automatically when a signal ends us. */
  end(): Promise<void>
}

const PATIENCE = 20_000

const memory = '/dev/shm'
const nameInMemory = 'pawfolk-tests-'
/** Several times what a run needs. */
const enoughMemory = 8 * 1024 ** 3

/** `dataDir` holds the Postgres that is kept for the next run, by default in the project's `.data`. */
export function openTestRun(dataDir?: string): Promise<TestRun> {
  return openRun(tmpdir(), dataDir)
}

/**
 * Like `openTestRun`, but keeps all files in memory if there is enough of it, and nothing for the next run. A test database is a
 * thousand files, and on ext4 without a journal they take a second or two to create while the last one's inodes can't be reused yet.
 */
export async function openTestRunInMemory(): Promise<TestRun> {
  await dropAbandoned()
  const room = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  )
  if (Math.min(room, process.availableMemory()) < enoughMemory) return openTestRun()
  const own = await mkdtemp(join(memory, `${nameInMemory}${process.pid}-`))
  await letOthersEnter(own)
  return openRun(own, join(own, 'data'), () => rm(own, { recursive: true, force: true }))
}

/** Drops what killed runs left in memory. */
async function dropAbandoned(): Promise<void> {
  for (const name of await readdir(memory).catch(() => [])) {
    const pid = name.startsWith(nameInMemory) && Number.parseInt(name.slice(nameInMemory.length), 10)
    if (!pid || isRunning(pid)) continue
    const folder = join(memory, name)
    await endWhatNames([folder])
    await rm(folder, { recursive: true, force: true })
  }
}

async function openRun(place: string, dataDir?: string, forget?: () => Promise<void>): Promise<TestRun> {
  const folder = await mkdtemp(join(place, 'pawfolk-run-'))
  await letOthersEnter(folder)
  const opening = openTestServer(process.env['TEST_DATABASE_URL'], dataDir)
  let ended: Promise<void> | undefined
  const end = () =>
    (ended ??= (async () => {
      try {
        await clear(folder)
      } finally {
        await opening
          .then(({ close }) => close())
          .finally(forget)
          .finally(release)
      }
    })())
  const release = onInterrupt(end)
  try {
    const { url } = await opening
    return { env: { TEST_DATABASE_URL: url, TMPDIR: folder }, end }
  } catch (error) {
    await end().catch(() => undefined)
    throw error
  }
}

/** Lets other accounts enter: as root, the databases belong to another one. */
const letOthersEnter = (folder: string) => chmod(folder, 0o711)

/** Stops the databases that killed tests left behind or were starting. */
async function clear(folder: string): Promise<void> {
  await endWhatNames([folder])
  const clusters = await clustersOf(folder)
  await endWhatNames(clusters)
  for (const cluster of clusters) {
    await stopLeftBehind(cluster)
    await rm(cluster, { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Finds clusters in the folder, and those elsewhere that a DATA_DIR in it points to. */
async function clustersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries.map(async ({ name, parentPath }) => {
    if (name === 'postgresql.conf') return parentPath
    if (name !== 'postgres.location.json') return []
    const pointer = JSON.parse(await readFile(join(parentPath, name), 'utf8')) as { cluster: string }
    return pointer.cluster
  })
  return [...new Set((await Promise.all(found)).flat())]
}

/** Ends processes with one of the paths in their command: servers, and tools that create a cluster. */
async function endWhatNames(paths: string[]): Promise<void> {
  const begun = Date.now()
  while (paths.length > 0) {
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,state=,args='])
    const left = stdout.split('\n').flatMap((line) => {
      const [, pid = '', state = '', command = ''] = /^\s*(\d+) (\S+) (.*)$/.exec(line) ?? []
      return paths.some((path) => command.includes(path)) && !state.startsWith('Z') ? [Number(pid)] : []
    })
    if (left.length === 0) return
    for (const pid of left) {
      try {
        // Postgres takes the first signal as a fast shutdown.
        process.kill(pid, Date.now() - begun > PATIENCE ? 'SIGKILL' : 'SIGINT')
      } catch {
        // It has just exited.
      }
    }
    await delay(100)
  }
}
