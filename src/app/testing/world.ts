import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { boot } from '#/app/boot.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { watchInvariants } from '#/kernel/server/invariants.ts'
import { createLog, type Log } from '#/kernel/server/log.ts'
import { closeAfter } from '#/kernel/testing/close-after.ts'
import { count } from '#/kernel/testing/counts.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { inProcessFetch } from '#/kernel/testing/in-process-fetch.ts'
import { createSandbox } from '#/payments/sandbox/server.ts'
import { sandboxKey } from '#/payments/server/gateways.ts'
import { sandboxFile } from '#/payments/server/sandbox-process.ts'
import { quickHashing } from './hashing.ts'
import { clientAt, signUpAt } from './people.ts'
import { makePerson } from './person.factory.ts'

export type { Person } from './people.ts'

/** Monday morning in Kolkata, 2026-11-02 09:00. Tests start here and move the clock themselves. */
export const mondayMorning = new Date('2026-11-02T03:30:00Z')

/**
 * Runs the whole app on its own database, with a clock the test sets. Closed after the test that opens it, or after the
 * file's tests. People's calls are whole requests, but take no socket: `const asha = await world.signUp('asha')`, then
 * `asha.call.pets.add(…)`. Sockets are open at `url`.
 */
export async function openWorld(
  settings: Record<string, string> = {},
  options: { webFolder?: string; log?: Log } = {},
) {
  count('worlds')
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pawfolk-test-'))
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '8',
    ...settings,
  })
  const clock = { now: mondayMorning }
  const app = await boot({
    config,
    databaseUrl: database.url,
    log: options.log ?? createLog(config.LOG_LEVEL),
    now: () => clock.now,
    webFolder: options.webFolder ?? dataDir,
    hashing: quickHashing,
    sandboxUrl: async () => (await sandbox()).url,
  })
  // New users are in India, as their browsers would report.
  await sql`alter table users alter column time_zone set default 'Asia/Kolkata'`.execute(app.database.db)
  app.http.listen(0, '127.0.0.1')
  await once(app.http, 'listening')
  app.http.on('request', ({ socket }) => socket instanceof Socket && count('requests'))
  const url = `http://127.0.0.1:${(app.http.address() as AddressInfo).port}`
  const fetch = inProcessFetch(app.http)

  async function startSandbox() {
    const { server, bank, store, close } = createSandbox({
      file: sandboxFile(dataDir),
      key: sandboxKey(config),
      now: () => clock.now.getTime(),
      work: false,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      server,
      bank,
      store,
      close,
    }
  }
  let started: ReturnType<typeof startSandbox> | undefined
  const sandbox = () => (started ??= startSandbox())
  let watched: ReturnType<typeof watchInvariants> | undefined
  const invariants = () => (watched ??= watchInvariants(database.url))

  async function close(): Promise<void> {
    // Our own idle connections carry no requests that the app would have to wait for.
    app.http.closeIdleConnections()
    await app.close()
    await (await started)?.close()
    await watched?.then(
      ({ end }) => end(),
      () => undefined,
    )
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  closeAfter(close)

  return {
    app,
    db: app.database.db,
    databaseUrl: database.url,
    findBrokenInvariants: async () => (await invariants()).findBroken(),
    dataDir,
    url,
    secret: config.AUTH_SECRET,
    clock,
    /** The payment sandbox, in this process and by the same clock: `bank.pump()` runs its due work. */
    sandbox,
    /** Hands a request to the app without a socket. */
    fetch,
    /** Makes a person with the rows of a sign-up and a session. */
    signUp: (name: string) => makePerson({ db: app.database.db, config, url, fetch }, name),
    /** Signs up over a socket, as the form does. */
    signUpByForm: (name: string) => signUpAt(url, name),
    visitor: clientAt(url, { cookie: `pawfolk_visitor=${randomUUID()}` }, '/rpc', fetch),
  }
}
