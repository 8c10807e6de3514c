/** Hours in trades where owners ask for a time instead of taking a slot. */
import { WEEKDAYS } from '#/kernel/time.ts'
import type { Calendar, WorkingHours } from './slots.ts'

/** Returns the calendar with all day open if its provider has no weekly hours; single dates keep their own. */
export function openWithoutWeek<Kind extends Pick<Calendar, 'hours'>>(calendar: Kind): Kind {
  return hasWeek(calendar) ? calendar : { ...calendar, hours: [...calendar.hours, ...allDay] }
}

const hasWeek = ({ hours }: Pick<Calendar, 'hours'>): boolean =>
  hours.some(({ scheduleDate }) => scheduleDate === null)

const allDay: readonly WorkingHours[] = WEEKDAYS.map((dayOfWeek) => ({
  scheduleId: null,
  dayOfWeek,
  scheduleDate: null,
  isAvailable: true,
  startTime: '00:00',
  endTime: '24:00',
  slotDurationMinutes: 30,
}))
