import { clockOf, type Day, dayOf, formatDay, formatDayFrom, minuteOf, WEEKDAYS } from '#/kernel/time.ts'
import type { Task } from '#/todo/contract.ts'
import type { Ends, Repeat } from '#/todo/repeat.ts'

const upperFirst = (text: string) => text[0]!.toUpperCase() + text.slice(1)

/** 'Mon', 'Tue', … */
export const weekdayNames = Object.fromEntries(
  WEEKDAYS.map((day) => [day, upperFirst(day.slice(0, 3))]),
) as Readonly<Record<(typeof WEEKDAYS)[number], string>>

/** 'Every Mon and Thu until Wed, 30 Dec 2026'. */
export function repeatText(repeat: Repeat | null, ends: Ends | null): string | null {
  if (!repeat || (ends && 'after' in ends && ends.after === 1)) return null
  return `Every ${oftenText(repeat)}${endText(ends)}`
}

function oftenText(repeat: Repeat): string {
  if (repeat.every === 'month') return 'month'
  if (repeat.every === 'days') return repeat.days === 1 ? 'day' : `${repeat.days} days`
  if (repeat.weekdays.length === 7) return 'day'
  const names = WEEKDAYS.filter((day) => repeat.weekdays.includes(day)).map((day) => weekdayNames[day])
  return new Intl.ListFormat('en-GB').format(names)
}

function endText(ends: Ends | null): string {
  if (!ends) return ''
  if ('on' in ends) return ` until ${formatDay(ends.on)}`
  return `, ${ends.after} times`
}

/** 'Today', 'Tomorrow, 18:00', 'Overdue since yesterday'. */
export function dueText({ dueOn, at }: Pick<Task, 'dueOn' | 'at'>, today: Day): string {
  const day = formatDayFrom(today, dueOn)
  if (dueOn < today) return `Overdue since ${day === 'Yesterday' ? 'yesterday' : day}`
  return at ? `${day}, ${at}` : day
}

/** '08:10 by Ravi', 'yesterday, 08:10 by you'. */
export function tickText(
  { at, by, isOwn }: { at: Date; by: string; isOwn: boolean },
  today: Day,
  zone: string,
) {
  const day = dayOf(at, zone)
  const named = formatDayFrom(today, day)
  const clock = clockOf(minuteOf(at, zone))
  const on = day === today ? '' : `${named === 'Yesterday' ? 'yesterday' : named}, `
  return `${on}${clock} by ${isOwn ? 'you' : by}`
}

/** 'Asha Verma’s household'. */
export const householdText = ({ ownerName }: NonNullable<Task['household']>) => `${ownerName}’s household`
