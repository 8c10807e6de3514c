import { sql, type Updateable } from 'kysely'
import { refuse as refuseAppointment } from '#/appointments/errors.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { MeetGreets } from '#/kernel/server/schema.ts'
import type { Actor, ActorWork, Work } from '#/kernel/server/work.ts'
import { refuse } from '#/sitting/errors.ts'
import type { MeetChanged } from '#/sitting/events.ts'
import {
  hostOf,
  isLinkedPlace,
  type MeetMove,
  type MeetSide,
  type MeetTime,
  meetAnswerBy,
  meetMovesOf,
  meetMovesTo,
} from '#/sitting/meet.ts'
import type { MeetGreet } from '#/sitting/meet-contract.ts'
import { timesOf } from './ask.ts'
import { type MeetRow, meetOf, selectMeets, showMeet } from './find.ts'

type Where = { id: string; place?: string | null }

/** @throws sitting.meet_moved_on, sitting.meet_time_gone, and what `placeFrom` does */
export async function acceptMeeting(work: ActorWork, input: Where & { startsAt: Date }): Promise<MeetGreet> {
  const { now } = work
  const { row, side } = await lockOwn(work, 'accept', input.id)
  const startsAt = row.times.find((time) => time.getTime() === input.startsAt.getTime())
  if (!startsAt) return refuse('sitting.meet_moved_on')
  if (startsAt <= now) refuse('sitting.meet_time_gone')
  return writeOwn(work, row, side, 'accept', {
    starts_at: startsAt,
    agreed_at: now,
    place: placeFrom(row, side, input),
  })
}

/** @throws sitting.meet_moved_on, and what `placeFrom` and `timesOf` do */
export async function suggestMeeting(
  work: ActorWork,
  input: Where & { times: readonly MeetTime[] },
): Promise<MeetGreet> {
  const { now } = work
  const { row, side } = await lockOwn(work, 'suggest', input.id)
  const times = timesOf(input.times, row.time_zone, now)
  return writeOwn(work, row, side, 'suggest', {
    times,
    suggested_by: side,
    suggestions: row.suggestions + 1,
    answer_by: meetAnswerBy(times, now),
    place: placeFrom(row, side, input),
  })
}

/** Declines or cancels. @throws sitting.meet_moved_on */
export async function endMeeting(
  work: ActorWork,
  move: 'decline' | 'cancel',
  { id, reason }: { id: string; reason: string | null },
): Promise<MeetGreet> {
  const { row, side } = await lockOwn(work, move, id)
  return writeOwn(work, row, side, move, { ended_by: side, reason })
}

/**
 * Returns the place of the meeting. Only the host sets it; the other side's input is ignored.
 * @throws sitting.meet_place_needed, sitting.meet_place_link
 */
function placeFrom(row: MeetRow, side: MeetSide, { place }: Where): string | null {
  if (hostOf(row.kind) !== side) return row.place
  const given = place ?? row.place ?? refuse('sitting.meet_place_needed')
  return isLinkedPlace(row.kind, given) ? refuse('sitting.meet_place_link') : given
}

/**
 * Locks a meet & greet of the actor for a move.
 * @throws request.not_found, sitting.meet_moved_on, appointments.confirm_first
 */
async function lockOwn({ db, actor, now }: ActorWork, move: MeetMove, id: string) {
  const row = await selectMeets(db).where('m.id', '=', id).forNoKeyUpdate(['m']).executeTakeFirst()
  const side = row && sideOf(actor, row)
  if (!side || (move === 'decline' && side === 'owner')) return refuseRequest('request.not_found')
  const isEnding = move === 'decline' || move === 'cancel'
  if (!meetMovesOf(side, meetOf(row), now).includes(move)) return refuse('sitting.meet_moved_on')
  if (!isEnding && side === 'sitter' && !row.sitter_is_confirmed)
    refuseAppointment('appointments.confirm_first')
  // The block's own end of it may still be on its way.
  if (!isEnding && (await isBlocked(db, row))) return refuse('sitting.meet_moved_on')
  return { row, side }
}

const sideOf = ({ records }: Pick<Actor, 'records'>, row: MeetRow): MeetSide | undefined =>
  records['pet_owner'] === row.pet_owner_id
    ? 'owner'
    : records['pet_sitter'] === row.sitter_id
      ? 'sitter'
      : undefined

async function isBlocked(
  db: Db,
  { owner_user_id: owner, sitter_user_id: sitter }: MeetRow,
): Promise<boolean> {
  const block = await db
    .selectFrom('message_blocks')
    .select('blocker_id')
    .where(
      sql<boolean>`(blocker_id, blocked_id) in ((${owner}::uuid, ${sitter}::uuid), (${sitter}::uuid, ${owner}::uuid))`,
    )
    .executeTakeFirst()
  return block !== undefined
}

async function writeOwn(
  work: ActorWork,
  row: MeetRow,
  side: MeetSide,
  move: MeetMove,
  change: Updateable<MeetGreets>,
): Promise<MeetGreet> {
  await writeMeet(work, row, side, { ...change, status: meetMovesTo[move] })
  const after = await selectMeets(work.db).where('m.id', '=', row.id).executeTakeFirstOrThrow()
  return showMeet(after, side, work.now)
}

/** Writes a change and announces it; the caller holds the row's lock. */
export async function writeMeet(
  { db, now, announce }: Work,
  { id, revision: before }: Pick<MeetRow, 'id' | 'revision'>,
  by: MeetSide | 'system',
  change: Updateable<MeetGreets>,
): Promise<void> {
  const revision = before + 1
  await db
    .updateTable('meet_greets')
    .set({ ...change, revision, updated_at: now })
    .where('id', '=', id)
    .execute()
  await announce<MeetChanged>('sitting.meet_changed', { meetId: id, revision, by })
}
