import { type ErrorMap, type HTTPMethod, type HTTPPath, oc } from '@orpc/contract'
import type { z } from 'zod'
import { type ErrorKind, type ErrorKinds, requestErrors } from './errors.ts'

/**
 * Who may call an endpoint. `record:x` asks for a record of that kind (a verified one, where the trade is
 * regulated), whatever role the person wears at the moment. `admin` is anyone at the desk, `admin:full` an administrator:
 * support is turned away.
 */
export type Access = 'anyone' | 'signed-in' | AdminAccess | `record:${string}`

export type AdminAccess = 'admin' | 'admin:full'

export function isForAdmins(access: Access): access is AdminAccess {
  return access === 'admin' || access === 'admin:full'
}

/** Which scope of a token an endpoint asks for, by the product's own words for its data. */
export type Scope = `${string}:${'read' | 'write'}`

/**
 * `rows` says in words which rows the endpoint reads or changes; it is printed in docs/access.md. `uploads`: it takes
 * files (`true`: pictures, for everyone to see; or private documents), so its body may be large, and is read only for someone who is
 * signed in; `mostFiles` of them at once, one where it is not said.
 */
export type EndpointMeta = {
  access: Access
  rows: string
  uploads?: true | 'documents'
  mostFiles?: number
  limit?: EndpointLimit
  /** The scope with which a token may call it; without one, no token may. */
  token?: Scope
  /** Its answer is for the caller's eyes once, and is not kept for repeats. */
  isSecret?: true
}

/**
 * How often a person, or a network, may call an endpoint; those with one `name` are counted together. Every call counts, also
 * one that is then refused. `refusal` is the code it answers with, `request.too_many` where none is given.
 */
export type EndpointLimit = {
  name: string
  by: 'user' | 'network'
  max: number
  windowSeconds: number
  slides?: boolean
  refusal?: string
}

export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  signed_out: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
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
> = EndpointMeta & {
  method: HTTPMethod
  path: HTTPPath
  summary: string
  input: Input
  output: Output
  errors?: Kinds
}

/**
 * One endpoint of the contract. A GET reads outside a transaction; every other method runs inside one and takes an
 * `Idempotency-Key` header. `errors` names the refusals it may answer with, beside `requestErrors`.
 */
export function endpoint<
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Kinds extends ErrorKinds = Record<never, never>,
>(options: EndpointOptions<Input, Output, Kinds>) {
  const { method, path, summary, access, rows, uploads, mostFiles, limit, token, isSecret } = options
  const { input, output, errors } = options
  return oc
    .$meta<EndpointMeta>({
      ...{ access, rows },
      ...(uploads && { uploads }),
      ...(mostFiles && { mostFiles }),
      ...(limit && { limit }),
      ...(token && { token }),
      ...(isSecret && { isSecret }),
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

/** The part of a domain's errors that one endpoint may answer with. */
export function only<Kinds extends ErrorKinds, Code extends keyof Kinds>(
  kinds: Kinds,
  ...codes: Code[]
): Pick<Kinds, Code> {
  return Object.fromEntries(codes.map((code) => [code, kinds[code]])) as Pick<Kinds, Code>
}
