import { refuse as refuseAppointment } from '#/appointments/errors.ts'
import { leavesTimeToAnswer } from '#/appointments/proposals.ts'
import { destination } from '#/appointments/rules.ts'
import {
  type AppointmentRow,
  findOwnForMove,
  movable,
  moveAgreed,
  type OpeningWork,
} from '#/appointments/server/index.ts'
import { lockProvider } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type ClockTime, clockOf, type Day, dayOf, minuteOf, minutesOf } from '#/kernel/time.ts'
import { readAppointment } from '#/notifications/server/index.ts'
import { refuse } from '#/sitting/errors.ts'
import type { MoveChanged } from '#/sitting/events.ts'
import type { SittingMove } from '#/sitting/move-contract.ts'
import { daysOf, occurrencesOf, type Plan, problemOf } from '#/sitting/plan.ts'
import { hoursMissed, lastSureDay, overlapsAny, whyNoRoom } from '#/sitting/room.ts'
import { answerByFor, maySitterPropose, mostMoveAsks } from '#/sitting/rules.ts'
import { readRoom } from './accept.ts'
import { findBooked } from './asked-once.ts'
import { lockMove, type MoveOutcome, selectMoves, showMove } from './move-rows.ts'
import { movePlaces } from './places.ts'
import { type Asked, covers, findPauses, findRequest, planOf } from './request-rows.ts'

type Wanted = { id: string; date: Day; startTime: ClockTime }

type Side = SittingMove['side']

const sideOf = (
  { actor }: ActorWork,
  visit: { owner_user_id: string; sitter_id: string },
): Side | undefined => {
  if (visit.owner_user_id === actor.userId) return 'owner'
  return visit.sitter_id === actor.records['pet_sitter'] ? 'sitter' : undefined
}

/**
 * Asks the other side to move an accepted visit to another time of the same length. Nothing changes until they agree.
 * @throws appointments.move_not_allowed, and the contract's other errors
 */
export async function askToMove(work: ActorWork, { id, date, startTime }: Wanted): Promise<SittingMove> {
  const { db, now, actor, announce } = work
  const row = await findOwnForMove(db, id, actor.userId)
  const asked = row && (await findRequest(db, id))
  if (!row || !asked) return refuseRequest('request.not_found')
  const side = sideOf(work, { ...row, sitter_id: row.provider_id }) ?? refuseRequest('request.not_found')
  const mayAsk =
    side === 'owner'
      ? destination('reschedule', 'owner', movable(row), now) !== null
      : maySitterPropose(movable(row), now)
  if (!mayAsk) refuseAppointment('appointments.move_not_allowed', { status: row.status })
  const earlier = await db
    .selectFrom('sitting_moves')
    .select(['outcome', 'asked_by'])
    .where('appointment_id', '=', id)
    .execute()
  if (earlier.some(({ outcome }) => outcome === null)) refuse('sitting.move_asked')
  if (earlier.filter(({ asked_by }) => asked_by === side).length >= mostMoveAsks[side])
    refuse('sitting.move_too_often')
  const plan = planAt(asked, { date, startTime })
  const problem = problemOf(plan, dayOf(now, row.time_zone))
  if (problem) refuse(problem === 'sitting.too_far' ? problem : 'sitting.past')
  const viewer = side === 'owner' ? { viewerId: actor.userId } : {}
  const wanted = await mustFit(work, { row, asked, plan, ...viewer })
  if (side === 'sitter' && !leavesTimeToAnswer(wanted.startsAt, now)) refuse('sitting.too_soon')
  if (wanted.startsAt.getTime() === row.starts_at.getTime()) refuse('sitting.move_same_time')
  const moveId = newId<'sitting move'>()
  const first = wanted.startsAt < row.starts_at ? wanted.startsAt : row.starts_at
  await db
    .insertInto('sitting_moves')
    .values({
      id: moveId,
      appointment_id: id,
      asked_by: side,
      starts_at: wanted.startsAt,
      ends_at: wanted.endsAt,
      answer_by: answerByFor(first, now),
      created_at: now,
    })
    .execute()
  await announce<MoveChanged>('sitting.move_changed', { moveId })
  return showMove(await selectMoves(db).where('m.id', '=', moveId).executeTakeFirstOrThrow(), side)
}

/** Returns a plan of one visit at another time, as long as the visit is booked for. @throws sitting.move_over_midnight */
function planAt(asked: Asked, { date, startTime }: Pick<Wanted, 'date' | 'startTime'>): Plan {
  const { service, startTime: from, endTime: to } = planOf(asked)
  const end = minutesOf(startTime) + minutesOf(to) - minutesOf(from)
  if (end > 24 * 60) refuse('sitting.move_over_midnight')
  return {
    service,
    schedule: 'one-time',
    startDate: date,
    endDate: null,
    daysOfWeek: [],
    startTime,
    endTime: clockOf(end),
  }
}

type Fitting = {
  row: AppointmentRow
  asked: Asked
  plan: Plan
  /** The owner who asks, whom the sitter may have blocked; undefined for the sitter. */
  viewerId?: string
}

/**
 * Returns the time that a plan has, if the sitter works then, has room beside their other pets, and none of these pets at the
 * same time.
 */
async function mustFit({ db, now }: ActorWork, { row, asked, plan, viewerId }: Fitting) {
  const read = await readRoom(db, asked.sitter_id, plan, lastSureDay(plan), {
    ignored: row.id,
    ...(viewerId && { viewerId }),
  })
  const [wanted] = occurrencesOf(plan, read.timeZone, plan.startDate, plan.startDate)
  if (!wanted) throw new Error('A plan of one day has one visit')
  const room = viewerId ? read : { ...read, minimumNoticeMinutes: 0 }
  const why = room.isClosedToViewer
    ? 'sitting.full'
    : whyNoRoom(room, plan, await countPlaces(db, row.id), now)
  if (why) refuse(why, why === 'sitting.closed' ? { hours: hoursMissed(room, plan) } : undefined)
  const booked = await findBooked(db, {
    sitterId: asked.sitter_id,
    ownerId: asked.pet_owner_id,
    petIds: row.pets.map((pet) => pet.id),
    from: wanted.startsAt,
    until: wanted.endsAt,
    exceptAppointmentId: row.id,
  })
  if (overlapsAny(wanted, booked)) refuse('sitting.asked_already')
  await mustBeFreeInSeries(db, row.id, asked, plan.startDate)
  return wanted
}

/** Each day of a request has one visit: refuses days that have another one, will have it, or are paused. */
async function mustBeFreeInSeries(db: Db, id: string, asked: Asked, day: Day): Promise<void> {
  const other = await db
    .selectFrom('sitting_details')
    .select('appointment_id')
    .where('request_id', '=', asked.id)
    .where('day', '=', day)
    .where('remade_at', 'is', null)
    .where('appointment_id', '!=', id)
    .executeTakeFirst()
  const isToCome =
    asked.schedule_type === 'repeat-weekly' &&
    asked.ended_at === null &&
    day > asked.made_until! &&
    daysOf(planOf(asked), day, day).length > 0
  const pauses = await findPauses({ db }, asked.id)
  if (other || isToCome || pauses.some((pause) => covers(pause, day))) refuse('sitting.move_series_day')
}

async function countPlaces(db: Db, id: string): Promise<number> {
  const rows = await db.selectFrom('calendar_holds').select('id').where('appointment_id', '=', id).execute()
  return rows.length
}

/**
 * Agrees to another time: checks the room again under the sitter's lock, and moves places, appointment and payment together.
 * @throws sitting.move_over, and what `mustFit` and `moveAgreed` do
 */
export async function agreeToMove(
  work: ActorWork & Pick<OpeningWork, 'config'>,
  { id }: { id: string },
): Promise<void> {
  const { db, now, actor } = work
  const known = await selectMoves(db).where('m.id', '=', id).executeTakeFirst()
  const side = known && sideOf(work, known)
  if (!known || !side || side === known.asked_by) return refuseRequest('request.not_found')
  // The sitter, then the appointment, then the move.
  await lockProvider(db, { trade: 'sitting', providerId: known.sitter_id })
  const { row } = await lockMove(work, known)
  const asked = (await findRequest(db, row.id))!
  const { starts_at: startsAt, ends_at: endsAt } = known
  const date = dayOf(startsAt, row.time_zone)
  if (startsAt <= now) refuse('sitting.move_over')
  const plan = planAt(asked, { date, startTime: clockOf(minuteOf(startsAt, row.time_zone)) })
  await mustFit(work, { row, asked, plan })
  await movePlaces(db, { id: row.id, sitterUserId: row.provider_user_id }, { startsAt, endsAt })
  await endMove(work, id, 'agreed')
  await readAppointment({ db, now }, actor.userId, row.id)
  await moveAgreed(work, row, {
    startsAt,
    endsAt,
    actorUserId: actor.userId,
    agreedBy: side === 'owner' ? 'owner' : 'provider',
  })
  await db
    .updateTable('sitting_details')
    .set({ day: date, late_told_at: null })
    .where('appointment_id', '=', row.id)
    .execute()
  await db.deleteFrom('sitting_gaps').where('request_id', '=', asked.id).where('day', '=', date).execute()
  // A request for one day is that visit; the others keep their plan.
  if (row.series_id === null)
    await db
      .updateTable('sitting_requests')
      .set({
        start_date: date,
        end_date: asked.end_date && date,
        start_time: plan.startTime,
        end_time: plan.endTime,
      })
      .where('id', '=', asked.id)
      .execute()
}

/** One side keeps the old time, or the other no longer asks. @throws sitting.move_over, request.not_found */
export async function endAskedMove(
  work: ActorWork,
  outcome: 'declined' | 'withdrawn',
  { id }: { id: string },
): Promise<void> {
  const { db, actor, now, announce } = work
  const known = await selectMoves(db).where('m.id', '=', id).executeTakeFirst()
  const side = known && sideOf(work, known)
  if (!known || !side || (side === known.asked_by) !== (outcome === 'withdrawn'))
    return refuseRequest('request.not_found')
  await lockMove(work, known)
  await endMove(work, id, outcome)
  await readAppointment({ db, now }, actor.userId, known.appointment_id)
  await announce<MoveChanged>('sitting.move_changed', { moveId: id })
}

const endMove = ({ db, now }: ActorWork, id: string, outcome: MoveOutcome) =>
  db.updateTable('sitting_moves').set({ outcome, ended_at: now }).where('id', '=', id).execute()
