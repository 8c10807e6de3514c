import { createHmac } from 'node:crypto'
import type { Db } from '#/kernel/server/db.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import {
  consumeAttempt,
  forgetAttemptsUnder,
  type LimitRule,
  returnAttempt,
} from '#/kernel/server/rate-limit.ts'
import type { Offer } from './offer.ts'

/** The secret that hides who is counted. */
export const attemptKey = (authSecret: string) => deriveKey(authSecret, 'attempts')

type Try = {
  /** From `attemptKey`. */
  secret: Buffer
  path: string
  offer: Pick<Offer, 'perAddress' | 'perAccount' | 'perAccountHere'>
  network: string
  /** The email address or the phone number that is tried. */
  account: string | undefined
  /** The browser, if it has been signed in to this account before: it is counted alone. */
  knownDevice: string | undefined
}

/**
 * Counts a try per account and per network, whether or not there is such an account. `refusedFor` is the number of
 * seconds to wait, if there are too many.
 */
export async function countAttempt(
  db: Db,
  tried: Try,
): Promise<{ refusedFor?: number; giveBack(): Promise<void> }> {
  const limits = limitsOn(tried)
  const counted: string[] = []
  const giveBack = async () => {
    for (const key of counted) await returnAttempt(db, key)
  }
  for (const { key, rule } of limits) {
    const { allowed, retryAfter } = await consumeAttempt(db, key, rule)
    if (!allowed) {
      // The tries of a network that has none left are not held against the account.
      await giveBack()
      return { refusedFor: retryAfter, giveBack: async () => undefined }
    }
    counted.push(key)
  }
  return { giveBack }
}

function limitsOn({ secret, path, offer, network, account, knownDevice }: Try) {
  const limits: { key: string; rule: LimitRule }[] = []
  const ofAccount = offer.perAccountHere ?? offer.perAccount
  if (knownDevice && ofAccount) return [{ key: `${path} device ${knownDevice}`, rule: ofAccount }]
  const tried = account && accountKey(secret, path, account)
  if (offer.perAccountHere && tried)
    limits.push({ key: `${tried} at ${network}`, rule: offer.perAccountHere })
  if (offer.perAccount && tried) limits.push({ key: tried, rule: offer.perAccount })
  if (offer.perAddress) limits.push({ key: `${path} address ${network}`, rule: offer.perAddress })
  return limits
}

const accountKey = (secret: Buffer, path: string, account: string) =>
  `${path} account ${digest(secret, account)}`

/** Forgets the wrong passwords of an account, from wherever they were tried. */
export async function forgetGuesses(db: Db, secret: Buffer, email: string): Promise<void> {
  for (const path of ['/sign-in/email', '/replace-password'])
    await forgetAttemptsUnder(db, accountKey(secret, path, email))
}

/** Whether an address may get one more mail; who asks does not matter. */
export async function mayMail(db: Db, secret: Buffer, email: string, rule: LimitRule): Promise<boolean> {
  return (await consumeAttempt(db, `mail ${digest(secret, email)}`, rule)).allowed
}

/**
 * Addresses and numbers of people need not stand in a table of counts. Hashed without a secret they would: all phone
 * numbers there are can be tried in minutes.
 */
const digest = (secret: Buffer, account: string) =>
  createHmac('sha256', secret).update(account.toLowerCase()).digest('base64url')
