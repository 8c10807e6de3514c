import { HOUR, MINUTE } from '#/kernel/duration.ts'
import { addDays, type ClockTime, dayOf, evenParts, minuteOf, minutesOf } from '#/kernel/time.ts'
import type { NotificationType } from './notification-types.ts'

/** Clock times in the person's own zone; `from` may be later than `until`, and then the span passes midnight. */
export type QuietHours = { from: ClockTime; until: ClockTime }

/** `urgent`: only mails that can't wait. */
export const mailPaces = ['at_once', 'daily', 'urgent'] as const
export type MailPace = (typeof mailPaces)[number]

export type Timing = { pace: MailPace; quiet: QuietHours | null }

export const usualTiming: Timing = { pace: 'at_once', quiet: null }
export const usualQuietHours: QuietHours = { from: '22:00', until: '07:00' }

/** When the daily mail comes. */
export const dailyClock: ClockTime = '18:00'

/** News about a visit that starts, or a payment that is due, within this time can't wait. */
export const urgentHours = 12

/** Returns the first instant after `now` at which the clocks of `zone` show this time, or skip it. */
function nextAt(clock: ClockTime, zone: string, now: Date): Date {
  const minute = minutesOf(clock)
  const today = dayOf(now, zone)
  for (let ahead = 0; ; ahead++) {
    const parts = evenParts(addDays(today, ahead), zone)
    const shown = parts.filter(({ from, to }) => from <= minute && minute < to)
    const skipped = parts.filter(({ from }) => from > minute).slice(0, 1)
    const instants = shown.length
      ? shown.map(({ midnight }) => midnight + minute * MINUTE)
      : skipped.map(({ midnight, from }) => midnight + from * MINUTE)
    const next = instants.find((instant) => instant > now.getTime())
    if (next !== undefined) return new Date(next)
  }
}

/** Returns when the quiet hours end, or null outside them. */
export function quietUntil(quiet: QuietHours | null, zone: string, now: Date): Date | null {
  if (!quiet) return null
  const [minute, from, until] = [minuteOf(now, zone), minutesOf(quiet.from), minutesOf(quiet.until)]
  const isQuiet = from < until ? from <= minute && minute < until : from <= minute || minute < until
  return isQuiet ? nextAt(quiet.until, zone, now) : null
}

/** Returns when the next daily mail goes out: at its time, or when quiet hours around it end. */
export function nextDailyMail(quiet: QuietHours | null, zone: string, now: Date): Date {
  const at = nextAt(dailyClock, zone, now)
  return quietUntil(quiet, zone, at) ?? at
}

type News = {
  type: NotificationType
  /** Someone else made it happen. */
  isCaused: boolean
  /** When the visit it is about starts, or something has to be done. */
  dueAt?: Date | undefined
  cantWait?: boolean | undefined
}

/** Tells whether a notice ignores quiet hours and isn't summarized with others. */
export function isUrgent({ type, isCaused, dueAt, cantWait }: News, now: Date): boolean {
  if (type === 'sitting_late' || cantWait) return true
  // People choose the times of their own reminders, but not those of the pets they help with.
  if (type === 'task_reminder') return !isCaused
  const hours = dueAt ? (dueAt.getTime() - now.getTime()) / HOUR : Number.POSITIVE_INFINITY
  return hours > -1 && hours <= urgentHours
}

/** Returns `now` instead of a time that would be too late: less than twelve hours before `dueAt`. */
export const inTime = (at: Date, dueAt: Date | undefined, now: Date): Date =>
  dueAt && at > now && dueAt > now && dueAt.getTime() - at.getTime() < urgentHours * HOUR ? now : at
