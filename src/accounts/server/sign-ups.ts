import { createHash } from 'node:crypto'
import type { Db, Tx } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { endTokens } from './end-tokens.ts'

/** The password of an account, and beside it, until an address is confirmed, that of the last later sign-up with it. */
const chosen = 'credential'
const later = 'sign-up'

type Account = { id: string; provider: string; password: string | null }

/**
 * Keeps the password of one more sign-up with an address that waits to be confirmed. It becomes the account's only with
 * the link of a mail: until then whoever has the account has lost nothing.
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

/** What a link stands for that is sent now: the last sign-up, and whether it is the only one. */
export async function findLastSignUp(db: Db, userId: string): Promise<{ mark: string; isFirst: boolean }> {
  const last = lastOf(await accountsOf(db, userId))
  return { mark: markOf(last?.password), isFirst: last?.provider !== later }
}

/**
 * Confirms the address if `mark` is that of the last sign-up: its password is the account's from here on, and sessions
 * begun with another end, as do all other ways in. False when there was a later one: the mark of an earlier link opens nothing.
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
      // Ways in that the first had added, as one could while addresses were not verified, are not theirs either.
      await tx
        .deleteFrom('accounts')
        .where('user_id', '=', userId)
        .where('provider_id', '<>', chosen)
        .execute()
      await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
      await endTokens(tx, userId)
    }
    await tx.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
    return true
  })
}

/** So that it is in a link without telling anything of the hash, which differs for each sign-up. */
export function markOf(password: string | null | undefined): string {
  return createHash('sha256')
    .update(password ?? '')
    .digest('base64url')
}

/** Sign-ups and confirmations of one address go one after another. */
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
