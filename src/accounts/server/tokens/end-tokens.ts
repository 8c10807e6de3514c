import type { Db } from '#/kernel/server/db.ts'

/** Ends all API tokens of a person whose account others may have been in. */
export async function endTokens(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('api_tokens').where('user_id', '=', userId).execute()
}
