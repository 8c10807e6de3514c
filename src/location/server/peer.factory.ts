import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

type Asked = { url: URL; headers: IncomingMessage['headers']; at: number }
type Answer = (url: URL, response: ServerResponse) => void

export const pune = {
  place_id: 246910,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  lat: '18.5213738',
  lon: '73.8545071',
  importance: 0.66,
  display_name: 'Pune, Pune City, Pune District, Maharashtra, India',
  address: { city: 'Pune', county: 'Pune City', state: 'Maharashtra', country: 'India', country_code: 'in' },
}

export const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_url, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

export const knowsPune: Answer = (url, response) =>
  json(url.pathname.endsWith('/search') ? [pune] : pune)(url, response)

/** Starts a real HTTP server on loopback as a geocoding service. Closed after the file's tests. */
export async function openPeer() {
  const asked: Asked[] = []
  const peer = { url: '', asked, answer: knowsPune }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://peer')
    asked.push({ url, headers: request.headers, at: performance.now() })
    peer.answer(url, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  peer.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return peer
}
