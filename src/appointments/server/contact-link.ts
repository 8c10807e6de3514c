import { sql } from 'kysely'
import { providerIdsOf } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'

/** Replaces the owner's link or number. The provider hosts, and both sides join by the latest one. */
export async function replaceContactLink(
  { db, actor, now }: ActorWork,
  { id, contactLink }: { id: string; contactLink: string },
): Promise<void> {
  const visit = await db
    .selectFrom('appointments')
    .select('id')
    .where('id', '=', id)
    .where('provider_id', '=', sql<string>`any(${providerIdsOf(actor.records)}::uuid[])`)
    .where('is_online', '=', true)
    .where('status', 'in', ['pending', 'confirmed'])
    .where('ends_at', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!visit) return refuseRequest('request.not_found')
  await db
    .updateTable('appointments')
    .set({ contact_link: contactLink, updated_at: now })
    .where('id', '=', id)
    .execute()
}
