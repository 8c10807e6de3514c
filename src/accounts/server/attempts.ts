import { createHmac } from 'node:crypto'
import { networkOf, regionOf } from '#/kernel/server/client-address.ts'
import type { Db } from '#/kernel/server/db.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import {
  consumeAttempt,
  forgetAttemptsUnder,
  type LimitRule,
  returnAttempt,
} from '#/kernel/server/rate-limit.ts'
import type { Offer, SharedLimit } from './offer.ts'

/** The secret that hides who is counted. */
export const attemptKey = (authSecret: string) => deriveKey(authSecret, 'attempts')

type Try = {
  /** From `attemptKey`. */
  secret: Buffer
  path: string
  offer: Pick<Offer, 'perAddress' | 'perAccount' | 'perAccountHere' | 'perKnownDevices'>
  /** The client's. */
  address: string
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
  const counted: string[] = []
  const giveBack = async () => {
    for (const key of counted) await returnAttempt(db, key)
  }
  const count = async (key: string, rule: LimitRule) => {
    const answer = await consumeAttempt(db, key, rule)
    if (answer.allowed) counted.push(key)
    return answer
  }
  for (const { key, rule, region } of limitsOn(tried)) {
    if (region && (await isCountedApart(count, { key, rule, region }))) continue
    const { allowed, retryAfter } = await count(key, rule)
    if (!allowed) {
      // The tries of a network that has none left are not held against the account.
      await giveBack()
      return { refusedFor: retryAfter, giveBack: async () => undefined }
    }
  }
  return { giveBack }
}

type Limit =
  | { key: string; rule: LimitRule; region?: undefined }
  | { key: string; rule: SharedLimit; region: string }

type Count = (key: string, rule: LimitRule) => Promise<{ allowed: boolean }>

/** Whether it is a region's first try, and one of the few that are counted apart. */
async function isCountedApart(
  count: Count,
  { key, rule, region }: Extract<Limit, { region: string }>,
): Promise<boolean> {
  const first = await count(`${key} from ${region}`, { ...rule, max: 1 })
  return first.allowed && (await count(`${key} firsts`, { ...rule, max: rule.firsts })).allowed
}

function limitsOn({ secret, path, offer, address, account, knownDevice }: Try): Limit[] {
  const limits: Limit[] = []
  const network = networkOf(address)
  const ofAccount = offer.perAccountHere ?? offer.perAccount
  const tried = account && accountKey(secret, path, account)
  if (knownDevice && ofAccount) {
    limits.push({ key: `${path} device ${knownDevice}`, rule: ofAccount })
    if (offer.perKnownDevices && tried)
      limits.push({ key: `${tried} known devices`, rule: offer.perKnownDevices })
    return limits
  }
  if (offer.perAccountHere && tried)
    limits.push({ key: `${tried} at ${network}`, rule: offer.perAccountHere })
  if (offer.perAccount && tried)
    limits.push({ key: tried, rule: offer.perAccount, region: regionOf(address) })
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

/** Whether an address may get one more mail of a kind; who asks does not matter. */
export async function mayMail(
  db: Db,
  { secret, kind, email, rule }: { secret: Buffer; kind: string; email: string; rule: LimitRule },
): Promise<boolean> {
  return (await consumeAttempt(db, `mail ${kind} ${digest(secret, email)}`, rule)).allowed
}

/**
 * Addresses and numbers of people need not stand in a table of counts. Hashed without a secret they would: all phone
 * numbers there are can be tried in minutes.
 */
const digest = (secret: Buffer, account: string) =>
  createHmac('sha256', secret).update(account.toLowerCase()).digest('base64url')
