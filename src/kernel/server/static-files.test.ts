import { once } from 'node:events'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { builtFiles } from './static-files.ts'

const script = 'export const hello = 1\n'.repeat(500)
const place = await mkdtemp(join(tmpdir(), 'pawfolk-built-'))
const folder = join(place, 'client')
await writeBuild('<script>about()</script>')
const server = createServer(builtFiles(folder).listen).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
const url = `http://127.0.0.1:${port}`
afterAll(async () => {
  server.close()
  await rm(place, { recursive: true })
})

async function writeBuild(about: string): Promise<void> {
  await mkdir(join(folder, 'about'), { recursive: true })
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'about/index.html'), about)
  await writeFile(join(folder, '__spa-fallback.html'), '<script>start()</script>')
  await writeFile(join(folder, '.secret'), 'not for the web')
  await writeFile(join(folder, 'assets/app-1a2b.js'), script)
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/app-1a2b.js.gz'), gzipSync(script))
}

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

test('each page allows its own inline scripts and no other page’s', async () => {
  const about = await fetch(`${url}/about`)
  const other = await fetch(`${url}/dashboard`)
  expect(await about.text()).toContain('about()')
  expect(await other.text()).toContain('start()')
  expect(policyOf(about)).toMatch(/script-src 'self' 'sha256-/)
  expect(policyOf(about)).not.toBe(policyOf(other))
})

test('an unchanged page keeps its policy, which the browser takes from the 304', async () => {
  const first = await fetch(`${url}/about`)
  const etag = first.headers.get('etag') ?? ''
  for (const kept of [etag, `W/${etag}`, `"another", ${etag}`]) {
    const again = await fetch(`${url}/about`, { headers: { 'if-none-match': kept } })
    expect(again.status).toBe(304)
    expect(policyOf(again)).toBe(policyOf(first))
  }
})

test('a hashed file is sent in the smallest form that the browser accepts, to be kept for ever', async () => {
  const forms = [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ] as const
  const etags = new Set<string | null>()
  for (const [accepted, coding] of forms) {
    const answer = await fetch(`${url}/assets/app-1a2b.js`, { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(await answer.text()).toBe(script)
    etags.add(answer.headers.get('etag'))
  }
  expect(etags.size).toBe(3)
})

test('HEAD returns the length and no content', async () => {
  const answer = await fetch(`${url}/assets/app-1a2b.js`, {
    method: 'HEAD',
    headers: { 'accept-encoding': 'identity' },
  })
  expect(answer.headers.get('content-length')).toBe(String(script.length))
  expect(await answer.text()).toBe('')
})

test('only built files are served: no missing, hidden or outside ones', async () => {
  await writeFile(join(place, 'outside.txt'), 'not of the build')
  const paths = ['/assets/gone.js', '/.secret', '/../outside.txt', '/%2e%2e/outside.txt', '/..%2foutside.txt']
  for (const path of paths) {
    // fetch would resolve the dots.
    const asked = request({ host: '127.0.0.1', port, path }).end()
    const [answer] = await once(asked, 'response')
    answer.resume()
    expect(answer.statusCode, path).toBe(404)
  }
})

test('a page that is asked for with a cookie is private, and a file is not', async () => {
  const cacheFor = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers })).headers.get('cache-control')
  const cookie = { cookie: 'pawfolk_visitor=one' }
  expect(await cacheFor('/about')).toBe('no-cache')
  for (const path of ['/about', '/dashboard']) expect(await cacheFor(path, cookie)).toBe('private, no-cache')
  expect(await cacheFor('/assets/app-1a2b.js', cookie)).toContain('public')
})

test('a path with a line break is no page', async () => {
  for (const path of ['/emergency/x%0d%0a', '/x%00', '/x%E2%80%A8y'])
    expect((await fetch(url + path)).status).toBe(404)
})

test('while the build is replaced, a running server keeps serving its own', async () => {
  const before = await fetch(`${url}/about`)
  await rename(folder, join(place, 'old'))
  const without = await fetch(`${url}/about`)
  expect(await without.text()).toContain('about()')
  await writeBuild('<p>longer than before</p><script>another()</script>')
  const after = await fetch(`${url}/about`)
  expect(await after.text()).toBe(await before.text())
  expect(policyOf(after)).toBe(policyOf(before))
})
