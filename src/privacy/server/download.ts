import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { isProved } from '#/accounts/server/index.ts'
import { type Db, isDatabaseAway } from '#/kernel/server/db.ts'
import type { Upload } from '#/kernel/server/files/file-names.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { archivePath, archiveRate } from '#/privacy/rules.ts'
import { makeArchive, type StoredFile } from './archive.ts'

type Options = {
  db: Db
  log: Log
  product: string
  secret: string
  rateLimits: boolean
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  filesOf(uploads: Upload[]): AsyncIterable<StoredFile>
  now(): Date
}

/** Serves `GET /my-data/archive.zip` to the logged-in person. A page links to it, so errors are plain sentences. */
export function archiveListener(options: Options) {
  const { db, log, product, secret, now } = options

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = targetOf(request)
    if (pathname !== archivePath || request.method !== 'GET') return say(response, 404, 'Not found')
    const actor = await options.findActor(request, response)
    if (!actor) return say(response, 401, 'Please log in to continue.')
    if (options.rateLimits) {
      const { allowed, retryAfter } = await consumeAttempt(db, `my-data:${actor.userId}`, archiveRate)
      if (!allowed) {
        response.setHeader('retry-after', retryAfter)
        return say(response, 429, 'Too many attempts. Please try again later.')
      }
    }
    const { userId } = actor
    const secretIfProved = (await isProved(db, actor)) ? secret : null
    const archive = await makeArchive({
      db,
      userId,
      secret: secretIfProved,
      product,
      now: now(),
      filesOf: options.filesOf,
    })
    const day = now().toISOString().slice(0, 10)
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName(product)}-my-data-${day}.zip"`,
      'cache-control': 'no-store',
    })
    // A browser that disconnects is no error of ours; a file that can't be read breaks off the download.
    await pipeline(archive, response).catch((error) => {
      log.warn({ error: String(error) }, 'archive not sent to the end')
      response.destroy()
    })
  }

  return async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await answer(request, response)
    } catch (error) {
      const requestId = response.getHeader('x-request-id')
      log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'archive failed')
      if (!isDatabaseAway(error)) return say(response, 500, 'Something went wrong. Please try again.')
      response.setHeader('retry-after', 1)
      say(response, 503, 'We’re having trouble right now. Please try again in a moment.')
    }
  }
}

const fileName = (product: string) => product.toLowerCase().replace(/[^a-z0-9]+/g, '-') || 'pawfolk'

function say(response: ServerResponse, status: number, sentence: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(sentence)
}
