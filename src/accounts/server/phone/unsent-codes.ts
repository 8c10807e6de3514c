import { sql } from 'kysely'
import { attemptKey, digestOf } from '#/accounts/server/sign-in/attempts.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'

const keyOf = (secret: Buffer, phoneNumber: string) => `unsent code ${digestOf(secret, phoneNumber)}`

/** Remembers for an hour that this number asked for a code and we couldn't send one. */
export async function noteUnsentCode(db: Db, secret: Buffer, phoneNumber: string): Promise<void> {
  await consumeAttempt(db, keyOf(secret, phoneNumber), { max: 1, windowSeconds: 3600, slides: true })
}

/** Tells whether we couldn't send this number a code in the last hour. */
export async function isCodeUnsent(db: Db, authSecret: string, phoneNumber: string): Promise<boolean> {
  const noted = await db
    .selectFrom('rate_limits')
    .select('key')
    .where('key', '=', keyOf(attemptKey(authSecret), phoneNumber))
    .where('window_started_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirst()
  return noted !== undefined
}
