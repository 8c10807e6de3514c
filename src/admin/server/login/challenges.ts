import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

/** Returns whose login waits for a code, by its cookie; the library checks the signature. */
export async function emailOfChallenge(db: Db, cookie = ''): Promise<string | undefined> {
  const identifier = /^(2fa-[\w-]{20})\./.exec(cookie)?.[1]
  if (!identifier) return undefined
  const found = await db
    .selectFrom('admin_verifications as v')
    .innerJoin('admin_users as a', (join) => join.on(sql`a.id::text`, '=', sql`v.value`))
    .where('v.identifier', '=', identifier)
    .select('a.email')
    .executeTakeFirst()
  return found?.email
}
