import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { tokenScopes } from '#/accounts/token-scopes.ts'
import { describeAccess, listEndpoints } from './access.ts'
import { errorTexts } from './error-text.ts'

const endpoints = listEndpoints()

test('docs/access.md matches the contract', async () => {
  const written = await readFile(new URL('../../docs/access.md', import.meta.url), 'utf8')
  expect(written).toBe(describeAccess())
})

test('every endpoint says who may call it, which rows it touches and what it does', () => {
  for (const { name, access, rows, summary, path, method } of endpoints) {
    expect(access, name).toMatch(/^(anyone|signed-in|admin|admin:full|record:[a-z_/]+)$/)
    expect(rows.length, name).toBeGreaterThan(3)
    expect(summary.length, name).toBeGreaterThan(3)
    expect(`${method} ${path}`, name).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/[a-z]/)
  }
})

test('each scope is a known one and reads or writes as its endpoint does', () => {
  const named = endpoints.flatMap(({ token }) => token ?? [])
  expect(new Set(named)).toEqual(new Set(tokenScopes))
  for (const { name, token, method } of endpoints) {
    if (token) expect(token.endsWith(':read'), name).toBe(method === 'GET')
  }
})

test('no token reaches accounts’ security, deletion, methods of payment or admins’ endpoints', () => {
  for (const { name, token, path } of endpoints) {
    const isOffLimits = /^\/(me\/|admin|ways-in|payments\/methods|verification|care\/links)|signature/.test(
      path,
    )
    if (isOffLimits) expect(token, name).toBeUndefined()
  }
})

test('no two endpoints share a method and path', () => {
  const seen = endpoints.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  expect(new Set(seen).size).toBe(seen.length)
})

test('every error code has a sentence', () => {
  for (const { name, errors } of endpoints) {
    for (const code of errors) expect(errorTexts[code], `${name}: ${code}`).toBeTruthy()
  }
})
