import { destination } from '#/appointments/rules.ts'
import { movable, noteStart, noteStop, writeMove } from '#/appointments/server/index.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { keptSince, whyNoStart } from '#/sitting/card.ts'
import { refuse } from '#/sitting/errors.ts'
import type { CardSent, CardStarted } from '#/sitting/events.ts'
import { bookingOf, expectWritable, lockBooking, lockCard, stampsOf, type Where } from './booking.ts'

/**
 * Starts the card of a day. Another start, from another phone too, finds the same card.
 * @throws what `whyNoStart` returns, sitting.other_day_open
 */
export async function startCard(work: ActorWork, { appointmentId, day }: Where, said: Date): Promise<void> {
  const { db, now, announce } = work
  const row = await lockBooking(work, appointmentId)
  const cards = await db
    .selectFrom('sitting_visits')
    .select(['day', 'stopped_at'])
    .where('appointment_id', '=', appointmentId)
    .execute()
  if (cards.some((card) => card.day === day)) return
  const why = whyNoStart(bookingOf(row), day, said, now)
  if (why) refuse(why)
  if (cards.some((card) => card.stopped_at === null)) refuse('sitting.other_day_open')
  const id = newId()
  await db
    .insertInto('sitting_visits')
    .values({
      id,
      appointment_id: appointmentId,
      day,
      started_at: now,
      started_on_phone: keptSince(said, now),
    })
    .execute()
  await noteStart(work, appointmentId)
  await announce<CardStarted>('sitting.card_started', { visitId: id })
}

/**
 * Stops a card. This completes a walk or a day of day care if nothing is in dispute; a stay goes on to its end.
 * @throws what `lockCard` and `expectWritable` do
 */
export async function stopCard(work: ActorWork, where: Where, said: Date): Promise<void> {
  const { db, now } = work
  const row = await lockBooking(work, where.appointmentId)
  const found = await lockCard(work, where)
  const { visit, booking } = found
  if (visit.stopped_at) return
  expectWritable(found, said, now)
  const { at, onPhone } = stampsOf(found, said, now)
  await db
    .updateTable('sitting_visits')
    .set({ stopped_at: notBefore(visit.started_at, now), stopped_on_phone: onPhone })
    .where('id', '=', visit.id)
    .execute()
  if (booking.service === 'hostel-checkin') return
  await noteStop(work, { id: where.appointmentId, at })
  // Completing would answer the owner's claim that nobody came: the sitter answers it in their own words.
  if (row.absence_reported_at && !row.absence_answered_at) return
  const to = row.status === 'confirmed' ? destination('complete', 'provider', movable(row), now) : null
  if (to) await writeMove(work, row, { to, by: 'provider', actorUserId: work.actor.userId, reason: null })
}

/** Returns `now`, unless the earlier request had a later one. */
const notBefore = (first: Date, now: Date) => (now > first ? now : first)

/**
 * Sends a stopped card with at least one photo to the owner, once.
 * @throws sitting.not_stopped, sitting.photo_needed, and what `lockCard` and `expectWritable` do
 */
export async function sendCard(work: ActorWork, where: Where, said: Date): Promise<void> {
  const { db, now, announce } = work
  const found = await lockCard(work, where)
  const { visit } = found
  if (visit.sent_at) return
  expectWritable(found, said, now)
  if (!visit.stopped_at) return refuse('sitting.not_stopped')
  const photo = await db
    .selectFrom('sitting_photos')
    .select('id')
    .where('visit_id', '=', visit.id)
    .where('removed_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!photo) refuse('sitting.photo_needed')
  await db
    .updateTable('sitting_visits')
    .set({ sent_at: notBefore(visit.stopped_at, now) })
    .where('id', '=', visit.id)
    .execute()
  await announce<CardSent>('sitting.card_sent', { visitId: visit.id })
}
