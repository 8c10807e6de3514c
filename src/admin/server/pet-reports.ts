import { keepPetReport, removeEntryByDesk, removePetReport } from '#/reports/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

/** The line says why, but not what was written, because words are deleted with their person and the log stays. */
export async function removePetReportAtDesk(
  work: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await removePetReport(work, { id, reason, adminId: work.admin.adminId })
  await writeDown(work, {
    action: 'pet.report_removed',
    subject: { kind: 'pet_report', id },
    reason,
    before: { removed: false },
    after: { removed: true },
  })
}

export async function removeEntryAtDesk(
  work: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { reportId, kind } = await removeEntryByDesk(work, { id, reason })
  await writeDown(work, {
    action: kind === 'comment' ? 'pet.comment_removed' : 'pet.sighting_removed',
    subject: { kind: 'pet_report', id: reportId },
    reason,
    before: { removed: false },
    after: { removed: true },
  })
}

export async function keepPetReportAtDesk(
  work: AdminWork,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await keepPetReport(work, id)
  await writeDown(work, {
    action: 'pet.report_kept',
    subject: { kind: 'pet_report', id },
    reason,
    before: { complaints: 'open' },
    after: { complaints: 'closed' },
  })
}
