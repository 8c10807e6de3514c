import { base32 } from '@better-auth/utils/base32'
import { givePassword } from '#/admin/server/admins.ts'
import { giveAuthenticator } from '#/admin/server/authenticator.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { demoPassword } from './people.ts'

export const demoAdminEmail = 'admin@pawfolk.example'

/** What the demo admin's authenticator is set up with. Known to everyone, which is why it is worth nothing where others get to. */
const demoSecret = 'pawfolk-demo-admin-1'

/** The same, as it is typed into an authenticator app. */
export const demoAuthenticatorKey = base32.encode(demoSecret, { padding: false })

/**
 * The admin of the demo world, made when it is missing; sealed anew each time, as AUTH_SECRET may be another. Answers
 * with its id.
 */
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
