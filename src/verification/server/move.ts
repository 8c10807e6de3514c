import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { refuse } from '#/verification/contract.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { mayMove, type ProviderRecord, type VerificationStatus } from '#/verification/rules.ts'
import { insertChange } from './queries.ts'
import { type RecordRow, setStatus } from './records.ts'

type Step = {
  record: ProviderRecord
  to: VerificationStatus
  adminId: string | null
  reason: string | null
  /** True if the change is refused, so that the facts verified before stay. */
  changeRefused?: boolean
}

/** Moves a locked record if the table of moves allows it, and announces the change. */
export async function move(work: Work, row: RecordRow, step: Step): Promise<void> {
  const { db, now, announce } = work
  const { record, to, adminId, reason, changeRefused = false } = step
  const from = row.verification_status
  const by = adminId ? 'admin' : 'provider'
  if (!mayMove(from, to, by)) refuse('verification.move_not_allowed', { status: from })
  await setStatus(db, record, row.id, to, now)
  const id = newId()
  const change = { id, record, record_id: row.id, user_id: row.user_id, from_status: from, to_status: to }
  await insertChange(db, {
    ...change,
    admin_id: adminId,
    reason,
    changed_at: now,
    change_refused: changeRefused,
  })
  await announce<VerificationChanged>('verification.changed', {
    changeId: id,
    record,
    recordId: row.id,
    userId: row.user_id,
    from,
    to,
    by,
    reason,
    changeRefused,
    at: now.toISOString(),
  })
}
