import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { endsWithUs } from '#/kernel/testing/ends-with-us.ts'
import { freePort } from './free-port.ts'
import { root } from './steps.ts'

const run = promisify(execFile)
// The first start creates a database, which is ten times slower on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
const waiting = { timeout: 60_000, interval: 20 }

let dataDir: string
let started: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-start-'))
  await chmod(dataDir, 0o711)
  started = []
})

afterEach(async () => {
  await Promise.all(started.map((child) => leave(child, 'SIGTERM')))
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the server as `npm start` does, but from its sources. */
function start(port: number, settings: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'src/app/main.ts'], {
    cwd: root,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...endsWithUs,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED: 'none',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      ...settings,
    },
  })
  started.push(child)
  return child
}

/** Waits until the server is ready, and fails with its output otherwise. */
async function startReady(port: number): Promise<ChildProcess> {
  const child = start(port)
  let said = ''
  child.stderr!.on('data', (text) => (said += text))
  await vi
    .waitFor(() => isReady(port), waiting)
    .catch((error) => {
      throw new Error(`Not ready (exit ${child.exitCode} ${child.signalCode}): ${said}`, { cause: error })
    })
  return child
}

async function isReady(port: number): Promise<void> {
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
}

/** Returns the exit code; immediately if the process has ended. */
async function leave(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exit = once(child, 'exit')
  // Like Ctrl-C in a terminal, signals the whole group.
  process.kill(-child.pid!, signal)
  const [code] = await exit
  return code
}

/** Lists running processes that use this DATA_DIR, without zombies. */
async function processes(): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'state=,args='])
  return stdout.split('\n').filter((line) => line.includes(dataDir) && !line.startsWith('Z'))
}

test('Ctrl-C ends with exit code 0, and no process is left', async () => {
  const child = await startReady(await freePort())
  expect(await processes()).not.toEqual([])
  expect(await leave(child, 'SIGINT')).toBe(0)
  expect(await processes()).toEqual([])
})

test('two servers on different ports share one database, and the second outlives the first', async () => {
  const [one, two] = await Promise.all([freePort(), freePort()])
  const [first] = await Promise.all([startReady(one), startReady(two)])
  expect(await leave(first, 'SIGINT')).toBe(0)
  await isReady(two)
})

test('a taken port is reported in one line with exit code 1, and the other server keeps running', async () => {
  const port = await freePort()
  await startReady(port)
  const late = start(port)
  const [said] = await Promise.all([late.stderr!.toArray(), once(late, 'exit')])
  expect(late.exitCode).toBe(1)
  const text = Buffer.concat(said).toString().trim()
  expect(text).toContain(`${port} is taken`)
  expect(text.split('\n')).toHaveLength(1)
  await isReady(port)
})

// Uses an existing database, since only the later steps are tested.
test.each([
  ['HOST', '192.0.2.1', /^HOST: 192\.0\.2\.1 is not an address of this machine \(EADDRNOTAVAIL\)/],
  ['HOST', 'nowhere.invalid', /^HOST: nowhere\.invalid is not an address of this machine \(E\w+\)/],
  ['DATA_DIR', '/dev/null/data', /^DATA_DIR: \/dev\/null\/data cannot be written \(ENOTDIR\)/],
])('%s=%s is reported in one line with exit code 1', async (name, value, sentence) => {
  const database = await createTestDatabase()
  const child = start(await freePort(), { DATABASE_URL: database.url, [name]: value })
  const [said] = await Promise.all([child.stderr!.toArray(), once(child, 'exit')])
  expect(child.exitCode).toBe(1)
  const text = Buffer.concat(said).toString().trim()
  expect(text).toMatch(sentence)
  expect(text.split('\n')).toHaveLength(1)
  await database.drop()
})

test('kill -9 of everything: the next start is ready again', async () => {
  const port = await freePort()
  const child = await startReady(port)
  const postmaster = Number(
    (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0],
  )
  await leave(child, 'SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await startReady(port)
})
