import { sql } from 'kysely'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

export const forgetExpiredAdminSessions: Sweep = {
  name: 'forget-expired-admin-sessions',
  cron: '47 * * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const isOver = sql`expires_at < ${now}`
    return (
      (await deleteBatch(db, 'admin_sessions', isOver)) +
      (await deleteBatch(db, 'admin_verifications', isOver))
    )
  },
}
