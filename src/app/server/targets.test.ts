import { once } from 'node:events'
import { glob, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()

const asked: string[] = []
const stranger = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  response.writeHead(200, { 'content-type': 'text/html' }).end('<script>alert("a stranger’s page")</script>')
})
stranger.listen(0, '127.0.0.1')
await once(stranger, 'listening')
afterAll(() => stranger.close())

const host = `127.0.0.1:${(stranger.address() as AddressInfo).port}`

/** Sends a request line unchanged; `fetch` and browsers would normalize it. */
async function send(method: string, target: string, more = ''): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const body = method === 'POST' ? 'by=card' : ''
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n${more}Connection: close\r\n` +
      `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return text(socket)
}

const statusOf = (answer: string) => Number(answer.split(' ')[1])

const mounts = [
  '/sandbox-gateway/p',
  '/rpc/accounts/me',
  '/api/openapi.json',
  '/api/auth/session',
  '/files/x',
  '/pay/x',
  '/webhooks/sandbox',
  '/receipts/x',
  '/order-receipts/x',
  '/packing-slips/x',
  '/healthz',
  '/login',
  '/',
]

const foreign = (path: string) => [
  `//${host}${path}`,
  `///${host}${path}`,
  `/\\${host}${path}`,
  `\\\\${host}${path}`,
  `/\t/${host}${path}`,
  `http://${host}${path}`,
  `HTTP://${host}${path}`,
  `http:${host}${path}`,
  `@${host}${path}`,
  host,
]

test('a request target with another host is refused on every mount, and no request leaves', async () => {
  for (const path of mounts) {
    for (const target of foreign(path)) {
      for (const method of ['GET', 'POST', 'HEAD']) {
        const answer = await send(method, target)
        expect(statusOf(answer), `${method} ${target}`).toBe(400)
        expect(answer).not.toContain('stranger')
      }
    }
  }
  expect(asked.splice(0)).toEqual([])
})

test('a request that names two hosts is refused', async () => {
  expect(statusOf(await send('GET', '/login', `Host: ${host}\r\n`))).toBe(400)
})

test('a path that would name another host once normalized stays with us', async () => {
  const targets = [
    `/.//${host}/sandbox-gateway/p`,
    `/x/..//${host}/sandbox-gateway/p`,
    `/sandbox-gateway/..//${host}/sandbox-gateway/p`,
    `/sandbox-gateway/..\\\\${host}/sandbox-gateway/p`,
    `/sandbox-gateway//${host}/p`,
    `/sandbox-gateway/@${host}/p`,
    `/sandbox-gateway/%2f%2f${host}/p`,
    `/sandbox-gateway/http://${host}/p`,
    '*',
  ]
  for (const target of targets) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      expect(await send(method, target), `${method} ${target}`).not.toContain('stranger')
    }
  }
  expect(asked.splice(0)).toEqual([])
  // The sandbox itself still answers there.
  expect(await send('GET', '/sandbox-gateway/checkout/x?by=upi')).toContain('We don’t know this payment.')
})

test('request.url is read in one place, which keeps our host', async () => {
  const readers = []
  for await (const file of glob('src/**/server/**/*.ts', { exclude: ['src/**/*.{test,factory}.ts'] }))
    if (/\b(request|req)\.url\b/.test(await readFile(file, 'utf8'))) readers.push(file)
  expect(readers).toEqual(['src/kernel/server/http/target.ts'])
})
