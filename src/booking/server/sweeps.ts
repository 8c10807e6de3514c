import { sql } from 'kysely'
import { type Trade, trades } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import { namesOf } from './trade-tables.ts'

/** No page shows past dates, so nobody misses them after this many days. */
const keptDays = 60

/** Deletes date hours and holidays long past. Appointments keep their own times. */
export const forgetPastDates: Sweep = {
  name: 'forget-past-dates',
  cron: '57 3 * * *',
  async run({ db, now }) {
    const before = addDays(dayOf(now, 'UTC'), -keptDays)
    let forgotten = 0
    for (const trade of trades) forgotten += await forgetBefore(db, trade, before)
    return forgotten
  },
}

/** Deletes waits for days that are over in every zone. */
export const forgetPastWaits: Sweep = {
  name: 'forget-past-waits',
  cron: '47 3 * * *',
  transactions: 'batches',
  run: ({ db, now }) => deleteBatch(db, 'booking_waits', sql`day < ${addDays(dayOf(now, 'UTC'), -1)}::date`),
}

async function forgetBefore(db: Db, trade: Trade, before: Day): Promise<number> {
  const { schedules, holidays } = namesOf(trade)
  const dates = await sql`delete from ${schedules} where schedule_date < ${before}::date`.execute(db)
  const free = await sql`delete from ${holidays} where end_date < ${before}::date`.execute(db)
  return Number(dates.numAffectedRows ?? 0) + Number(free.numAffectedRows ?? 0)
}
