import { type AuditAction, saidOf } from '#/admin/acts.ts'
import type { AuditLine } from '#/admin/contract.ts'
import { toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type LogSearch, logStatement } from './queries.ts'

export async function readLog(db: Db, search: LogSearch) {
  const rows = await logStatement(db, search).execute()
  return toPage(rows, {
    keyOf: ({ sequence }) => [sequence],
    show: (row): AuditLine => ({
      id: row.id,
      happenedAt: row.happened_at,
      admin: row.admin_id && row.admin_name ? { id: row.admin_id, name: row.admin_name } : null,
      user: row.user_id ? { id: row.user_id, name: row.user_name } : null,
      action: row.action as AuditAction,
      said: saidOf(row.action as AuditAction),
      subject: { kind: row.subject_kind, id: row.subject_id, name: row.subject_name },
      reason: row.reason,
      before: row.before as Record<string, unknown>,
      after: row.after as Record<string, unknown>,
    }),
  })
}
