import { isDatabaseAway } from '#/kernel/server/db.ts'
import { Crowded } from '#/kernel/server/turns.ts'

/** Refuses a sign-in request; `cause` goes only to the log. */
export class Refused extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    code: string,
    { retryAfter, cause }: { retryAfter?: number; cause?: unknown } = {},
  ) {
    super(code, { cause })
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  if (error instanceof Crowded || isDatabaseAway(error))
    return new Refused(503, 'UNAVAILABLE', { retryAfter: 1, cause: error })
  return new Refused(500, 'INTERNAL_SERVER_ERROR', { cause: error })
}
