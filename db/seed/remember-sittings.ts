import type { AppointmentStatus, Side } from '#/appointments/rules.ts'
import { makeAppointmentRow } from '#/appointments/server/appointment.factory.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, instantAt, minutesOf, weekdayOf } from '#/kernel/time.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { weeksAhead } from '#/sitting/rules.ts'
import { makeVisit } from '#/sitting/server/card/visit.factory.ts'
import type { Cast, Today } from './cast.ts'
import { type PastSitting, pastSittings, weeklyWalks } from './past-sittings.ts'
import { paySitting, refundSitting, releaseSitting } from './pay-sittings.ts'
import { keepHistory } from './tell.ts'

/** Adds sitter bookings in every final state, an unanswered claim, and weekly walks. */
export async function rememberSittings(db: Db, cast: Cast, today: Today): Promise<void> {
  for (const sitting of pastSittings) await remember(db, cast, today, sitting)
  await claimAbsence(db, cast, today)
  await repeatWalks(db, cast, today)
}

async function partiesOf(db: Db, cast: Cast, who: { sitter: string; owner: string; pet: string }) {
  const owner = cast.owners.get(who.owner)
  const petId = owner?.petIds.get(who.pet)
  if (!owner || !petId) throw new Error(`The demo has no ${who.owner} or ${who.pet} of theirs`)
  const { id: sitterId } = await db
    .selectFrom('pet_sitters as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('u.email', '=', `${who.sitter.replace('-', '.')}@pawfolk.example`)
    .executeTakeFirstOrThrow()
  return { sitterId, ownerId: owner.ownerId, petId }
}

async function remember(db: Db, cast: Cast, { today, timeZone }: Today, story: PastSitting): Promise<void> {
  const { sitterId, ownerId, petId } = await partiesOf(db, cast, story)
  const { service, minutes, price, status, stars, closingReason = null } = story
  const startsAt = instantAt(addDays(today, -story.daysAgo), minutesOf(story.at), timeZone)!
  const before = (hours: number) => new Date(startsAt.getTime() - hours * HOUR)
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
  const bookedAt = before(96)
  const appointmentId = await makeVisit(db, {
    ownerId,
    sitterId,
    petIds: [petId],
    startsAt,
    minutes,
    service,
    price,
    status,
    bookedAt,
    cancelledBy: story.cancelledBy ?? null,
  })
  const isDone = status === 'completed' || status === 'no_show'
  const endedAt = isDone ? endsAt : before(story.hoursBefore ?? 24)
  await db
    .updateTable('appointments')
    .set({
      closing_reason: closingReason,
      updated_at: endedAt,
      ...(status === 'cancelled' && { cancelled_at: endedAt }),
      ...(service === 'hostel-checkin' && { nights: Math.round(minutes / (24 * 60)) }),
    })
    .where('id', '=', appointmentId)
    .execute()
  const by: Side =
    status === 'cancelled'
      ? story.cancelledBy!
      : status === 'declined' || status === 'no_show'
        ? 'provider'
        : 'system'
  const wasAgreed = isDone || status === 'cancelled'
  await keepHistory(db, [
    { appointmentId, to: 'pending', by: 'owner', at: bookedAt },
    ...(wasAgreed
      ? [{ appointmentId, to: 'confirmed' as const, by: 'provider' as const, at: before(90) }]
      : []),
    { appointmentId, to: status as AppointmentStatus, by, at: endedAt },
  ])
  if (story.isPaid) {
    const paid = await paySitting(db, appointmentId, before(88))
    await (isDone ? releaseSitting(db, paid) : refundSitting(db, paid, endedAt))
  }
  if (stars)
    await makeRating(db, {
      appointmentId,
      providerId: sitterId,
      ownerId,
      stars,
      feedback: story.feedback ?? null,
      at: new Date(endsAt.getTime() + 5 * HOUR),
    })
}

/** Adds a walk from this morning whose owner says that nobody came; the sitter hasn't answered yet. */
async function claimAbsence(db: Db, cast: Cast, { now }: Today): Promise<void> {
  const { sitterId, ownerId, petId } = await partiesOf(db, cast, {
    sitter: 'nikhil-thomas',
    owner: 'meghna-hegde',
    pet: 'raja',
  })
  const startsAt = new Date(Math.floor((now.getTime() - 5 * HOUR) / (30 * MINUTE)) * 30 * MINUTE)
  const bookedAt = new Date(startsAt.getTime() - 50 * HOUR)
  const appointmentId = await makeVisit(db, {
    ownerId,
    sitterId,
    petIds: [petId],
    startsAt,
    minutes: 60,
    price: 18_000,
    bookedAt,
  })
  await paySitting(db, appointmentId, new Date(bookedAt.getTime() + 2 * HOUR))
  await db
    .updateTable('appointments')
    .set({ absence_reported_at: new Date(startsAt.getTime() + 25 * MINUTE) })
    .where('id', '=', appointmentId)
    .execute()
  await keepHistory(db, [
    { appointmentId, to: 'pending', by: 'owner', at: bookedAt },
    { appointmentId, to: 'confirmed', by: 'provider', at: new Date(bookedAt.getTime() + HOUR) },
  ])
}

/** Makes the weekly walks: past ones done, one skipped, some paused, the others upcoming. */
async function repeatWalks(db: Db, cast: Cast, { now, today, timeZone }: Today): Promise<void> {
  const { at, minutes, price, weekdays, weeksBack, skippedToCome, paused } = weeklyWalks
  const { sitterId, ownerId, petId } = await partiesOf(db, cast, weeklyWalks)
  const madeUntil = addDays(today, weeksAhead * 7 - 1)
  const days = Array.from({ length: weeksBack * 7 + weeksAhead * 7 }, (_, index) =>
    addDays(today, index - weeksBack * 7),
  ).filter((day) => weekdays.includes(weekdayOf(day)))
  const startOf = (day: (typeof days)[number]) => instantAt(day, minutesOf(at), timeZone)!
  const isPast = (day: (typeof days)[number]) => startOf(day).getTime() + minutes * MINUTE <= now.getTime()
  // Leaves out a walk that would be under way right now.
  const shown = days.filter((day) => isPast(day) || startOf(day) > now)
  const toCome = shown.filter((day) => !isPast(day))
  const acceptedAt = new Date(startOf(shown[0]!).getTime() - 60 * HOUR)
  const changedAt = new Date(now.getTime() - 20 * HOUR)
  const requestId = newId()
  const [seriesId, pauseId] = [requestId, newId()]
  const [pausedFrom, pausedTo] = [toCome[paused.from]!, toCome[paused.to]!]
  await db
    .insertInto('sitting_requests')
    .values({
      id: requestId,
      batch_id: newId(),
      pet_owner_id: ownerId,
      sitter_id: sitterId,
      service_type: 'dog-walking',
      schedule_type: 'repeat-weekly',
      start_date: shown[0]!,
      end_date: null,
      days_of_week: weekdays,
      start_time: at,
      end_time: '08:00',
      time_zone: timeZone,
      hourly_rate: price,
      emergency_name: 'Kavya Verma',
      emergency_phone: '+919810012345',
      special_care_instructions: weeklyWalks.care,
      area: 'Indiranagar',
      location: weeklyWalks.place,
      gets_along_with_other_dogs: true,
      accepted_at: acceptedAt,
      made_until: madeUntil,
      created_at: acceptedAt,
    })
    .execute()
  await db
    .insertInto('sitting_pauses')
    .values({
      id: pauseId,
      request_id: requestId,
      start_date: pausedFrom,
      end_date: pausedTo,
      made_by: 'owner',
      created_at: changedAt,
    })
    .execute()
  for (const [index, day] of shown.entries()) {
    const isPaused = day >= pausedFrom && day <= pausedTo
    const isOff = isPaused || day === toCome[skippedToCome]
    const status = isOff ? 'cancelled' : isPast(day) ? 'completed' : 'confirmed'
    const startsAt = startOf(day)
    const appointmentId = await makeAppointmentRow(db, {
      ownerId,
      providerId: sitterId,
      petIds: [petId],
      startsAt,
      minutes,
      price,
      status,
      seriesId,
      bookedAt: acceptedAt,
      cancelledBy: 'owner',
      places: 1,
      firstPlace: 4,
    })
    await db
      .insertInto('sitting_details')
      .values({ appointment_id: appointmentId, request_id: requestId, day, is_asking: index === 0 })
      .execute()
    if (isOff)
      await db
        .updateTable('appointments')
        .set({ cancelled_at: changedAt, updated_at: changedAt })
        .where('id', '=', appointmentId)
        .execute()
    if (isPaused)
      await db
        .insertInto('sitting_gaps')
        .values({ request_id: requestId, day, reason: 'paused', pause_id: pauseId, created_at: changedAt })
        .execute()
    if (!isOff) {
      const aDayBefore = startsAt.getTime() - 24 * HOUR
      const paid = await paySitting(db, appointmentId, new Date(Math.min(aDayBefore, now.getTime() - HOUR)))
      if (status === 'completed') await releaseSitting(db, paid)
    }
    const ended = new Date(startsAt.getTime() + minutes * MINUTE)
    await keepHistory(db, [
      { appointmentId, to: 'confirmed', by: 'provider', at: acceptedAt },
      ...(isOff ? [{ appointmentId, to: 'cancelled' as const, by: 'owner' as const, at: changedAt }] : []),
      ...(status === 'completed'
        ? [{ appointmentId, to: 'completed' as const, by: 'system' as const, at: ended }]
        : []),
    ])
  }
}
