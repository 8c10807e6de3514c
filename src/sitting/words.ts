import { WEEKDAYS, type Weekday } from '#/kernel/time.ts'

const capital = (day: Weekday) => day[0]!.toUpperCase() + day.slice(1)
const list = new Intl.ListFormat('en')

/** 'Monday and Friday', or 'day' for all seven, after 'every'. */
export function daysText(days: readonly Weekday[]): string {
  if (days.length === WEEKDAYS.length) return 'day'
  return list.format(WEEKDAYS.filter((day) => days.includes(day)).map(capital))
}
