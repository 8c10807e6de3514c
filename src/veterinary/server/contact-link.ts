import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'

/** The vet hosts, and may put another link or number in the owner's place: joining goes by the latest. */
export async function replaceContactLink(
  { db, actor, now }: ActorWork,
  { id, contactLink }: { id: string; contactLink: string },
): Promise<void> {
  const replaced = await db
    .updateTable('veterinary_appointments')
    .set({ contact_link: contactLink, updated_at: now })
    .where('id', '=', id)
    .where('veterinary_id', '=', actor.records['veterinary_doctor']!)
    .where('appointment_type', '=', 'teleconsultation')
    .where('status', 'in', ['pending', 'confirmed'])
    .executeTakeFirst()
  if (replaced.numUpdatedRows === 0n) refuseRequest('request.not_found')
}
