import { mailsPerAddress } from '#/accounts/server/offered.ts'
import { mayMail } from '#/accounts/server/sign-in/attempts.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import { inBackground, type Mail, type SendMail } from '#/kernel/server/mail.ts'

/** Each kind counts separately against the limit per address. `counted`: the request was limited before. */
export type MailKind = 'sign-up' | 'new-address' | 'counted'
export type SendAccountMail = (mail: Mail, kind: MailKind) => Promise<void>

/** Sends account mails after the answer, up to a limit per address and kind. */
export function accountMailer(options: {
  db: Db
  log: Log
  /** Undefined if mail isn't set up. */
  sendMail: SendMail | undefined
  rateLimits: boolean
  attemptSecret: Buffer
}): SendAccountMail {
  if (!options.sendMail) return async () => undefined
  const mailSoon = inBackground(options.sendMail, options.log)
  return async (mail, kind) => {
    const { db, rateLimits, attemptSecret: secret } = options
    const isCounted = kind === 'counted' || !rateLimits
    if (isCounted || (await mayMail(db, { secret, kind, email: mail.to, rule: mailsPerAddress })))
      mailSoon(mail)
  }
}
