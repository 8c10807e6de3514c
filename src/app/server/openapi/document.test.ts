import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import type { TokenScope } from '#/accounts/token-scopes.ts'
import { listEndpoints } from '#/app/access.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const address = `${world.url}/api/openapi.json`

type Operation = {
  operationId: string
  security: Record<string, string[]>[]
  parameters?: { $ref?: string }[]
  responses: Record<string, unknown>
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object> }
}

const served = await (await fetch(address)).text()
const { paths, components } = JSON.parse(served) as Document
const operations = Object.values(paths).flatMap((item) => Object.values(item))
const operation = (id: string) => operations.find(({ operationId }) => operationId === id)!

/** All rules, as errors, except those that we deliberately don't follow. */
const rules = {
  'request-mime-type': { severity: 'error', allowedValues: ['application/json'] },
  'response-mime-type': { severity: 'error', allowedValues: ['application/json'] },
  // Our errors have their own shape, which `Error` describes.
  'operation-4xx-problem-details-rfc7807': 'off',
  // Paths such as /me and /availability name a single thing.
  'path-segment-plural': 'off',
  // Field and parameter names are clear without examples; empty texts are legal.
  'scalar-property-missing-example': 'off',
  'required-string-property-missing-min-length': 'off',
  'parameter-description': 'off',
  // The operator's details come from settings, not from code.
  'info-contact': 'off',
} as const

test('the document takes at most 2.3 kB for an operation, and travels compressed', async () => {
  expect(served.length / operations.length).toBeLessThan(2_300)
  const answer = await fetch(address, { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(Number(answer.headers.get('content-length')) / operations.length).toBeLessThan(240)
  expect(await answer.text()).toBe(served)
  const again = await fetch(address, { headers: { 'if-none-match': answer.headers.get('etag')! } })
  expect(again.status).toBe(304)
})

test('it holds every endpoint but those of admins, the outbox and uploads that cannot do without a file', () => {
  const listed = new Set(operations.map(({ operationId }) => operationId))
  const missing = listEndpoints().flatMap(({ name }) => (listed.has(name) ? [] : [name]))
  expect(missing.filter((name) => !name.startsWith('admin.'))).toEqual([
    'accounts.outbox',
    'verification.addDocument',
    'care.addPictures',
    'sitting.addCardPhoto',
    'sitting.addPhoto',
    'shop.addPrescription',
  ])
  expect(missing.filter((name) => name.startsWith('admin.')).length).toBeGreaterThan(20)
})

test('an operation asks for a session unless it is open to anyone, and names the scope of tokens', () => {
  for (const { name, access, token } of listEndpoints()) {
    const found = operation(name)
    const isOpen =
      found?.security.length === 0 || found?.security.some((way) => Object.keys(way).length === 0)
    if (found) expect(isOpen, name).toBe(access === 'anyone')
    const scopes = found?.security.flatMap(({ token = [] }) => token)
    if (found) expect(scopes, name).toEqual(token ? [token] : [])
  }
})

test('writes take an idempotency key, reads do not', () => {
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { parameters = [] }] of Object.entries(item)) {
      const takesKey = parameters.some(({ $ref }) => $ref?.endsWith('/IdempotencyKey'))
      expect(takesKey, `${method} ${path}`).toBe(method !== 'get')
    }
  }
})

test('a refusal of an endpoint’s own is there with its sentence', () => {
  expect(operation('veterinary.book').responses['409']).toMatchObject({
    description: expect.stringContaining('`booking.slot_taken`: This time is no longer free.'),
  })
})

test('no object is described twice in full', () => {
  const seen = new Map<string, number>()
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value && 'type' in value) {
      const text = JSON.stringify(value)
      seen.set(text, (seen.get(text) ?? 0) + 1)
    }
    for (const child of Object.values(value)) count(child)
  }
  count([paths, ...Object.values(components.schemas).map((schema) => Object.values(schema))])
  const twice = [...seen].filter(([text, times]) => times > 1 && text.length > 400)
  expect(twice.map(([text]) => text)).toEqual([])
})

test('the introduction’s example works unchanged with a vet’s token of the named scope', async () => {
  const { info } = JSON.parse(served) as { info: { description: string } }
  const [, header, value, example] = / {4}TOKEN=pf_…\n {4}curl -H "(\w+): (Bearer )\$TOKEN" "([^"]+)"\n/.exec(
    info.description,
  )!
  const [, scope] = /has the scope `([^`]+)`/.exec(info.description)!
  const meera = await world.signUp('meera')
  await makeVet(world.db, { userId: meera.userId, fullName: 'Dr. Meera Iyer' })
  const scopes = [scope as TokenScope]
  const { token } = await meera.call.accounts.makeToken({ name: 'Example', scopes, days: 30 })
  const { pathname, search } = new URL(example!)
  const answer = await fetch(world.url + pathname + search, { headers: { [header!]: value + token } })
  expect({ status: answer.status, body: await answer.json() }).toEqual({
    status: 200,
    body: { rows: [], nextCursor: null },
  })
})

test('the documentation page loads nothing from elsewhere and needs no exception to the policy', async () => {
  const page = await fetch(`${world.url}/api/docs`)
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  const html = await page.text()
  const addresses = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, found]) => found!)
  for (const found of addresses.filter((one) => one.startsWith('/api/docs/'))) {
    const file = await fetch(`${world.url}${found}`)
    expect([found, file.status]).toEqual([found, 200])
  }
  expect(addresses.filter((one) => !one.startsWith('/'))).toEqual([])
  expect((await fetch(`${world.url}/api/docs/package.json`)).status).toBe(404)
})

// The last test, since it blocks the process for longer than the server keeps a connection.
test('the linter finds nothing in the document that is served', async () => {
  const config = await createConfig({ extends: ['all'], rules })
  const problems = await lintFromString({ source: served, absoluteRef: 'openapi.json', config })
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([])
})

test('the linter notices an operation whose security names no scheme', async () => {
  const config = await createConfig({ extends: ['all'], rules })
  const source = served.replaceAll('"session":[]', '"nothing":[]')
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(new Set(problems.map(({ ruleId }) => ruleId))).toContain('security-defined')
})
