import type { Db } from './db.ts'
import { consumeAttempt } from './rate-limit.ts'

/** More than anyone fills a profile with, and too few to fill a disk. */
const perHour = { max: 60, windowSeconds: 3600 }

/** A body is held whole until it has been dealt with, so their number bounds what all of them take. */
const mostAtOnce = { all: 8, ofOnePerson: 2 }

type Refused = { status: 429 | 503; code: 'request.too_many' | 'request.unavailable'; retryAfter: number }

/**
 * Lets a person in with an upload before a byte of it is read, or says why not. `leave` gives the place back: to be
 * called once nothing of the body is held any more.
 */
export function uploadGate({ db, rateLimits }: { db: Db; rateLimits: boolean }) {
  const inside: string[] = []

  async function count(userId: string): Promise<Refused | undefined> {
    if (!rateLimits) return undefined
    const { allowed, retryAfter } = await consumeAttempt(db, `upload ${userId}`, perHour)
    return allowed ? undefined : { status: 429, code: 'request.too_many', retryAfter }
  }

  return async function enter(userId: string): Promise<{ leave(): void } | { refused: Refused }> {
    const own = inside.filter((other) => other === userId).length
    if (inside.length >= mostAtOnce.all || own >= mostAtOnce.ofOnePerson)
      return { refused: { status: 503, code: 'request.unavailable', retryAfter: 2 } }
    inside.push(userId)
    const leave = () => void inside.splice(inside.indexOf(userId), 1)
    try {
      const refused = await count(userId)
      if (!refused) return { leave }
      leave()
      return { refused }
    } catch (error) {
      leave()
      throw error
    }
  }
}
