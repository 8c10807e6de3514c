import { sql } from 'kysely'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

/**
 * Deletes notifications that were read, cleared or never in the bell after half a year, which is longer than anything is
 * repeated, and unread ones after a year.
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
        and (created_at < ${now}::timestamptz - interval '365 days'
          or not in_bell
          or exists (select from user_notification_reads r
                      where r.user_id = notifications.user_id and r.notification_id = notifications.id)
          or exists (select from user_cleared_notifications c
                      where c.user_id = notifications.user_id and c.cleared_at >= notifications.created_at))`,
    ),
}
