/** What all parts of one run of tests share: a Postgres, and a temporary folder that everything they start is below. */
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopLeftBehind } from '#/kernel/server/embedded-postgres.ts'
import { openTestServer } from '#/kernel/testing/test-server.ts'
import { onInterrupt } from './interruption.ts'

export type TestRun = {
  /** For the processes of the run. */
  env: Record<string, string>
  /** Stops and removes whatever is left of the run. Happens by itself when a signal ends us. */
  end(): Promise<void>
}

/** `dataDir`: where the Postgres lives that is kept for the next run; not told, in the project's `.data`. */
export async function openTestRun(dataDir?: string): Promise<TestRun> {
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-run-'))
  // Started by root, the databases in it belong to an account that has to pass through.
  await chmod(folder, 0o711)
  const opening = openTestServer(process.env['TEST_DATABASE_URL'], dataDir)
  let ended: Promise<void> | undefined
  const end = () =>
    (ended ??= (async () => {
      await clear(folder)
      await (await opening).close()
      release()
    })())
  const release = onInterrupt(end)
  const { url } = await opening
  return { env: { TEST_DATABASE_URL: url, TMPDIR: folder }, end }
}

/** Tests that were killed could not stop the databases they had started. */
async function clear(folder: string): Promise<void> {
  for (const cluster of await clustersBelow(folder)) {
    await stopLeftBehind(cluster)
    await rm(cluster, { recursive: true, force: true })
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}

/** Those in the folder that run, or were killed, and those elsewhere that a DATA_DIR in it points to. */
async function clustersBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found = entries.map(async ({ name, parentPath }) => {
    if (name === 'postmaster.pid') return parentPath
    if (name !== 'postgres.location.json') return []
    const pointer = JSON.parse(await readFile(join(parentPath, name), 'utf8')) as { cluster: string }
    return pointer.cluster
  })
  return [...new Set((await Promise.all(found)).flat())]
}
