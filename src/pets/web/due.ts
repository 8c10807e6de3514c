import { type Day, daysApart, formatDay } from '#/kernel/time.ts'

/** '30 Nov 2026', without the weekday. */
export const dateText = (day: Day): string => formatDay(day).slice(5)

const soonDays = 30

export function dueOf(dueOn: Day, today: Day): { text: string; urgency: 'overdue' | 'soon' | 'later' } {
  const days = daysApart(today, dueOn)
  if (days < 0) return { text: `was due ${dateText(dueOn)}`, urgency: 'overdue' }
  if (days === 0) return { text: 'due today', urgency: 'soon' }
  return { text: `due ${dateText(dueOn)}`, urgency: days <= soonDays ? 'soon' : 'later' }
}
