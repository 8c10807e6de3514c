import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { lateBodies } from './late-bodies.ts'

const bodies = lateBodies({ other: 200, upload: 60_000 })
const server = createServer({ requestTimeout: 0 }, (request, response) => {
  bodies.watch(request, response)
  if (request.url === '/upload') bodies.accept(request, response)
  request.resume().on('end', () => response.writeHead(200).end())
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => server.close())

async function halved(path: string, last: Promise<unknown>): Promise<number | undefined> {
  const { port } = server.address() as AddressInfo
  const sent = send({ port, host: '127.0.0.1', path, method: 'POST', headers: { 'content-length': 2 } })
  sent.on('error', () => {})
  sent.write('x')
  const answer = once(sent, 'response')
  last.then(() => sent.end('x'))
  const [{ statusCode }] = await answer
  return statusCode
}

test('a body that does not arrive in time is answered 408, and an accepted upload has more time', async () => {
  const cut = halved('/', new Promise(() => {}))
  const upload = halved('/upload', cut)
  expect([await cut, await upload]).toEqual([408, 200])
})
