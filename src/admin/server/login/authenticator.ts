import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { adminKey } from './better-auth.ts'

/** Sets up an authenticator without its owner, for the demo and tests. `key` is AUTH_SECRET. */
export async function giveAuthenticator(
  db: Db,
  { adminId, secret, key }: { adminId: string; secret: string; key: string },
): Promise<void> {
  const sealed = await symmetricEncrypt({ key: adminKey(key), data: secret })
  await db
    .insertInto('admin_two_factors')
    .values({ id: newId(), user_id: adminId, secret: sealed, backup_codes: '', verified: true })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ secret: sealed, verified: true }))
    .execute()
  await db.updateTable('admin_users').set({ two_factor_enabled: true }).where('id', '=', adminId).execute()
}

export const codeOf = (secret: string): Promise<string> => createOTP(secret).totp()

/** Returns the code that an admin's authenticator shows now. Throws if there is none. */
export async function currentCode(db: Db, { email, key }: { email: string; key: string }): Promise<string> {
  const found = await db
    .selectFrom('admin_two_factors as f')
    .innerJoin('admin_users as a', 'a.id', 'f.user_id')
    .where('a.email', '=', email.toLowerCase())
    .select('f.secret')
    .executeTakeFirst()
  if (!found) throw new Error(`${email} has no authenticator set up`)
  return codeOf(await symmetricDecrypt({ key: adminKey(key), data: found.secret }))
}
