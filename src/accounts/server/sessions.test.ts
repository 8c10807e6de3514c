import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { boot } from '#/app/boot.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { ask } from './sign-in.factory.ts'

const world = await openWorld({ AUTH_SECRET: 'the-same-in-both-processes-of-a-site' })

/** A second process on the same database. */
const second = await boot({
  config: readConfig({
    NODE_ENV: 'test',
    DATA_DIR: world.dataDir,
    AUTH_SECRET: 'the-same-in-both-processes-of-a-site',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    DATABASE_POOL: '4',
  }),
  databaseUrl: world.databaseUrl,
  log: createLog('silent'),
  webFolder: world.dataDir,
})
second.http.listen(0, '127.0.0.1')
await once(second.http, 'listening')
const urls = [world.url, `http://127.0.0.1:${(second.http.address() as AddressInfo).port}`]
afterAll(() => second.close())

async function roleAt(url: string, cookie: string): Promise<string | null> {
  const response = await fetch(`${url}/api/me`, { headers: { cookie } })
  return ((await response.json()) as { user: { role: string } | null }).user?.role ?? null
}
const rolesAtBoth = (cookie: string) => Promise.all(urls.map((url) => roleAt(url, cookie)))

test('a session made in one process is known in the other', async () => {
  const asha = await world.signUp('asha')
  expect(await rolesAtBoth(asha.cookie)).toEqual(['pet_owner', 'pet_owner'])
})

test('logging out takes effect with the next request, and in the other process once it is notified', async () => {
  for (const [here, there] of [urls, urls.toReversed()] as [string, string][]) {
    const person = await world.signUp(`person-of-${new URL(here).port}`)
    expect(await rolesAtBoth(person.cookie)).toEqual(['pet_owner', 'pet_owner'])
    expect((await ask(here, '/sign-out', {}, { cookie: person.cookie })).status).toBe(200)
    expect(await roleAt(here, person.cookie)).toBeNull()
    await expect.poll(() => roleAt(there, person.cookie), { interval: 1 }).toBeNull()
  }
})

test('a session that ends while requests are reading it is not cached', async () => {
  for (let round = 0; round < 6; round++) {
    const person = await world.signUp(`racer-${round}`)
    const reads = urls.flatMap((url) => [roleAt(url, person.cookie), roleAt(url, person.cookie)])
    await world.db.deleteFrom('sessions').where('user_id', '=', person.userId).execute()
    await Promise.all(reads)
    await expect.poll(() => rolesAtBoth(person.cookie), { interval: 1 }).toEqual([null, null])
  }
})

test('another role chosen in one process is current in the other', async () => {
  const ravi = await world.signUp('ravi')
  expect(await rolesAtBoth(ravi.cookie)).toEqual(['pet_owner', 'pet_owner'])
  await ravi.call.accounts.chooseRole({ role: 'pet_sitter' })
  await expect.poll(() => rolesAtBoth(ravi.cookie), { interval: 1 }).toEqual(['pet_sitter', 'pet_sitter'])
})

test('while the connection that reports ended sessions is down, and after it came back, nobody stays in', async () => {
  const zoya = await world.signUp('zoya')
  const imran = await world.signUp('imran')
  expect(await rolesAtBoth(zoya.cookie)).toEqual(['pet_owner', 'pet_owner'])
  expect(await rolesAtBoth(imran.cookie)).toEqual(['pet_owner', 'pet_owner'])
  const cut = () =>
    sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name = 'pawfolk listener'`.execute(world.db)
  await cut()
  await world.db.deleteFrom('sessions').where('user_id', '=', zoya.userId).execute()
  expect(await rolesAtBoth(zoya.cookie)).toEqual([null, null])
  expect(await rolesAtBoth(imran.cookie)).toEqual(['pet_owner', 'pet_owner'])

  const listeners = async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'pawfolk listener'`.execute(world.db)
    return rows.length
  }
  await expect.poll(listeners, { timeout: 10_000 }).toBe(2)
  await world.db.deleteFrom('sessions').where('user_id', '=', imran.userId).execute()
  await expect.poll(() => rolesAtBoth(imran.cookie), { interval: 1 }).toEqual([null, null])
})

test('a token revoked in one process stops working in the other', async () => {
  const tara = await world.signUp('tara')
  const { id, token } = await tara.call.accounts.makeToken({
    name: 'Clinic',
    scopes: ['profile:read'],
    days: null,
  })
  const statusAt = async (url: string) =>
    (await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await Promise.all(urls.map(statusAt))).toEqual([200, 200])
  await tara.call.accounts.revokeToken({ id })
  await expect.poll(() => Promise.all(urls.map(statusAt))).toEqual([401, 401])
})
