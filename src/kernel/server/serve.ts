import type { AnyContractRouter } from '@orpc/contract'
import { type Implementer, implement, ORPCError, os } from '@orpc/server'
import type { EndpointLimit, EndpointMeta } from '#/kernel/api.ts'
import { isForAdmins, recordsFor, statusOfKind } from '#/kernel/api.ts'
import { Refusal, refuseRequest, requestErrors } from '#/kernel/errors.ts'
import type { Config } from './config.ts'
import { type Db, isDatabaseAway, violatedConstraint } from './db.ts'
import type { Files, Forget, KeepDocument, KeepPicture, LinkTo } from './files.ts'
import { networkOf } from './http/client-address.ts'
import { findAnswer, hashInput, keepAnswer } from './idempotency.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import { consumeAttempt, countHere } from './rate-limit.ts'
import type { Actor, Admin, Announce, Work } from './work.ts'

export type Call = {
  config: Config
  log: Log
  /** The true client address, believing only configured proxies. */
  address: string
  /** Sent on this machine, to one of its names, and through no proxy. */
  isLocal: boolean
  pathname: string
  idempotencyKey: string | undefined
  /** A logged-out visitor's cookie, to which their idempotency keys belong. */
  visitorId: string
  findActor(): Promise<Actor | null>
  /** The token alone says who calls; cookies are ignored. */
  hasToken: boolean
  /** A glance doesn't count as activity. */
  findAdmin(options?: { isGlance: boolean }): Promise<Admin | null>
  responseHeader(name: string, value: string): void
  db: Db
  jobs: Pick<Jobs, 'announceIn'>
  files: Pick<Files, 'receive' | 'linkTo'>
  now(): Date
}

type Acting = {
  readonly actor: Actor
  readonly visitor: Actor | null
  readonly admin: Admin
}

const notSignedIn = () => {
  throw new Error('Nobody of this kind calls this endpoint')
}

/** Throws when used, so that using the actor without a login is noticed at once. */
const nobody = Object.defineProperties({} as Actor, {
  userId: { get: notSignedIn },
  sessionId: { get: notSignedIn },
  role: { get: notSignedIn },
  isUnnamed: { get: notSignedIn },
  records: { get: notSignedIn },
})

const noAdmin = Object.defineProperties({} as Admin, {
  adminId: { get: notSignedIn },
  sessionId: { get: notSignedIn },
  role: { get: notSignedIn },
  name: { get: notSignedIn },
  email: { get: notSignedIn },
})

export type Serving = Call &
  Acting &
  Work & {
    keepPicture: KeepPicture
    keepDocument: KeepDocument
    forgetPicture: Forget
    forgetDocument: Forget
    linkTo: LinkTo
  }

/**
 * Identifies the caller and checks access. Admins and users have separate sessions, and an endpoint looks at only one
 * kind, so no user is ever an admin, whatever their role.
 */
async function whoActs(context: Call, { access, named, token }: EndpointMeta): Promise<Acting> {
  if (context.hasToken) await expectScope(context, token)
  if (isForAdmins(access)) {
    const admin = (await context.findAdmin()) ?? refuseRequest('request.signed_out')
    if (access === 'admin:full' && admin.role !== 'admin') refuseRequest('request.administrators_only')
    return { admin, visitor: null, actor: nobody }
  }
  const visitor = await context.findActor()
  if (access !== 'anyone' && !visitor) refuseRequest('request.signed_out')
  const records = recordsFor(access)
  if (records && !records.some((record) => visitor?.records[record])) refuseRequest('request.forbidden')
  if (named && visitor?.isUnnamed) refuseRequest('request.name_needed')
  return { admin: noAdmin, visitor, actor: visitor ?? nobody }
}

async function expectScope(context: Call, scope: string | undefined): Promise<void> {
  const actor = (await context.findActor()) ?? refuseRequest('request.signed_out')
  const needed = scope ?? refuseRequest('request.forbidden')
  if (!actor.token?.scopes.includes(needed)) refuseRequest('request.scope_needed')
}

const guard = os
  .$context<Call>()
  .$meta<EndpointMeta>({ access: 'anyone', rows: '' })
  .middleware(async ({ context, procedure, path, next }) => {
    try {
      const acting = await whoActs(context, procedure['~orpc'].meta)
      return await next({ context: acting })
    } catch (error) {
      throw asAnswer(error, procedure['~orpc'].errorMap, context, path.join('.'))
    }
  })

type ErrorStatuses = Readonly<Record<string, { status?: number } | undefined>>

function asAnswer(
  error: unknown,
  declared: ErrorStatuses,
  { log, responseHeader }: Call,
  endpoint: string,
): unknown {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    return new ORPCError('request.malformed', {
      status: 400,
      message: 'Invalid input',
      data: plainIssues(error.data),
    })
  }
  if (error instanceof ORPCError && error.status < 500) return error
  const refusal = refusalOf(error, declared)
  if (refusal) {
    const { retryAfter } = refusal.data ?? {}
    if (typeof retryAfter === 'number') responseHeader('retry-after', String(retryAfter))
    const status = declared[refusal.code]?.status ?? statusOfRequestError(refusal.code)
    if (status) return new ORPCError(refusal.code, { status, message: refusal.code, data: refusal.data })
    log.error({ endpoint, code: refusal.code }, 'refused with a code the contract does not name')
  } else if (isDatabaseAway(error)) {
    log.error({ endpoint, error: String(error) }, 'database away')
    responseHeader('retry-after', '1')
    return new ORPCError('request.unavailable', { status: 503, message: 'request.unavailable' })
  } else {
    // If an answer doesn't fit its schema, the cause says where, but not the value.
    const cause = error instanceof Error ? plainIssues(error.cause).issues : []
    log.error({ endpoint, error: error instanceof Error ? error.stack : String(error), cause }, 'fault')
  }
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Something went wrong. Please try again.' })
}

function refusalOf(error: unknown, declared: ErrorStatuses): Refusal | undefined {
  if (error instanceof Refusal) return error
  const constraint = violatedConstraint(error)
  return constraint && declared[constraint] ? new Refusal(constraint) : undefined
}

function statusOfRequestError(code: string): number | undefined {
  return code in requestErrors ? statusOfKind[requestErrors[code as keyof typeof requestErrors]] : undefined
}

/** Keeps only where and what is wrong: the schema's own words could repeat the value. */
function plainIssues(data: unknown): { issues: { path: string; message: string }[] } {
  const { issues = [] } = (data ?? {}) as { issues?: { path?: unknown[]; message: string }[] }
  return {
    issues: issues
      .slice(0, 20)
      .map(({ path = [], message }) => ({ path: path.map(String).join('.'), message })),
  }
}

/** Returns the owner of idempotency keys, so that nobody gets another's answer. */
function callerOf({ admin, visitor, visitorId }: Call & Acting): string {
  if (admin !== noAdmin) return `admin:${admin.adminId}`
  if (visitor?.token) return `token:${visitor.token.id}`
  return visitor ? `user:${visitor.userId}` : visitorId && `visitor:${visitorId}`
}

/** Runs outside the transaction, because a rollback would undo the count. */
async function countCall(context: Call & Acting, limit: EndpointLimit): Promise<void> {
  const { config, db, actor, address } = context
  if (!config.RATE_LIMITS) return
  const who = limit.by === 'user' ? actor.userId : networkOf(address)
  const key = `${limit.name}:${who}`
  const { allowed, retryAfter } = limit.perProcess
    ? countHere(db, key, limit)
    : await consumeAttempt(db, key, limit)
  if (!allowed) throw new Refusal(limit.refusal ?? 'request.too_many', { retryAfter })
}

/** An `Idempotency-Key` can be anything random enough, such as a UUID. */
const keyPattern = /^[\w.:-]{8,100}$/

/** Wraps the handler and its output schema: a GET reads, anything else is a transaction. */
const work = os
  .$context<Call & Acting>()
  .$meta<EndpointMeta>({ access: 'anyone', rows: '' })
  .middleware(async ({ context, procedure, path, next }, input, output) => {
    const { db, jobs, idempotencyKey, visitor } = context
    const now = context.now()
    const linkTo: LinkTo = (file) => context.files.linkTo(file, now)
    const { uploads, limit, isSecret } = procedure['~orpc'].meta
    if (procedure['~orpc'].route.method === 'GET') {
      const announce: Announce = () => {
        throw new Error(`${path.join('.')} is a GET and announces nothing`)
      }
      if (limit) await countCall(context, limit)
      const keep: KeepPicture & KeepDocument = () => {
        throw new Error(`${path.join('.')} is a GET and keeps nothing`)
      }
      const forget: Forget = () => {
        throw new Error(`${path.join('.')} is a GET and forgets nothing`)
      }
      const keeping = { keepPicture: keep, keepDocument: keep, forgetPicture: forget, forgetDocument: forget }
      return next({ context: { db, now, announce, ...keeping, linkTo } })
    }
    if (idempotencyKey !== undefined && !keyPattern.test(idempotencyKey)) refuseRequest('request.malformed')
    const caller = callerOf(context)
    const write = idempotencyKey &&
      caller && { caller, key: idempotencyKey, endpoint: path.join('.'), hash: await hashInput(input) }
    const received = await context.files.receive(input, uploads === 'documents' ? 'documents' : 'pictures')
    let committing = false
    try {
      if (limit) await countCall(context, limit)
      const answer = await db.transaction().execute(async (tx) => {
        const announce = jobs.announceIn(tx)
        const keep = received.keepFor(tx, visitor?.userId, now)
        const result = await next({ context: { db: tx as Db, now, announce, ...keep, linkTo } })
        if (write && !isSecret) await keepAnswer(tx, write, result.output)
        committing = true
        return result.output
      })
      await received.removeForgotten()
      return output(answer)
    } catch (error) {
      if (!committing || violatedConstraint(error)) await received.undo()
      // A refused request may have succeeded before under this key; then that is the answer.
      const earlier = write && (await findAnswer(db, write))
      if (earlier) return output(earlier.answer)
      throw error
    }
  })

/**
 * Implements a contract. Each call goes: identity and access → input parsed → transaction and idempotency key → handler
 * → output parsed → commit. Handlers see `{ actor, visitor, admin, db, now, announce }`, and the file functions.
 */
export function serve<Contract extends AnyContractRouter>(
  contract: Contract,
): Implementer<Contract, Call, Serving> {
  // The middlewares fit any contract, which the library's types can't express.
  const implementer = implement(contract, {
    initialInputValidationIndex: -1,
    initialOutputValidationIndex: 0,
  }) as {
    use(middleware: typeof guard): { use(middleware: typeof work): unknown }
  }
  return implementer.use(guard).use(work) as Implementer<Contract, Call, Serving>
}
