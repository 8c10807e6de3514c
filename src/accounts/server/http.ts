import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { deviceOf } from '#/accounts/device.ts'
import { tellingOfTrouble, troubleSeen } from '#/kernel/server/database-trouble.ts'
import type { Db } from '#/kernel/server/db.ts'
import { targetOf } from '#/kernel/server/http/target.ts'
import type { Log } from '#/kernel/server/log.ts'
import { Crowded, turns } from '#/kernel/server/turns.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { type BetterAuth, basePath } from './library/better-auth.ts'
import type { Asked } from './library/hooks.ts'
import { type Input, libraryRequest } from './library/request.ts'
import { offered } from './offered.ts'
import type { createOwnEndpoints } from './own-endpoints.ts'
import { noteUnsentCode } from './phone/unsent-codes.ts'
import { expectProof } from './proof/proof.ts'
import { findAccount, findUserByEmail } from './queries.ts'
import { codeOf, send, setCookies, toldBy } from './sign-in/answers.ts'
import { arrivals } from './sign-in/arrivals.ts'
import type { AskingBrowsers } from './sign-in/asking-browsers.ts'
import { countAttempt } from './sign-in/attempts.ts'
import { readJson } from './sign-in/json-body.ts'
import type { KnownDevices } from './sign-in/known-devices.ts'
import { afterLink, goTo, pageAfter } from './sign-in/redirects.ts'
import { asRefused, Refused } from './sign-in/refused.ts'

/** Minimum milliseconds for a sign-up while addresses are verified, so that timing doesn't reveal known addresses. */
const signUpFloor = 400

const notSooner = (floor: number, started: number) => wait(Math.max(0, floor - (performance.now() - started)))

type Options = {
  auth: BetterAuth
  own: ReturnType<typeof createOwnEndpoints>
  now(): Date
  db: Db
  log: Log
  baseUrl: string
  verification: boolean
  rateLimits: boolean
  attemptSecret: Buffer
  devices: KnownDevices
  browsers: AskingBrowsers
  clientAddress(request: IncomingMessage): string
  findActor(request: IncomingMessage, response: ServerResponse): Promise<Actor | null>
  /** Ends the request's session, if any; throws if it couldn't. */
  endSession(request: IncomingMessage): Promise<void>
}

/**
 * Serves the sign-in endpoints. Better Auth sees only requests to offered endpoints, with checked fields, the client's
 * true address, and within the limits. The request's origin was checked before, for the whole site.
 */
export function authListener(options: Options): RequestListener {
  const { auth, db, log, baseUrl, verification, devices, browsers } = options
  const inTurn = turns(Math.max(2, availableParallelism()), 256)

  const arriveBack = arrivals({ ...options, endSession })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = targetOf(request)
    const path = pathname.slice(basePath.length)
    const offer = Object.hasOwn(offered, path) ? offered[path] : undefined
    if (!offer || offer.method !== request.method || (offer.verification && !verification)) {
      throw new Refused(404, 'NOT_FOUND')
    }
    const parsed = offer.input.safeParse(
      offer.method === 'GET' ? Object.fromEntries(searchParams) : await readJson(request),
    )
    if (!parsed.success) throw new Refused(400, codeOf(parsed.error.issues[0]))

    const input = parsed.data
    const address = options.clientAddress(request)
    const account = input['email'] ?? input['phoneNumber']
    const knownTo = async (tried: string) => {
      const userId = devices.isMarked(request) ? await findAccount(db, tried) : undefined
      return userId && devices.find(request, userId)
    }
    const knownDevice = offer.access === 'anyone' && account ? await knownTo(account) : undefined
    const attempt = options.rateLimits
      ? await countAttempt(db, {
          secret: options.attemptSecret,
          path,
          offer,
          address,
          account,
          knownDevice,
        })
      : undefined
    if (attempt?.refusedFor) {
      if (offer.textsCode && account) await noteUnsentCode(db, options.attemptSecret, account)
      throw new Refused(429, 'TOO_MANY_ATTEMPTS', { retryAfter: attempt.refusedFor })
    }

    let started = 0
    async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
      const timed = () => {
        started = performance.now()
        return work()
      }
      return (offer?.hashes ? inTurn(timed) : timed()).catch(async (error) => {
        if (error instanceof Crowded) await attempt?.giveBack()
        throw error
      })
    }

    let finding: Promise<Actor | null> | undefined
    const actor = async () => {
      finding ??= options.findActor(request, response)
      const found = await finding
      if (!found) throw new Refused(401, 'SIGNED_OUT')
      return found
    }
    if (offer.access === 'signed-in') await actor()
    if (offer.access === 'proved') await expectProof(db, await actor())
    const device = deviceOf(request.headers['user-agent'] ?? null)
    const browser = browsers.find(request)
    const own = options.own[path]
    if (own) {
      const remember = (userId: string) => devices.remember(request, response, userId)
      const markBrowser = () => browsers.mark(request, response)
      const call = { input, now: options.now(), device, actor, knownTo, browser, markBrowser, remember }
      const body = await inTime(() => own(call)).catch(async (error) => {
        // Nothing was sent, so the try doesn't count.
        if (error instanceof Refused && error.code === 'TOO_SOON') await attempt?.giveBack()
        throw error
      })
      await notSooner(offer.floor ?? 0, started)
      return send(response, 200, body)
    }

    if (offer.returns) return arriveBack(request, response, { path, input, address, device })
    if (path === '/sign-out') await endSession(request)
    const asked = { path: offer.asks ?? path, input, address, method: offer.asksBy ?? offer.method }
    const about: Asked = { knownDevice, browser }
    const result = await inTime(() =>
      tellingOfTrouble(async () => {
        const answered = await auth.handler(libraryRequest(request, baseUrl, asked), about)
        if (answered.status >= 500 && troubleSeen()) throw troubleSeen()
        return answered
      }),
    )
    if (result.ok && offer.onlyFailures) await attempt?.giveBack()

    if (path === '/sign-up/email' && verification) {
      await notSooner(signUpFloor, started)
      const refused = result.ok ? undefined : await refusalOf(result, input)
      if (refused && refused.code !== 'EMAIL_TAKEN') throw refused
      return send(response, 200, { signedIn: false })
    }
    const confirmed = path === '/verify-email' ? afterLink(result) : undefined
    if (confirmed?.error) throw new Refused(400, confirmed.error)
    if (!result.ok && !confirmed) throw await refusalOf(result, input)
    // A login leaves no second session of this browser behind.
    const signedIn = confirmed ? confirmed.signedIn : offer.signsIn
    if (signedIn) await endSession(request)
    setCookies(response, result)
    if (about.signedInAs) devices.remember(request, response, about.signedInAs)
    const told = offer.tells ? await toldBy(result, offer.tells) : {}
    send(response, 200, { ...(offer.signsIn ? { signedIn } : { done: true }), ...told })
  }

  async function refusalOf(result: Response, input: Input): Promise<Refused> {
    const { code = '' } = (await result.json().catch(() => ({}))) as { code?: string }
    if (code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL') return new Refused(422, 'EMAIL_TAKEN')
    // Two sign-ups raced: this one saw a free address, and the database stopped it.
    if (code === 'FAILED_TO_CREATE_USER' && (await findUserByEmail(db, input['email'] ?? '')))
      return new Refused(422, 'EMAIL_TAKEN')
    const retryAfter = Number(result.headers.get('retry-after')) || undefined
    return new Refused(result.status, code || 'INTERNAL_SERVER_ERROR', retryAfter ? { retryAfter } : {})
  }

  async function endSession(request: IncomingMessage): Promise<void> {
    try {
      await options.endSession(request)
    } catch (cause) {
      throw new Refused(503, 'UNAVAILABLE', { retryAfter: 1, cause })
    }
  }

  return async (request, response) => {
    try {
      await answer(request, response)
    } catch (error) {
      const refused = asRefused(error)
      if (refused.status >= 500) {
        const requestId = response.getHeader('x-request-id')
        log.error({ requestId, error: String(refused.cause ?? refused) }, 'sign-in failed')
      }
      if (refused.retryAfter) response.setHeader('retry-after', refused.retryAfter)
      const { pathname } = targetOf(request)
      if (request.method === 'GET' && pathname.startsWith(`${basePath}/callback/`) && refused.status !== 404)
        return goTo(response, pageAfter(pathname, `/login?error=${refused.code}`))
      if (!request.complete) response.setHeader('connection', 'close')
      send(response, refused.status, { code: refused.code, message: refused.code })
    }
  }
}
