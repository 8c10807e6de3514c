import { sql } from 'kysely'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

/**
 * What was read, or cleared away, or told by mail alone, is kept for half a year: longer than anything is told again.
 * What nobody has read yet stays.
 */
export const forgetOldNotifications: Sweep = {
  name: 'forget-old-notifications',
  cron: '27 3 * * *',
  transactions: 'batches',
  run: ({ db, now }) =>
    deleteBatch(
      db,
      'notifications',
      sql`
        created_at < ${now}::timestamptz - interval '180 days'
        and (not in_bell
          or exists (select from user_notification_reads r
                      where r.user_id = notifications.user_id and r.notification_id = notifications.id)
          or exists (select from user_cleared_notifications c
                      where c.user_id = notifications.user_id and c.cleared_at >= notifications.created_at))`,
    ),
}
