import type { Db } from '#/kernel/server/db.ts'
import type { SendMail } from '#/kernel/server/mail.ts'
import { forgetAttempts } from '#/kernel/server/rate-limit.ts'
import { hasRoomForText, type SendText } from '#/kernel/server/sms.ts'
import type { Announce } from '#/kernel/server/work.ts'
import type { SendAccountMail } from './email/account-mail.ts'
import { tellOfChange } from './email/change-mail.ts'
import type { MailCodes } from './email/codes.ts'
import { createEmailEndpoints } from './email/endpoints.ts'
import { linkWorks, makeLink } from './email/mailed-links.ts'
import { setNewPassword } from './email/mails.ts'
import type { OwnCall, OwnEndpoint } from './own-call.ts'
import type { Hashing } from './passwords/hashing.ts'
import { changePassword, hashOf, replaceCommon, resetPassword, type Tell } from './passwords/passwords.ts'
import type { PhoneCodes } from './phone/codes.ts'
import { makePhoneProof } from './phone/phone-proof.ts'
import { expectRight, linkPhone, takeCode } from './phone/phones.ts'
import { yourCode } from './phone/texts.ts'
import { noteUnsentCode } from './phone/unsent-codes.ts'
import { createProofEndpoints } from './proof/endpoints.ts'
import { expectProof, guessesKey, guessing } from './proof/proof.ts'
import { findUserByEmail } from './queries.ts'
import { forgetGuesses } from './sign-in/attempts.ts'
import { Refused } from './sign-in/refused.ts'

const unsent = (cause: unknown) => new Refused(503, 'CODE_NOT_SENT', { cause })

type Options = {
  db: Db
  hashing: Hashing
  codes: PhoneCodes
  mailCodes: MailCodes
  announceIn(db: Db): Announce
  /** Undefined if texts aren't set up. */
  sendText: SendText | undefined
  /** Undefined if mail isn't set up. */
  sendMail: SendMail | undefined
  mail: SendAccountMail
  product: string
  rateLimits: boolean
  attemptSecret: Buffer
  secret: string
  textsPerHour: number
  baseUrl: string
}

/** Builds our own endpoints below /api/auth, by path. */
export function createOwnEndpoints(options: Options): Readonly<Record<string, OwnEndpoint>> {
  const { db, hashing, codes, announceIn, sendText, mail, product, baseUrl } = options
  /**
   * Limits all texts together: requests from many networks for many numbers pass every other limit, and each text costs
   * the operator money.
   */
  async function payForText(): Promise<void> {
    if (options.rateLimits && !(await hasRoomForText(db, { TEXTS_PER_HOUR: options.textsPerHour })))
      throw new Error('TEXTS_PER_HOUR is used up')
  }
  const needMail = () => {
    if (!options.sendMail) throw new Refused(503, 'NO_MAILS_HERE')
  }
  const tellFrom =
    ({ device, now }: Pick<OwnCall, 'device' | 'now'>): Tell =>
    (tx, userId, change) =>
      tellOfChange({ db: tx, announce: announceIn(tx), now }, { userId, change, product, device })
  return {
    // The same answer for every address, whether or not it has an account.
    '/request-password-reset': async ({ input: { email = '' }, now }) => {
      needMail()
      const user = await findUserByEmail(db, email)
      if (user) {
        const token = await makeLink(db, { purpose: 'reset-password', userId: user.id, email, now })
        const link = `${baseUrl}/reset-password?token=${token}`
        await mail(setNewPassword({ to: email, product, link }), 'counted')
      }
      return { done: true }
    },

    '/reset-password': async ({ input: { token = '', password = '' }, now, device, remember }) => {
      const tell = tellFrom({ device, now })
      const owner = await resetPassword(db, { token, chosen: password, hashing, now, tell })
      if (!owner) throw new Refused(400, 'INVALID_TOKEN')
      await forgetGuesses(db, options.attemptSecret, owner.email)
      await forgetAttempts(db, [guessesKey(owner.id)])
      remember(owner.id)
      return { done: true }
    },

    // Lets the page check a link when it's opened, so that nobody types a password for a used one.
    '/reset-password/check': async ({ input: { token = '' }, now }) => {
      if (!(await linkWorks(db, { purpose: 'reset-password', token, now })))
        throw new Refused(400, 'INVALID_TOKEN')
      return { done: true }
    },

    ...createEmailEndpoints({ ...options, tellFrom, needMail }),

    // The current password proves who they are; setting the first one needs another proof.
    '/change-password': async ({ input: { currentPassword = '', password = '' }, now, device, actor }) => {
      const who = await actor()
      const { userId, sessionId } = who
      const tell = tellFrom({ device, now })
      const change = { userId, sessionId, current: currentPassword, password, tell }
      await guessing(options, userId, async () => {
        if ((await hashOf(db, userId)) === undefined) await expectProof(db, who)
        const outcome = await changePassword(db, hashing, change)
        if (outcome === 'wrong') throw new Refused(400, 'WRONG_PASSWORD')
        if (outcome === 'no-email') throw new Refused(409, 'NO_EMAIL')
      })
      return { done: true }
    },

    // For people who know their password but must replace it to log in.
    '/replace-password': async ({
      input: { email = '', currentPassword = '', password = '' },
      now,
      device,
    }) => {
      const user = await findUserByEmail(db, email)
      const change = { current: currentPassword, password, tell: tellFrom({ device, now }) }
      const outcome = user ? await replaceCommon(db, hashing, { ...change, userId: user.id }) : 'wrong'
      if (outcome !== 'done') throw new Refused(401, 'INVALID_EMAIL_OR_PASSWORD')
      return { done: true }
    },

    '/phone': async ({ input: { phoneNumber = '', code = '' }, now, device, actor, knownTo, browser }) => {
      const { userId } = await actor()
      const given = { phoneNumber, code, browser, knownDevice: await knownTo(phoneNumber) }
      await linkPhone({ db, codes, now, tell: tellFrom({ device, now }) }, userId, given)
      return { done: true }
    },

    // For guests who leave a number: proves that it is theirs, without an account or a login.
    '/confirm-phone': async ({ input: { phoneNumber = '', code = '' }, now, browser }) => {
      const given = { phoneNumber, code, browser, knownDevice: undefined }
      await expectRight(codes, given, now)
      await db.transaction().execute((tx) => takeCode(tx, codes, given))
      return { proof: makePhoneProof(options.secret, phoneNumber, now) }
    },

    ...createProofEndpoints(options),

    // The same answer for every number, whether or not it has an account.
    '/phone-codes': async ({ input: { phoneNumber = '' }, now, markBrowser }) => {
      if (!sendText) throw new Refused(503, 'NO_TEXTS_HERE')
      const asking = { phoneNumber, browser: markBrowser() }
      const made = await codes.make(asking, now)
      if ('wait' in made) throw new Refused(429, 'TOO_SOON', { retryAfter: made.wait })
      try {
        await payForText()
        await sendText(yourCode({ to: phoneNumber, product, code: made.code }))
      } catch (error) {
        await codes.forget({ ...asking, code: made.code })
        await noteUnsentCode(db, options.attemptSecret, phoneNumber)
        throw unsent(error)
      }
      return { done: true }
    },
  }
}
