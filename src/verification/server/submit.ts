import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { refuse } from '#/verification/contract.ts'
import { mayHandIn, type ProviderRecord } from '#/verification/rules.ts'
import { move } from './move.ts'
import { findRecord } from './queries.ts'
import { lockRecord } from './records.ts'

export async function submitRecord(work: ActorWork, record: ProviderRecord): Promise<void> {
  const row = await lockRecord(work.db, record, { userId: work.actor.userId })
  if (!row) return refuseRequest('request.not_found')
  const { verification_status: status } = row
  if (!mayHandIn(status)) refuse('verification.move_not_allowed', { status })
  await refuseIncomplete(work, record, row.id)
  await move(work, row, { record, to: 'submitted', adminId: null, reason: null })
}

export async function refuseIncomplete({ db }: Pick<Work, 'db'>, record: ProviderRecord, recordId: string) {
  const { missing } = (await findRecord(db, record, recordId))!
  if (missing?.length) refuse('verification.incomplete', { missing })
}
