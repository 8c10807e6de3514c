import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { builtFiles } from './static-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'pawfolk-built-'))
await mkdir(join(folder, 'about'))
await writeFile(join(folder, 'about/index.html'), '<script>about()</script>')
await writeFile(join(folder, '__spa-fallback.html'), '<script>start()</script>')
const server = createServer(builtFiles(folder)).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const policyOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

test('each page allows its own inline scripts and no other page’s', async () => {
  const about = await fetch(`${url}/about`)
  const other = await fetch(`${url}/dashboard`)
  expect(await about.text()).toContain('about()')
  expect(await other.text()).toContain('start()')
  expect(policyOf(about)).toMatch(/script-src 'self' 'sha256-/)
  expect(policyOf(about)).not.toBe(policyOf(other))
})

test('a page that has not changed keeps its policy, which the browser takes from the 304', async () => {
  const first = await fetch(`${url}/about`)
  const again = await fetch(`${url}/about`, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })
  expect(again.status).toBe(304)
  expect(policyOf(again)).toBe(policyOf(first))
})
