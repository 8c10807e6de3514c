import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createServer as createVite } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { devProxy } from './dev-proxy.ts'

// Stands in for the server, and echoes each request with its client.
const server = createServer((asked, response) => {
  response.end(`${asked.url} for ${asked.headers['x-forwarded-for'] ?? 'us'} at ${asked.headers.host}`)
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const vite = await createVite({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'silent',
  optimizeDeps: { noDiscovery: true },
  server: { host: '127.0.0.1', port: 0, proxy: devProxy((server.address() as AddressInfo).port), ws: false },
})
await vite.listen()
const { port } = vite.httpServer!.address() as AddressInfo
afterAll(async () => {
  await vite.close()
  server.close()
})

async function ask(path: string, localAddress: string, headers: Record<string, string> = {}) {
  const sent = request({ host: '127.0.0.1', port, path, localAddress, headers, agent: false }).end()
  const [answer] = await once(sent, 'response')
  return text(answer)
}

test('clients from other machines aren’t local to the server behind the proxy', async () => {
  const host = 'localhost:3000'
  expect(await ask('/api/outbox', '127.0.0.1', { host })).toBe('/api/outbox for us at localhost:3000')
  // Another address of this machine that the server doesn't count as local.
  expect(await ask('/api/outbox', '127.0.0.2', { host })).toBe('/api/outbox for 127.0.0.2 at localhost:3000')
  const posing = { host, 'x-forwarded-for': '127.0.0.1' }
  expect(await ask('/api/outbox', '127.0.0.2', posing)).toContain('for 127.0.0.2 at')
})

test('the data archive, like all server routes, comes from the server', async () => {
  for (const path of [
    '/my-data/archive.zip',
    '/rpc/pets/list',
    '/files/a.webp',
    '/readyz',
    '/live/stream',
    '/calendar/a.ics',
    '/meet-greets/a.ics',
    '/receipts/a.pdf',
    '/order-receipts/a.pdf',
    '/pay/a',
    '/webhooks/stripe',
    '/emails/a',
  ])
    expect(await ask(path, '127.0.0.1')).toMatch(`${path} for us`)
})
