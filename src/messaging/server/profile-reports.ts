import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/messaging/errors.ts'
import type { BookingReportKind, ProfileReportKind } from '#/messaging/rules.ts'
import { bookingEvidence, profileEvidence } from './evidence.ts'
import { findParty } from './parties.ts'
import { takeSnapshot } from './safety.ts'

type ProfileReport = { providerId: string; kind: ProfileReportKind; reason: string }

/**
 * Reports a listed provider of any trade to the admins, with their page as it is now.
 * @throws messaging.own_profile, messaging.profile_already_reported while the first report is open
 */
export async function reportProfile(
  { db, actor, now }: ActorWork,
  { providerId, kind, reason }: ProfileReport,
): Promise<void> {
  const provider = await db
    .selectFrom('calendar_providers')
    .select('provider_user_id')
    .where('provider_id', '=', providerId)
    .where('listed', '=', true)
    .executeTakeFirst()
  const reportedId = provider?.provider_user_id ?? refuseRequest('request.not_found')
  if (reportedId === actor.userId) refuse('messaging.own_profile')
  await db
    .insertInto('message_reports')
    .values({
      id: newId<'report'>(),
      reporter_id: actor.userId,
      reported_id: reportedId,
      provider_id: providerId,
      kind,
      reason,
      snapshot: JSON.stringify([]),
      evidence: JSON.stringify(await profileEvidence(db, providerId)),
      created_at: now,
    })
    .execute()
}

type BookingReport = { bookingId: string; kind: BookingReportKind; reason: string }

/**
 * Reports the other side of a booking, with the booking, a provider's page and the latest messages as they are now.
 * @throws messaging.booking_already_reported while the first report is open
 */
export async function reportBooking(
  { db, actor, now }: ActorWork,
  { bookingId, kind, reason }: BookingReport,
): Promise<void> {
  const booking = await db
    .selectFrom('appointments')
    .select(['provider_id', 'provider_user_id'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (!booking) return refuseRequest('request.not_found')
  const { threadId, otherId } = await findParty(db, actor.userId, bookingId)
  const evidence = [
    ...(await bookingEvidence(db, bookingId)),
    ...(otherId === booking.provider_user_id ? await profileEvidence(db, booking.provider_id) : []),
  ]
  await db
    .insertInto('message_reports')
    .values({
      id: newId<'report'>(),
      thread_id: threadId,
      appointment_id: bookingId,
      reporter_id: actor.userId,
      reported_id: otherId,
      kind,
      reason,
      snapshot: JSON.stringify(await takeSnapshot(db, threadId, otherId)),
      evidence: JSON.stringify(evidence),
      created_at: now,
    })
    .execute()
}
