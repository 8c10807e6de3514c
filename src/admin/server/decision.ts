import type { AuditAction } from '#/admin/acts.ts'
import { adminErrors } from '#/admin/errors.ts'
import { refuseRequest, refuser } from '#/kernel/errors.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { Decision } from '#/verification/contract.ts'
import type { ProviderRecord } from '#/verification/rules.ts'
import { decide } from '#/verification/server/index.ts'
import { lockUser } from './users/suspension.ts'

const refuse = refuser(adminErrors)

const actions = {
  verified: 'provider.verified',
  rejected: 'provider.rejected',
  suspended: 'provider.suspended',
  submitted: 'provider.reopened',
} as const satisfies Readonly<Record<Decision['to'], AuditAction>>

/** Decides on a record. Refuses for a suspended account, which a decision could list again. */
export async function decideOnRecord(
  work: Work,
  given: { record: ProviderRecord; recordId: string; decision: Decision; adminId: string },
) {
  const { record, recordId, decision, adminId } = given
  const found = await work.db
    .selectFrom('role_records')
    .select('user_id')
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  if (!found?.user_id) return refuseRequest('request.not_found')
  const user = await lockUser(work.db, found.user_id)
  if (user.suspended_at) refuse('admin.account_suspended')
  const { from, to, userId } = await decide(work, { ...decision, record, recordId, adminId })
  return {
    // Rejecting a change leaves the record verified.
    action: to === decision.to ? actions[decision.to] : 'provider.change_refused',
    subjectId: userId,
    reason: decision.reason,
    before: { [record]: from },
    after: { [record]: to },
  } as const
}
