/**
 * Only `api.ts` maps kinds to HTTP statuses.
 * - `invalid`: well formed, but breaks a rule (an off-grid time, a past date)
 * - `not_found`: the row doesn't exist, or the actor may not know about it
 * - `conflict`: was true when requested, but no longer is (the slot is taken)
 */
export type ErrorKind =
  | 'malformed'
  | 'signed_out'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'invalid'
  | 'too_large'
  | 'too_many'
  | 'unavailable'

export type ErrorKinds = Readonly<Record<`${string}.${string}`, ErrorKind>>

/** Refuses a call with a code for the caller. Anything else that is thrown is a fault and only logged. */
export class Refusal extends Error {
  readonly code: string
  readonly data: Record<string, unknown> | undefined

  constructor(code: string, data?: Record<string, unknown>) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.data = data
  }
}

/** Binds a domain's error codes, so that only declared ones can be thrown: `const refuse = refuser(errors)`. */
export function refuser<Kinds extends ErrorKinds>(_kinds: Kinds) {
  return function refuse(code: keyof Kinds & string, data?: Record<string, unknown>): never {
    throw new Refusal(code, data)
  }
}

export const requestErrors = {
  'request.malformed': 'malformed',
  'request.signed_out': 'signed_out',
  'request.forbidden': 'forbidden',
  'request.scope_needed': 'forbidden',
  'request.administrators_only': 'forbidden',
  'request.name_needed': 'forbidden',
  'request.name_refused': 'invalid',
  'request.links_refused': 'invalid',
  'request.not_found': 'not_found',
  'request.key_reused': 'invalid',
  'request.too_large': 'too_large',
  'request.too_many': 'too_many',
  'request.uploading': 'too_many',
  'request.unavailable': 'unavailable',
} as const satisfies ErrorKinds

export const refuseRequest = refuser(requestErrors)
