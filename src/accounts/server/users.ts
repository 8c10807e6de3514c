import type { Db } from '#/kernel/server/db.ts'
import { logOutEverywhere } from './sign-in/log-out-everywhere.ts'

/** Suspends an account, and logs its user out everywhere. Returns the number of sessions that ended. */
export async function suspendAccount(
  db: Db,
  { userId, reason, at }: { userId: string; reason: string; at: Date },
): Promise<number> {
  await db
    .updateTable('users')
    .set({ suspended_at: at, suspended_reason: reason })
    .where('id', '=', userId)
    .execute()
  return logOutEverywhere(db, userId)
}

export async function restoreAccount(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ suspended_at: null, suspended_reason: null })
    .where('id', '=', userId)
    .execute()
}

/** Notes since when a user wants to leave, or with null that they stay. Does nothing to an erased account. */
export async function noteLeaving(db: Db, userId: string, since: Date | null): Promise<void> {
  await db
    .updateTable('users')
    .set({ leaving_since: since })
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .execute()
}

/** Gives a person who has no name yet the one that they entered elsewhere, such as in a provider's profile. */
export async function nameUnnamed(
  db: Db,
  { userId, name, at }: { userId: string; name: string; at: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ name, updated_at: at })
    .where('id', '=', userId)
    .where('name', '=', '')
    .execute()
}

export async function renameUser(
  db: Db,
  { userId, name, at }: { userId: string; name: string; at: Date },
): Promise<void> {
  await db.updateTable('users').set({ name, updated_at: at }).where('id', '=', userId).execute()
}
