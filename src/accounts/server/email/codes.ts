import { createHmac, timingSafeEqual } from 'node:crypto'
import { codeRules } from '#/accounts/rules.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { findEmail } from './emails.ts'

/** A code is valid for the rest of its time window and for all of the next. */
const stretch = codeRules.lifeSeconds * 1000

const tries = { max: codeRules.tries, windowSeconds: 900 }

/**
 * Makes and checks codes mailed to logged-in people who must prove who they are. Codes are derived from the operator's
 * secret, the session, the address and the time, so nothing is stored, and each works only in the session that asked
 * for it.
 */
export function mailCodes(db: Db, { secret }: { secret: string }) {
  const codeAt = ({ sessionId }: Actor, email: string, at: number) => {
    const said = `mail code ${sessionId} ${email} ${Math.floor(at / stretch)}`
    const number = createHmac('sha256', secret).update(said).digest().readUIntBE(0, 6)
    return String(number % 10 ** codeRules.length).padStart(codeRules.length, '0')
  }

  return {
    /** Returns the current code, and the confirmed address to send it to. */
    async make(actor: Actor, now: Date): Promise<{ email: string; code: string }> {
      const email = await addressOf(db, actor)
      return { email, code: codeAt(actor, email, now.getTime()) }
    },

    /** Refuses a wrong code. Each try counts before it is answered, and few are allowed. */
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

/** An unconfirmed address could be anybody's. */
async function addressOf(db: Db, { userId }: Actor): Promise<string> {
  const known = await findEmail(db, userId)
  if (!known?.email || !known.confirmed) throw new Refused(409, 'NO_EMAIL')
  return known.email
}
