import { sql } from 'kysely'
import { injuredLimits } from '#/emergency/injured.ts'
import { HOUR } from '#/kernel/duration.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'

const atOnce = 500

/** Closes reports that are still open after three days: by then nobody is coming any more. */
export const closeOldInjured: Sweep = {
  name: 'close-old-injured-reports',
  cron: '41 * * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const { rows } = await sql`
      with due as materialized (
        select id from injured_reports
         where ended_at is null and created_at <= ${new Date(now.getTime() - injuredLimits.openHours * HOUR)}
         order by created_at limit ${sql.lit(atOnce)} for no key update skip locked
      )
      update injured_reports r set status = 'closed', ended_at = ${now} from due where r.id = due.id returning r.id
    `.execute(db)
    return rows.length
  },
}

export const forgetInjured: Sweep = {
  name: 'forget-injured-reports',
  cron: '51 3 * * *',
  transactions: 'batches',
  async run({ db, now }) {
    const reports = await deleteBatch(
      db,
      'injured_reports',
      sql`created_at < ${now}::timestamptz - make_interval(days => ${sql.lit(injuredLimits.keptDays)})`,
    )
    return (
      reports +
      (await deleteBatch(
        db,
        'injured_notices',
        sql`report_id is null and created_at < ${now}::timestamptz - interval '1 day'`,
      ))
    )
  },
}
