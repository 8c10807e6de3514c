/** What all parts of one run of tests share: a Postgres, and a temporary folder that everything they start is below. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { stopLeftBehind } from '#/kernel/server/embedded-postgres/server.ts'
import { openTestServer } from '#/kernel/testing/test-server.ts'
import { onInterrupt } from './interruption.ts'

export type TestRun = {
  /** For the processes of the run. */
  env: Record<string, string>
  /** Stops and removes whatever is left of the run. Happens by itself when a signal ends us. */
  end(): Promise<void>
}

const PATIENCE = 20_000

/** `dataDir`: where the Postgres lives that is kept for the next run; not told, in the project's `.data`. */
export async function openTestRun(dataDir?: string): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-run-'))
  // Started by root, the databases in it belong to an account that has to pass through.
  await chmod(folder, 0o711)
  const opening = openTestServer(process.env['TEST_DATABASE_URL'], dataDir)
  let ended: Promise<void> | undefined
  const end = () =>
    (ended ??= (async () => {
      try {
        await clear(folder)
      } finally {
        await (await opening).close()
        release()
      }
    })())
  const release = onInterrupt(end)
  const { url } = await opening
  return { env: { TEST_DATABASE_URL: url, TMPDIR: folder }, end }
}

/** Tests that were killed could not stop the databases they had started, or were about to start. */
async function clear(folder: string): Promise<void> {
  await endWhatNames([folder])
  // From here on nothing changes below it.
  const clusters = await clustersOf(folder)
  await endWhatNames(clusters)
  for (const cluster of clusters) {
    await stopLeftBehind(cluster)
    await rm(cluster, { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

/** Those in the folder, and those elsewhere that a DATA_DIR in it points to. */
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

/** Ends the processes that have one of the paths in their command: servers, and tools that make a cluster. */
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
        // To Postgres the first one means: roll back, wait for nobody, stop.
        process.kill(pid, Date.now() - begun > PATIENCE ? 'SIGKILL' : 'SIGINT')
      } catch {
        // It has just gone.
      }
    }
    await delay(100)
  }
}
