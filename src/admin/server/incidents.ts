import { removeIncident } from '#/care/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

/** The log line has the reason, but not the removed text: texts are deleted with their person, and the log stays. */
export async function removeIncidentAtDesk(
  work: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await removeIncident(work, { id, reason, adminId: work.admin.adminId })
  await writeDown(work, {
    action: 'incident.removed',
    subject: { kind: 'incident', id },
    reason,
    before: { removed: false },
    after: { removed: true },
  })
}
