import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { ProviderRecord } from '../rules.ts'
import { move } from './move.ts'
import { findFacts } from './queries.ts'
import { insertRecord, lockRecord, type OwnColumns, updateRecord } from './records.ts'

/** What saving a profile needs of the call. */
export type Saving = ActorWork & Pick<Serving, 'keepPicture' | 'forgetPicture' | 'config'>

type Photo = { photo?: Blob | null; removePhoto: boolean }

/**
 * Writes the caller's record: makes it with the first save, changes it with every further one. Where what was verified is
 * different afterwards, it is handed in again by that, and counts as not verified until it has been checked; bookings
 * stay as they are.
 */
export async function saveRecord<Kind extends ProviderRecord>(
  work: Saving,
  record: Kind,
  columns: OwnColumns<Kind>,
  { photo, removePhoto }: Photo,
): Promise<void> {
  const { db, actor, now, keepPicture, forgetPicture, config } = work
  const row = await lockRecord(db, record, { userId: actor.userId })
  const kept = row?.profile_image_url ?? null
  const profile_image_url = photo ? await keepPicture(photo) : removePhoto ? null : kept
  const all = { ...columns, profile_image_url }
  if (!row) {
    const timeZone = config.DEFAULT_TIME_ZONE
    return insertRecord(db, record, all, { userId: actor.userId, timeZone, now })
  }
  const before = await findFacts(db, record, row.id)
  await updateRecord(db, record, all, { recordId: row.id, now })
  if (profile_image_url !== kept) await forgetPicture(kept)
  if (row.verification_status !== 'verified') return
  const after = await findFacts(db, record, row.id)
  if (JSON.stringify(before.licence) === JSON.stringify(after.licence)) return
  await move(work, row, { record, to: 'submitted', adminId: null, reason: null })
}
