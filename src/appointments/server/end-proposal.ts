import { freeProposed } from '#/booking/server/index.ts'
import type { Work } from '#/kernel/server/work.ts'

type Ended = { id: string; outcome: 'taken' | 'refused' | 'withdrawn' | 'lapsed' | 'overtaken' }

/**
 * Ends an appointment's open proposal, if it has one, and frees its time. The caller holds the appointment's lock. The database
 * does the same once an appointment ends.
 */
export async function endProposal(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { id, outcome }: Ended,
): Promise<void> {
  await freeProposed(db, id)
  await db
    .updateTable('appointment_proposals')
    .set({ outcome, ended_at: now })
    .where('appointment_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}
