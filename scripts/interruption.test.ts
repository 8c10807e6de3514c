import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { endsWithUs } from '#/kernel/testing/ends-with-us.ts'
import { root } from './steps.ts'

const waiting = { timeout: 25_000, interval: 50 }
/** Three clusters are created in turn while other tests use both cores. */
const waitingForDatabases = { timeout: 60_000, interval: 50 }

let folder: string
let child: ChildProcess | undefined

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pawfolk-interrupted-'))
  await chmod(folder, 0o711)
  child = undefined
})

afterEach(async () => {
  if (child) await end(child, 'SIGTERM')
  await rm(folder, { recursive: true, force: true })
})

/** Starts the command as leader of a process group, as a terminal does. */
function run(args: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  child = spawn(process.execPath, ['scripts/bootstrap.mjs', ...args], {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, ...endsWithUs, NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), ...env },
  })
  return child
}

/** Ctrl-C signals the whole group, SIGTERM only the process. */
async function end(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, 'exit')
    process.kill(signal === 'SIGINT' ? -child.pid! : child.pid!, signal)
    await exit
  }
  return child.exitCode
}

async function processes(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'state=,args='])
  return stdout.split('\n').filter((line) => line.includes(folder) && !line.startsWith('Z'))
}

async function groupOf(leader: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pgid=,state=,args='])
  return stdout
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(`${leader} `) && !line.startsWith(`${leader} Z`))
}

async function waitFor(count: number, text: string): Promise<void> {
  await vi.waitFor(async () => {
    const found = (await processes()).filter((line) => line.includes(text))
    expect(found.length).toBeGreaterThanOrEqual(count)
  }, waitingForDatabases)
}

for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${signal} in the middle of a statement of db:psql stops the database it had started`, async () => {
    const psql = run(['scripts/db-psql.ts', '-c', 'select pg_sleep(600)'])
    const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
    await vi.waitFor(async () => expect(await isAsleep(postgres.url)).toBe(true), waiting)
    await postgres.stop()
    expect(await processes()).not.toEqual([])
    expect(await end(psql, signal)).toBe(code)
    expect(await processes()).toEqual([])
  })
}

test('Ctrl-C during a test stops its databases and servers as well as ours', {
  timeout: 240_000,
}, async () => {
  // Within the project, so that packages resolve.
  await mkdir(join(root, '.data'), { recursive: true })
  const project = await mkdtemp(join(root, '.data', 'interrupted-'))
  try {
    await mkdir(join(folder, 'run'), { mode: 0o711 })
    await writeFile(join(project, 'endless.test.ts'), endless)
    await writeFile(join(project, 'vitest.config.ts'), 'export default { test: { pool: "forks" } }\n')
    const vitest = run(['scripts/test-vitest.ts', '--root', relative(root, project)], {
      TEST_DATABASE_URL: undefined,
      TEST_DATA_DIR: join(folder, 'shared'),
      TMPDIR: join(folder, 'run'),
    })
    await waitFor(1, join(folder, 'shared'))
    await waitFor(1, 'own/postgres')
    await waitFor(1, 'servers/postgres')
    expect(await end(vitest, 'SIGINT')).toBe(130)
    expect(await processes()).toEqual([])
    expect(await readdir(join(folder, 'run'))).toEqual([])
  } finally {
    await rm(project, { recursive: true, force: true })
  }
})

test('SIGTERM in the middle of a build ends the build', async () => {
  // Renaming the stamp makes the build stale; it stays until a new one is complete.
  const build = run(['scripts/build.ts'], { PRODUCT_NAME: `Pawfolk ${process.pid}` })
  const group = build.pid!
  await vi.waitFor(async () => {
    expect(await groupOf(group)).toContainEqual(expect.stringContaining('bin.cjs build'))
  }, waiting)
  expect(await end(build, 'SIGTERM')).toBe(143)
  expect(await groupOf(group)).toEqual([])
})

/** The worst case: a database in the test's own process, and a server with a database in another process group. */
const endless = `
  import { spawn } from 'node:child_process'
  import { mkdir } from 'node:fs/promises'
  import { tmpdir } from 'node:os'
  import { join } from 'node:path'
  import { test } from 'vitest'
  import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
  import { endsWithUs } from '#/kernel/testing/ends-with-us.ts'

  test('never ends', { timeout: 0 }, async () => {
    await startEmbeddedPostgres({ dataDir: join(tmpdir(), 'own') })
    spawn(process.execPath, ['scripts/bootstrap.mjs', 'src/app/main.ts'], {
      cwd: ${JSON.stringify(root)},
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, ...endsWithUs, PORT: '0', SEED: 'none', DATA_DIR: join(tmpdir(), 'servers') },
    })
    await new Promise(() => undefined)
  })`

async function isAsleep(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rowCount } = await client.query(
    "select from pg_stat_activity where query ~ '^select pg_sleep' and state = 'active'",
  )
  await client.end()
  return rowCount === 1
}
