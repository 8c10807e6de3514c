import type { IncomingMessage } from 'node:http'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { Crowded, turns } from '#/kernel/server/turns.ts'
import { uploadSpool } from './upload-spool.ts'

/** More than anyone needs for a profile, and too few to fill a disk. */
const perHour = { max: 60, windowSeconds: 3600 }

/** A parsed body stays in memory until it is handled, so this bounds their total. */
const parsedAtOnce = 8
const waitingAtMost = 64
const ofOnePersonAtOnce = 2

type Refused = {
  status: 400 | 408 | 429 | 503
  code: 'request.malformed' | 'request.too_many' | 'request.uploading' | 'request.unavailable'
  retryAfter?: number
}

const busy: Refused = { status: 503, code: 'request.unavailable', retryAfter: 2 }

const oneTooMany: Refused = { status: 429, code: 'request.uploading', retryAfter: 2 }

const refusals: Record<'slow' | 'crowded' | 'gone', Refused | undefined> = {
  slow: { status: 408, code: 'request.unavailable' },
  crowded: busy,
  gone: undefined,
}

type Options = { db: Db; rateLimits: boolean; dataDir: string; spool?: ReturnType<typeof uploadSpool> }

/**
 * Receives an upload and runs `work` with its form once it is complete; an incomplete body takes nobody's turn. Returns
 * why it refused, if the sender must still be told.
 */
export function uploadGate({ db, rateLimits, dataDir, spool = uploadSpool(dataDir) }: Options) {
  const inside: string[] = []
  const inTurn = turns(parsedAtOnce, waitingAtMost)

  async function count(userId: string): Promise<Refused | undefined> {
    if (!rateLimits) return undefined
    const { allowed, retryAfter } = await consumeAttempt(db, `upload ${userId}`, perHour)
    return allowed ? undefined : { status: 429, code: 'request.too_many', retryAfter }
  }

  async function receive(
    request: IncomingMessage,
    userId: string,
    work: (form: FormData) => Promise<void>,
  ): Promise<Refused | undefined> {
    const body = await spool(request, userId)
    if (body.outcome !== 'whole') return refusals[body.outcome]
    try {
      return await inTurn(async () => {
        const headers = { 'content-type': request.headers['content-type'] ?? '' }
        const form = await new Response(body.read(), { headers }).formData().catch(() => undefined)
        if (!form) return { status: 400, code: 'request.malformed' }
        await work(form)
        return undefined
      })
    } catch (error) {
      if (error instanceof Crowded) return busy
      throw error
    } finally {
      await body.discard()
    }
  }

  return async function enter(
    request: IncomingMessage,
    userId: string,
    work: (form: FormData) => Promise<void>,
  ): Promise<Refused | undefined> {
    if (inside.filter((other) => other === userId).length >= ofOnePersonAtOnce) return oneTooMany
    inside.push(userId)
    try {
      return (await count(userId)) ?? (await receive(request, userId, work))
    } finally {
      inside.splice(inside.indexOf(userId), 1)
    }
  }
}
