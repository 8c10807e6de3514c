import { sql } from 'kysely'
import type { Sweep } from '#/kernel/server/jobs.ts'

/**
 * What was read, or cleared away, or told by mail alone, is kept for half a year: longer than anything is told again.
 * What nobody has read yet stays. So many at once that a long backlog is worked off in steps.
 */
export const forgetOldNotifications: Sweep = {
  name: 'forget-old-notifications',
  cron: '*/20 * * * *',
  async run({ db, now }) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (
        select n.id from notifications n
         where n.created_at < ${now}::timestamptz - interval '180 days'
           and (not n.in_bell
             or exists (select from user_notification_reads r where r.user_id = n.user_id and r.notification_id = n.id)
             or exists (select from user_cleared_notifications c
                         where c.user_id = n.user_id and c.cleared_at >= n.created_at))
         order by n.created_at
         limit 5000)
    `.execute(db)
    return Number(numAffectedRows ?? 0)
  },
}
