import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import { inBackground, type Mail, type SendMail } from '#/kernel/server/mail.ts'
import { mayMail } from './attempts.ts'
import { mailsPerAddress } from './offered.ts'

export type SendAccountMail = (mail: Mail) => Promise<void>

/** Mails about an account: after the answer, and no more of them to one address than it can bear, whoever asks. */
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
  return async (mail) => {
    const { db, rateLimits, attemptSecret } = options
    if (!rateLimits || (await mayMail(db, attemptSecret, mail.to, mailsPerAddress))) mailSoon(mail)
  }
}
