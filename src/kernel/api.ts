import { type ErrorMap, type HTTPMethod, type HTTPPath, oc } from '@orpc/contract'
import type { z } from 'zod'
import { type ErrorKind, type ErrorKinds, requestErrors } from './errors.ts'

/**
 * The permission to call an endpoint. `record:x` needs a record of that kind, `record:x/y` one of several (a verified one in a
 * regulated trade), whatever the current role. `admin` is every admin, `admin:full` excludes support.
 */
export type Access = 'anyone' | 'signed-in' | AdminAccess | `record:${string}`

/** Returns the records of which a caller needs one; undefined if none is needed. */
export function recordsFor(access: Access): string[] | undefined {
  return access.startsWith('record:') ? access.slice('record:'.length).split('/') : undefined
}

export type AdminAccess = 'admin' | 'admin:full'

export function isForAdmins(access: Access): access is AdminAccess {
  return access === 'admin' || access === 'admin:full'
}

export type Scope = `${string}:${'read' | 'write'}`

/**
 * `rows` says which rows the endpoint reads or changes; docs/access.md prints it. `uploads` marks an endpoint that
 * takes files: pictures that everyone sees (`true`) or private documents. Its body may be large, and is read only for
 * logged-in people. `mostFiles` defaults to one.
 */
export type EndpointMeta<Audit extends AuditMeta = AuditMeta> = {
  access: Access
  rows: string
  uploads?: true | 'documents'
  mostFiles?: number
  limit?: EndpointLimit
  /** Others see the caller's name with it, so a caller without a name is refused with `request.name_needed`. */
  named?: true
  /** Without a scope, no token may call it. */
  token?: Scope
  /** The caller sees the answer once; it isn't kept for repeats. */
  isSecret?: true
  /** Required of everything an admin does; several acts if its outcome decides which one it was. */
  audit?: Audit
}

/** An act in the log of what admins do. `said` follows the name of the person, `subject` is the kind of row it is about. */
export type AuditedAct = { action: string; said: string; subject: string }
type AuditMeta = AuditedAct | readonly AuditedAct[]

/**
 * Limits calls per person or network; endpoints with one `name` count together. Refused calls count too. `refusal` is
 * the error code, `request.too_many` by default. `perProcess` counts in memory, for public reads that would otherwise
 * write at each call; each process then has its own limit.
 */
export type EndpointLimit = {
  name: string
  by: 'user' | 'network'
  max: number
  windowSeconds: number
  slides?: boolean
  perProcess?: true
  refusal?: string
}

export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  invalid: 422,
  too_many: 429,
  unavailable: 503,
}

type EndpointErrors<Kinds extends ErrorKinds> = {
  [Code in keyof Kinds]: {
    status: number
    message: string
    data: z.ZodType<Record<string, unknown>> | undefined
  }
}

type EndpointOptions<
  Input extends z.ZodType,
  Output extends z.ZodType,
  Kinds extends ErrorKinds,
  Audit extends AuditMeta,
> = EndpointMeta<Audit> & {
  method: HTTPMethod
  path: HTTPPath
  summary: string
  input: Input
  output: Output
  errors?: Kinds
}

/**
 * Declares one endpoint of the contract. A GET reads outside a transaction; every other method runs inside one and
 * takes an `Idempotency-Key` header. `errors` names its refusals besides `requestErrors`.
 */
export function endpoint<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Kinds extends ErrorKinds = Record<never, never>,
  const Audit extends AuditMeta = never,
>(options: EndpointOptions<Input, Output, Kinds, Audit>) {
  const { method, path, summary, access, rows, uploads, mostFiles, limit, named, token, isSecret } = options
  const { input, output, errors, audit } = options
  return oc
    .$meta<EndpointMeta<Audit>>({
      access,
      rows,
      ...(uploads && { uploads }),
      ...(mostFiles && { mostFiles }),
      ...(limit && { limit }),
      ...(named && { named }),
      ...(token && { token }),
      ...(isSecret && { isSecret }),
      ...(audit && { audit }),
    })
    .route({ method, path, summary })
    .errors(withStatus({ ...requestErrors, ...errors }) as EndpointErrors<Kinds & typeof requestErrors>)
    .input(input)
    .output(output)
}

function withStatus(kinds: ErrorKinds): ErrorMap {
  return Object.fromEntries(
    Object.entries(kinds).map(([code, kind]) => [code, { status: statusOfKind[kind], message: code }]),
  )
}

export function only<Kinds extends ErrorKinds, Code extends keyof Kinds>(
  kinds: Kinds,
  ...codes: Code[]
): Pick<Kinds, Code> {
  return Object.fromEntries(codes.map((code) => [code, kinds[code]])) as Pick<Kinds, Code>
}
