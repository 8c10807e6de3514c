import type { AuditAction } from '#/admin/acts.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import type { VerificationStatus } from '#/verification/rules.ts'
import { writeDown } from './audit.ts'

/**
 * Logs what a provider submits for checking; decisions log themselves. The line names people only by id, so that
 * nothing is left once they are erased.
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
