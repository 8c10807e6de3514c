import { type Calendar, slotsOn, type WorkingHours } from './slots.ts'

/** Dr. Meera Iyer works in Mumbai, where it is Monday, 30 November 2026, 08:00. */
export const now = new Date('2026-11-30T02:30:00Z')
export const monday = '2026-11-30'
export const tuesday = '2026-12-01'
export const nextMonday = '2026-12-07'

export function row(changes: Partial<WorkingHours> = {}): WorkingHours {
  return {
    scheduleId: 'weekly',
    dayOfWeek: 'monday',
    scheduleDate: null,
    isAvailable: true,
    startTime: '09:00',
    endTime: '12:00',
    slotDurationMinutes: 60,
    ...changes,
  }
}

export function meera(changes: Partial<Calendar> = {}): Calendar {
  return {
    timeZone: 'Asia/Kolkata',
    minimumNoticeMinutes: 0,
    bufferMinutes: 0,
    hours: [row()],
    breaks: [],
    holidays: [],
    busy: [],
    ...changes,
  }
}

export const mumbai = (day: string, clock: string) => new Date(`${day}T${clock}:00+05:30`)
export const booked = (from: string, to: string, day = monday) => ({
  startsAt: mumbai(day, from),
  endsAt: mumbai(day, to),
})
export const times = (calendar: Calendar, day = monday, at = now) =>
  slotsOn(calendar, day, at).map((slot) => `${slot.startTime}-${slot.endTime}`)
