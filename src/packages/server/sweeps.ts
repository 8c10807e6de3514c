import { sql } from 'kysely'
import { dayFor } from '#/kernel/reader-time.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { notify } from '#/notifications/server/index.ts'
import { reminderDays } from '#/packages/limits.ts'
import { noteChange } from './changes.ts'
import { releaseRest } from './money.ts'
import { lastDayOf, nameOf, ownerOf } from './payment-events.ts'
import { selectPackages } from './queries.ts'
import { closeBalance } from './return.ts'

const atOnce = 200
const sessionsText = (count: number) => (count === 1 ? 'one session' : `${count} sessions`)

/** Ends packages whose time is over and releases what is left of them. A package whose trainer can't be booked waits. */
export const expirePackages: Sweep = {
  name: 'expire-packages',
  cron: '*/5 * * * *',
  transactions: 'batches',
  async run(work) {
    const { db, now } = work
    const { rows: due } = await sql<{ id: string }>`
      select k.id from packages k
       where k.status = 'active' and k.expires_at <= ${now}
         and exists (select from calendar_providers c where c.provider_id = k.provider_id and c.listed)
       order by k.expires_at limit ${atOnce} for no key update of k skip locked
    `.execute(db)
    if (due.length === 0) return 0
    const rows = await selectPackages(db)
      .where(
        'k.id',
        'in',
        due.map(({ id }) => id),
      )
      .execute()
    for (const row of rows) {
      await closeBalance(work, row.id, { status: 'expired' })
      await releaseRest(work, row.id)
      await noteChange(work, { packageId: row.id, what: 'expired', by: 'system' })
      if (row.balance === 0) continue
      const source = `packages.expired:${row.id}:${row.expires_at!.getTime()}`
      await notify(
        work,
        {
          ...{ type: 'package_changed' as const, source, userId: row.owner_user_id, href: '/packages' },
          title: 'Your package has expired',
          message: `${nameOf(row)} has expired with ${sessionsText(row.balance)} unused. Sessions that you’ve already booked stay booked.`,
        },
        {
          ...{ type: 'package_changed' as const, source, userId: row.provider_user_id },
          href: '/packages?tab=sold',
          title: 'A package has expired',
          message: `${nameOf(row)} of ${ownerOf(row)} has expired with ${sessionsText(row.balance)} unused. The rest of its price is ready to be paid out to you.`,
        },
      )
    }
    return rows.length
  },
}

/** Reminds owners with sessions left, unless the package isn't valid for longer than the reminder. */
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
            where k.status = 'active' and k.balance > 0
              and k.expires_at > ${now} and k.expires_at <= ${now}::timestamptz + ${days} * interval '1 day'
              and k.expires_at - k.paid_at > ${days + 1} * interval '1 day'
              and (k.reminded_days is null or k.reminded_days > ${days})
            order by k.expires_at limit ${atOnce} for no key update skip locked)
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
          href: '/packages',
        })),
      )
      sent += rows.length
    }
    return sent
  },
}
