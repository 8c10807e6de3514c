import type { Sweep } from '#/kernel/server/jobs.ts'

/** Sessions and links that are past their time let nobody in; an address or a browser need not be kept for them. */
export const forgetExpired: Sweep = {
  name: 'forget-expired-sessions',
  cron: '37 * * * *',
  async run({ db, now }) {
    const sessions = await db.deleteFrom('sessions').where('expires_at', '<', now).executeTakeFirst()
    const links = await db.deleteFrom('verifications').where('expires_at', '<', now).executeTakeFirst()
    return Number(sessions.numDeletedRows + links.numDeletedRows)
  },
}
