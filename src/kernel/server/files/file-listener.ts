import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#/kernel/server/db.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'
import { fileRoot, nameOf, readName } from './file-names.ts'
import type { LinkSigner } from './signed-links.ts'
import type { Storage } from './storage.ts'

type Options = { storage: Storage; links: LinkSigner; db: Db; log: Log; now(): Date }

/**
 * Serves uploads: pictures to everyone, private files to those with a valid signed link. Answers 503 if the storage
 * doesn't respond.
 */
export function fileListener({ storage, links, db, log, now }: Options) {
  async function headersFor(url: URL): Promise<Record<string, string> | undefined> {
    const name = url.pathname.slice(fileRoot.length)
    const file = readName(name)
    if (!file?.isWhole) return undefined
    if (!file.isPrivate) {
      return { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' }
    }
    if (!links.opens(name, url.searchParams, now())) return undefined
    const upload = await db
      .selectFrom('uploads')
      .select(['id', 'content_type', 'is_private', 'name'])
      .where('id', '=', file.id)
      .executeTakeFirst()
    // A link outlives its file by some minutes.
    return upload && nameOf(upload) === name ? privateHeaders(upload) : undefined
  }

  return async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = targetOf(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    try {
      const headers = isRead ? await headersFor(url) : undefined
      const found = headers && (await storage.read(url.pathname.slice(fileRoot.length)))
      if (!found) return plain(response, 404, 'Not found')
      response.writeHead(200, { ...headers, 'content-length': found.bytes })
      if (request.method === 'HEAD') {
        found.content.destroy()
        response.end()
      } else
        await pipeline(found.content, response).catch((error) => {
          if (!isReaderGone(error)) log.error({ error: String(error) }, 'file not sent to the end')
          response.destroy()
        })
    } catch (error) {
      log.error({ error: String(error) }, 'file not sent')
      response.setHeader('retry-after', '1')
      plain(response, 503, 'Try again')
    }
  }
}

/** A reader who disconnects is no error of ours. */
function isReaderGone({ code = '' }: NodeJS.ErrnoException): boolean {
  return ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'].includes(code)
}

/**
 * Keeps a stranger's file from acting as a page of ours: it can load and run nothing, and a PDF isn't even shown. Its
 * URL is a key, which must not be stored or passed on.
 */
function privateHeaders(upload: { content_type: string; name: string | null }): Record<string, string> {
  const isPdf = upload.content_type === 'application/pdf'
  const name = encodeURIComponent(upload.name ?? 'document').replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return {
    'content-type': upload.content_type,
    'content-disposition': `${isPdf ? 'attachment' : 'inline'}; filename*=UTF-8''${name}`,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
}
