import { request as ask, type RequestListener } from 'node:http'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'

const patience = 10_000
const passedOn = ['content-type', 'location', 'cache-control'] as const

/** Serves the sandbox's pages under our own address, because a phone reaches no other port here. */
export function sandboxPages(url: () => Promise<string>, log: Log): RequestListener {
  return (request, response) => {
    const away = (error: unknown) => {
      log.warn({ error: String(error) }, 'payment sandbox away')
      if (response.headersSent) return response.destroy()
      response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '2' })
      response.end('The payment sandbox isn’t responding. Please try again in a moment.')
    }
    url().then((at) => {
      const { 'content-type': type, 'content-length': length } = request.headers
      const { pathname, search } = targetOf(request)
      const asked = ask(Object.assign(new URL(at), { pathname, search }), {
        method: request.method === 'POST' ? 'POST' : 'GET',
        headers: { ...(type && { 'content-type': type }), ...(length && { 'content-length': length }) },
        timeout: patience,
      })
      asked.on('timeout', () => asked.destroy(new Error('timeout')))
      asked.on('error', away)
      asked.on('response', (answer) => {
        for (const name of passedOn) {
          const value = answer.headers[name]
          if (value !== undefined) response.setHeader(name, value)
        }
        response.writeHead(answer.statusCode ?? 502)
        answer.pipe(response)
        answer.on('error', away)
      })
      if (request.method === 'POST') request.pipe(asked)
      else asked.end()
    }, away)
  }
}
