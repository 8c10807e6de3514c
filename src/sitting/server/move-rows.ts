import { sql } from 'kysely'
import { type AppointmentRow, findOwnForMove } from '#/appointments/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { clockOf, dayOf, minuteOf } from '#/kernel/time.ts'
import { refuse } from '#/sitting/errors.ts'
import type { SittingMove } from '#/sitting/move-contract.ts'

export type MoveOutcome = 'agreed' | 'declined' | 'withdrawn' | 'lapsed'
export type MoveRow = Awaited<ReturnType<ReturnType<typeof selectMoves>['executeTakeFirstOrThrow']>>

export const selectMoves = (db: Db) =>
  db
    .selectFrom('sitting_moves as m')
    .innerJoin('appointments as a', 'a.id', 'm.appointment_id')
    .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
    .select([
      'm.id',
      'm.appointment_id',
      'm.starts_at',
      'm.ends_at',
      'm.answer_by',
      'm.outcome',
      'm.asked_by',
    ])
    .select(['a.pet_owner_id', 'a.provider_id as sitter_id', 'a.time_zone', 'o.user_id as owner_user_id'])

/**
 * Locks the appointment of a move, then the move, and returns both.
 * @throws sitting.move_over if it was answered, withdrawn or overtaken, or the time to answer is over
 */
export async function lockMove(
  { db, now, actor }: ActorWork,
  { id, appointment_id }: Pick<MoveRow, 'id' | 'appointment_id'>,
): Promise<{ row: AppointmentRow; move: MoveRow }> {
  const row = await findOwnForMove(db, appointment_id, actor.userId)
  const move = await selectMoves(db)
    .where('m.id', '=', id)
    .where('m.outcome', 'is', null)
    .where('m.answer_by', '>', now)
    .forNoKeyUpdate(['m'])
    .executeTakeFirst()
  return row && move ? { row, move } : refuse('sitting.move_over')
}

/** Lists the open moves of a person, on either side. */
export async function listMoves({ db, actor, now }: ActorWork): Promise<{ rows: SittingMove[] }> {
  const ownerId = actor.records['pet_owner'] ?? null
  const sitterId = actor.records['pet_sitter'] ?? null
  const rows = await selectMoves(db)
    .where('m.outcome', 'is', null)
    .where('m.answer_by', '>', now)
    .where(sql<boolean>`(a.pet_owner_id = ${ownerId}::uuid or a.provider_id = ${sitterId}::uuid)`)
    .orderBy('m.starts_at')
    .orderBy('m.id')
    .execute()
  return { rows: rows.map((row) => showMove(row, row.pet_owner_id === ownerId ? 'owner' : 'sitter')) }
}

export function showMove(row: MoveRow, side: SittingMove['side']): SittingMove {
  const start = minuteOf(row.starts_at, row.time_zone)
  const minutes = (row.ends_at.getTime() - row.starts_at.getTime()) / MINUTE
  return {
    id: row.id,
    appointmentId: row.appointment_id,
    side,
    askedBy: row.asked_by,
    date: dayOf(row.starts_at, row.time_zone),
    startTime: clockOf(start),
    endTime: clockOf(start + minutes),
    startsAt: row.starts_at,
    answerBy: row.answer_by,
  }
}
