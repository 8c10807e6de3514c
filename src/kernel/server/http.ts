import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import { type AnyRouter, isProcedure } from '@orpc/server'
import { CompressionPlugin, RPCHandler } from '@orpc/server/node'
import { parse as parseCookies } from 'cookie'
import { clientAddressReader } from './client-address.ts'
import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { PictureFiles } from './picture-files.ts'
import { isCrossSite, setSecurityHeaders } from './security.ts'
import type { Call } from './serve.ts'
import type { Actor } from './work.ts'

const jsonLimit = 256 * 1024
const uploadLimit = 32 * 1024 * 1024
const visitorCookie = 'pawfolk_visitor'

/** A part of the site with its own ways: sign-in, uploaded files. */
export type Mount = { prefix: `/${string}/`; listen: RequestListener }

export type HttpOptions = {
  config: Config
  log: Log
  db: Db
  jobs: Pick<Jobs, 'announceIn'>
  pictures: Pick<PictureFiles, 'receive'>
  metrics: Metrics
  router: AnyRouter
  openApi(): Promise<unknown>
  mounts: Mount[]
  /** The built web app: answers whatever is left. */
  web: RequestListener
  /** Reads the session; may renew its cookie on the response. */
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  /** Throws when the process cannot serve: database away, migrations missing. */
  checkReady(): Promise<void>
  now(): Date
}

/**
 * The HTTP face: one router served as /rpc (for our own web app) and as /api (REST with an OpenAPI document), health,
 * metrics, and the mounts. It alone knows requests, cookies and headers.
 */
export function createHttpServer(options: HttpOptions): Server {
  const { config, log, metrics } = options
  const clientAddress = clientAddressReader(config.TRUSTED_PROXIES)
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false
  const plugins = () => [new CompressionPlugin<Call>()]
  const rpc = new RPCHandler<Call>(options.router, { plugins: plugins() })
  const rest = new OpenAPIHandler<Call>(options.router, { plugins: plugins() })

  function callOf(request: IncomingMessage, response: ServerResponse): Call {
    const visitorId = parseCookies(request.headers.cookie ?? '')[visitorCookie] ?? ''
    const key = request.headers['idempotency-key']
    let actor: Promise<Actor | null> | undefined
    return {
      config,
      log,
      address: clientAddress(request),
      idempotencyKey: typeof key === 'string' ? key : undefined,
      visitorId,
      findActor: () => (actor ??= options.findActor(request, response)),
      db: options.db,
      jobs: options.jobs,
      pictures: options.pictures,
      now: options.now,
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const isWrite = request.method !== 'GET' && request.method !== 'HEAD'
    if (pathname === '/healthz') return plainAnswer(response, 200, 'alive')
    if (pathname === '/readyz') return readiness(response)
    if (pathname === '/metrics') return exposeMetrics(request, response)
    if (isWrite && isCrossSite(request, config.PUBLIC_URL)) return problem(response, 403, 'request.forbidden')
    if (isWrite && isOfUnknownLength(request)) return problem(response, 411, 'request.malformed')
    if (isWrite && isTooLarge(request)) return problem(response, 413, 'request.malformed')
    const mount = options.mounts.find(({ prefix }) => pathname.startsWith(prefix))
    if (mount) return mount.listen(request, response)
    if (pathname === '/api/openapi.json') return json(response, 200, await options.openApi())
    if (pathname.startsWith('/rpc/') || pathname.startsWith('/api/'))
      return callApi(request, response, pathname)
    if (isWrite) return problem(response, 404, 'request.not_found')
    giveVisitorCookie(request, response)
    return options.web(request, response)
  }

  async function callApi(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
  ): Promise<void> {
    response.setHeader('cache-control', 'no-store')
    const context = callOf(request, response)
    const { matched } = pathname.startsWith('/rpc/')
      ? await rpc.handle(request, response, { prefix: '/rpc', context })
      : await rest.handle(request, response, { prefix: '/api', context })
    if (!matched) problem(response, 404, 'request.not_found')
  }

  async function readiness(response: ServerResponse): Promise<void> {
    try {
      await options.checkReady()
      return plainAnswer(response, 200, 'ready')
    } catch (error) {
      log.warn({ error: String(error) }, 'not ready')
      response.setHeader('retry-after', '1')
      return plainAnswer(response, 503, 'not ready')
    }
  }

  /** Open to this machine; from elsewhere with the operator's token. */
  async function exposeMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const local = ['127.0.0.1', '::1'].includes(clientAddress(request)) && !request.headers['x-forwarded-for']
    const token = config.METRICS_TOKEN
    if (!local && (!token || request.headers.authorization !== `Bearer ${token}`)) {
      return problem(response, 404, 'request.not_found')
    }
    response.setHeader('content-type', metrics.registry.contentType)
    response.end(await metrics.registry.metrics())
  }

  /** A signed-out visitor's repeated writes are told apart from others' by this cookie, and by nothing else. */
  function giveVisitorCookie(request: IncomingMessage, response: ServerResponse): void {
    if (parseCookies(request.headers.cookie ?? '')[visitorCookie]) return
    const secure = https ? '; Secure' : ''
    response.setHeader(
      'set-cookie',
      `${visitorCookie}=${randomUUID()}; Path=/; HttpOnly; SameSite=Lax; Max-Age=172800${secure}`,
    )
  }

  const rpcPaths = new Set(procedurePaths(options.router))
  const routeOf = (pathname: string, status: number): string => {
    const mount = options.mounts.find(({ prefix }) => pathname.startsWith(prefix))
    if (mount) return `${mount.prefix}*`
    if (pathname.startsWith('/rpc/')) return rpcPaths.has(pathname) ? pathname : '/rpc/unknown'
    if (pathname.startsWith('/api/')) return status === 404 ? '/api/unknown' : withoutIds(pathname)
    return ['/healthz', '/readyz', '/metrics'].includes(pathname) ? pathname : 'web'
  }

  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000, keepAliveTimeout: 5_000 })
  server.on('request', (request, response) => {
    const started = performance.now()
    const requestId = randomUUID()
    const pathname = pathOf(request)
    response.setHeader('x-request-id', requestId)
    setSecurityHeaders(response, { https })
    response.on('close', () => {
      const ms = performance.now() - started
      const seen = {
        method: request.method ?? '',
        route: routeOf(pathname, response.statusCode),
        status: response.statusCode,
      }
      metrics.request(seen, ms / 1000)
      log.info({ requestId, ...seen, ms: Math.round(ms * 10) / 10 }, 'request')
    })
    answer(request, response, pathname).catch((error) => {
      log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'request failed')
      if (response.headersSent) response.destroy()
      else problem(response, 500, 'INTERNAL_SERVER_ERROR')
    })
  })
  return server
}

function pathOf(request: IncomingMessage): string {
  return URL.parse(request.url ?? '/', 'http://localhost')?.pathname ?? '/'
}

function procedurePaths(router: object, prefix = '/rpc'): string[] {
  return Object.entries(router).flatMap(([name, child]) =>
    isProcedure(child) ? [`${prefix}/${name}`] : procedurePaths(child as object, `${prefix}/${name}`),
  )
}

/** Every browser says how long a body is; one that is not told cannot be turned away before it has been read. */
function isOfUnknownLength(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined
}

function isTooLarge(request: IncomingMessage): boolean {
  const length = Number(request.headers['content-length'] ?? 0)
  const isUpload = request.headers['content-type']?.startsWith('multipart/form-data') ?? false
  return length > (isUpload ? uploadLimit : jsonLimit)
}

/** So that a route is one line in the metrics. */
function withoutIds(pathname: string): string {
  return pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, '{id}')
}

function plainAnswer(response: ServerResponse, status: number, text: string): void {
  response
    .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
    .end(text)
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function problem(response: ServerResponse, status: number, code: string): void {
  json(response, status, { defined: false, code, status, message: code })
}
