import { base32 } from '@better-auth/utils/base32'
import { givePassword } from '#/admin/server/login/admins.ts'
import { giveAuthenticator } from '#/admin/server/login/authenticator.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { demoPassword } from './people.ts'

export const demoAdminEmail = 'admin@pawfolk.example'

/** The demo admin's authenticator secret. It is public, so it must never work where others can reach the app. */
const demoSecret = 'pawfolk-demo-admin-1'

/** The same secret, as typed into an authenticator app. */
export const demoAuthenticatorKey = base32.encode(demoSecret, { padding: false })

/** Creates the demo admin if missing, seals the secret again as AUTH_SECRET may have changed, and returns the id. */
export async function demoAdmin(db: Db, key: string): Promise<string> {
  const found = await db
    .selectFrom('admin_users')
    .select('id')
    .where('email', '=', demoAdminEmail)
    .executeTakeFirst()
  const adminId = found?.id ?? newId<'admin'>()
  if (!found) {
    await db
      .insertInto('admin_users')
      .values({ id: adminId, name: 'Demo Admin', email: demoAdminEmail, is_demo: true })
      .execute()
    await givePassword(db, adminId, demoPassword)
  }
  await giveAuthenticator(db, { adminId, secret: demoSecret, key })
  return adminId
}
