import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { OpenAPI } from '@orpc/contract'
import { problem } from '#/kernel/server/http/answers.ts'
import { targetOf } from '#/kernel/server/http/target.ts'

type Answer = { plain: Buffer; gzipped: Buffer; etag: string }

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
}

const own = (file: string) => readFile(fileURLToPath(new URL(`./docs/${file}`, import.meta.url)))
const library = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
const ofLibrary = (file: string) => readFile(join(library, file))

/** Serves the OpenAPI document and its page; both are made on first use. */
export function apiDocumentation(makeDocument: () => Promise<OpenAPI.Document>): RequestListener {
  const sources: Readonly<Record<string, () => Promise<Buffer>>> = {
    '/api/openapi.json': async () => Buffer.from(JSON.stringify(await makeDocument())),
    '/api/docs': () => own('page.html'),
    '/api/docs/theme.js': () => own('theme.js'),
    '/api/docs/page.js': () => own('page.js'),
    '/api/docs/page.css': () => own('page.css'),
    '/api/docs/swagger-ui.css': () => ofLibrary('swagger-ui.css'),
    '/api/docs/swagger-ui-bundle.js': () => ofLibrary('swagger-ui-bundle.js'),
  }
  const answers = new Map<string, Promise<Answer>>()

  return async (request, response) => {
    const path = targetOf(request).pathname.replace(/\/$/, '')
    const source = Object.hasOwn(sources, path) ? sources[path] : undefined
    if (!source) return problem(response, 404, 'request.not_found')
    const answer = answers.get(path) ?? makeAnswer(source)
    answers.set(path, answer)
    // A cached failure would last as long as the process.
    answer.catch(() => answers.delete(path))
    const { plain, gzipped, etag } = await answer
    response.setHeader('content-type', contentTypes[extname(path)] ?? contentTypes['.html']!)
    response.setHeader('cache-control', 'no-cache')
    response.setHeader('vary', 'Accept-Encoding')
    response.setHeader('etag', etag)
    if (request.headers['if-none-match'] === etag) {
      response.writeHead(304).end()
      return
    }
    const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    if (zips) response.setHeader('content-encoding', 'gzip')
    const body = zips ? gzipped : plain
    response.setHeader('content-length', body.length)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
}

async function makeAnswer(source: () => Promise<Buffer>): Promise<Answer> {
  const plain = await source()
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  return { plain, gzipped: await promisify(gzip)(plain), etag }
}
