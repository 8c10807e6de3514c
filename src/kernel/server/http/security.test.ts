import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, inlineScriptHashes, isCrossSite } from './security.ts'

const asking = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage
const sha = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`

test.each(['localhost:3000', '127.0.0.1:3000', '192.168.1.20:3000', '[::1]:3000', 'pawfolk.local'])(
  'on a default start a page served as %s may write to itself',
  (host) => {
    expect(isCrossSite(asking({ host, origin: `http://${host}` }), undefined)).toBe(false)
  },
)

test.each([
  'http://evil.example',
  'http://localhost:3001',
  'http://localhost',
  'null',
  'file://',
  'http://localhost:3000.evil.example',
])('a page of %s may not write to localhost:3000', (origin) => {
  expect(isCrossSite(asking({ host: 'localhost:3000', origin }), undefined)).toBe(true)
})

test('with a public address only its own pages can write, under any name of the server', () => {
  const publicUrl = 'https://pawfolk.example/'
  const host = 'app:3000'
  expect(isCrossSite(asking({ host, origin: 'https://pawfolk.example' }), publicUrl)).toBe(false)
  expect(isCrossSite(asking({ host, origin: 'https://pawfolk.example:443' }), publicUrl)).toBe(false)
  for (const origin of ['http://pawfolk.example', 'http://app:3000', 'https://www.pawfolk.example'])
    expect(isCrossSite(asking({ host, origin }), publicUrl)).toBe(true)
})

test('the browser’s Sec-Fetch-Site counts even without an origin', () => {
  for (const site of ['cross-site', 'same-site'])
    expect(isCrossSite(asking({ host: 'a', 'sec-fetch-site': site }), undefined)).toBe(true)
  for (const site of ['same-origin', 'none'])
    expect(isCrossSite(asking({ host: 'a', 'sec-fetch-site': site }), undefined)).toBe(false)
})

test('a program that sends neither is accepted', () => {
  expect(isCrossSite(asking({ host: 'localhost:3000' }), undefined)).toBe(false)
  expect(isCrossSite(asking({ host: 'app:3000' }), 'https://pawfolk.example')).toBe(false)
})

test('each inline script is allowed by its hash, and a script with a URL by the page’s own origin', () => {
  const html = `<html><head><script>let a = 1</script><SCRIPT type="module">\r\nimport("/x.js")\r\n</SCRIPT >
    <script type="module" src="/assets/entry.js"></script><script async src = "/b.js"></script></head></html>`
  expect(inlineScriptHashes(html)).toEqual([sha('let a = 1'), sha('\nimport("/x.js")\n')])
})

test('a page without inline scripts allows none, and no policy ever allows them all', () => {
  expect(inlineScriptHashes('<p>nothing</p>')).toEqual([])
  expect(contentSecurityPolicy([])).toContain("img-src 'self' data: blob:;")
  expect(contentSecurityPolicy([], ['https://tiles.example'])).toContain(
    "img-src 'self' data: blob: https://tiles.example;",
  )
  expect(contentSecurityPolicy([])).toContain("script-src 'self';")
  expect(contentSecurityPolicy([])).toContain("worker-src 'self' blob:;")
  expect(contentSecurityPolicy([sha('a')])).toContain(`script-src 'self' '${sha('a')}';`)
  expect(contentSecurityPolicy([sha('a')])).not.toMatch(/script-src[^;]*unsafe/)
})
