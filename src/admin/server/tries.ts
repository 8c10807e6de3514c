import { createHash } from 'node:crypto'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt, forgetAttempts, type LimitRule, returnAttempt } from '#/kernel/server/rate-limit.ts'

/** Five tries, then locked for a quarter of an hour from the fifth. */
const tries: LimitRule = { max: 5, windowSeconds: 15 * 60, locks: true }

/** An authenticator's code is valid for at most a minute and a half. */
const once: LimitRule = { max: 1, windowSeconds: 120 }

export type Trying = {
  allowed: boolean
  /** The try was correct and doesn't count. */
  giveBack(): Promise<void>
  /** After a login, earlier tries no longer count. */
  forget(): Promise<void>
}

/**
 * Counts a try by network and by account, whether or not the account exists and whatever `RATE_LIMITS` says. A browser
 * in which the admin was logged in before is counted separately.
 */
export async function countTry(
  db: Db,
  { email, network, knownDevice }: { email?: string; network: string; knownDevice?: string },
): Promise<Trying> {
  const ofStrangers = [`admin address ${network}`, ...(email === undefined ? [] : [accountKey(email)])]
  const keys = knownDevice ? [`admin device ${knownDevice}`] : ofStrangers
  const counted = []
  for (const key of keys) counted.push(await consumeAttempt(db, key, tries))
  return {
    allowed: counted.every(({ allowed }) => allowed),
    async giveBack() {
      for (const key of keys) await returnAttempt(db, key)
    },
    forget: () => forgetAttempts(db, keys),
  }
}

export const forgetTries = (db: Db, email: string) => forgetAttempts(db, [accountKey(email)])

/** Returns false for a code that was tried before, so that a read code is useless. */
export async function isFirstUse(db: Db, email: string, code: string): Promise<boolean> {
  return (await consumeAttempt(db, `admin code ${digest(`${email.toLowerCase()} ${code}`)}`, once)).allowed
}

const accountKey = (email: string) => `admin account ${digest(email.toLowerCase())}`

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
