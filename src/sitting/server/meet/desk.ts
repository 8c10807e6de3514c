import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { meetStatusAt } from '#/sitting/meet.ts'
import type { DeskMeet } from '#/sitting/meet-contract.ts'
import { meetOf, selectMeets } from './find.ts'

/** Lists somebody's meet & greets for the admin area, on either side, newest first. */
export async function listMeetsOf(
  { db, now }: { db: Db; now: Date },
  { id, cursor }: { id: string; cursor?: string | undefined },
) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const rows = await selectMeets(db)
    .select('u.name as current_owner_name')
    .where((eb) =>
      eb.or([
        eb('m.pet_owner_id', 'in', eb.selectFrom('pet_owners').select('id').where('user_id', '=', id)),
        eb('m.sitter_id', 'in', eb.selectFrom('pet_sitters').select('id').where('user_id', '=', id)),
      ]),
    )
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(m.created_at, m.id) < (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row): DeskMeet => ({
      id: row.id,
      owner: { id: row.owner_user_id, name: row.current_owner_name },
      sitter: { id: row.sitter_user_id, name: row.sitter_name },
      service: row.service_type,
      kind: row.kind,
      status: meetStatusAt(meetOf(row), now),
      endedBy: row.ended_by,
      reason: row.reason,
      askedAt: row.created_at,
      startsAt: row.starts_at,
      timeZone: row.time_zone,
    }),
  })
}
