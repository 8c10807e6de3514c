import { sql } from 'kysely'
import { mailboxOf } from '#/households/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { keyedHash } from '#/kernel/server/keys.ts'

/**
 * Returns keyed hashes of a person's confirmed email address and phone number. Limits per person count them too, so that an address
 * or number that moves to the next account brings along what it has used up.
 */
export async function contactKeys(db: Db, userId: string, secret: string): Promise<string[]> {
  const { rows } = await sql<{ contact: string }>`
    select contact_email as contact from users where id = ${userId} and email_verified and contact_email is not null
    union all
    select account_id from accounts where user_id = ${userId} and provider_id = 'phone'
  `.execute(db)
  return rows.map(({ contact }) => keyOf(contact, secret)).sort()
}

/** Returns the keyed hash of a person's confirmed phone number, null without one. */
export async function phoneKey(db: Db, userId: string, secret: string): Promise<string | null> {
  const phone = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'phone')
    .executeTakeFirst()
  return phone ? keyOf(phone.account_id, secret) : null
}

const keyOf = (contact: string, secret: string): string =>
  keyedHash(secret, 'contacts of buyers', mailboxOf(contact.toLowerCase()))
