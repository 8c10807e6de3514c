import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientAt, signUpAt } from '#/app/testing/people.ts'
import { type ServerProcess, startServerProcess } from '#/app/testing/server-process.ts'
import { type Database, openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import type { TestDatabase } from '#/kernel/testing/test-server.ts'
import { WEEKDAYS } from '#/kernel/time.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const waiting = { timeout: 20_000, interval: 20 }

let dataDir: string
let testDatabase: TestDatabase
let database: Database
let server: ServerProcess
let locker: PoolClient | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-shutdown-'))
  testDatabase = await createTestDatabase()
  database = openDatabase(testDatabase.url, { log: createLog('silent'), max: 2 })
  const faulty = "process.on('SIGUSR2',()=>{throw(new(Error)('out of the blue'))})"
  server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: testDatabase.url,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faulty)}`,
  })
})

afterEach(async () => {
  await server.end('SIGKILL')
  await unlock()
  await database.close()
  await testDatabase.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Locks the table until `unlock`. */
async function lockTable(name: string): Promise<void> {
  locker = await database.pool.connect()
  await locker.query(`begin; lock table ${name} in access exclusive mode`)
}

async function unlock(): Promise<void> {
  const held = locker
  locker = undefined
  await held?.query('rollback')
  held?.release()
}

async function someoneWaits(): Promise<void> {
  const { rows } = await database.pool.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  expect(rows).toHaveLength(1)
}

test('with a request and a job that do not end, it is gone within 10 s, and the job is tried again', async () => {
  const asha = await signUpAt(server.url, 'asha')
  const meera = await signUpAt(server.url, 'meera')
  const hours = [{ days: WEEKDAYS, start: '00:00', end: '24:00' }]
  const vetId = await makeVet(database.db, { userId: meera.userId, fullName: 'Meera Iyer', hours })
  const { days } = await asha.call.booking.openDays({ trade: 'veterinary', providerId: vetId })
  const date = days.findLast(({ state }) => state === 'available')!.date

  await lockTable('notifications')
  await asha.call.veterinary.book({ vetId, slot: { date, startTime: '10:00', endTime: '10:30' } })
  await vi.waitFor(someoneWaits, waiting)
  const { hostname, port } = new URL(server.url)
  const endless = connect(Number(port), hostname)
  endless.on('error', () => undefined)
  endless.write('POST /rpc/accounts/chooseRole HTTP/1.1\r\nHost: pawfolk\r\nContent-Length: 100\r\n\r\n{')
  await once(endless, 'ready')

  const begun = performance.now()
  expect(await server.end('SIGTERM')).toBe(0)
  expect(performance.now() - begun).toBeLessThan(10_000)
  const { rows } = await database.pool.query("select state from jobs.job where name = 'events'")
  expect(rows).toEqual([{ state: 'retry' }])
})

test('an uncaught error ends the process with exit code 1 once requests in flight are answered', async () => {
  await lockTable('contact_messages')
  const sent = clientAt(server.url, {}).support.sendMessage({
    name: 'Asha',
    email: 'asha@example.org',
    topic: 'other',
    message: 'Could you add birds to the species one can choose?',
  })
  await vi.waitFor(someoneWaits, waiting)
  const ended = server.end('SIGUSR2')
  await vi.waitFor(() => expect(fetch(`${server.url}/healthz`)).rejects.toThrow(), waiting)
  await unlock()
  await sent
  expect(await ended).toBe(1)
})

/** Sends requests over one connection until the server closes it. */
async function askUntilTold(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let answered = 1; ; answered++) {
    const asked = get(`${url}/healthz`, { agent })
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    if (answer.headers.connection === 'close') return answered
  }
}

test('requests during shutdown are answered on every connection and told to reconnect', async () => {
  const asking = Array.from({ length: 16 }, () => askUntilTold(server.url))
  await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), waiting)
  const ended = server.end('SIGTERM')
  for (const answered of await Promise.all(asking)) expect(answered).toBeGreaterThan(1)
  expect(await ended).toBe(0)
})
