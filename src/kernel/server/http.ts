import { randomUUID } from 'node:crypto'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import { StandardRPCSerializer } from '@orpc/client/standard'
import { OpenAPIHandler } from '@orpc/openapi/node'
import type { AnyRouter } from '@orpc/server'
import { CompressionPlugin, NodeHttpHandler } from '@orpc/server/node'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import { StandardHandler, StandardRPCCodec, StandardRPCMatcher } from '@orpc/server/standard'
import { parse as parseCookies } from 'cookie'
import { MINUTE } from '#/kernel/duration.ts'
import { isUuid } from '#/kernel/uuid.ts'
import type { Config } from './config.ts'
import { type Db, isDatabaseAway } from './db.ts'
import type { Files } from './files.ts'
import { plainAnswer, problem, turnAway } from './http/answers.ts'
import { apiRoutes, rpcPrefixIn } from './http/api-routes.ts'
import { clientAddressReader, unnamedProxies } from './http/client-address.ts'
import { lateBodies } from './http/late-bodies.ts'
import { localRequests } from './http/local-request.ts'
import { metricsReaders } from './http/metrics-access.ts'
import type { Mount } from './http/mounts.ts'
import { withPathValues } from './http/path-values.ts'
import { isCrossSite, setSecurityHeaders } from './http/security.ts'
import { isOurTarget, targetOf } from './http/target.ts'
import { uploadGate } from './http/upload-gate.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { openRpcSerializer } from './rpc-json.ts'
import type { Call } from './serve.ts'
import type { Actor, Admin } from './work.ts'

const jsonLimit = 256 * 1024
/** Leaves room for a file that is slightly too large, so that its owner gets a sentence about it. */
const uploadLimit = (files: number) => (files * 5 + 3) * 1024 * 1024
const visitorCookie = 'pawfolk_visitor'

export type HttpOptions = {
  config: Config
  log: Log
  db: Db
  jobs: Pick<Jobs, 'announceIn'>
  files: Pick<Files, 'receive' | 'linkTo'>
  metrics: Metrics
  router: AnyRouter
  documentation: RequestListener
  mounts: Mount[]
  web: RequestListener
  closedPages: string[]
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  findByToken(token: string, address: string): Promise<Actor>
  /** `isGlance`: doesn't keep the session open. */
  findAdmin(request: IncomingMessage, options: { isGlance: boolean }): Promise<Admin | null>
  /** Says what it can serve. Throws if nothing: database away, migrations missing. */
  checkReady(): Promise<string>
  now(): Date
  /** True while the process shuts down: no connection is kept for another request. */
  stopping?(): boolean
}

/**
 * Serves one router as /rpc (for our web app) and /api (REST with an OpenAPI document), with health, metrics, and the
 * mounts. Only this layer knows requests, cookies and headers.
 */
export function createHttpServer(options: HttpOptions): Server {
  const { config, log, metrics } = options
  const clientAddress = clientAddressReader(config.TRUSTED_PROXIES)
  const https = config.PUBLIC_URL?.startsWith('https:') ?? false
  const plugins = () => [new CompressionPlugin<Call>()]
  const rpc = new NodeHttpHandler<Call>(
    new StandardHandler(
      options.router,
      new StandardRPCMatcher(),
      new StandardRPCCodec(new StandardRPCSerializer(openRpcSerializer())),
      { plugins: [new StrictGetMethodPlugin()] },
    ),
    { plugins: plugins() },
  )
  const rest = new OpenAPIHandler<Call>(options.router, {
    plugins: plugins(),
    clientInterceptors: [({ next, ...call }) => next({ ...call, input: withPathValues(call) })],
  })

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
      'X-Forwarded-For is ignored: TRUSTED_PROXIES doesn’t name its sender. If that is your proxy, add it; otherwise all visitors share one set of limits',
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
      pathname,
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
    // Any request with a body, whatever its method, is measured before it is read.
    if (isOfUnknownLength(request)) return turnAway(response, 411, 'request.malformed')
    const files = () => routeOfApi(request.method ?? '', pathname)?.mostFiles || 1
    if (lengthOf(request) > (isMultipart(request) ? uploadLimit(files()) : jsonLimit)) {
      return turnAway(response, 413, 'request.too_large')
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
    // Node leaves the body out of an answer to HEAD.
    if (request.method === 'HEAD') request.method = 'GET'
    const handle = () => handleCall(request, response, pathname, context)
    if (!isMultipart(request)) return handle()
    if (route.mostFiles === 0) return turnAway(response, 415, 'request.malformed')
    // Parsing files is the most expensive step, so only known people may ask for it.
    const actor = await context.findActor()
    if (!actor) return turnAway(response, 401, 'request.signed_out')
    bodies.accept(request, response)
    const refused = await enterWithUpload(request, actor.userId, (form) => {
      // The handler looks here before it reads the request itself.
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
      return plainAnswer(response, 200, await options.checkReady())
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

  /** Sets the cookie that separates a logged-out visitor's repeated writes from others'. It has no other use. */
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

  const server = createServer({
    requestTimeout: 0,
    headersTimeout: 10_000,
    // Proxies keep idle connections for 60 s. If we closed first, a request on its way would meet a closed connection.
    keepAliveTimeout: 75_000,
    // Node looks for late headers and silent connections this often, every 30 s by default.
    connectionsCheckingInterval: 5_000,
  })
  // Drops clients that stop reading or sending.
  server.setTimeout(MINUTE)
  server.on('request', (request, response) => {
    const started = performance.now()
    const requestId = randomUUID()
    noticeProxy(request)
    const isOurs = isOurTarget(request)
    const method = knownMethods.has(request.method ?? '') ? request.method! : 'OTHER'
    const { pathname } = targetOf(request)
    response.setHeader('x-request-id', requestId)
    if (lengthOf(request) > 0 || isOfUnknownLength(request)) bodies.watch(request, response)
    if (options.stopping?.()) response.setHeader('connection', 'close')
    setSecurityHeaders(response, { https })
    response.on('close', () => {
      const ms = performance.now() - started
      // If the client disconnected or was cut off, nothing was answered.
      const status = response.headersSent ? response.statusCode : 499
      const seen = { method, route: isOurs ? labelOf(method, pathname) : 'refused', status }
      const cut = response.writableFinished ? {} : { cut: true }
      metrics.request(seen, ms / 1000)
      log.info({ requestId, ...seen, ...cut, ms: Math.round(ms * 10) / 10 }, 'request')
    })
    // Checked before the mounts: one that passes requests on would pass this to whatever host it names.
    if (!isOurs) return turnAway(response, 400, 'request.malformed')
    answer(request, response, pathname).catch((error) => {
      // Node's error when the client hung up before its body was read; nobody waits for an answer.
      if (response.destroyed && error.code === 'ECONNRESET' && error.message === 'aborted') return
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

/** Returns the visitor's id if we made it, otherwise an empty string. */
function visitorIdOf(request: IncomingMessage): string {
  const value = parseCookies(request.headers.cookie ?? '')[visitorCookie] ?? ''
  return isUuid(value) ? value : ''
}

/** Proxies use the same header for their own passwords, so only the Bearer scheme counts. */
function tokenIn({ headers: { authorization = '' } }: IncomingMessage): string | undefined {
  const [, token] = /^bearer(?: +(.*))?$/i.exec(authorization) ?? []
  return /^bearer\b/i.test(authorization) ? (token ?? '') : undefined
}

/** Browsers always send a length; without one, a large body can't be refused before it is read. */
function isOfUnknownLength(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined
}

function lengthOf(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0)
}

function isMultipart(request: IncomingMessage): boolean {
  return request.headers['content-type']?.trim().toLowerCase().startsWith('multipart/') ?? false
}
