import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Db, isDatabaseAway } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Log } from '#/kernel/server/log.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { careRates, pdfRoot } from '../rules.ts'
import { drawNote } from './note-pdf.ts'
import { findReadable, showBody } from './show.ts'

type Options = {
  db: Db
  log: Log
  product: string
  rateLimits: boolean
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  now(): Date
}

const address = new RegExp(`^${pdfRoot}([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.pdf$`)

/** `GET /visit-notes/<id>.pdf`: a note for whoever may read it. A link of a page opens it, so it answers in words. */
export function notePdfListener(options: Options) {
  const { db, log, product, now } = options

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, id] = address.exec(new URL(request.url ?? '/', 'http://localhost').pathname) ?? []
    if (!id || request.method !== 'GET') return say(response, 404, 'Not found')
    const actor = await options.findActor(request, response)
    if (!actor) return say(response, 401, 'Please log in to continue.')
    if (options.rateLimits) {
      const { allowed, retryAfter } = await consumeAttempt(db, `note-pdf:${actor.userId}`, careRates.pdf)
      if (!allowed) {
        response.setHeader('retry-after', retryAfter)
        return say(response, 429, 'Too many attempts. Please try again later.')
      }
    }
    const found = await findReadable({ db, actor, now: now() }, id)
    if (!found) return say(response, 404, 'Not found')
    const { row } = found
    // Paper opens no files: their names stand there, and nobody is given an address.
    const linkTo: LinkTo = () => ''
    const pet = { name: row.pet_name, species: row.species as 'dog', breed: row.breed }
    const owner = await db
      .selectFrom('users')
      .select('name')
      .where('id', '=', row.owner_user_id)
      .executeTakeFirst()
    const pdf = await drawNote({
      note: { ...(await showBody({ db, linkTo }, row)), pet },
      ...{ product, ownerName: owner?.name ?? '', now: now() },
    })
    response
      .writeHead(200, {
        'content-type': 'application/pdf',
        'content-length': pdf.length,
        'content-disposition': `attachment; filename="visit-note-${row.happened_on}.pdf"`,
        'cache-control': 'no-store',
      })
      .end(pdf)
  }

  return async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await answer(request, response)
    } catch (error) {
      const requestId = response.getHeader('x-request-id')
      log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'note not drawn')
      if (!isDatabaseAway(error)) return say(response, 500, 'Something went wrong. Please try again.')
      response.setHeader('retry-after', 1)
      say(response, 503, 'We are having trouble right now. Please try again in a moment.')
    }
  }
}

function say(response: ServerResponse, status: number, sentence: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(sentence)
}
