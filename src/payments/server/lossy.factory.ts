import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'

export type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
export type Answer = { status: number; json: unknown; headers?: Record<string, string> }

/** Starts an HTTP server that plays a remote gateway, closed after the file's tests. */
export async function listen(handle: (asked: Asked) => Promise<Answer> | Answer) {
  const asked: Asked[] = []
  const trouble = { fail: 0, lose: 0 }
  const meanwhile: { run?: ((asked: Asked) => Promise<void>) | undefined } = {}
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: await text(request) }
    asked.push(one)
    if (trouble.fail > 0) {
      trouble.fail -= 1
      return send(response, { status: 503, json: { error: { message: 'We are having trouble' } } })
    }
    try {
      const answer = await handle(one)
      await meanwhile.run?.(one)
      if (trouble.lose > 0 && method === 'POST') {
        trouble.lose -= 1
        return void response.destroy()
      }
      send(response, answer)
    } catch (error) {
      send(response, { status: 500, json: { error: { message: String(error) } } })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    /** Numbers of the next requests that fail, and of the next answers that are lost after taking effect. */
    trouble,
    /** Runs before an answer is sent, when it may no longer be true. */
    meanwhile,
  }
}

export function send(response: ServerResponse, { status, json, headers }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
}

/** Proxies to another server, so that its answers can be lost too. */
export const handOnTo =
  (url: () => Promise<string>) =>
  async ({ method, path, headers, body }: Asked): Promise<Answer> => {
    const { authorization = '', 'content-type': type = 'application/json' } = headers
    const answer = await fetch(`${await url()}${path}`, {
      method,
      headers: { authorization, 'content-type': type },
      ...(method === 'POST' && { body }),
    })
    return { status: answer.status, json: await answer.json() }
  }
