import type { AuditAction } from '#/admin/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

type Line = {
  action: AuditAction
  subject: { kind: 'user' | 'admin' | 'ticket' | 'message'; id: string }
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/** Adds a line to the log, in the transaction of what it tells of. Without an admin it was done on the command line. */
export async function writeDown(
  { db, admin, now }: { db: Db; admin?: { adminId: string }; now: Date },
  { action, subject, reason, before = {}, after = {} }: Line,
): Promise<void> {
  await db
    .insertInto('admin_audit_log')
    .values({
      id: newId(),
      admin_id: admin?.adminId ?? null,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason: reason ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      happened_at: now,
    })
    .execute()
}
