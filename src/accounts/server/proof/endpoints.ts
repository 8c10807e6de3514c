import type { SendAccountMail } from '#/accounts/server/email/account-mail.ts'
import type { MailCodes } from '#/accounts/server/email/codes.ts'
import { yourMailCode } from '#/accounts/server/email/mails.ts'
import type { OwnEndpoint } from '#/accounts/server/own-call.ts'
import type { Hashing } from '#/accounts/server/passwords/hashing.ts'
import type { PhoneCodes } from '#/accounts/server/phone/codes.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import { noteProof, proveByPassword, proveByPhone } from './proof.ts'

type Options = {
  db: Db
  hashing: Hashing
  codes: PhoneCodes
  mailCodes: MailCodes
  mail: SendAccountMail
  product: string
  rateLimits: boolean
}

const mails = { max: 5, windowSeconds: 3600 }

/**
 * Builds the endpoints by which a logged-in person proves again who they are. With a provider it is `/prove/social`.
 */
export function createProofEndpoints(options: Options): Readonly<Record<string, OwnEndpoint>> {
  const { db, codes, mailCodes, mail, product } = options
  return {
    '/prove/password': async ({ input: { password = '' }, actor }) => {
      await proveByPassword(options, await actor(), password)
      return { done: true }
    },

    '/prove/phone': async ({ input: { code = '' }, now, actor, knownTo, browser }) => {
      await proveByPhone({ db, codes, now, knownTo, browser }, await actor(), code)
      return { done: true }
    },

    '/prove/email-code': async ({ now, actor }) => {
      const who = await actor()
      const { email, code } = await mailCodes.make(who, now)
      if (options.rateLimits) {
        const { allowed, retryAfter } = await consumeAttempt(db, `mail codes to ${who.userId}`, mails)
        if (!allowed) throw new Refused(429, 'TOO_MANY_ATTEMPTS', { retryAfter })
      }
      await mail(yourMailCode({ to: email, product, code }), 'counted')
      return { done: true }
    },

    '/prove/email': async ({ input: { code = '' }, now, actor }) => {
      const who = await actor()
      await mailCodes.expectRight(who, code, now)
      await noteProof(db, who)
      return { done: true }
    },
  }
}
