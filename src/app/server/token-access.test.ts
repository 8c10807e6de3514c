import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { tokenScopes } from '#/accounts/token-scopes.ts'
import { signUpCast } from '#/app/testing/cast.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { livePath } from '#/kernel/live.ts'

const world = await openWorld()
const { pet_owner: owner, veterinary_doctor: vet } = await signUpCast(world)
const desk = await openDesk(world, 'admin')

/** Each endpoint's scope, read from the document that people rely on rather than from the code. */
const document = await readFile(new URL('../../../docs/access.md', import.meta.url), 'utf8')
const endpoints = [...document.matchAll(/^\| `([A-Z]+) (\S+)` \| `([\w.]+)` \| (\S+) \| (\S+) \|/gm)].map(
  ([, method, path, name, who, scope]) => ({
    method: method!,
    path: path!,
    name: name!,
    who: who!,
    scope: scope === '–' ? undefined : scope!,
  }),
)

async function tokenOf(person: typeof vet, scopes: (typeof tokenScopes)[number][]): Promise<string> {
  const name = `${scopes.length} ${scopes[0]}`
  return (await person.call.accounts.makeToken({ name, scopes, days: null })).token
}

const tokens: { scope: string; token: string }[] = []
for (const scope of tokenScopes) tokens.push({ scope, token: await tokenOf(vet, [scope]) })
const everything = await tokenOf(vet, [...tokenScopes])

async function call(
  { method, path }: { method: string; path: string },
  token: string,
  headers: Record<string, string> = {},
) {
  // An input that no endpoint accepts, so callers with access get a validation error.
  const hasBody = method !== 'GET'
  const response = await world.fetch(`${world.url}${path.replace(/\{\w+\}/g, 'nonsense')}`, {
    method,
    headers: {
      ...headers,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(hasBody && { body: '"nonsense"' }),
  })
  // Null is the profile of somebody who has none.
  const answer = (await response.json()) as { code?: string } | null
  return [response.status, answer?.code] as const
}

const isLetIn = ([status]: readonly [number, unknown]) => status === 200 || status === 400

test('the document lists every endpoint with its scope', () => {
  expect(endpoints.length).toBeGreaterThan(150)
  expect(new Set(endpoints.flatMap(({ scope }) => scope ?? []))).toEqual(new Set(tokenScopes))
})

describe('docs/access.md lists which scope admits a token, and no other does', () => {
  for (const endpoint of endpoints) {
    test(endpoint.name, async () => {
      expect(await call(endpoint, 'pf_nobody')).toEqual([401, 'request.signed_out'])
      for (const { scope, token } of tokens) {
        const answer = await call(endpoint, token)
        if (endpoint.scope === undefined) expect(answer, scope).toEqual([403, 'request.forbidden'])
        else if (scope !== endpoint.scope) expect(answer, scope).toEqual([403, 'request.scope_needed'])
        else expect(isLetIn(answer), `${scope}: ${answer}`).toBe(true)
      }
      if (!endpoint.scope) expect(await call(endpoint, everything)).toEqual([403, 'request.forbidden'])
    })
  }
})

test('a token gives no more than its owner has: a vet’s endpoints stay closed to an owner’s token', async () => {
  const token = await tokenOf(owner, [...tokenScopes])
  const ofVets = endpoints.filter(({ who, scope }) => who.startsWith('record:veterinary_doctor') && scope)
  expect(ofVets.length).toBeGreaterThan(5)
  for (const endpoint of ofVets)
    expect(await call(endpoint, token), endpoint.name).toEqual([403, 'request.forbidden'])
})

test('cookies of its owner or an admin don’t extend a token', async () => {
  for (const endpoint of endpoints.filter(({ scope, who }) => !scope && who !== 'anyone').slice(0, 10))
    expect(await call(endpoint, everything, { cookie: vet.cookie }), endpoint.name).toEqual([
      403,
      'request.forbidden',
    ])
  const users = endpoints.find(({ name }) => name === 'admin.users')!
  expect(await call(users, '', { cookie: desk.cookie })).toEqual([200, undefined])
  expect(await call(users, everything, { cookie: desk.cookie })).toEqual([403, 'request.forbidden'])
  const me = endpoints.find(({ name }) => name === 'accounts.me')!
  expect(await call(me, 'pf_wrong', { cookie: vet.cookie })).toEqual([401, 'request.signed_out'])
})

test('a token opens nothing at /rpc, at the sign-in and at other addresses', async () => {
  const headers = { authorization: `Bearer ${everything}`, 'content-type': 'application/json' }
  const rpc = await fetch(`${world.url}/rpc/pets/list`, { method: 'POST', headers, body: '{"json":{}}' })
  expect(rpc.status).toBe(401)
  const adminRpc = await fetch(`${world.url}/api/admin/rpc/admin/users`, {
    method: 'POST',
    headers,
    body: '{"json":{}}',
  })
  expect(adminRpc.status).toBe(401)
  const password = await fetch(`${world.url}/api/auth/change-password`, {
    method: 'POST',
    headers: { ...headers, origin: world.url },
    body: JSON.stringify({ password: 'another-password' }),
  })
  expect(password.status).toBe(401)
  const archive = await fetch(`${world.url}/my-data/archive.zip`, { headers })
  expect([401, 403, 404]).toContain(archive.status)
  const stream = await fetch(`${world.url}${livePath}`, { headers })
  expect(stream.status).toBe(401)
})
