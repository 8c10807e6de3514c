import type { Weekday } from '#/kernel/time.ts'

export const weekdayName = (day: Weekday) => `${day[0]!.toUpperCase()}${day.slice(1)}`
