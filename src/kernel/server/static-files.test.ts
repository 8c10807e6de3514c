import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { setSecurityHeaders } from './security.ts'
import { builtFiles } from './static-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'pawfolk-built-'))
await writeFile(join(folder, '__spa-fallback.html'), '<!doctype html><script>start()</script>')
const serve = builtFiles(folder)
const server = createServer((request, response) => {
  setSecurityHeaders(response, { https: false })
  serve(request, response)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

test('a page allows its own scripts, and a reload leaves the policy of the page that was kept alone', async () => {
  const first = await fetch(`${url}/appointments`)
  expect(first.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
  const again = await fetch(`${url}/appointments`, {
    headers: { 'if-none-match': first.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
  expect(again.headers.get('content-security-policy')).toBeNull()
  const changed = await fetch(`${url}/appointments`, { headers: { 'if-none-match': 'W/"older"' } })
  expect(changed.status).toBe(200)
  expect(changed.headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-/)
})
