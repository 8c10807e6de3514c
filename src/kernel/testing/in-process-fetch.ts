import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import inject from 'light-my-request'
import { count } from './counts.ts'

/**
 * Returns a `fetch` that passes requests to the server's handler without a socket, which takes a third of the processor
 * time. The answer is whole and not compressed, so streams, limits of bodies and raw requests need a real `fetch`.
 * Uploads get one.
 */
export function inProcessFetch(server: Server) {
  return async (input: Request | string, init?: RequestInit): Promise<Response> => {
    const request = input instanceof Request ? input : new Request(input, init)
    // An upload's answer arrives before its turn ends, and the next one would come too soon without a socket's delay.
    if (request.headers.get('content-type')?.startsWith('multipart/')) return globalThis.fetch(request)
    count('calls')
    const { host, pathname, search } = new URL(request.url)
    const answer = await inject(
      (asked, response) => {
        server.emit('request', completed(asked, response), response)
      },
      {
        method: request.method,
        url: pathname + search,
        headers: { 'user-agent': 'node', ...Object.fromEntries(request.headers), host },
        ...(request.body && { payload: Buffer.from(await request.arrayBuffer()) }),
      },
    )
    const headers = new Headers()
    for (const [name, values] of Object.entries(answer.headers))
      for (const value of [values ?? []].flat()) headers.append(name, String(value))
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers,
    })
  }
}

/** Adds what the library leaves out of Node's requests: a view of the headers, and their end. */
function completed(request: IncomingMessage, response: ServerResponse): IncomingMessage {
  const headersDistinct = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, [value].flat()]),
  )
  let isClosed = false
  const close = () => {
    if (!isClosed) request.emit('close')
    isClosed = true
  }
  request.once('end', () => {
    Object.assign(request, { complete: true })
    close()
  })
  // Its body may be left unread.
  response.once('close', close)
  return Object.assign(request, { headersDistinct })
}
