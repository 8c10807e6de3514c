import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { afterAll } from 'vitest'
import { boot } from '#/app/boot.ts'
import type { contract } from '#/app/contract.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createTestDatabase } from '#/kernel/testing/database.ts'

export type Client = ContractRouterClient<typeof contract, { key?: string }>

export type Person = { userId: string; ownerId: string; email: string; cookie: string; call: Client }

export function clientAt(url: string, headers: Record<string, string>): Client {
  const link = new RPCLink<{ key?: string }>({
    url: `${url}/rpc`,
    headers: ({ context }) => ({ ...headers, ...(context.key ? { 'idempotency-key': context.key } : {}) }),
  })
  return createORPCClient(link)
}

/** Signs up at a running server, as the form does. */
export async function signUpAt(url: string, name: string): Promise<Person> {
  const email = `${name}@example.org`
  const response = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email, password: `${name}-password`, name }),
  })
  if (!response.ok) throw new Error(`${name} could not sign up: ${await response.text()}`)
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const call = clientAt(url, { cookie })
  const { user } = await call.accounts.me()
  return { userId: user!.id, ownerId: user!.records['pet_owner']!, email, cookie, call }
}

/** A Monday morning in Kolkata: 2026-11-02 09:00. Tests start here and move the clock themselves. */
export const mondayMorning = new Date('2026-11-02T03:30:00Z')

/**
 * The whole app on a database of its own, over real HTTP, with a clock the test sets. Closed after the file's tests.
 * People sign up as anyone would: `const asha = await world.signUp('asha')`, then `asha.call.pets.add(…)`.
 */
export async function openWorld(settings: Record<string, string> = {}) {
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
    log: createLog(config.LOG_LEVEL),
    now: () => clock.now,
    webFolder: dataDir,
  })
  app.http.listen(0, '127.0.0.1')
  await once(app.http, 'listening')
  const url = `http://127.0.0.1:${(app.http.address() as AddressInfo).port}`

  async function close(): Promise<void> {
    await app.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  afterAll(close)

  return {
    app,
    db: app.database.db,
    databaseUrl: database.url,
    dataDir,
    url,
    clock,
    signUp: (name: string) => signUpAt(url, name),
    visitor: clientAt(url, {}),
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
