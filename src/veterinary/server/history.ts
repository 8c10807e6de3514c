import type { AppointmentStatus } from '#/booking/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Change } from '../contract.ts'
import { blockedSince } from './blocked.ts'

/** Far more than the rules let anyone make. */
const most = 50

/** Every change of an appointment, for one of its two sides. */
export async function listHistory(db: Db, actor: Actor, id: string): Promise<{ rows: Change[] }> {
  const sides = await findSides(db, actor, id)
  if (!sides) return refuseRequest('request.not_found')
  const rows = await readHistory(db, id, sides.owner_user_id)
  const side = actor.userId === sides.owner_user_id ? 'owner' : 'vet'
  const since = blockedSince(side, sides)
  const other = side === 'owner' ? 'provider' : 'owner'
  return {
    rows: rows.map((row) => (since && row.by === other && row.at >= since ? { ...row, reason: null } : row)),
  }
}

/** Every change of an appointment with who and when, the latest first. */
export async function readHistory(db: Db, id: string, ownerUserId: string): Promise<Change[]> {
  const rows = await db
    .selectFrom('booking_changes')
    .select(['id', 'from_status', 'to_status', 'actor_user_id', 'admin_id'])
    .select(['reason', 'moved_from', 'moved_to', 'changed_at'])
    .where('booking_id', '=', id)
    .where('trade', '=', 'veterinary')
    .orderBy('sequence', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => {
    const by = sideOf(row, ownerUserId)
    return {
      id: row.id,
      at: row.changed_at,
      by,
      what: whatOf(row, by),
      status: row.to_status as AppointmentStatus,
      reason: row.from_status === row.to_status ? null : row.reason,
      moved: row.moved_from && row.moved_to ? { from: row.moved_from, to: row.moved_to } : null,
    }
  })
}

/** Theirs as who booked it, or by the record they may act with as a vet now. */
function findSides(db: Db, { userId, records }: Actor, id: string) {
  return db
    .selectFrom('veterinary_appointments as a')
    .innerJoin('pet_owners as owner', 'owner.id', 'a.pet_owner_id')
    .innerJoin('veterinary_doctors as vet', 'vet.id', 'a.veterinary_id')
    .leftJoin('message_blocks as by_vet', (join) =>
      join.onRef('by_vet.blocker_id', '=', 'vet.user_id').onRef('by_vet.blocked_id', '=', 'owner.user_id'),
    )
    .leftJoin('message_blocks as by_owner', (join) =>
      join
        .onRef('by_owner.blocker_id', '=', 'owner.user_id')
        .onRef('by_owner.blocked_id', '=', 'vet.user_id'),
    )
    .select(['owner.user_id as owner_user_id', 'by_owner.created_at as owner_blocked_at'])
    .select('by_vet.created_at as vet_blocked_at')
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
  admin_id: string | null
}

function sideOf({ admin_id, actor_user_id }: Line, ownerUserId: string): Change['by'] {
  if (admin_id !== null) return 'support'
  if (actor_user_id === null) return 'system'
  return actor_user_id === ownerUserId ? 'owner' : 'provider'
}

/** A line that keeps the status is of another time, or of the owner's claim and the vet's answer. */
function whatOf({ from_status, to_status, moved_from }: Line, by: Change['by']): Change['what'] {
  if (by === 'support') return 'corrected'
  if (moved_from) return 'moved'
  if (from_status === to_status) {
    if (by !== 'owner') return 'absence_denied'
    return to_status === 'no_show' ? 'no_show_contested' : 'absence_reported'
  }
  return to_status === 'pending' ? 'requested' : (to_status as Exclude<AppointmentStatus, 'pending'>)
}
