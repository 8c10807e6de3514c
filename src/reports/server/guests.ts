import type { Db } from '#/kernel/server/db.ts'
import { keyedHash } from '#/kernel/server/keys.ts'

/** Returns the keyed hash of the number of somebody without an account. */
export const guestKey = (secret: string, phone: string): string =>
  keyedHash(secret, 'phones of guests', phone)

/** Finds the account that logs in with this phone number. */
export function findUserOfPhone(db: Db, phone: string) {
  return db
    .selectFrom('accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .select(['u.id', 'u.suspended_at'])
    .where('a.provider_id', '=', 'phone')
    .where('a.account_id', '=', phone)
    .executeTakeFirst()
}
