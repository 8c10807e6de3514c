import { type ClockTime, minutesOf, WEEKDAYS, type Weekday } from '#/kernel/time.ts'

type WeekDay = {
  day: Weekday
  isOpen: boolean
  ranges: readonly { startTime: ClockTime; endTime: ClockTime }[]
}

/**
 * Returns weekly hours for a provider's card, like 'Mon–Fri, 9:00–18:00; Sat, 9:00–13:00', or null without any.
 * Joins days with the same hours and ranges that touch; leaves out breaks.
 */
export function hoursInWords(week: readonly WeekDay[]): string | null {
  const daysByHours = new Map<string, Weekday[]>()
  for (const day of WEEKDAYS) {
    const ranges = week.filter((entry) => entry.day === day && entry.isOpen).flatMap((entry) => entry.ranges)
    const hours = joined(ranges).map(({ startTime, endTime }) => `${short(startTime)}–${short(endTime)}`)
    if (hours.length === 0) continue
    const words = listed(hours)
    daysByHours.set(words, [...(daysByHours.get(words) ?? []), day])
  }
  const groups = [...daysByHours].map(([hours, days]) => `${named(days)}, ${hours}`)
  return groups.join('; ') || null
}

function joined(ranges: WeekDay['ranges']): { startTime: ClockTime; endTime: ClockTime }[] {
  const whole: { startTime: ClockTime; endTime: ClockTime }[] = []
  for (const range of ranges.toSorted((a, b) => (a.startTime < b.startTime ? -1 : 1))) {
    const last = whole.at(-1)
    if (!last || last.endTime < range.startTime) whole.push({ ...range })
    else if (last.endTime < range.endTime) last.endTime = range.endTime
  }
  return whole
}

/** Returns 'Every day', 'Mon–Wed, Fri' or 'Sat, Sun': three or more days in a row become a range. */
function named(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return 'Every day'
  const rows: Weekday[][] = []
  for (const day of days) {
    const row = rows.at(-1)
    if (row && WEEKDAYS.indexOf(day) === WEEKDAYS.indexOf(row.at(-1)!) + 1) row.push(day)
    else rows.push([day])
  }
  const names = rows.flatMap((row) =>
    row.length > 2 ? [`${abbreviated(row[0]!)}–${abbreviated(row.at(-1)!)}`] : row.map(abbreviated),
  )
  return names.join(', ')
}

const abbreviated = (day: Weekday) => `${day[0]!.toUpperCase()}${day.slice(1, 3)}`

const short = (clock: ClockTime) => `${Math.floor(minutesOf(clock) / 60)}:${clock.slice(3, 5)}`

function listed(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : (parts[0] ?? '')
}
