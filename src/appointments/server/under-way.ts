import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'

/** Lets a request take its provider's time from now on. Does nothing to an appointment that isn't pending. */
export async function takeTime(db: Db, id: string): Promise<void> {
  await db
    .updateTable('appointments')
    .set({ takes_time: true })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute()
}

/** Notes when an appointment started. The first start stays. */
export async function noteStart({ db, now }: Work, id: string): Promise<void> {
  await db
    .updateTable('appointments')
    .set({ started_at: now, updated_at: now })
    .where('id', '=', id)
    .where('started_at', 'is', null)
    .execute()
}

/** Notes when an appointment stopped, which may be before `now`: a phone without a network says so later. Null takes it back. */
export async function noteStop(
  { db, now }: Work,
  { id, at }: { id: string; at: Date | null },
): Promise<void> {
  await db.updateTable('appointments').set({ stopped_at: at, updated_at: now }).where('id', '=', id).execute()
}
