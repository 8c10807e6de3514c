import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Db, isDatabaseAway } from './db.ts'
import { targetOf } from './http/target.ts'
import type { Log } from './log.ts'
import { consumeAttempt } from './rate-limit.ts'
import { Crowded } from './turns.ts'
import type { Actor } from './work.ts'

export type DownloadParts = {
  db: Db
  log: Log
  rateLimits: boolean
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
}

type Options = DownloadParts & {
  /** Must match the whole path; its first group is the id. */
  path: RegExp
  /** Per person, because making a file can be expensive. */
  limit: { name: string; max: number; windowSeconds: number }
  /** Returns null if the file doesn't exist or isn't the actor's. */
  make(
    id: string,
    actor: Actor,
    search: URLSearchParams,
  ): Promise<{ type: string; name: string; body: Buffer | string } | null>
}

/** Serves a file made on request for a logged-in person. Pages link to it, so errors are plain sentences. */
export function downloadListener(options: Options): RequestListener {
  const { db, log, path, limit } = options

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = targetOf(request)
    const [, id] = path.exec(pathname) ?? []
    if (!id || request.method !== 'GET') return say(response, 404, 'Not found')
    const actor = await options.findActor(request, response)
    if (!actor) return say(response, 401, 'Please log in to continue.')
    if (options.rateLimits) {
      const { allowed, retryAfter } = await consumeAttempt(db, `${limit.name}:${actor.userId}`, limit)
      if (!allowed) {
        response.setHeader('retry-after', retryAfter)
        return say(response, 429, 'Too many attempts. Please try again later.')
      }
    }
    const file = await options.make(id, actor, searchParams)
    if (!file) return say(response, 404, 'Not found')
    const body = Buffer.from(file.body)
    response
      .writeHead(200, {
        'content-type': file.type,
        'content-length': body.length,
        'content-disposition': `attachment; filename="${file.name}"`,
        'cache-control': 'no-store',
      })
      .end(body)
  }

  return async function listen(request, response) {
    try {
      await answer(request, response)
    } catch (error) {
      const requestId = response.getHeader('x-request-id')
      log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'download failed')
      if (!isDatabaseAway(error) && !(error instanceof Crowded))
        return say(response, 500, 'Something went wrong. Please try again.')
      response.setHeader('retry-after', 1)
      say(response, 503, 'We’re having trouble right now. Please try again in a moment.')
    }
  }
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(sentence)
}
