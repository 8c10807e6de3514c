import type { CorrectedStatus } from '#/appointments/desk.ts'
import { correctAppointment, decideEarlyEnd } from '#/appointments/server/index.ts'
import { writeDown } from './audit.ts'
import type { AdminWork } from './suspension.ts'

/** The log entry includes the note, because it justifies the correction. */
export async function correctAppointmentAtDesk(
  work: AdminWork,
  { id, to, note }: { id: string; to: CorrectedStatus; note: string },
): Promise<void> {
  const from = await correctAppointment(work, { id, to, note, adminId: work.admin.adminId })
  await writeDown(work, {
    action: 'appointment.corrected',
    subject: { kind: 'appointment', id },
    reason: note,
    before: { status: from },
    after: { status: to },
  })
}

export async function decideEarlyEndAtDesk(
  work: AdminWork,
  { id, isUpheld, note }: { id: string; isUpheld: boolean; note: string },
): Promise<void> {
  const { from, to } = await decideEarlyEnd(work, { id, isUpheld, note, adminId: work.admin.adminId })
  await writeDown(work, {
    action: 'appointment.early_end_decided',
    subject: { kind: 'appointment', id },
    reason: note,
    before: { status: from },
    after: { status: to },
  })
}
