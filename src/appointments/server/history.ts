import { sql } from 'kysely'
import type { Change } from '#/appointments/contract.ts'
import type { ProposalChange } from '#/appointments/events.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { providerIdsOf } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { blockedSince } from './blocked.ts'

const most = 50

type NoteKind = 'ended_early' | 'resumed' | 'early_end_disputed' | 'decided' | ProposalChange

export type NewChange = {
  id: string
  appointmentId: string
  from: AppointmentStatus | null
  to: AppointmentStatus
  actorUserId: string | null
  adminId?: string
  reason?: string | null
  /** The old and the new time, if it was rescheduled. */
  moved?: { from: Date; to: Date }
  /** Set where the statuses don't say what happened. */
  what?: NoteKind
  at: Date
}

export function changeRow(change: NewChange) {
  return {
    id: change.id,
    appointment_id: change.appointmentId,
    from_status: change.from,
    to_status: change.to,
    actor_user_id: change.actorUserId,
    admin_id: change.adminId ?? null,
    reason: change.reason ?? null,
    moved_from: change.moved?.from ?? null,
    moved_to: change.moved?.to ?? null,
    what: change.what ?? null,
    changed_at: change.at,
  }
}

export async function noteChange(db: Db, change: NewChange): Promise<void> {
  await later(db, db.insertInto('appointment_changes').values(changeRow(change)).compile())
}

/** Returns the start before a change that moved its appointment, and whether the change confirmed it. */
export async function findMove(
  db: Db,
  changeId: string,
): Promise<{ from: Date | undefined; confirms: boolean }> {
  const change = await db
    .selectFrom('appointment_changes')
    .select(['moved_from', 'from_status', 'to_status'])
    .where('id', '=', changeId)
    .executeTakeFirst()
  return {
    from: change?.moved_from ?? undefined,
    confirms: change?.from_status === 'pending' && change.to_status === 'confirmed',
  }
}

/** Lists every change of an appointment for one of its two sides. */
export async function listHistory(db: Db, actor: Actor, id: string): Promise<{ rows: Change[] }> {
  const sides = await findSides(db, actor, id)
  if (!sides) return refuseRequest('request.not_found')
  const rows = await readHistory(db, id, sides.owner_user_id)
  const side = actor.userId === sides.owner_user_id ? 'owner' : 'provider'
  const since = blockedSince(side, sides)
  const other = side === 'owner' ? 'provider' : 'owner'
  return {
    rows: rows.map((row) => (since && row.by === other && row.at >= since ? { ...row, reason: null } : row)),
  }
}

/** Lists every change of an appointment with its author and time, latest first. */
export async function readHistory(db: Db, id: string, ownerUserId: string): Promise<Change[]> {
  const rows = await db
    .selectFrom('appointment_changes')
    .select(['id', 'from_status', 'to_status', 'actor_user_id', 'admin_id'])
    .select(['reason', 'moved_from', 'moved_to', 'what', 'changed_at'])
    .where('appointment_id', '=', id)
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
      status: row.to_status,
      reason: row.from_status === row.to_status && row.what !== 'decided' ? null : row.reason,
      moved: row.moved_from && row.moved_to ? { from: row.moved_from, to: row.moved_to } : null,
    }
  })
}

/** Finds the appointment if the user is its owner, or its provider by a record they may act with now. */
function findSides(db: Db, { userId, records }: Actor, id: string) {
  const own = providerIdsOf(records)
  return db
    .selectFrom('appointments as a')
    .innerJoin('pet_owners as owner', 'owner.id', 'a.pet_owner_id')
    .leftJoin('message_blocks as by_provider', (join) =>
      join
        .onRef('by_provider.blocker_id', '=', 'a.provider_user_id')
        .onRef('by_provider.blocked_id', '=', 'owner.user_id'),
    )
    .leftJoin('message_blocks as by_owner', (join) =>
      join
        .onRef('by_owner.blocker_id', '=', 'owner.user_id')
        .onRef('by_owner.blocked_id', '=', 'a.provider_user_id'),
    )
    .select(['owner.user_id as owner_user_id', 'by_owner.created_at as owner_blocked_at'])
    .select('by_provider.created_at as provider_blocked_at')
    .where('a.id', '=', id)
    .where((eb) =>
      eb.or([eb('owner.user_id', '=', userId), eb('a.provider_id', '=', sql<string>`any(${own}::uuid[])`)]),
    )
    .executeTakeFirst()
}

type Line = {
  from_status: string | null
  to_status: AppointmentStatus
  moved_from: Date | null
  what: NoteKind | null
  actor_user_id: string | null
  admin_id: string | null
}

function sideOf({ admin_id, actor_user_id }: Line, ownerUserId: string): Change['by'] {
  if (admin_id !== null) return 'support'
  if (actor_user_id === null) return 'system'
  return actor_user_id === ownerUserId ? 'owner' : 'provider'
}

/** A change that keeps the status is a reschedule, an early end or its return, the owner's claim or the provider's answer. */
function whatOf({ from_status, to_status, moved_from, what }: Line, by: Change['by']): Change['what'] {
  if (what) return what
  if (by === 'support') return 'corrected'
  if (moved_from) return 'moved'
  if (from_status === to_status) {
    if (by !== 'owner') return 'absence_denied'
    return to_status === 'no_show' ? 'no_show_contested' : 'absence_reported'
  }
  return to_status === 'pending' ? 'requested' : to_status
}
