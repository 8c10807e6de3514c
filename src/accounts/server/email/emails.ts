import { lockUser, type Tell } from '#/accounts/server/passwords/passwords.ts'
import type { Db } from '#/kernel/server/db.ts'
import { violatedConstraint } from '#/kernel/server/db.ts'
import { makeLink, takeLink } from './mailed-links.ts'

const purpose = 'confirm-email'

/** Returns a person's address; `confirmed` says whether they have shown that it's theirs. */
export async function findEmail(
  db: Db,
  userId: string,
): Promise<{ email: string | null; confirmed: boolean } | undefined> {
  return db
    .selectFrom('users')
    .select(['contact_email as email', 'email_verified as confirmed'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

/**
 * Stores a pending address in place of any other, and returns what its link must carry. Does so for another person's
 * address too, so that the answer doesn't reveal it; then no link is sent.
 */
export async function awaitEmail(
  db: Db,
  { userId, email, now, tell }: { userId: string; email: string; now: Date; tell: Tell },
): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    await tx
      .deleteFrom('mailed_links')
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('email', '<>', email)
      .execute()
    const isAgain = (await findPendingEmail(tx, userId, now)) !== null
    const from = user?.contact_email
    if (from && from !== email && !isAgain) await tell(tx, userId, { kind: 'email-asked', from })
    return makeLink(tx, { purpose, userId, email, now })
  })
}

/** Returns the pending address, or null if there is none or it has expired. */
export async function findPendingEmail(db: Db, userId: string, now: Date): Promise<string | null> {
  const link = await db
    .selectFrom('mailed_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .executeTakeFirst()
  return link?.email ?? null
}

/**
 * Confirms the address in the link, if the link was sent for this person: otherwise a stranger could have somebody
 * confirm the stranger's account. Notifies the previous address.
 */
export async function confirmEmail(
  db: Db,
  { token, userId, now, tell }: { token: string; userId: string; now: Date; tell: Tell },
): Promise<'done' | 'invalid' | 'taken'> {
  try {
    return await db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, { purpose, token, userId, now })
      const user = link && (await lockUser(tx, userId))
      if (!user) return 'invalid'
      await tx
        .updateTable('users')
        .set({ email: link.email, email_verified: true, proposed_email: null, updated_at: now })
        .where('id', '=', userId)
        .execute()
      // Removes the password of an unconfirmed later sign-up, which may be somebody else's.
      await tx
        .deleteFrom('accounts')
        .where('user_id', '=', userId)
        .where('provider_id', '=', 'sign-up')
        .execute()
      const from = user.contact_email
      if (from !== null && from !== link.email) await tell(tx, userId, { kind: 'email-changed', from })
      return 'done'
    })
  } catch (error) {
    if (violatedConstraint(error) === 'accounts.email_taken') return 'taken'
    throw error
  }
}
