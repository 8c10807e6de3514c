import type { IncomingMessage } from 'node:http'
import { addressHeader, basePath } from './better-auth.ts'

export type Input = Record<string, string | undefined>
const isGiven = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined

/** Nothing else that a client sends reaches Better Auth. */
const handedOn = ['cookie', 'user-agent'] as const

/** Builds the request that Better Auth sees. */
export function libraryRequest(
  request: IncomingMessage,
  baseUrl: string,
  ask: { path: string; method: string; input: Input; address: string },
): Request {
  const headers = new Headers({ origin: new URL(baseUrl).origin, [addressHeader]: ask.address })
  for (const name of handedOn) {
    const value = request.headers[name]
    if (value) headers.set(name, value.slice(0, name === 'cookie' ? undefined : 300))
  }
  const url = new URL(basePath + ask.path, baseUrl)
  if (ask.method === 'GET') {
    const given = ask.path === '/verify-email' ? { ...ask.input, callbackURL: '/verify-email' } : ask.input
    url.search = new URLSearchParams(Object.entries(given).filter(isGiven)).toString()
    return new Request(url, { headers })
  }
  headers.set('content-type', 'application/json')
  return new Request(url, { method: ask.method, headers, body: JSON.stringify(ask.input) })
}
