import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Offer, SharedLimit } from '#/accounts/server/offer.ts'
import type { Db } from '#/kernel/server/db.ts'
import { networkOf, regionOf } from '#/kernel/server/http/client-address.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import {
  consumeAttempt,
  forgetAttempts,
  forgetAttemptsUnder,
  type LimitRule,
  returnAttempt,
} from '#/kernel/server/rate-limit.ts'

/** Derives the key that hashes counted addresses and numbers. */
export const attemptKey = (authSecret: string) => deriveKey(authSecret, 'attempts')

type Try = {
  secret: Buffer
  path: string
  offer: Pick<Offer, 'perAddress' | 'perSite' | 'perAccount' | 'perAccountHere' | 'perKnownDevices'>
  /** The client's network address. */
  address: string
  /** The email address or phone number being tried. */
  account: string | undefined
  /** Set if the browser has logged in to this account before: it's counted separately. */
  knownDevice: string | undefined
}

/**
 * Counts a try per account and network, whether or not the account exists. `refusedFor` is the number of seconds to
 * wait after too many.
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
      // Once a network is over its limit, its tries don't count against the account.
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

/** Tells whether this is a region's first try, and one of the few counted separately. */
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
  if (offer.perSite && isIPv6(address))
    limits.push({ key: `${path} site ${regionOf(address)}`, rule: offer.perSite })
  return limits
}

const accountKey = (secret: Buffer, path: string, account: string) =>
  `${path} account ${digestOf(secret, account)}`

/**
 * Forgets the tries of an account. Tries by a browser known to it, and those that this address made against any account,
 * are counted separately, and forgotten only if given.
 */
export async function forgetAttemptsOf(
  db: Db,
  {
    secret,
    path,
    account,
    address,
    knownDevice,
  }: Pick<Try, 'secret' | 'path'> & {
    account: string
    address?: string | undefined
    knownDevice?: string | undefined
  },
): Promise<void> {
  if (knownDevice) return forgetAttempts(db, [`${path} device ${knownDevice}`])
  await forgetAttemptsUnder(db, accountKey(secret, path, account))
  if (address) await forgetAttempts(db, [`${path} address ${networkOf(address)}`])
}

/** Resets the count of wrong passwords for an account, across all networks. */
export async function forgetGuesses(db: Db, secret: Buffer, email: string): Promise<void> {
  for (const path of ['/sign-in/email', '/replace-password'])
    await forgetAttemptsUnder(db, accountKey(secret, path, email))
}

/** Tells whether an address may get one more mail of a kind, whoever asks for it. */
export async function mayMail(
  db: Db,
  { secret, kind, email, rule }: { secret: Buffer; kind: string; email: string; rule: LimitRule },
): Promise<boolean> {
  return (await consumeAttempt(db, `mail ${kind} ${digestOf(secret, email)}`, rule)).allowed
}

/**
 * Keeps addresses and numbers out of the table of counts. A hash without a key wouldn't: every phone number there is
 * can be tried in minutes.
 */
export const digestOf = (secret: Buffer, account: string) =>
  createHmac('sha256', secret).update(account.toLowerCase()).digest('base64url')
