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

/** Uses the caller's format: our web app looks for the code in one place only. */
function problemBody(request: IncomingMessage, status: number, code: string): object {
  const told = { defined: false, code, status, message: code }
  return rpcPrefixIn(targetOf(request).pathname) ? { json: told } : told
}

const lingerMs = 2_000

/**
 * Answers without reading the body, so the connection can't carry another request. It is drained for a moment, because
 * cutting it in the middle of the body could lose the answer.
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
