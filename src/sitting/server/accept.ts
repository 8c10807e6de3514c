import { refuse } from '#/appointments/errors.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import {
  moveAppointment,
  type Outline,
  openAgreed,
  selectAppointments,
  takePlaces,
  takeTime,
  writeMove,
} from '#/appointments/server/index.ts'
import { withdrawnReason } from '#/appointments/withdrawn.ts'
import { lockProvider } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { later } from '#/kernel/server/round-trips.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import { priceOfOne } from '#/sitting/estimate.ts'
import type { Occurrence, Plan } from '#/sitting/plan.ts'
import { lastSureDay, splitDays, whyNoRoom } from '#/sitting/room.ts'
import { titleOf } from '#/sitting/text.ts'
import { findBooked, spanOf } from './asked-once.ts'
import { methodOf } from './method.ts'
import { assignLanes } from './places.ts'
import { type Asked, findRequest, planOf } from './request-rows.ts'
import { readRooms } from './room.ts'
import type { SittingWork } from './sitting-work.ts'

type Accepting = ActorWork & Pick<SittingWork, 'config'>

/**
 * Accepts a request: checks under the sitter's lock that the pets still have room, takes their places, makes the appointments
 * of the other days with their payments, and withdraws the same request from other sitters.
 * @throws appointments.no_longer_free, appointments.outside_hours, appointments.move_not_allowed, request.not_found
 */
export async function acceptRequest(
  work: Accepting,
  { id }: { id: string },
): Promise<{ id: string; status: AppointmentStatus }> {
  const { db, now, actor } = work
  const asked = await findRequest(db, id)
  if (!asked || asked.sitter_id !== actor.records['pet_sitter']) return refuseRequest('request.not_found')
  // The sitter's lock, then the batch, then the appointments.
  await lockProvider(db, { trade: 'sitting', providerId: asked.sitter_id })
  await db
    .selectFrom('sitting_requests')
    .select('id')
    .where('batch_id', '=', asked.batch_id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await takeTime(db, id)
  const moved = await moveAppointment(work, 'accept', { id, as: 'provider' })
  const row = await selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow()
  const plan = planOf(asked)
  const booked = await findBooked(db, {
    sitterId: asked.sitter_id,
    ownerId: asked.pet_owner_id,
    petIds: row.pets.map((pet) => pet.id),
    ...spanOf(plan, asked.time_zone),
    exceptRequestId: asked.id,
  })
  // The appointment has the first day that was free when it was asked for.
  const room = { ...(await readRoom(db, asked.sitter_id, plan)), booked }
  const isBefore = ({ startsAt }: Occurrence) => startsAt < row.starts_at
  // They have already agreed: the minimum notice is for requests. Days before it that are free by now stay left out.
  const first = dayOf(row.starts_at, asked.time_zone)
  const why = whyNoRoom({ ...room, minimumNoticeMinutes: 0 }, plan, placesFor(row), now, first)
  if (why === 'sitting.away' || why === 'sitting.closed') refuse('appointments.outside_hours')
  if (why) refuse('appointments.no_longer_free')
  const { possible: open, away, closed, taken } = splitDays(room, plan)
  const possible = open.filter((one) => !isBefore(one))
  if (possible[0]?.startsAt.getTime() !== row.starts_at.getTime()) refuse('appointments.no_longer_free')
  await db
    .updateTable('sitting_requests')
    .set({ accepted_at: now, made_until: lastSureDay(plan) })
    .where('id', '=', asked.id)
    .execute()
  await makeOccurrences(work, asked, possible, id)
  await noteGaps(
    db,
    asked.id,
    [
      ...away.map(({ day }) => ({ day, reason: 'away' as const })),
      ...closed.map(({ day }) => ({ day, reason: 'closed' as const })),
      ...[...taken, ...open.filter(isBefore)].map(({ day }) => ({ day, reason: 'booked' as const })),
    ],
    now,
  )
  await withdrawOthers(work, asked)
  return moved
}

export async function readRoom(
  db: Db,
  sitterId: string,
  plan: Plan,
  until = lastSureDay(plan),
  looking: { viewerId?: string; ignored?: string } = {},
) {
  const span = { first: addDays(plan.startDate, -1), last: addDays(until, 1) }
  const room = (await readRooms(db, { sitterIds: [sitterId], ...span, ...looking })).get(sitterId)
  return room ?? refuseRequest('request.not_found')
}

/** A request keeps at least one place, even if its pets were deleted meanwhile. */
const placesFor = ({ pets }: { pets: readonly unknown[] }) => Math.max(1, pets.length)

/**
 * Makes the appointments of accepted days and takes a place for each pet. The caller holds the sitter's lock and has
 * checked the room. `firstId`: the existing appointment, for the first of them.
 */
export async function makeOccurrences(
  work: Work & Pick<SittingWork, 'config'>,
  asked: Asked,
  occurrences: readonly Occurrence[],
  firstId: string | null,
): Promise<void> {
  const { db, config } = work
  if (occurrences.length === 0) return
  const row = await selectAppointments(db).where('a.id', '=', asked.appointment_id).executeTakeFirstOrThrow()
  const pets = placesFor(row)
  const lanes = await assignLanes(db, row.provider_user_id, occurrences, pets)
  const title = titleOf(asked.service_type)
  const payment = config.SITTING_PAYMENTS
    ? {
        methodId: await methodOf(work, asked, row.owner_user_id),
        description: `${title} with ${row.provider_name}`,
      }
    : null
  const plan = planOf(asked)
  const rates = {
    hourlyRate: asked.hourly_rate,
    nightlyRate: asked.nightly_rate,
    currency: row.currency,
  }
  for (const [index, { day, startsAt, endsAt }] of occurrences.entries()) {
    const price = priceOfOne(plan, rates, { day, startsAt, endsAt })
    const outline: Outline = {
      trade: 'sitting',
      ownerId: row.owner_id,
      ownerUserId: row.owner_user_id,
      providerId: row.provider_id,
      providerUserId: row.provider_user_id,
      petIds: row.pets.map((pet) => pet.id),
      startsAt,
      endsAt,
      timeZone: row.time_zone,
      reason: row.reason,
      price,
      currency: row.currency,
      refundPolicy: row.refund_policy,
      taxPercent: Number(asked.tax_percent),
      nights: row.nights,
      seriesId: row.series_id,
    }
    const id = index === 0 && firstId ? firstId : await openAgreed(work, outline)
    if (id !== firstId)
      await later(
        db,
        db
          .insertInto('sitting_details')
          .values({ appointment_id: id, request_id: asked.id, day, is_asking: false })
          .compile(),
      )
    await takePlaces(work, { ...outline, id, lanes: lanes[index]! }, payment)
  }
}

export async function noteGaps(
  db: Db,
  requestId: string,
  gaps: readonly (
    | { day: Day; reason: 'away' | 'closed' | 'full' | 'soon' | 'booked'; pauseId?: never }
    | { day: Day; reason: 'paused'; pauseId: string }
  )[],
  now: Date,
): Promise<void> {
  if (gaps.length === 0) return
  await db
    .insertInto('sitting_gaps')
    .values(
      gaps.map(({ day, reason, pauseId = null }) => ({
        request_id: requestId,
        day,
        reason,
        pause_id: pauseId,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['request_id', 'day']).doNothing())
    .execute()
}

/** Cancels the same request to other sitters: the owner wanted one. */
async function withdrawOthers(work: Work, asked: Asked): Promise<void> {
  const rows = await selectAppointments(work.db)
    .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
    .innerJoin('sitting_requests as r', 'r.id', 'd.request_id')
    .where('r.batch_id', '=', asked.batch_id)
    .where('r.id', '!=', asked.id)
    .where('a.status', '=', 'pending')
    .orderBy('a.id')
    .forNoKeyUpdate(['a'])
    .execute()
  for (const row of rows)
    await writeMove(work, row, {
      to: 'cancelled',
      by: 'system',
      actorUserId: null,
      reason: withdrawnReason,
    })
}
