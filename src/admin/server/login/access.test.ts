import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listEndpoints } from '#/app/access.ts'
import { boot } from '#/app/boot.ts'
import { adminClientAt, askAdmin, makeAdmin, openDesk } from '#/app/testing/desk.ts'
import { quickHashing } from '#/app/testing/hashing.ts'
import { clientAt } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { isForAdmins } from '#/kernel/api.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db, url, fetch } = world
const desk = await openDesk(world, 'asha')
const owner = await world.signUp('ravi')
const vet = await world.signUp('meera')
await makeVet(db, { userId: vet.userId, fullName: 'Meera Iyer' })
await vet.call.accounts.chooseRole({ role: 'admin' })

const forAdmins = listEndpoints().filter(({ access }) => isForAdmins(access))
const forUsers = listEndpoints().filter(
  ({ access }) => access === 'signed-in' || access.startsWith('record:'),
)
const signedOut = { status: 401, code: 'request.signed_out' }

type Method = (input: unknown) => Promise<unknown>

/** Calls an endpoint by name. The input doesn't matter for callers without access. */
function callAt(client: object, name: string): Promise<unknown> {
  const called = name.split('.').reduce((at, part) => (at as Record<string, object>)[part]!, client) as Method
  return called({ id: owner.userId, reason: 'None' })
}

/** Returns the session's value under the other sign-in's cookie name, and under both. */
function disguises(cookie: string): string[] {
  const value = cookie.split('session_token=')[1]!.split(';')[0]
  return [
    cookie,
    `pawfolk-admin.session_token=${value}`,
    `pawfolk.session_token=${value}`,
    `pawfolk.session_token=${value}; pawfolk-admin.session_token=${value}`,
  ]
}

test('there are endpoints for admins, and nobody else reaches them by RPC or REST', async () => {
  expect(forAdmins.length).toBeGreaterThan(5)
  for (const { name, method, path } of forAdmins) {
    for (const cookie of ['', ...disguises(owner.cookie), ...disguises(vet.cookie)]) {
      const call = callAt({ admin: adminClientAt(url, cookie, fetch) }, name)
      await expect(call, `${name} as ${cookie}`).rejects.toMatchObject(signedOut)
      const response = await fetch(`${url}/api${path.replace('{id}', owner.userId)}`, {
        method,
        headers: { cookie, 'content-type': 'application/json' },
        ...(method === 'POST' && { body: '{"reason":"None"}' }),
      })
      expect(response.status, `${method} ${path}`).toBe(401)
    }
  }
  expect((await owner.call.accounts.me()).user).not.toBeNull()
})

test('an admin is not a user: every endpoint for users is closed to the admin’s cookie, whatever its name', async () => {
  for (const { name } of forUsers) {
    for (const cookie of disguises(desk.cookie)) {
      await expect(callAt(clientAt(url, { cookie }, '/rpc', fetch), name), name).rejects.toMatchObject(
        signedOut,
      )
    }
  }
  expect((await clientAt(url, { cookie: disguises(desk.cookie)[2]! }).accounts.me()).user).toBeNull()
  expect((await desk.call.me()).admin).not.toBeNull()
})

test('the two paths for RPC don’t open each other’s endpoints', async () => {
  for (const path of [
    '/rpc/admin/users',
    '/rpc/admin/me',
    '/api/admin/rpc/accounts/me',
    '/api/admin/rpc/pets/list',
  ]) {
    const response = await fetch(`${url}${path}?data=${encodeURIComponent('{"json":{}}')}`, {
      headers: { cookie: `${desk.cookie}; ${owner.cookie}` },
    })
    expect(response.status, path).toBe(404)
  }
})

test('nobody becomes an admin by signing up, by a role, or by an extra field', async () => {
  const everyone = () => db.selectFrom('admin_users').selectAll().orderBy('email').execute()
  const before = await everyone()
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const more = {
    role: 'admin',
    isAdmin: true,
    two_factor_enabled: true,
    adminId: desk.adminId,
    suspended_at: null,
  }
  const email = 'climber@example.org'
  expect(
    (await post('/api/auth/sign-up/email', { email, password: 'up-and-up-and-up', ...more })).status,
  ).toBe(200)
  await post('/rpc/accounts/chooseRole', { json: more }, owner.cookie)
  await owner.call.accounts.chooseRole(more)
  expect(
    (await askAdmin(url, '/sign-up/email', { email, password: 'up-and-up-and-up', ...more })).status,
  ).toBe(404)
  const wanted = { email, password: 'up-and-up-and-up', ...more }
  expect((await askAdmin(url, '/sign-in/email', wanted)).status).toBe(401)
  expect(await everyone()).toEqual(before)
  const roles = await db.selectFrom('profiles').select('role').distinct().execute()
  expect(roles).toEqual([{ role: 'pet_owner' }])
  await expect(adminClientAt(url, owner.cookie).users({})).rejects.toMatchObject(signedOut)
})

test('a session that belongs to no admin opens nothing', async () => {
  const token = 'x'.repeat(32)
  await db
    .insertInto('admin_sessions')
    .values({
      id: newId(),
      user_id: desk.adminId,
      token,
      expires_at: new Date(Date.now() + 60_000),
      code_checked_at: new Date(),
    })
    .execute()
  for (const value of [token, `${token}.`, `${token}.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA%3D`])
    expect((await adminClientAt(url, `pawfolk-admin.session_token=${value}`).me()).admin).toBeNull()
})

test('each admin has their own idempotency keys', async () => {
  const { cookie } = await openDesk(world, 'kabir')
  const other = clientAt(url, { cookie }, '/api/admin/rpc').admin
  const mine = clientAt(url, { cookie: desk.cookie }, '/api/admin/rpc').admin
  const key = 'the-same-key-for-both'
  const zoya = await world.signUp('zoya')
  const input = { id: zoya.userId }
  expect(await mine.endSessions(input, { context: { key } })).toEqual({ ended: 1 })
  expect(await mine.endSessions(input, { context: { key } })).toEqual({ ended: 1 })
  expect(await other.endSessions(input, { context: { key } })).toEqual({ ended: 0 })
  const { rows } = await sql<{
    caller: string
  }>`select caller from idempotency_keys where key = ${key}`.execute(db)
  expect(rows.map(({ caller }) => caller.split(':')[0])).toEqual(['admin', 'admin'])
})

test.each([
  [
    'in production',
    { NODE_ENV: 'production', PUBLIC_URL: 'http://pawfolk.example', PAYMENT_GATEWAY: 'sandbox' },
  ],
  ['where others may reach it', { NODE_ENV: 'test', HOST: '0.0.0.0' }],
])('a demo admin can log in where the demo runs, and never %s', async (_where, settings) => {
  const elsewhere = await boot({
    config: readConfig({
      ...settings,
      AUTH_SECRET: world.secret,
      DATA_DIR: world.dataDir,
      LOG_LEVEL: 'silent',
      DATABASE_POOL: '4',
    }),
    databaseUrl: world.databaseUrl,
    log: createLog('silent'),
    webFolder: world.dataDir,
    hashing: quickHashing,
  })
  elsewhere.http.listen(0, '127.0.0.1')
  await once(elsewhere.http, 'listening')
  const there = `http://127.0.0.1:${(elsewhere.http.address() as AddressInfo).port}`
  try {
    const { adminId, email, password, code } = await makeAdmin(world, `demo-${settings.NODE_ENV}`)
    const enter = async (at: string) => {
      const begun = await askAdmin(at, '/sign-in/email', { email, password })
      await sql`delete from rate_limits where key like 'admin used code %'`.execute(db)
      return askAdmin(at, '/two-factor/verify-totp', { code: await code() }, begun.cookie)
    }
    const { cookie } = await enter(there)
    expect((await adminClientAt(there, cookie).me()).admin).not.toBeNull()
    await db.updateTable('admin_users').set({ is_demo: true }).where('id', '=', adminId).execute()
    expect((await adminClientAt(there, cookie).me()).admin).toBeNull()
    expect(await enter(there)).toMatchObject({ status: 401, body: { code: 'REFUSED' }, cookie: '' })
    expect(await enter(world.url)).toMatchObject({ status: 200 })
  } finally {
    await elsewhere.close()
  }
})

type Headers = Record<string, string>

/** Sends it as a tunnel would; `fetch` would set the true Host. */
async function post(path: string, body: object, headers: Headers) {
  const sent = request(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
  })
  sent.end(JSON.stringify(body))
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const cookies = (response.headers['set-cookie'] ?? []).filter((line) => !/max-age=0/i.test(line))
  return {
    status: response.statusCode,
    body: (await json(response)) as { code?: string; json?: { code?: string; admin?: { id: string } } },
    cookie: cookies.map((line) => line.split(';')[0]).join('; '),
  }
}

const givePassword = async (email: string, password: string, headers: Headers) => {
  await sql`delete from rate_limits where key like 'admin %'`.execute(db)
  return post('/api/admin/auth/sign-in/email', { email, password }, headers)
}
const giveCode = (code: string, cookie: string, headers: Headers) =>
  post('/api/admin/auth/two-factor/verify-totp', { code }, { cookie, ...headers })
const seeUsers = async (cookie: string, headers: Headers) => {
  const { status, body } = await post('/api/admin/rpc/admin/users', { json: {} }, { cookie, ...headers })
  return { status, ...(body.json?.code && { code: body.json.code }) }
}

describe('the demo’s administrator can log in on this machine alone', async () => {
  const demo = await makeAdmin(world, 'demo')
  await db.updateTable('admin_users').set({ is_demo: true }).where('id', '=', demo.adminId).execute()
  const refused = { status: 401, body: { code: 'REFUSED' }, cookie: '' }

  test.each<[string, Headers]>([
    ['forwarded by a tunnel', { 'x-forwarded-for': '203.0.113.9' }],
    ['forwarded by a tunnel that claims to be here', { 'x-forwarded-for': '127.0.0.1' }],
    ['forwarded in the standard’s words', { forwarded: 'for=203.0.113.9' }],
    ['sent by a proxy', { via: '1.1 tunnel' }],
    ['sent to another name', { host: 'demo.tunnel.example' }],
    ['sent to a name that begins alike', { host: 'localhost.tunnel.example' }],
  ])('not a request %s', async (_what, headers) => {
    expect(await givePassword(demo.email, demo.password, headers)).toMatchObject(refused)

    const begun = await givePassword(demo.email, demo.password, {})
    expect(begun.status).toBe(200)
    expect(await giveCode(await demo.code(), begun.cookie, headers)).toMatchObject(refused)

    const again = await givePassword(demo.email, demo.password, {})
    const { cookie } = await giveCode(await demo.code(), again.cookie, {})
    expect(await seeUsers(cookie, {})).toEqual({ status: 200 })
    expect(await seeUsers(cookie, headers)).toEqual(signedOut)
  })

  test('an administrator who is not from the demo can log in from anywhere', async () => {
    const other = await makeAdmin(world, 'from-elsewhere')
    const headers = { 'x-forwarded-for': '203.0.113.9', host: 'desk.example' }
    const begun = await givePassword(other.email, other.password, headers)
    const { cookie } = await giveCode(await other.code(), begun.cookie, headers)
    expect(await seeUsers(cookie, headers)).toEqual({ status: 200 })
  })
})
