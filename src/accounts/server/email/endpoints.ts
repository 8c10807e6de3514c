import type { OwnCall, OwnEndpoint } from '#/accounts/server/own-call.ts'
import type { Tell } from '#/accounts/server/passwords/passwords.ts'
import { expectProof } from '#/accounts/server/proof/proof.ts'
import { findUserByEmail } from '#/accounts/server/queries.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { SendAccountMail } from './account-mail.ts'
import { awaitEmail, confirmEmail, findEmail, findPendingEmail } from './emails.ts'
import { addressIsYours, confirmThisAddress } from './mails.ts'

type Options = {
  db: Db
  mail: SendAccountMail
  product: string
  rateLimits: boolean
  baseUrl: string
  tellFrom(call: OwnCall): Tell
  /** Refuses if mail isn't set up. */
  needMail(): void
}

const asked = { max: 5, windowSeconds: 3600 }

/** Builds the endpoints for adding, changing and confirming an email address. */
export function createEmailEndpoints(options: Options): Readonly<Record<string, OwnEndpoint>> {
  const { db, mail, product, rateLimits, baseUrl, tellFrom, needMail } = options

  /** Tells nobody but its owner that an address is taken. */
  async function send(call: OwnCall, userId: string, email: string): Promise<void> {
    needMail()
    if (rateLimits) {
      const { allowed, retryAfter } = await consumeAttempt(db, `email of ${userId}`, asked)
      if (!allowed) throw new Refused(429, 'TOO_MANY_ATTEMPTS', { retryAfter })
    }
    const owner = await findUserByEmail(db, email)
    const token = await awaitEmail(db, { userId, email, now: call.now, tell: tellFrom(call) })
    const isTaken = owner !== undefined && owner.id !== userId
    await mail(
      isTaken
        ? addressIsYours({ to: email, product, link: `${baseUrl}/login` })
        : confirmThisAddress({ to: email, product, link: `${baseUrl}/verify-email?token=${token}` }),
      'new-address',
    )
  }

  return {
    '/email': async (call) => {
      const { email = '' } = call.input
      const who = await call.actor()
      const known = await findEmail(db, who.userId)
      if (known?.email !== email) await expectProof(db, who)
      else if (known.confirmed) throw new Refused(409, 'HAS_EMAIL')
      await send(call, who.userId, email)
      return { done: true }
    },

    '/email/again': async (call) => {
      const { userId } = await call.actor()
      const email = await findPendingEmail(db, userId, call.now)
      if (email === null) throw new Refused(409, 'NOTHING_PENDING')
      await send(call, userId, email)
      return { done: true }
    },

    '/confirm-email': async (call) => {
      const { token = '' } = call.input
      const { userId } = await call.actor()
      const outcome = await confirmEmail(db, { token, userId, now: call.now, tell: tellFrom(call) })
      if (outcome === 'invalid') throw new Refused(400, 'INVALID_TOKEN')
      if (outcome === 'taken') throw new Refused(409, 'EMAIL_TAKEN')
      return { done: true }
    },
  }
}
