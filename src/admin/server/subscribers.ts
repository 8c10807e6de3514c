import type { AuditAction } from '#/admin/rules.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import type { VerificationStatus } from '#/verification/rules.ts'
import { writeDown } from './audit.ts'

/**
 * Adds to the log what a provider did to be checked. What an admin decides is written by the decision itself. The line
 * names people by their ids alone, so that nothing of them is left in it once they are erased.
 */
export const writeDownHandingIn = subscriber<VerificationChanged>(
  'verification.changed',
  'admin.write-down-handing-in',
  async ({ db }, { changeId, record, userId, from, to, by, at }) => {
    if (by !== 'provider') return
    await writeDown(
      { db, user: { userId }, now: new Date(at) },
      {
        id: changeId,
        action: actionOf(from, to),
        subject: { kind: 'user', id: userId },
        before: { [record]: from },
        after: { [record]: to },
      },
    )
  },
)

function actionOf(from: VerificationStatus, to: VerificationStatus): AuditAction {
  if (to === 'verified') return 'provider.change_withdrawn'
  return from === 'verified' ? 'provider.changed' : 'provider.handed_in'
}
