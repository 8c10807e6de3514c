import { endTokens } from '#/accounts/server/tokens/end-tokens.ts'
import type { Db } from '#/kernel/server/db.ts'

/** Logs a user out everywhere, programs included. Returns the number of sessions that ended. */
export async function logOutEverywhere(db: Db, userId: string): Promise<number> {
  await endTokens(db, userId)
  const { numDeletedRows } = await db.deleteFrom('sessions').where('user_id', '=', userId).executeTakeFirst()
  return Number(numDeletedRows)
}
