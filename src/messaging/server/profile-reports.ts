import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/messaging/errors.ts'
import type { ProfileReportKind } from '#/messaging/rules.ts'

type ProfileReport = { providerId: string; kind: ProfileReportKind; reason: string }

/**
 * Reports a listed provider of any trade to the admins.
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
      created_at: now,
    })
    .execute()
}
