import type { Db } from './db.ts'
import { consumeAttempt } from './rate-limit.ts'

/** More than anyone fills a profile with, and too few to fill a disk. */
const perHour = { max: 60, windowSeconds: 3600 }

type Refused = { status: 429 | 503; code: 'request.too_many' | 'request.unavailable'; retryAfter: number }

/** Says whether a person may upload one more file, before a byte of it is read. */
export function uploadGate({ db, rateLimits }: { db: Db; rateLimits: boolean }) {
  return async function refusedAt(userId: string): Promise<Refused | undefined> {
    if (!rateLimits) return undefined
    const { allowed, retryAfter } = await consumeAttempt(db, `upload ${userId}`, perHour)
    return allowed ? undefined : { status: 429, code: 'request.too_many', retryAfter }
  }
}
