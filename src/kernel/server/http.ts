import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { OpenAPIHandler } from '@orpc/openapi/node'
import type { AnyRouter } from '@orpc/server'
import { CompressionPlugin, RPCHandler } from '@orpc/server/node'
import { parse as parseCookies } from 'cookie'
import { isUuid } from '#/kernel/ids.ts'
import { plainAnswer, problem, turnAway } from './answers.ts'
import { apiRoutes, rpcPrefixIn } from './api-routes.ts'
import { clientAddressReader, unnamedProxies } from './client-address.ts'
import type { Config } from './config.ts'
import { type Db, isDatabaseAway } from './db.ts'
import type { Files } from './files.ts'
import type { Jobs } from './jobs.ts'
import { lateBodies } from './late-bodies.ts'
import { localRequests } from './local-request.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { metricsReaders } from './metrics-access.ts'
import { isCrossSite, setSecurityHeaders } from './security.ts'
import type { Call } from './serve.ts'
import { isOurTarget, targetOf } from './target.ts'
import { uploadGate } from './upload-gate.ts'
import type { Actor, Admin } from './work.ts'

const jsonLimit = 256 * 1024
/** Room for a file that is a little too large: its owner is then told so in words. */
const uploadLimit = (files: number) => (files * 5 + 3) * 1024 * 1024
const visitorCookie = 'pawfolk_visitor'

/** A part of the site with its own ways: sign-in, uploaded files. */
export type Mount = { prefix: `/${string}/`; listen: RequestListener }

export type HttpOptions = {
  config: Config
  log: Log
  db: Db
  jobs: Pick<Jobs, 'announceIn'>
  files: Pick<Files, 'receive' | 'linkTo'>
  metrics: Metrics
  router: AnyRouter
  /** Sends the OpenAPI document and the page that shows it. */
  documentation: RequestListener
  mounts: Mount[]
  /** The built web app: answers whatever is left. */
  web: RequestListener
  /** Pages of the web app that do not exist here. */
  closedPages: string[]
  /** Reads the session; may renew its cookie on the response. */
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  /** Reads whose a token is; refuses a wrong one. */
  findByToken(token: string, address: string): Promise<Actor>
  /** Reads the session of an admin; a glance does not keep it open. */
  findAdmin(request: IncomingMessage, options: { isGlance: boolean }): Promise<Admin | null>
  /** Throws when the process cannot serve: database away, migrations missing. */
  checkReady(): Promise<void>
  now(): Date
  /** True once the process is to end: from then on no connection is kept for another request. */
  stopping?(): boolean
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

  const bodies = lateBodies()
  const routeOfApi = apiRoutes(options.router)
  const enterWithUpload = uploadGate({
    db: options.db,
    rateLimits: config.RATE_LIMITS,
    dataDir: config.DATA_DIR,
  })

  const noticeProxy = unnamedProxies(config.TRUSTED_PROXIES, (peer) =>
    log.warn(
      { peer },
      'X-Forwarded-For is not believed: TRUSTED_PROXIES does not name its sender. If that is your proxy, name it, or all visitors share the limits of one',
    ),
  )
  const isLocal = localRequests(config.TRUSTED_PROXIES)
  const mayReadMetrics = metricsReaders(config, isLocal)

  function callOf(request: IncomingMessage, response: ServerResponse, pathname: string): Call {
    const key = request.headers['idempotency-key']
    const address = clientAddress(request)
    const token = rpcPrefixIn(pathname) ? undefined : tokenIn(request)
    const find = () =>
      token === undefined ? options.findActor(request, response) : options.findByToken(token, address)
    let actor: Promise<Actor | null> | undefined
    return {
      config,
      log: log.child({ requestId: response.getHeader('x-request-id') }),
      address,
      isLocal: isLocal(request),
      idempotencyKey: typeof key === 'string' ? key : undefined,
      hasToken: token !== undefined,
      visitorId: visitorIdOf(request),
      findActor: () => (actor ??= find()),
      findAdmin: (how = { isGlance: false }) => options.findAdmin(request, how),
      responseHeader: (name, value) => void response.setHeader(name, value),
      db: options.db,
      jobs: options.jobs,
      files: options.files,
      now: options.now,
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, pathname: string): Promise<void> {
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (pathname === '/healthz') return plainAnswer(response, 200, 'alive')
    if (pathname === '/readyz') return readiness(response)
    if (pathname === '/metrics') return exposeMetrics(request, response)
    if (!reads && isCrossSite(request, config.PUBLIC_URL)) return problem(response, 403, 'request.forbidden')
    // Whatever the method is called: what has a body is measured before it is read.
    if (isOfUnknownLength(request)) return turnAway(response, 411, 'request.malformed')
    const files = () => routeOfApi(request.method ?? '', pathname)?.mostFiles || 1
    if (lengthOf(request) > (isMultipart(request) ? uploadLimit(files()) : jsonLimit)) {
      return turnAway(response, 413, 'request.malformed')
    }
    const mount = options.mounts.find(({ prefix }) => pathname.startsWith(prefix))
    if (mount) return mount.listen(request, response)
    if (reads && /^\/api\/(openapi\.json$|docs(\/|$))/.test(pathname))
      return options.documentation(request, response)
    if (pathname.startsWith('/rpc/') || pathname.startsWith('/api/'))
      return callApi(request, response, pathname)
    if (!reads || options.closedPages.includes(pathname.replace(/\/$/, '')))
      return problem(response, 404, 'request.not_found')
    if (!/\.\w+$/.test(pathname)) giveVisitorCookie(request, response)
    return options.web(request, response)
  }

  async function callApi(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
  ): Promise<void> {
    response.setHeader('cache-control', 'no-store')
    const route = routeOfApi(request.method ?? '', pathname)
    if (!route) return problem(response, 404, 'request.not_found')
    const context = callOf(request, response, pathname)
    const handle = () => handleCall(request, response, pathname, context)
    if (!isMultipart(request)) return handle()
    if (route.mostFiles === 0) return turnAway(response, 415, 'request.malformed')
    // Parsing it costs more than anything else here, so nobody unknown may ask for that.
    const actor = await context.findActor()
    if (!actor) return turnAway(response, 401, 'request.signed_out')
    bodies.accept(request, response)
    const refused = await enterWithUpload(request, actor.userId, (form) => {
      // Where the handler looks before it would read the request itself.
      Object.assign(request, { body: form })
      return handle()
    })
    if (!refused) return
    if (refused.retryAfter) response.setHeader('retry-after', refused.retryAfter)
    turnAway(response, refused.status, refused.code)
  }

  async function handleCall(
    request: IncomingMessage,
    response: ServerResponse,
    pathname: string,
    context: Call,
  ): Promise<void> {
    const rpcPrefix = rpcPrefixIn(pathname)
    const { matched } = rpcPrefix
      ? await rpc.handle(request, response, { prefix: rpcPrefix, context })
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

  async function exposeMetrics(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!mayReadMetrics(request)) return problem(response, 404, 'request.not_found')
    response.setHeader('content-type', metrics.registry.contentType)
    response.end(await metrics.registry.metrics())
  }

  /** A signed-out visitor's repeated writes are told apart from others' by this cookie, and by nothing else. */
  function giveVisitorCookie(request: IncomingMessage, response: ServerResponse): void {
    if (visitorIdOf(request)) return
    const secure = https ? '; Secure' : ''
    response.setHeader(
      'set-cookie',
      `${visitorCookie}=${randomUUID()}; Path=/; HttpOnly; SameSite=Lax; Max-Age=172800${secure}`,
    )
  }

  const labelOf = (method: string, pathname: string): string => {
    const mount = options.mounts.find(({ prefix }) => pathname.startsWith(prefix))
    if (mount) return `${mount.prefix}*`
    if (/^\/(rpc|api)\//.test(pathname))
      return routeOfApi(method, pathname)?.label ?? `${pathname.slice(0, 4)}/unknown`
    return ['/healthz', '/readyz', '/metrics'].includes(pathname) ? pathname : 'web'
  }

  const server = createServer({ requestTimeout: 0, headersTimeout: 10_000, keepAliveTimeout: 5_000 })
  // Who stops reading an answer, or sending a request, is let go.
  server.setTimeout(60_000)
  server.on('request', (request, response) => {
    const started = performance.now()
    const requestId = randomUUID()
    noticeProxy(request)
    const isOurs = isOurTarget(request)
    const { pathname } = targetOf(request)
    response.setHeader('x-request-id', requestId)
    if (lengthOf(request) > 0 || isOfUnknownLength(request)) bodies.watch(request, response)
    if (options.stopping?.()) response.setHeader('connection', 'close')
    setSecurityHeaders(response, { https })
    response.on('close', () => {
      const ms = performance.now() - started
      const method = knownMethods.has(request.method ?? '') ? request.method! : 'OTHER'
      // Whose client went away, or was cut off by us, was not answered, whatever was going to be said.
      const status = response.headersSent ? response.statusCode : 499
      const seen = { method, route: isOurs ? labelOf(method, pathname) : 'refused', status }
      const cut = response.writableFinished ? {} : { cut: true }
      metrics.request(seen, ms / 1000)
      log.info({ requestId, ...seen, ...cut, ms: Math.round(ms * 10) / 10 }, 'request')
    })
    // Before any mount sees it: one that passes requests on would pass this one to whatever host it names.
    if (!isOurs) return turnAway(response, 400, 'request.malformed')
    answer(request, response, pathname).catch((error) => {
      log.error({ requestId, error: error instanceof Error ? error.stack : String(error) }, 'request failed')
      if (response.headersSent) response.destroy()
      else if (isDatabaseAway(error)) {
        response.setHeader('retry-after', '1')
        problem(response, 503, 'request.unavailable')
      } else problem(response, 500, 'INTERNAL_SERVER_ERROR')
    })
  })
  return server
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** The visitor's own id, made by us; empty when there is none, or something else in its place. */
function visitorIdOf(request: IncomingMessage): string {
  const value = parseCookies(request.headers.cookie ?? '')[visitorCookie] ?? ''
  return isUuid(value) ? value : ''
}

/** Proxies ask for passwords of their own by the same header, so only its other scheme is a token. */
function tokenIn({ headers: { authorization = '' } }: IncomingMessage): string | undefined {
  const [, token] = /^bearer(?: +(.*))?$/i.exec(authorization) ?? []
  return /^bearer\b/i.test(authorization) ? (token ?? '') : undefined
}

/** Every browser says how long a body is; one that is not told cannot be turned away before it has been read. */
function isOfUnknownLength(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined
}

function lengthOf(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0)
}

function isMultipart(request: IncomingMessage): boolean {
  return request.headers['content-type']?.trim().toLowerCase().startsWith('multipart/') ?? false
}
