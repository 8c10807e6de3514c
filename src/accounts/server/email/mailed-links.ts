import { createHash, randomBytes } from 'node:crypto'
import type { Db, Tx } from '#/kernel/server/db.ts'

export type LinkPurpose = 'reset-password' | 'confirm-email'
type Link = { userId: string; email: string }

export const linkLifeSeconds = 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Returns the token of a link that works once, for an hour. Stores only its hash. */
export async function makeLink(
  db: Db,
  { purpose, userId, email, now }: Link & { purpose: LinkPurpose; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db
    .insertInto('mailed_links')
    .values({
      token_hash: hashOf(token),
      purpose,
      user_id: userId,
      email,
      expires_at: new Date(now.getTime() + linkLifeSeconds * 1000),
    })
    .execute()
  return token
}

/** `userId`: only this person may open it. */
type Opening = { purpose: LinkPurpose; token: string; userId?: string; now: Date }

/** Tells whether a link still works, without using it up. */
export async function linkWorks(db: Db, { purpose, token, now }: Opening): Promise<boolean> {
  const found = await db
    .selectFrom('mailed_links')
    .select('user_id')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Uses up a link, and with it all other links of its purpose that its owner was sent. */
export async function takeLink(tx: Tx, { purpose, token, userId, now }: Opening): Promise<Link | undefined> {
  const link = await tx
    .deleteFrom('mailed_links')
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .returning(['user_id as userId', 'email'])
    .executeTakeFirst()
  if (!link) return undefined
  await cancelLinks(tx, link.userId, purpose)
  return link
}

/** Ends all links of this purpose that a person was sent. */
export async function cancelLinks(db: Db, userId: string, purpose: LinkPurpose): Promise<void> {
  await db.deleteFrom('mailed_links').where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}
