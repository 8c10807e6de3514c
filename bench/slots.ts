/** Measures the slot function alone: a provider's day with 10 bookings and 3 breaks, including instants. */
import { type Calendar, slotsOn, WINDOW_DAYS } from '#/booking/slots.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { type Day, daysFrom, instantAt, WEEKDAYS } from '#/kernel/time.ts'

const ZONES = ['Asia/Kolkata', 'America/New_York', 'Europe/London', 'Australia/Lord_Howe']
const FIRST_DAY = '2026-10-20' // Every zone here that changes its clocks does so within the window.
const ROUNDS = 200

function calendarOf(timeZone: string, day: Day): Calendar {
  const bookedFrom = [540, 570, 630, 690, 720, 840, 900, 930, 990, 1050]
  return {
    timeZone,
    minimumNoticeMinutes: 60,
    bufferMinutes: 0,
    hours: WEEKDAYS.map((dayOfWeek) => ({
      scheduleId: dayOfWeek,
      dayOfWeek,
      scheduleDate: null,
      isAvailable: true,
      startTime: '09:00',
      endTime: '19:00',
      slotDurationMinutes: 30,
    })),
    breaks: WEEKDAYS.flatMap((scheduleId) => [
      { scheduleId, startTime: '11:00', endTime: '11:15' },
      { scheduleId, startTime: '13:00', endTime: '14:00' },
      { scheduleId, startTime: '16:00', endTime: '16:15' },
    ]),
    holidays: [],
    busy: bookedFrom.map((minute) => {
      const startsAt = instantAt(day, minute, timeZone)!
      return { startsAt, endsAt: new Date(startsAt.getTime() + 30 * MINUTE) }
    }),
  }
}

/** Returns microseconds per provider-day: the median of many rounds over a month in four time zones, after a warm-up. */
export function measureSlots(): { microsecondsPerDay: number } {
  const cases = ZONES.flatMap((zone) => {
    const now = instantAt(FIRST_DAY, 0, zone)!
    return daysFrom(FIRST_DAY, WINDOW_DAYS).map((day) => ({ calendar: calendarOf(zone, day), day, now }))
  })
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now()
    for (const { calendar, day, now } of cases) slotsOn(calendar, day, now)
    rounds.push(((performance.now() - began) * 1000) / cases.length)
  }
  const settled = rounds.slice(ROUNDS / 2).sort((a, b) => a - b)
  return { microsecondsPerDay: settled[settled.length / 2]! }
}
