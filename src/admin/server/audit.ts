import type { AuditAction, AuditSubject } from '#/admin/acts.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

type Line = {
  /** Makes a repeated delivery recognizable. */
  id?: string
  action: AuditAction
  subject: { kind: AuditSubject; id: string }
  reason?: string
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}

/**
 * Adds a line to the log, once. An admin's action is logged in its own transaction. Without an admin or a user, it was
 * done on the command line.
 */
export async function writeDown(
  { db, admin, user, now }: { db: Db; admin?: { adminId: string }; user?: { userId: string }; now: Date },
  { id = newId(), action, subject, reason, before = {}, after = {} }: Line,
): Promise<void> {
  await db
    .insertInto('admin_audit_log')
    .values({
      id,
      admin_id: admin?.adminId ?? null,
      user_id: user?.userId ?? null,
      action,
      subject_kind: subject.kind,
      subject_id: subject.id,
      reason: reason ?? null,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      happened_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}
