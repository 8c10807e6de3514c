import { sql } from 'kysely'
import type { AppointmentStatus } from '#/booking/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { dayBounds, dayOf } from '#/kernel/time.ts'
import { selectAppointments } from './queries.ts'
import { showVisit } from './show.ts'

/** What was agreed and not called off, whether or not it is over. Requests have a list of their own. */
const agreed: AppointmentStatus[] = ['confirmed', 'completed', 'no_show']

/** More than a day has room for, in slots of ten minutes. */
const most = 200

/** The visits of the vet's own day, on their calendar as it is now, in order. */
export async function listToday(db: Db, vetId: string, now: Date) {
  const { time_zone: timeZone } = await db
    .selectFrom('veterinary_doctors')
    .select('time_zone')
    .where('id', '=', vetId)
    .executeTakeFirstOrThrow()
  const date = dayOf(now, timeZone)
  const { startsAt, endsAt } = dayBounds(date, timeZone)
  const rows = await selectAppointments(db)
    .where('a.veterinary_id', '=', vetId)
    .where('a.starts_at', '>=', startsAt)
    .where('a.starts_at', '<', endsAt)
    .where(
      'a.status',
      'in',
      agreed.map((status) => sql.lit(status)),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(most)
    .execute()
  return { date, timeZone, rows: rows.map(showVisit) }
}
