import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refuse } from '../contract.ts'
import type { ProviderRecord } from '../rules.ts'
import { move } from './move.ts'
import { findFacts, findRecord } from './queries.ts'
import { lockRecord } from './records.ts'

/** Hands the caller's record in, once nothing is missing. */
export async function submitRecord(work: ActorWork, record: ProviderRecord): Promise<void> {
  const row = await lockRecord(work.db, record, { userId: work.actor.userId })
  if (!row) return refuseRequest('request.not_found')
  await refuseIncomplete(work, record, row.id)
  await move(work, row, { record, to: 'submitted', adminId: null, reason: null })
}

export async function refuseIncomplete({ db }: Pick<Work, 'db'>, record: ProviderRecord, recordId: string) {
  const { missing } = (await findRecord(db, record, recordId))!
  if (missing?.length) refuse('verification.incomplete', { missing })
}

/**
 * Runs a provider's own change of the record. Where what was verified is different afterwards, the record is handed in
 * again by that, and until it is checked counts as not verified; bookings there are stay.
 */
export async function changeRecord(
  work: Work,
  record: ProviderRecord,
  recordId: string,
  change: () => Promise<void>,
): Promise<void> {
  const row = await lockRecord(work.db, record, { recordId })
  if (!row) return refuseRequest('request.not_found')
  if (row.verification_status !== 'verified') return change()
  const before = await findFacts(work.db, record, recordId)
  await change()
  const after = await findFacts(work.db, record, recordId)
  if (JSON.stringify(before.licence) === JSON.stringify(after.licence)) return
  await move(work, row, { record, to: 'submitted', adminId: null, reason: null })
}
