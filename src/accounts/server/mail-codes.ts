import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeRules } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { findEmail } from './emails.ts'
import { Refused } from './refused.ts'

/** A code is good for the rest of the stretch of time it is sent in, and for all of the next. */
const stretch = codeRules.lifeSeconds * 1000

const tries = { max: codeRules.tries, windowSeconds: 900 }

/**
 * Codes that are mailed to somebody who is signed in, to show who they are. They follow from the operator's secret, the session,
 * the address and the time, so there is nothing to keep; and one opens nothing but the session it was asked for in.
 */
export function mailCodes(db: Db, { secret }: { secret: string }) {
  const codeAt = ({ sessionId }: Actor, email: string, at: number) => {
    const said = `mail code ${sessionId} ${email} ${Math.floor(at / stretch)}`
    const number = createHmac('sha256', secret).update(said).digest().readUIntBE(0, 6)
    return String(number % 10 ** codeRules.length).padStart(codeRules.length, '0')
  }

  return {
    /** The code of now, and the address to send it to: one that is confirmed. */
    async make(actor: Actor, now: Date): Promise<{ email: string; code: string }> {
      const email = await addressOf(db, actor)
      return { email, code: codeAt(actor, email, now.getTime()) }
    },

    /** Refuses a code that is not the one. Each question counts, before it is answered, and there are few. */
    async expectRight(actor: Actor, code: string, now: Date): Promise<void> {
      const email = await addressOf(db, actor)
      const { allowed, retryAfter } = await consumeAttempt(db, `mail code of ${actor.userId}`, tries)
      if (!allowed) throw new Refused(429, 'TOO_MANY_ATTEMPTS', { retryAfter })
      const isRight = [now.getTime(), now.getTime() - stretch].some((at) =>
        timingSafeEqual(Buffer.from(codeAt(actor, email, at)), Buffer.from(code)),
      )
      if (!isRight) throw new Refused(400, 'WRONG_CODE')
    },
  }
}

export type MailCodes = ReturnType<typeof mailCodes>

/** One that nobody confirmed could be anybody's. */
async function addressOf(db: Db, { userId }: Actor): Promise<string> {
  const known = await findEmail(db, userId)
  if (!known?.email || !known.confirmed) throw new Refused(409, 'NO_EMAIL')
  return known.email
}
