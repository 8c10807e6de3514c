import { createHash } from 'node:crypto'
import { countAttempt, forgetAttemptsOf } from '#/accounts/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt, type LimitRule } from '#/kernel/server/rate-limit.ts'

/** Five tries, then locked for a quarter of an hour from the fifth. */
const tries: LimitRule = { max: 5, windowSeconds: 15 * 60, locks: true }

/**
 * A stranger can try passwords, so each region's first try is counted apart: otherwise five of theirs would lock the
 * admin out. Codes are tried only after the right password, so there all networks share five.
 */
const steps = {
  password: { path: 'admin password', firsts: 20 },
  code: { path: 'admin code', firsts: 0 },
} as const
export type TriedStep = keyof typeof steps

/** An authenticator's code is valid for at most a minute and a half. */
const once: LimitRule = { max: 1, windowSeconds: 120 }

/** No secret: the command line forgets tries, too, and has none. */
const secret = Buffer.from('admins')

type Tried = {
  step: TriedStep
  email?: string | undefined
  address: string
  knownDevice?: string | undefined
}

export type Trying = {
  allowed: boolean
  /** The try was correct and doesn't count. */
  giveBack(): Promise<void>
}

/**
 * Counts a try by network and by account, whether or not the account exists and whatever `RATE_LIMITS` says. A browser
 * in which the admin was logged in before is counted separately.
 */
export async function countTry(db: Db, { step, email, address, knownDevice }: Tried): Promise<Trying> {
  const { path, firsts } = steps[step]
  const { refusedFor, giveBack } = await countAttempt(db, {
    secret,
    path,
    offer: { perAddress: tries, perAccount: { ...tries, firsts } },
    address,
    account: email,
    knownDevice,
  })
  return { allowed: refusedFor === undefined, giveBack }
}

/** Forgets an account's tries: after a login from where it came, after a new password from everywhere. */
export async function forgetTries(
  db: Db,
  email: string,
  from: { address?: string; knownDevice?: string | undefined } = {},
): Promise<void> {
  for (const { path } of Object.values(steps))
    await forgetAttemptsOf(db, { secret, path, account: email, ...from })
}

/** Returns false for a code that was tried before, so that a read code is useless. */
export async function isFirstUse(db: Db, email: string, code: string): Promise<boolean> {
  return (await consumeAttempt(db, `admin used code ${digest(`${email.toLowerCase()} ${code}`)}`, once))
    .allowed
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
