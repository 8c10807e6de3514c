import { hoursOn, isHoliday } from '#/booking/slots.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, dayOf, minuteOf, minutesOf } from '#/kernel/time.ts'
import { readCalendars } from './queries.ts'

type Asked = { trade: SlotTrade; providerIds: readonly string[]; now: Date }

/**
 * Returns which of the providers work at this moment by their hours: not on a holiday, not in a break, whether they are
 * booked or not. In one statement.
 */
export async function findOpenNow(db: Db, { trade, providerIds, now }: Asked): Promise<Set<string>> {
  if (providerIds.length === 0) return new Set()
  const today = dayOf(now, 'UTC')
  const calendars = await readCalendars(
    db,
    { trade, providerIds },
    addDays(today, -1),
    addDays(today, 1),
    now,
    {},
  )
  return new Set(
    providerIds.filter((id) => {
      const calendar = calendars.get(id)
      if (!calendar?.listed) return false
      const day = dayOf(now, calendar.timeZone)
      const minute = minuteOf(now, calendar.timeZone)
      const holds = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
        minutesOf(startTime) <= minute && minute < minutesOf(endTime)
      return hoursOn(calendar.hours, day).some(
        (row) =>
          holds(row) &&
          !isHoliday(calendar, day) &&
          !calendar.breaks.some((pause) => pause.scheduleId === row.scheduleId && holds(pause)),
      )
    }),
  )
}
