import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { contentSecurityPolicy, inlineScriptHashes } from './http/security.ts'
import { targetOf } from './http/target.ts'

const startPage = '/__spa-fallback.html'

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
}

/** Smallest first, as made by the build. */
const codings = [
  { name: 'br', extension: '.br' },
  { name: 'gzip', extension: '.gz' },
]

type Form = { coding: string | undefined; body: Buffer; etag: string }
type BuiltFile = { isPage: boolean; headers: Record<string, string>; forms: Form[] }

/**
 * Serves the built web app: prerendered pages, hashed assets (cached forever by browsers, compressed by the build), and
 * for every other path the page that starts the app. Each page's policy allows exactly the inline scripts it was built
 * with. Everything is read now and served from memory, so that replacing the build changes nothing for this process,
 * and no file can fail to open under load. `images`: other sites whose images the pages may show.
 */
export function builtFiles(folder: string, images: string[] = []): BuiltFiles {
  if (!existsSync(folder)) return { listen: notBuilt, read: () => undefined, sendPage: notBuilt }
  const files = readFiles(folder, images)
  const find = (pathname: string) => {
    const page = pathname.replace(/\/$/, '')
    const found = files.get(pathname) ?? files.get(`${page}.html`) ?? files.get(`${page}/index.html`)
    // A missing file isn't a page of the app, which takes every other path.
    return found ?? (isFile(pathname) || hasControl(pathname) ? undefined : files.get(startPage))
  }
  const withTags = new LRUCache<string, BuiltFile>({ max: 200 })
  async function pageWith(tags: string, pathname: string): Promise<BuiltFile | undefined> {
    const page = find(pathname)
    if (!page?.isPage || !tags) return page
    const key = `${page.forms[0]!.etag} ${tags}`
    const known = withTags.get(key)
    if (known) return known
    // Fast rather than small for pages of one report or product: the app's files are what takes time.
    const made = await insertTags(page, tags, page === files.get('/index.html') ? 11 : 4)
    withTags.set(key, made)
    return made
  }
  return {
    listen: (request, response) => send(find(pathOf(request)), request, response),
    read: (pathname) => plainOf(files.get(pathname)),
    sendPage: async (request, response, tags) =>
      send(await pageWith(tags, pathOf(request)), request, response),
  }
}

export type BuiltFiles = {
  listen: RequestListener
  /** Returns the content of a built file. */
  read(pathname: string): Buffer | undefined
  /** Answers like `listen`, with these tags at the end of the page's head. */
  sendPage(request: IncomingMessage, response: ServerResponse, tags: string): void | Promise<void>
}

const plainOf = (file: BuiltFile | undefined) => file?.forms.find(({ coding }) => !coding)?.body

async function insertTags(page: BuiltFile, tags: string, quality: number): Promise<BuiltFile> {
  const plain = Buffer.from(
    plainOf(page)!
      .toString()
      .replace('</head>', () => `${tags}</head>`),
  )
  const version = versionOf(plain)
  const packed = await promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality },
  })
  return {
    headers: page.headers,
    isPage: true,
    forms: [
      { coding: 'br', body: packed, etag: `"${version}-br"` },
      { coding: undefined, body: plain, etag: `"${version}"` },
    ],
  }
}

function send(file: BuiltFile | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (!file) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found')
    return
  }
  const { coding, body, etag } = formFor(file, request)
  for (const [name, value] of Object.entries(file.headers)) response.setHeader(name, value)
  // A shared cache keeps nothing that was asked for with somebody's cookie.
  if (file.isPage && request.headers.cookie) response.setHeader('cache-control', 'private, no-cache')
  response.setHeader('etag', etag)
  if (isKept(request, etag)) {
    // Includes the policy, because browsers apply a 304's to their cached page.
    response.writeHead(304).end()
    return
  }
  if (coding) response.setHeader('content-encoding', coding)
  response.setHeader('content-length', body.length)
  response.end(request.method === 'HEAD' ? undefined : body)
}

// The browser's router matches no line break, and would show another page than the server.
const hasControl = (pathname: string) => /[\p{Cc}\u2028\u2029]/u.test(pathname)

const isFile = (pathname: string) =>
  pathname.startsWith('/assets/') || pathname.includes('/.') || extname(pathname) in contentTypes

function readFiles(folder: string, images: string[]): Map<string, BuiltFile> {
  const contents = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [`/${relative(folder, path).replaceAll(sep, '/')}`, readFileSync(path)]
      }),
  )
  const files = new Map<string, BuiltFile>()
  for (const [path, plain] of contents) {
    if (codings.some(({ extension }) => path.endsWith(extension))) continue
    const version = versionOf(plain)
    const compressed = codings.flatMap(({ name, extension }) => {
      const body = contents.get(path + extension)
      return body && body.length < plain.length ? [{ coding: name, body, etag: `"${version}-${name}"` }] : []
    })
    files.set(path, {
      isPage: path.endsWith('.html'),
      headers: headersOf(path, plain, images),
      forms: [...compressed, { coding: undefined, body: plain, etag: `"${version}"` }],
    })
  }
  return files
}

const versionOf = (content: Buffer) => createHash('sha256').update(content).digest('base64url').slice(0, 22)

function headersOf(path: string, content: Buffer, images: string[]): Record<string, string> {
  const isPage = path.endsWith('.html')
  return {
    'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
    'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'Accept-Encoding',
    ...(isPage && {
      'content-security-policy': contentSecurityPolicy(inlineScriptHashes(content.toString()), images),
    }),
  }
}

function formFor(file: BuiltFile, request: IncomingMessage): Form {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .filter((coding) => !/;\s*q=0(\.0*)?\s*$/i.test(coding))
    .map((coding) => coding.split(';')[0]?.trim().toLowerCase())
  return file.forms.find(({ coding }) => !coding || accepted.includes(coding))!
}

/** A proxy that compresses makes an etag weak, but the file is the same. */
function isKept(request: IncomingMessage, etag: string): boolean {
  const kept = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return kept?.some((one) => one === etag || one === '*') ?? false
}

function pathOf(request: IncomingMessage): string {
  const { pathname } = targetOf(request)
  try {
    return decodeURI(pathname)
  } catch {
    return pathname
  }
}

/** The API works without the web app, so server tests need no build. */
const notBuilt: RequestListener = (_request, response) => {
  response.writeHead(503, { 'content-type': 'text/plain' }).end('The web app is not built: npm run build')
}
