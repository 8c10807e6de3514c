import type { Db } from '#/kernel/server/db.ts'
import { violatedConstraint } from '#/kernel/server/db.ts'
import { takeLink } from './mailed-links.ts'
import { lockUser } from './passwords.ts'

/** Whether somebody may have this address confirmed as theirs: their first one, or the one they have. */
export async function mayConfirm(db: Db, userId: string, email: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select(['contact_email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return false
  return user.contact_email === null || (user.contact_email === email && !user.email_verified)
}

/**
 * The address in the link is confirmed as that of whoever opens it, if it was sent for them. Without that, a stranger could have
 * somebody confirm the stranger's account.
 */
export async function confirmEmail(
  db: Db,
  { token, userId, now }: { token: string; userId: string; now: Date },
): Promise<'done' | 'invalid' | 'taken'> {
  try {
    return await db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, { purpose: 'confirm-email', token, userId, now })
      const user = link && (await lockUser(tx, userId))
      if (!user || !(await mayConfirm(tx, userId, link.email))) return 'invalid'
      await tx
        .updateTable('users')
        .set({ email: link.email, email_verified: true, proposed_email: null, updated_at: now })
        .where('id', '=', userId)
        .execute()
      // What somebody else chose with this address meanwhile opens nothing.
      await tx
        .deleteFrom('accounts')
        .where('user_id', '=', userId)
        .where('provider_id', '=', 'sign-up')
        .execute()
      return 'done'
    })
  } catch (error) {
    if (violatedConstraint(error) === 'accounts.email_taken') return 'taken'
    throw error
  }
}
