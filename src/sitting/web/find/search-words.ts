import { upperFirst } from '#/kernel/letters.ts'
import { formatMoney } from '#/kernel/money.ts'
import { type Day, formatDay, type Weekday } from '#/kernel/time.ts'
import type { Estimate } from '#/sitting/estimate.ts'
import { daysOf, nightsOf, type Plan } from '#/sitting/plan.ts'

/** Returns 'Sun, 13 Dec', without the year. */
const shortDay = (day: Day) => formatDay(day).replace(/ \d{4}$/, '')

const shortWeekday = (day: Weekday) => upperFirst(day.slice(0, 3))

export const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Returns 'Sun, 13 Dec, 09:00 – Tue, 15 Dec, 17:00', 'Mon, Fri from Sun, 13 Dec, 07:00–08:00' and the like. */
export function datesText(plan: Plan): string {
  const { service, schedule, startDate, endDate, daysOfWeek, startTime, endTime } = plan
  if (service === 'hostel-checkin')
    return `${shortDay(startDate)}, ${startTime} – ${shortDay(endDate!)}, ${endTime}`
  const clock = `${startTime}–${endTime}`
  if (schedule === 'repeat-weekly') {
    const until = endDate ? ` until ${shortDay(endDate)}` : ''
    return `Every ${daysOfWeek.map(shortWeekday).join(', ')} from ${shortDay(startDate)}${until}, ${clock}`
  }
  const days = endDate && endDate > startDate ? ` – ${shortDay(endDate)}` : ''
  return `${shortDay(startDate)}${days}, ${clock}`
}

/** Returns '₹2,200.00 for 2 nights, estimate'. */
export function estimateText(plan: Plan, { total, per }: Estimate): string {
  const price = formatMoney(total)
  if (per === 'week') return `${price} a week (${count(plan.daysOfWeek.length, 'day')}), estimate`
  if (plan.service === 'hostel-checkin') return `${price} for ${count(nightsOf(plan), 'night')}, estimate`
  const days = daysOf(plan, plan.startDate, plan.endDate ?? plan.startDate).length
  return `${price} for ${count(days, plan.service === 'dog-walking' ? 'walk' : 'day')}, estimate`
}
