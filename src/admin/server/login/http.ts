import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { parse as parseCookies, stringifyCookie } from 'cookie'
import { sql } from 'kysely'
import { asRefused, type KnownDevices, Refused, readJson } from '#/accounts/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'
import { Crowded, turns } from '#/kernel/server/turns.ts'
import { type AdminBetterAuth, addressHeader, basePath } from './better-auth.ts'
import { emailOfChallenge } from './challenges.ts'
import { offered } from './offered.ts'
import { openSession } from './open-session.ts'
import type { AdminSessions } from './sessions.ts'
import { countTry, forgetTries, isFirstUse, type Trying } from './tries.ts'

/** Minimum milliseconds before a refusal, so that timing doesn't reveal what was wrong. */
const refusalFloor = 350

type Options = {
  auth: AdminBetterAuth
  db: Db
  log: Log
  baseUrl: string
  demoMayEnter(request: IncomingMessage): boolean
  sessions: AdminSessions
  devices: KnownDevices
  clientAddress(request: IncomingMessage): string
}

type Step = {
  path: string
  input: Record<string, string>
  address: string
  /** Our only cookie that the library sees. */
  cookie?: string
}

/**
 * Serves the admins' sign-in: password, then a code; the first time, an authenticator is set up in between. Every
 * refusal has the same answer, and comes no sooner.
 */
export function adminAuthListener(options: Options): RequestListener {
  const { auth, db, sessions, devices } = options
  const inTurn = turns(2, 32)
  const challengeName = sessions.cookieName.replace('session_token', 'two_factor')

  const ask = async ({ path, input, address, cookie }: Step): Promise<Response> => {
    const headers = new Headers({
      origin: options.baseUrl,
      'content-type': 'application/json',
      [addressHeader]: address,
      ...(cookie ? { cookie } : {}),
    })
    const url = new URL(basePath + path, options.baseUrl)
    const result = await auth.handler(
      new Request(url, { method: 'POST', headers, body: JSON.stringify(input) }),
    )
    // A database outage isn't a refusal.
    if (result.status >= 500) await sql`select 1`.execute(db)
    if (result.status >= 500) throw new Refused(500, 'INTERNAL_SERVER_ERROR')
    if (!result.ok) throw refusal()
    return result
  }

  /** Counts the try first; beyond the limit it isn't even checked. */
  async function counted<Answer>(
    tried: Parameters<typeof countTry>[1],
    hear: (trying: Trying) => Promise<Answer>,
  ): Promise<Answer> {
    const trying = await countTry(db, tried)
    if (!trying.allowed) throw refusal()
    return inTurn(() => hear(trying)).catch(async (error) => {
      if (error instanceof Crowded) await trying.giveBack()
      throw error
    })
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = targetOf(request).pathname.slice(basePath.length)
    const offer = Object.hasOwn(offered, path) ? offered[path] : undefined
    if (!offer || request.method !== 'POST') throw new Refused(404, 'NOT_FOUND')
    const parsed = offer.input.safeParse(await readJson(request))
    if (!parsed.success) throw refusal()
    const input = parsed.data
    const address = options.clientAddress(request)
    const step = { path, input, address }
    const demoMayEnter = options.demoMayEnter(request)
    const by = async (email: string | undefined) => {
      const adminId = email && devices.isMarked(request) ? await findAdminId(db, email) : undefined
      return { email, address, knownDevice: adminId && devices.find(request, adminId) }
    }

    if (path === '/sign-out') {
      await sessions.end(request)
      return send(response, { done: true }, await ask({ ...step, input: {} }))
    }
    if (path === '/sign-in/email') {
      return counted({ step: 'password', ...(await by(input['email'])) }, async (trying) => {
        const result = await ask(step)
        if (!demoMayEnter && (await isDemo(db, input['email']!))) throw refusal()
        await trying.giveBack()
        const { twoFactorRedirect } = (await result.json()) as { twoFactorRedirect?: boolean }
        send(response, { next: twoFactorRedirect ? 'code' : 'authenticator' }, result)
      })
    }

    const cookies = parseCookies(request.headers.cookie ?? '')
    const begun = await sessions.read(request)
    // An authenticator can be set up once, by the browser that has just sent the right password.
    const isFirst = begun !== null && !begun.user.twoFactorEnabled
    const email = isFirst ? begun.user.email : await emailOfChallenge(db, cookies[challengeName])
    const from = await by(email)
    return counted({ step: 'code', ...from }, async (trying) => {
      if (!email) throw refusal()
      const name = isFirst ? sessions.cookieName : challengeName
      const cookie = stringifyCookie({ [name]: cookies[name] })
      if (path === '/two-factor/enable') {
        if (!isFirst) throw refusal()
        const { totpURI } = (await (await ask({ ...step, cookie })).json()) as { totpURI: string }
        await trying.giveBack()
        return send(response, { uri: totpURI })
      }
      if (!(await isFirstUse(db, email, input['code']!))) throw refusal()
      const result = await ask({ ...step, cookie })
      await sessions.end(request)
      const adminId = await openSession(db, tokenIn(result, sessions.cookieName), { demoMayEnter })
      if (!adminId) throw refusal()
      await forgetTries(db, email, from)
      devices.remember(request, response, adminId)
      send(response, { signedIn: true }, result)
    })
  }

  return async (request, response) => {
    const started = performance.now()
    try {
      await answer(request, response)
    } catch (error) {
      const refused = asRefused(error)
      if (refused.status >= 500)
        options.log.error({ error: String(refused.cause ?? refused) }, 'admin sign-in failed')
      if (refused.retryAfter) response.setHeader('retry-after', refused.retryAfter)
      if (!request.complete) response.setHeader('connection', 'close')
      if (refused.status === 401) await wait(Math.max(0, refusalFloor - (performance.now() - started)))
      response.statusCode = refused.status
      send(response, { code: refused.code })
    }
  }
}

async function isDemo(db: Db, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('admin_users')
    .select('is_demo')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return found?.is_demo ?? false
}

async function findAdminId(db: Db, email: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('admin_users')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return found?.id
}

const refusal = () => new Refused(401, 'REFUSED')

/** Returns the session token in the library's answer. */
function tokenIn(result: Response, cookieName: string): string {
  const line = result.headers.getSetCookie().find((cookie) => cookie.startsWith(`${cookieName}=`))
  return parseCookies(line ?? '')[cookieName]?.split('.')[0] ?? ''
}

/** Cookies end with the browser at the latest; when a session ends is decided here. */
function send(response: ServerResponse, body: object, result?: Response): void {
  const cookies = result?.headers.getSetCookie().map((line) => line.replace(/; Max-Age=[1-9]\d*/i, '')) ?? []
  if (cookies.length > 0) response.appendHeader('set-cookie', cookies)
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-store')
  response.end(JSON.stringify(body))
}
