import type { ReportOutcome } from '#/messaging/rules.ts'
import { resolveReport } from '#/messaging/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

/** The conclusion stays with the report, and is deleted with it; the log says only that it happened. */
export async function resolveReportAtDesk(
  work: AdminWork,
  { id, ...decision }: { id: string; conclusion: string; outcome: ReportOutcome },
): Promise<void> {
  await resolveReport(work, { id, ...decision, adminId: work.admin.adminId })
  await writeDown(work, {
    action: 'report.resolved',
    subject: { kind: 'report', id },
    before: { resolved: false },
    after: { resolved: true, outcome: decision.outcome },
  })
}
