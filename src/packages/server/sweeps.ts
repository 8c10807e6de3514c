import { sql } from 'kysely'
import { withRecord } from '#/kernel/linked-record.ts'
import { dayFor } from '#/kernel/reader-time.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import { extraDays, reminderDays } from '#/packages/limits.ts'
import { extendedExpiry } from '#/packages/rules.ts'
import { expire, sessionsText } from './expire.ts'
import { lastDayOf, nameOf } from './payment-events.ts'
import { isTrainerAway, selectPackages } from './queries.ts'

const atOnce = 200

/**
 * Ends packages whose time is over and releases the rest of their money. A package whose trainer can't be booked stays
 * valid for nearly `extraDays` at least, so that owners have time to use it once the trainer is back or lifts a block.
 */
export const expirePackages: Sweep = {
  name: 'expire-packages',
  cron: '*/5 * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const { rows: kept } = await sql<{ id: string }>`
      update packages set expires_at = ${extendedExpiry(now, now)}, reminded_days = null
       where id in (
         select k.id from packages k
          where k.status = 'active' and k.expires_at <= ${now}::timestamptz + ${extraDays - 1} * interval '1 day'
            and ${isTrainerAway}
          order by k.expires_at limit ${atOnce} for no key update of k skip locked)
      returning id
    `.execute(db)
    const { rows: due } = await sql<{ id: string }>`
      select k.id from packages k
       where k.status = 'active' and k.expires_at <= ${now} and not ${isTrainerAway}
       order by k.expires_at limit ${atOnce} for no key update of k skip locked
    `.execute(db)
    if (due.length === 0) return kept.length
    const rows = await selectPackages(db)
      .where(
        'k.id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    for (const row of rows) await expire(work, row)
    return kept.length + rows.length
  },
}

/**
 * Reminds owners who have sessions left, unless the package was never valid for longer than the reminder's lead time.
 */
export const remindOfPackages: Sweep = {
  name: 'remind-of-packages',
  cron: '15 * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    let sent = 0
    for (const days of reminderDays) {
      const { rows: due } = await sql<{ id: string }>`
        update packages set reminded_days = ${days}
         where id in (
           select k.id from packages k
            where k.status = 'active' and k.balance > 0 and not ${isTrainerAway}
              and k.expires_at > ${now} and k.expires_at <= ${now}::timestamptz + ${days} * interval '1 day'
              and k.expires_at - k.paid_at > ${days + 1} * interval '1 day'
              and (k.reminded_days is null or k.reminded_days > ${days})
            order by k.expires_at limit ${atOnce} for no key update of k skip locked)
        returning id
      `.execute(db)
      if (due.length === 0) continue
      const rows = await selectPackages(db)
        .where(
          'k.id',
          'in',
          due.map(({ id }) => id),
        )
        .execute()
      await notify(
        work,
        ...rows.map((row) => ({
          type: 'package_reminder' as const,
          userId: row.owner_user_id,
          title: 'Your package expires soon',
          message: (reader: Parameters<typeof dayFor>[0]) =>
            `${nameOf(row)} with ${row.trainer_name} is valid until ${dayFor(reader, lastDayOf(row), row.time_zone)} and has ${sessionsText(row.balance)} left. Book before then; unused sessions are lost.`,
          source: `packages.reminder:${row.id}:${days}:${row.expires_at!.getTime()}`,
          href: withRecord('/packages?tab=mine', row.id),
        })),
      )
      sent += rows.length
    }
    return sent
  },
}
