import { BatchInterceptor } from '@mswjs/interceptors'
import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { XMLHttpRequestInterceptor } from '@mswjs/interceptors/XMLHttpRequest'
import { ORPCError, onError } from '@orpc/client'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { type AnyRouter, implement } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import type { z } from 'zod'
import { contract } from '#/app/contract.ts'

type Input<Procedure> = Procedure extends { '~orpc': { inputSchema?: infer Schema } }
  ? Schema extends z.ZodType
    ? z.output<Schema>
    : undefined
  : never
type Output<Procedure> = Procedure extends { '~orpc': { outputSchema?: infer Schema } }
  ? Schema extends z.ZodType
    ? z.input<Schema>
    : unknown
  : never
type Code<Procedure> = Procedure extends { '~orpc': { errorMap: infer Errors } }
  ? keyof Errors & string
  : never

/** Calls of one endpoint: what was sent, in order, and the idempotency keys of writes. */
export type Calls<Sent> = { readonly inputs: Sent[]; readonly keys: (string | null)[] }

type Answerer = (input: unknown, key: string | null) => unknown

const answerers = new Map<string, Answerer>()
const names = new Map<AnyContractProcedure, string>()
/** Calls that the test had no answer for, and answers that the contract forbids. */
const problems: string[] = []

/** The page's connection is lost: its request fails, as without a network. */
const lost = new Error('The connection is lost')
const fault = new ORPCError('FAULT', { status: 400 })

type How<Procedure extends AnyContractProcedure> =
  | Output<Procedure>
  | ((input: Input<Procedure>) => Output<Procedure> | Promise<Output<Procedure>>)

/**
 * Answers an endpoint from now on, with a value or by a function of the input; acts that tell nothing back need
 * neither. The contract's own schemas check both directions, so a stub can't say what the server wouldn't. Returns the
 * calls as they come.
 */
export function answer<Procedure extends AnyContractProcedure>(
  procedure: Procedure,
  ...[how]: undefined extends Output<Procedure> ? [how?: How<Procedure>] : [how: How<Procedure>]
): Calls<Input<Procedure>> {
  const inputs: Input<Procedure>[] = []
  const keys: (string | null)[] = []
  answerers.set(nameOf(procedure), (input, key) => {
    inputs.push(input as Input<Procedure>)
    keys.push(key)
    return typeof how === 'function' ? (how as (input: unknown) => unknown)(input) : how
  })
  return { inputs, keys }
}

/** Refuses an endpoint's calls from now on, with one of the codes that its contract names. */
export function refuse<Procedure extends AnyContractProcedure>(
  procedure: Procedure,
  code: Code<Procedure> | 'request.malformed',
  data?: Record<string, unknown>,
): Calls<Input<Procedure>> {
  const status = procedure['~orpc'].errorMap[code]?.status
  if (!status) throw new Error(`${nameOf(procedure)} has no ${code}`)
  const refusal = new ORPCError(code, { status, defined: true, message: code, data })
  return answer(procedure, () => {
    throw refusal
  })
}

/** Loses the connection at each of the endpoint's calls from now on. */
export function lose<Procedure extends AnyContractProcedure>(procedure: Procedure): Calls<Input<Procedure>> {
  return answer(procedure, () => {
    throw lost
  })
}

/** Lets an endpoint's calls end from now on in an error that no contract names. The page doesn't try again. */
export function fail<Procedure extends AnyContractProcedure>(procedure: Procedure): Calls<Input<Procedure>> {
  return answer(procedure, () => {
    throw fault
  })
}

/** Answers an endpoint once the returned function is called. */
export function holdBack<Procedure extends AnyContractProcedure>(
  procedure: Procedure,
  value: Output<Procedure>,
): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer(procedure, async () => {
    await promise
    return value
  })
  return resolve
}

/** Counts the tests: a request that is still on its way when its test ends concerns no other one. */
let current = 0

/** Forgets all answers, and returns what went wrong since the last time. */
export function endAnswers(): string[] {
  current++
  answerers.clear()
  raws.clear()
  return problems.splice(0)
}

function nameOf(procedure: AnyContractProcedure): string {
  const name = names.get(procedure)
  if (!name) throw new Error('This endpoint isn’t one of the contract')
  return name
}

/** The context is copied on its way to the stub; what it holds is not. */
type Context = { request: { test: number; key: string | null; isLost: boolean } }

/** Implements the whole contract by what the test answers. */
function stubs(part: object, path: string[]): AnyRouter {
  return Object.fromEntries(
    Object.entries(part).map(([name, child]) => {
      const here = [...path, name]
      if (!isContractProcedure(child)) return [name, stubs(child as object, here)]
      const full = here.join('.')
      names.set(child, full)
      const stub = implement(child)
        .$context<Context>()
        .handler(({ input, context }) => dispatch(full, input, context.request))
      return [name, stub]
    }),
  )
}

async function dispatch(name: string, input: unknown, request: Context['request']): Promise<unknown> {
  const answerer = request.test === current ? answerers.get(name) : () => Promise.reject(fault)
  if (!answerer) {
    problems.push(`The page called ${name}, which the test doesn’t answer`)
    throw new ORPCError('request.not_found', { status: 404 })
  }
  try {
    return await answerer(input, request.key)
  } catch (error) {
    if (error === lost) request.isLost = true
    throw error
  }
}

const router = stubs(contract, [])
const noteFault = (error: unknown) => {
  if (error === lost || error === fault || (error instanceof ORPCError && error.defined)) return
  problems.push(`A stub failed: ${describe(error)}`)
}
const rpc = new RPCHandler(router, { interceptors: [onError(noteFault)] })
const rest = new OpenAPIHandler(router, { interceptors: [onError(noteFault)] })

function describe(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error)
  const { issues } = error as { issues?: { path?: PropertyKey[]; message: string }[] }
  if (issues) return issues.map(({ path = [], message }) => `${path.join('.')}: ${message}`).join('; ')
  return error.cause ? `${error.message}: ${describe(error.cause)}` : error.message
}

/** Answers the product's API, for `fetch` and uploads; everything else goes to the network. */
async function answerRequest(request: Request): Promise<Response | 'lost' | undefined> {
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return undefined
  const raw = raws.get(pathname)
  if (raw) return raw(request)
  const key = request.headers.get('idempotency-key')
  const context: Context = { request: { test: current, key, isLost: false } }
  const [handler, prefix] = pathname.startsWith('/rpc/')
    ? ([rpc, '/rpc'] as const)
    : pathname.startsWith('/api/admin/rpc/')
      ? ([rpc, '/api/admin/rpc'] as const)
      : ([rest, '/api'] as const)
  if (!pathname.startsWith(`${prefix}/`)) return undefined
  const { matched, response } = await handler.handle(request, { prefix, context })
  if (context.request.isLost) return 'lost'
  if (matched) return response
  problems.push(`The page called ${request.method} ${pathname}, which the test doesn’t answer`)
  return new Response('{}', { status: 404 })
}

let isIntercepting = false

/** Answers all requests of this window from now on. Files share the window, and each calls this. */
export function interceptRequests(): void {
  if (isIntercepting) return
  isIntercepting = true
  const interceptor = new BatchInterceptor({
    name: 'stubs',
    interceptors: [new FetchInterceptor(), new XMLHttpRequestInterceptor()],
  })
  interceptor.apply()
  interceptor.on('request', async ({ request, controller }) => {
    const response = await answerRequest(request)
    if (response === 'lost') controller.errorWith(new TypeError('Failed to fetch'))
    else if (response) controller.respondWith(response)
  })
}

type Raw = (request: Request) => Response | Promise<Response>
const raws = new Map<string, Raw>()

/** Answers an address that isn’t in the contract, such as those of the login library. */
export function answerAt(pathname: string, how: Raw): void {
  raws.set(pathname, how)
}
