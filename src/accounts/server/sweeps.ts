import type { Sweep } from '#/kernel/server/jobs.ts'

/** Sessions, links and codes that are past their time let nobody in; an address or a browser need not be kept for them. */
export const forgetExpired: Sweep = {
  name: 'forget-expired-sessions',
  cron: '37 * * * *',
  async run({ db, now }) {
    const sessions = await db.deleteFrom('sessions').where('expires_at', '<', now).executeTakeFirst()
    const others = []
    for (const table of ['verifications', 'mailed_links', 'phone_codes'] as const)
      others.push(await db.deleteFrom(table).where('expires_at', '<', now).executeTakeFirst())
    return [sessions, ...others].reduce((sum, { numDeletedRows }) => sum + Number(numDeletedRows), 0)
  },
}
