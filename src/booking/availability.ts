import { WEEKDAYS, type Weekday, weekdayOf } from '#/kernel/time.ts'
import type { Hours } from './hours.ts'
import { openWithoutWeek } from './open-hours.ts'
import { inHalfHours } from './sessions.ts'
import type { Busy, Calendar, Holiday, WorkingHours } from './slots.ts'
import { isBySession, isBySlot, type Trade } from './trades.ts'

type Range = Hours & { id?: string | null }

/** Everything that decides a calendar, saved or still being edited. Unsaved rows have no id. */
export type Plan = {
  settings: { timeZone: string; minimumNoticeMinutes: number; bufferMinutes: number }
  week: { days: readonly { day: Weekday; isOpen: boolean; ranges: readonly Range[] }[] }
  dates: readonly { date: string; isOpen: boolean; ranges: readonly Range[] }[]
  holidays: readonly Holiday[]
}

type Rows = Pick<Calendar, 'hours' | 'breaks'>

/** Returns the calendar that this plan would make. */
export function calendarOf(trade: Trade, plan: Plan, busy: Busy[] = []): Calendar {
  const { timeZone, minimumNoticeMinutes, bufferMinutes } = plan.settings
  const rows: Rows = { hours: [], breaks: [] }
  for (const { day, isOpen, ranges } of plan.week.days)
    addRows(rows, ranges, { dayOfWeek: day, scheduleDate: null, isAvailable: isOpen })
  for (const { date, isOpen, ranges } of plan.dates) {
    const on = { dayOfWeek: weekdayOf(date), scheduleDate: date, isAvailable: isOpen }
    addRows(rows, isOpen ? ranges : [closedRow], on)
  }
  const calendar = {
    timeZone,
    minimumNoticeMinutes,
    bufferMinutes,
    holidays: [...plan.holidays],
    busy,
    ...rows,
  }
  if (!isBySlot(trade)) return openWithoutWeek(calendar)
  return isBySession(trade) ? inHalfHours(calendar) : calendar
}

/** Closes a date: it covers the whole day and isn't available, so its slot length doesn't matter. */
export const closedRow: Range = { startTime: '00:00', endTime: '24:00', slotMinutes: 30, breaks: [] }

function addRows(
  { hours, breaks }: Rows,
  ranges: readonly Range[],
  on: Pick<WorkingHours, 'dayOfWeek' | 'scheduleDate' | 'isAvailable'>,
): void {
  for (const range of ranges) {
    const scheduleId = range.id ?? `unsaved ${hours.length}`
    const { startTime, endTime, slotMinutes } = range
    hours.push({ scheduleId, ...on, startTime, endTime, slotDurationMinutes: slotMinutes })
    for (const pause of range.breaks)
      breaks.push({ scheduleId, startTime: pause.startTime, endTime: pause.endTime })
  }
}

/** Returns all seven days, Monday first; missing ones are off. */
export function wholeWeek<Day extends { day: Weekday }>(days: readonly Day[]) {
  return WEEKDAYS.map((day) => days.find((named) => named.day === day) ?? { day, isOpen: false, ranges: [] })
}
