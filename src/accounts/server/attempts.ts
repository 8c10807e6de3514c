import { createHmac } from 'node:crypto'
import type { Db } from '#/kernel/server/db.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import { consumeAttempt, type LimitRule, returnAttempt } from '#/kernel/server/rate-limit.ts'

/** The secret that hides who is counted. */
export const attemptKey = (authSecret: string) => deriveKey(authSecret, 'attempts')

type Try = {
  /** From `attemptKey`. */
  secret: Buffer
  path: string
  offer: { perAddress?: LimitRule; perAccount?: LimitRule }
  network: string
  /** The e-mail address or the phone number that is tried. */
  account: string | undefined
}

/**
 * Counts a try per address and per account, whether or not there is such an account. `refusedFor` is the number of
 * seconds to wait, if there are too many.
 */
export async function countAttempt(
  db: Db,
  { secret, path, offer, network, account }: Try,
): Promise<{ refusedFor?: number; giveBack(): Promise<void> }> {
  const limits: { key: string; rule: LimitRule }[] = []
  if (offer.perAddress) limits.push({ key: `${path} address ${network}`, rule: offer.perAddress })
  if (offer.perAccount && account)
    limits.push({ key: `${path} account ${digest(secret, account)}`, rule: offer.perAccount })
  const giveBack = async () => {
    for (const { key } of limits) await returnAttempt(db, key)
  }
  for (const { key, rule } of limits) {
    const { allowed, retryAfter } = await consumeAttempt(db, key, rule)
    if (!allowed) return { refusedFor: retryAfter, giveBack }
  }
  return { giveBack }
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
