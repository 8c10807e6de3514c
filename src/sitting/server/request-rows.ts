import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { clockFrom, type Day } from '#/kernel/time.ts'
import type { Plan } from '#/sitting/plan.ts'
import type { DayRange } from '#/sitting/room.ts'

export type Asked = NonNullable<Awaited<ReturnType<typeof findRequest>>>

/** Finds the request that an appointment belongs to. */
export function findRequest(db: Db, appointmentId: string) {
  return selectRequests(db).where('d.appointment_id', '=', appointmentId).executeTakeFirst()
}

export const selectRequests = (db: Db) =>
  db
    .selectFrom('sitting_requests as r')
    .innerJoin('sitting_details as d', 'd.request_id', 'r.id')
    .selectAll('r')
    .select(['d.appointment_id', 'd.is_asking'])

export function planOf(row: Asked): Plan {
  return {
    service: row.service_type,
    schedule: row.schedule_type,
    startDate: row.start_date,
    endDate: row.end_date,
    daysOfWeek: row.days_of_week as Plan['daysOfWeek'],
    startTime: clockFrom(row.start_time),
    endTime: clockFrom(row.end_time),
  }
}

/** Finds the pauses of a repeat that nobody has ended early. */
export function findPauses({ db }: Pick<Work, 'db'>, requestId: string) {
  return db
    .selectFrom('sitting_pauses')
    .select(['id', 'start_date as startDate', 'end_date as endDate', 'made_by as by'])
    .where('request_id', '=', requestId)
    .where('resumed_at', 'is', null)
    .orderBy('end_date', 'desc')
    .orderBy('id')
    .execute()
}

export const covers = ({ startDate, endDate }: DayRange, day: Day) => startDate <= day && day <= endDate
