/** What the HTTP face says itself, before or instead of an endpoint. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { rpcPrefixIn } from './api-routes.ts'
import { targetOf } from './target.ts'

export function plainAnswer(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text)
}

export function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export function problem(response: ServerResponse, status: number, code: string): void {
  json(response, status, problemBody(response.req, status, code))
}

/** In the words of whoever asks: our web app would not find the code elsewhere, and have no sentence for it. */
function problemBody(request: IncomingMessage, status: number, code: string): object {
  const told = { defined: false, code, status, message: code }
  return rpcPrefixIn(targetOf(request).pathname) ? { json: told } : told
}

const lingerMs = 2_000

/**
 * Nothing is made of its body, so the connection cannot carry another request. For a moment the body is still taken off
 * the line: a connection that is cut in the midst of it may lose the answer, and its sender would not learn why.
 */
export function turnAway(response: ServerResponse, status: number, code: string): void {
  const { req: request } = response
  const body = JSON.stringify(problemBody(request, status, code))
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .write(body)
  const end = () => {
    clearTimeout(patience)
    response.end()
  }
  const patience = setTimeout(end, lingerMs)
  request.once('close', end).resume()
}
