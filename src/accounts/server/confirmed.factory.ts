import type { Db } from '#/kernel/server/db.ts'

/** Confirms a person's email address, as its link does. Providers aren't listed before that. */
export async function confirmEmail(db: Db, userId: string): Promise<void> {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
}
