import type { AppointmentStatus } from '#/booking/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Change } from '../contract.ts'

/** Far more than the rules let anyone make. */
const most = 50

/** Every change of an appointment, the latest first, as one of its two sides sees it. */
export async function listHistory(db: Db, actor: Actor, id: string): Promise<{ rows: Change[] }> {
  const sides = await findSides(db, actor, id)
  if (!sides) return refuseRequest('request.not_found')
  const rows = await db
    .selectFrom('booking_changes')
    .select([
      'id',
      'from_status',
      'to_status',
      'actor_user_id',
      'reason',
      'moved_from',
      'moved_to',
      'changed_at',
    ])
    .where('booking_id', '=', id)
    .where('trade', '=', 'veterinary')
    .orderBy('sequence', 'desc')
    .limit(most)
    .execute()
  return {
    rows: rows.map((row) => ({
      id: row.id,
      at: row.changed_at,
      by: row.actor_user_id === null ? 'system' : row.actor_user_id === actor.userId ? 'you' : 'other',
      what: whatOf(row, sides.owner_user_id),
      reason: row.from_status === row.to_status ? null : row.reason,
      moved: row.moved_from && row.moved_to ? { from: row.moved_from, to: row.moved_to } : null,
    })),
  }
}

/** Theirs as who booked it, or by the record they may act with as a vet now. */
function findSides(db: Db, { userId, records }: Actor, id: string) {
  return db
    .selectFrom('veterinary_appointments as a')
    .innerJoin('pet_owners as owner', 'owner.id', 'a.pet_owner_id')
    .select('owner.user_id as owner_user_id')
    .where('a.id', '=', id)
    .where((eb) =>
      eb.or([
        eb('owner.user_id', '=', userId),
        eb('a.veterinary_id', '=', records['veterinary_doctor'] ?? null),
      ]),
    )
    .executeTakeFirst()
}

type Line = {
  from_status: string | null
  to_status: string
  moved_from: Date | null
  actor_user_id: string | null
}

/** What keeps its status was moved to another time, or is about a vet who did not come: said by the owner, denied by the vet. */
function whatOf(
  { from_status, to_status, moved_from, actor_user_id }: Line,
  ownerId: string,
): Change['what'] {
  if (moved_from) return 'moved'
  if (from_status === to_status) return actor_user_id === ownerId ? 'absence_reported' : 'absence_denied'
  return to_status === 'pending' ? 'requested' : (to_status as Exclude<AppointmentStatus, 'pending'>)
}
