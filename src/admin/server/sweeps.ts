import type { Sweep } from '#/kernel/server/jobs.ts'

/** What lets nobody in any more need not be kept. */
export const forgetExpiredAdminSessions: Sweep = {
  name: 'forget-expired-admin-sessions',
  cron: '47 * * * *',
  async run({ db, now }) {
    const sessions = await db.deleteFrom('admin_sessions').where('expires_at', '<', now).executeTakeFirst()
    const steps = await db.deleteFrom('admin_verifications').where('expires_at', '<', now).executeTakeFirst()
    return Number(sessions.numDeletedRows + steps.numDeletedRows)
  },
}
