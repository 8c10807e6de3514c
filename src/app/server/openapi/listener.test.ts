import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { apiDocumentation } from './listener.ts'

test('a document that could not be made is made again when it is next asked for', async () => {
  let tries = 0
  const listen = apiDocumentation(async () => {
    tries += 1
    if (tries === 1) throw new Error('too many open files')
    return { openapi: '3.1.1', info: { title: 'Pawfolk', version: '1' }, paths: {} }
  })
  const server = createServer((request, response) => {
    Promise.resolve(listen(request, response)).catch(() => response.writeHead(500).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).status
  try {
    expect([await ask(), await ask(), await ask()]).toEqual([500, 200, 200])
    expect(tries).toBe(2)
  } finally {
    server.close()
  }
})
