import { createHash } from 'node:crypto'
import { logOutEverywhere } from '#/accounts/server/sign-in/log-out-everywhere.ts'
import type { Db, Tx } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

/** An account's password, and until its address is confirmed, the password of the last later sign-up beside it. */
const chosen = 'credential'
const later = 'sign-up'

type Account = { id: string; provider: string; password: string | null }

/**
 * Stores the password of another sign-up with an unconfirmed address. It becomes the account's only when a mailed link
 * is opened; until then the account's holder loses nothing.
 */
export async function keepLaterSignUp(db: Db, userId: string, password: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockUnconfirmed(tx, userId))) return
    await tx
      .insertInto('accounts')
      .values({
        id: newId(),
        user_id: userId,
        account_id: userId,
        provider_id: later,
        issuer: later,
        password,
      })
      .onConflict((conflict) => conflict.columns(['issuer', 'account_id']).doUpdateSet({ password }))
      .execute()
  })
}

/** Returns the last sign-up, which a link sent now stands for, and whether it is the only one. */
export async function findLastSignUp(db: Db, userId: string): Promise<{ mark: string; isFirst: boolean }> {
  const last = lastOf(await accountsOf(db, userId))
  return { mark: markOf(last?.password), isFirst: last?.provider !== later }
}

/**
 * Confirms the address if `mark` is that of the last sign-up: its password becomes the account's, and sessions begun
 * with another end, as do all other ways to log in. Returns false if there was a later sign-up, so that an earlier link
 * does nothing.
 */
export async function confirmSignUp(db: Db, userId: string, mark: unknown): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockUnconfirmed(tx, userId))) return true
    const last = lastOf(await accountsOf(tx, userId))
    if (!last?.password || mark !== markOf(last.password)) return false
    if (last.provider === later) {
      const { password } = last
      await tx
        .updateTable('accounts')
        .set({ password })
        .where('user_id', '=', userId)
        .where('provider_id', '=', chosen)
        .execute()
      // The first person may have added ways to log in while addresses weren't verified.
      await tx
        .deleteFrom('accounts')
        .where('user_id', '=', userId)
        .where('provider_id', '<>', chosen)
        .execute()
      await logOutEverywhere(tx, userId)
    }
    await tx.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
    return true
  })
}

/** Identifies a sign-up in a link without revealing its hash, which differs for each sign-up. */
export function markOf(password: string | null | undefined): string {
  return createHash('sha256')
    .update(password ?? '')
    .digest('base64url')
}

/** Makes sign-ups and confirmations of one address wait for each other. */
async function lockUnconfirmed(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select('email_verified')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user?.email_verified === false
}

function accountsOf(db: Db, userId: string): Promise<Account[]> {
  return db
    .selectFrom('accounts')
    .select(['id', 'provider_id as provider', 'password'])
    .where('user_id', '=', userId)
    .where('provider_id', 'in', [chosen, later])
    .execute()
}

const lastOf = (accounts: Account[]) =>
  accounts.find(({ provider }) => provider === later) ?? accounts.find(({ provider }) => provider === chosen)
