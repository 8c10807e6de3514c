import { refuseRequest } from '#/kernel/errors.ts'
import { firstNameOf } from '#/kernel/initial.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Block } from '#/messaging/contract.ts'

const mostBlocks = 200

/** Lists whom a person has blocked, by first names, because they may know no more of them. */
export async function listBlocks(db: Db, actor: Actor): Promise<Block[]> {
  const rows = await db
    .selectFrom('message_blocks')
    .select(['blocked_id', 'blocked_name', 'created_at'])
    .where('blocker_id', '=', actor.userId)
    .orderBy('created_at', 'desc')
    .orderBy('blocked_id')
    .limit(mostBlocks)
    .execute()
  return rows.map(({ blocked_id, blocked_name, created_at }) => ({
    id: blocked_id,
    name: firstNameOf(blocked_name) || 'Someone without a name',
    since: created_at,
  }))
}

export async function unblock(db: Db, actor: Actor, id: string): Promise<void> {
  const gone = await db
    .deleteFrom('message_blocks')
    .where('blocker_id', '=', actor.userId)
    .where('blocked_id', '=', id)
    .returning('blocked_id')
    .executeTakeFirst()
  if (!gone) refuseRequest('request.not_found')
}
