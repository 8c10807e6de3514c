import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test, vi } from 'vitest'
import { lateBodies } from './late-bodies.ts'

const bodies = lateBodies({ other: 200, upload: 60_000 })
const server = createServer({ requestTimeout: 0 }, (request, response) => {
  bodies.watch(request, response)
  if (request.url === '/upload') bodies.accept(request, response)
  if (request.url === '/nothing') return response.writeHead(404).end()
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

test('a slow body that continues after its answer ends the connection', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  // A reset is one of the ways to end it, and `once` would throw it.
  const isClosed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))
  let answer = ''
  socket.on('data', (text) => (answer += text))
  socket.write('POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n')
  const drip = setInterval(() => socket.write('x'), 20)
  await isClosed
  clearInterval(drip)
  expect(answer).toMatch(/^HTTP\/1.1 404/)
})

test('after a whole body the connection is used again', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const requested = 'POST /nothing HTTP/1.1\r\nhost: x\r\ncontent-length: 2\r\n\r\nxx'
  let answers = ''
  socket.on('data', (text) => (answers += text))
  socket.write(requested)
  await new Promise((resolve) => setTimeout(resolve, 400))
  socket.write(requested)
  await vi.waitUntil(() => answers.split('HTTP/1.1 404').length === 3)
  socket.destroy()
})
