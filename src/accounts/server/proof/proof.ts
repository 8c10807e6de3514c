import { sql } from 'kysely'
import { proofMinutes } from '#/accounts/rules.ts'
import type { OwnCall } from '#/accounts/server/own-call.ts'
import type { Hashing } from '#/accounts/server/passwords/hashing.ts'
import { hashOf } from '#/accounts/server/passwords/passwords.ts'
import type { PhoneCodes } from '#/accounts/server/phone/codes.ts'
import { expectRight, phone, takeCode } from '#/accounts/server/phone/phones.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt, returnAttempt } from '#/kernel/server/rate-limit.ts'
import type { Actor } from '#/kernel/server/work.ts'

/**
 * Tells whether the person has recently proved in this session who they are: an unattended or stolen session must not
 * be enough to take over an account. By the database's clock, which all processes share.
 */
export async function isProved(db: Db, { sessionId }: Pick<Actor, 'sessionId'>): Promise<boolean> {
  const fresh = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('proved_at', '>', sql<Date>`now() - make_interval(mins => ${proofMinutes})`)
    .executeTakeFirst()
  return fresh !== undefined
}

export async function expectProof(db: Db, actor: Pick<Actor, 'sessionId'>): Promise<void> {
  if (!(await isProved(db, actor))) throw new Refused(403, 'PROOF_NEEDED')
}

export async function noteProof(db: Db, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: sql<Date>`now()` }).where('id', '=', sessionId).execute()
}

type Proving = { db: Db; rateLimits: boolean }

export async function proveByPassword(
  { db, rateLimits, hashing }: Proving & { hashing: Hashing },
  actor: Actor,
  password: string,
): Promise<void> {
  await guessing({ db, rateLimits }, actor.userId, async () => {
    const hash = await hashOf(db, actor.userId)
    if (!hash || !(await hashing.verify({ hash, password }))) throw new Refused(400, 'WRONG_PASSWORD')
  })
  await noteProof(db, actor)
}

/** Proves it with a code sent to the account's number, which is used up. */
export async function proveByPhone(
  {
    db,
    codes,
    now,
    knownTo,
    browser,
  }: { db: Db; codes: PhoneCodes } & Pick<OwnCall, 'now' | 'knownTo' | 'browser'>,
  actor: Actor,
  code: string,
): Promise<void> {
  const account = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('user_id', '=', actor.userId)
    .where('provider_id', '=', phone.provider_id)
    .executeTakeFirst()
  if (!account) throw new Refused(409, 'NO_PHONE')
  const phoneNumber = account.account_id
  const given = { phoneNumber, code, browser, knownDevice: await knownTo(phoneNumber) }
  await expectRight(codes, given, now)
  await db.transaction().execute(async (tx) => {
    await takeCode(tx, codes, given)
    await noteProof(tx, actor)
  })
}

const guesses = { max: 10, windowSeconds: 900 }
export const guessesKey = (userId: string) => `change-password ${userId}`

/** Limits guesses at a logged-in person's password as at the login, wherever it can be typed. */
export async function guessing<Result>(
  { db, rateLimits }: Proving,
  userId: string,
  guess: () => Promise<Result>,
): Promise<Result> {
  const key = guessesKey(userId)
  if (rateLimits) {
    const { allowed, retryAfter } = await consumeAttempt(db, key, guesses)
    if (!allowed) throw new Refused(429, 'TOO_MANY_ATTEMPTS', { retryAfter })
  }
  const result = await guess()
  if (rateLimits) await returnAttempt(db, key)
  return result
}
