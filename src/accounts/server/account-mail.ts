import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import { inBackground, type Mail, type SendMail } from '#/kernel/server/mail.ts'
import { mayMail } from './attempts.ts'
import { mailsPerAddress } from './offered.ts'

/** Each kind has a share of its own of what one address gets. `counted`: whoever asked for it was counted before. */
export type MailKind = 'sign-up' | 'new-address' | 'counted'
export type SendAccountMail = (mail: Mail, kind: MailKind) => Promise<void>

/** Mails about an account: after the answer, and no more of a kind to one address than it can bear, whoever asks. */
export function accountMailer(options: {
  db: Db
  log: Log
  /** Undefined where no mails can be sent. */
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
