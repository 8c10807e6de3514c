import type { AccountChange } from '#/accounts/server/email/change-mail.ts'
import { cancelLinks, type LinkPurpose, linkWorks, takeLink } from '#/accounts/server/email/mailed-links.ts'
import { logOutEverywhere } from '#/accounts/server/sign-in/log-out-everywhere.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import { endTokens } from '#/accounts/server/tokens/end-tokens.ts'
import type { Db, Tx } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { isCommonPassword, isProvider } from './common-passwords.ts'
import type { Hashing } from './hashing.ts'

/** Better Auth's names for the account that is a password. */
export const credential = { provider_id: 'credential', issuer: 'local:credential' } as const

const purpose: LinkPurpose = 'reset-password'

/** Notifies a person about a change to their account. */
export type Tell = (tx: Tx, userId: string, change: AccountChange) => Promise<void>

type Reset = { token: string; chosen: string; hashing: Hashing; now: Date; tell: Tell }

type Owner = { id: string; email: string }

/**
 * Sets a new password for the person who opened the mail. Hashes it only if the link works, because hashing is
 * expensive.
 */
export async function resetPassword(
  db: Db,
  { token, chosen, hashing, now, tell }: Reset,
): Promise<Owner | undefined> {
  const opening = { purpose, token, now }
  if (!(await linkWorks(db, opening))) return undefined
  const password = await hashing.hash(chosen)
  return db.transaction().execute(async (tx) => {
    const link = await takeLink(tx, opening)
    const user = link && (await lockUser(tx, link.userId))
    if (!user || user.email !== link.email) return undefined
    await refuseCommon(tx, user.id, chosen)
    await setPassword(tx, user.id, password)
    await proveAddress(tx, user)
    await logOutEverywhere(tx, user.id)
    await cancelLinks(tx, user.id, 'confirm-email')
    await tell(tx, user.id, { kind: 'password-reset' })
    return user
  })
}

type Change = {
  userId: string
  sessionId: string
  current: string
  password: string
  endsTokens?: boolean
  tell: Tell
}

/**
 * Replaces a password that keeps a person out only because it's common. Ends all sessions and API tokens, since
 * somebody may have guessed it.
 */
export async function replaceCommon(
  db: Db,
  hashing: Hashing,
  change: Omit<Change, 'sessionId' | 'endsTokens'>,
): Promise<'done' | 'wrong' | 'no-email'> {
  const { userId, current } = change
  if (!isCommonPassword(current) || !(await hashOf(db, userId)) || !(await isProvider(db, userId)))
    return 'wrong'
  return changePassword(db, hashing, { ...change, sessionId: newId(), endsTokens: true })
}

/**
 * Changes the password, or sets the first one for a person with an address. Ends all other sessions, including one that
 * begins meanwhile with the old password, and cancels a pending change of address.
 */
export async function changePassword(
  db: Db,
  hashing: Hashing,
  { userId, sessionId, current, password, endsTokens = false, tell }: Change,
): Promise<'done' | 'wrong' | 'no-email'> {
  const known = await hashOf(db, userId)
  if (known && !(await hashing.verify({ hash: known, password: current }))) return 'wrong'
  const hash = await hashing.hash(password)
  return db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId)
    if (!user || (await hashOf(tx, userId)) !== known) return 'wrong'
    if (user.contact_email === null) return 'no-email'
    await refuseCommon(tx, userId, password)
    await setPassword(tx, userId, hash)
    await tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', sessionId).execute()
    if (endsTokens) await endTokens(tx, userId)
    await cancelLinks(tx, userId, 'confirm-email')
    await tell(tx, userId, { kind: known ? 'password-changed' : 'password-set' })
    return 'done'
  })
}

/** Refuses a common password for a provider. Throws, so that a link isn't used up. */
async function refuseCommon(db: Db, userId: string, password: string): Promise<void> {
  if (isCommonPassword(password) && (await isProvider(db, userId)))
    throw new Refused(422, 'PASSWORD_TOO_COMMON')
}

export async function hashOf(db: Db, userId: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', userId)
    .where('provider_id', '=', credential.provider_id)
    .executeTakeFirst()
  return account?.password ?? undefined
}

export async function setPassword(tx: Db, userId: string, password: string): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ id: newId(), user_id: userId, account_id: userId, ...credential, password })
    .onConflict((conflict) => conflict.columns(['issuer', 'account_id']).doUpdateSet({ password }))
    .execute()
}

/** Tells whether the password is still the one that was checked. */
export async function isPasswordOf(db: Db, userId: string, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', credential.provider_id)
    .where('password', '=', hash)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * Locks the user's row. A new session refers to it, so a login waits until the password and the sessions are changed.
 */
export function lockUser(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'email', 'email_verified', 'contact_email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Removes other ways to log in, which may be a stranger's: nobody had proved the address before. */
async function proveAddress(tx: Tx, user: { id: string; email_verified: boolean }): Promise<void> {
  if (user.email_verified) return
  await tx
    .deleteFrom('accounts')
    .where('user_id', '=', user.id)
    .where('provider_id', '<>', credential.provider_id)
    .execute()
  await tx.updateTable('users').set({ email_verified: true }).where('id', '=', user.id).execute()
}
