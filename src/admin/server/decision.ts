import type { AuditAction } from '#/admin/acts.ts'
import { adminErrors } from '#/admin/errors.ts'
import { refuseRequest, refuser } from '#/kernel/errors.ts'
import type { Decision } from '#/verification/contract.ts'
import type { ProviderRecord } from '#/verification/rules.ts'
import { decide } from '#/verification/server/index.ts'
import { writeDown } from './audit.ts'
import { type AdminWork, lockUser } from './suspension.ts'

const refuse = refuser(adminErrors)

const actions: Readonly<Record<Decision['to'], AuditAction>> = {
  verified: 'provider.verified',
  rejected: 'provider.rejected',
  suspended: 'provider.suspended',
  submitted: 'provider.reopened',
}

/** Decides on a record, and logs it. Refuses for a suspended account, which a decision could list again. */
export async function decideOnRecord(
  work: AdminWork,
  { record, recordId, decision }: { record: ProviderRecord; recordId: string; decision: Decision },
): Promise<void> {
  const { db, admin } = work
  const found = await db
    .selectFrom('role_records')
    .select('user_id')
    .where('record', '=', record)
    .where('record_id', '=', recordId)
    .executeTakeFirst()
  if (!found?.user_id) return refuseRequest('request.not_found')
  const user = await lockUser(db, found.user_id)
  if (user.suspended_at) refuse('admin.account_suspended')
  const { from, to, userId } = await decide(work, { ...decision, record, recordId, adminId: admin.adminId })
  await writeDown(work, {
    // Rejecting a change leaves the record verified.
    action: to === decision.to ? actions[decision.to] : 'provider.change_refused',
    subject: { kind: 'user', id: userId },
    ...(decision.reason && { reason: decision.reason }),
    before: { [record]: from },
    after: { [record]: to },
  })
}
