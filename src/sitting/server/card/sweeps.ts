import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { routeDays } from '#/sitting/card.ts'

export const forgetOldRoutes: Sweep = {
  name: 'forget-old-routes',
  cron: '47 * * * *',
  transactions: 'batches',
  run: ({ db, now }) =>
    deleteBatch(db, 'sitting_routes', sql`created_at < ${new Date(now.getTime() - routeDays * DAY)}`),
}
