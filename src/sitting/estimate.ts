/** Computes the price of a plan, for the form, the cards and the server. */

import { MINUTE } from '#/kernel/duration.ts'
import { formatMoney, type Money, priceFor } from '#/kernel/money.ts'
import { minutesOf } from '#/kernel/time.ts'
import { daysOf, nightsOf, type Occurrence, type Plan } from './plan.ts'
import { hoursOfNight } from './rules.ts'

/** In minor units. */
export type Rates = { hourlyRate: number; nightlyRate: number | null; currency: string }

export type Estimate = {
  lines: { text: string; amount: Money }[]
  total: Money
  /** 'week': the price of one week of a repeat. */
  per: 'once' | 'week'
  /** One stay, walk or day. */
  each: Money
}

/** Returns the price of one stay, walk or day by its clock times, in minor units: what an owner is shown. */
export function priceOf(plan: Plan, { hourlyRate, nightlyRate }: Rates): number {
  if (plan.service === 'hostel-checkin')
    return nightsOf(plan) * (nightlyRate ?? priceFor(hourlyRate, hoursOfNight * 60))
  return priceFor(hourlyRate, minutesOf(plan.endTime) - minutesOf(plan.startTime))
}

/**
 * Returns what one occurrence costs. An hour that clocks skip isn't charged; one that they repeat costs nothing more,
 * because the owner agreed to the price that was shown.
 */
export function priceOfOne(plan: Plan, rates: Rates, { startsAt, endsAt }: Occurrence): number {
  const shown = priceOf(plan, rates)
  if (plan.service === 'hostel-checkin') return shown
  return Math.min(shown, priceFor(rates.hourlyRate, (endsAt.getTime() - startsAt.getTime()) / MINUTE))
}

export function estimateOf(plan: Plan, rates: Rates): Estimate {
  const money = (amount: number): Money => ({ amount, currency: rates.currency })
  const each = priceOf(plan, rates)
  const one = (text: string, amount: number) => ({ text, amount: money(amount) })
  if (plan.service === 'hostel-checkin') {
    const nights = nightsOf(plan)
    const rate = rates.nightlyRate ?? priceFor(rates.hourlyRate, hoursOfNight * 60)
    const how = rates.nightlyRate ? '' : ` (${hoursOfNight} h × ${formatMoney(money(rates.hourlyRate))})`
    const text = `${count(nights, 'night')} × ${formatMoney(money(rate))}${how}`
    return { lines: [one(text, each)], total: money(each), per: 'once', each: money(each) }
  }
  const hours = `${hoursText(plan)} × ${formatMoney(money(rates.hourlyRate))}`
  if (plan.schedule === 'repeat-weekly') {
    const times = plan.daysOfWeek.length
    return {
      lines: [one(`${hours} × ${count(times, 'day')} a week`, each * times)],
      total: money(each * times),
      per: 'week',
      each: money(each),
    }
  }
  const days = daysOf(plan, plan.startDate, plan.endDate ?? plan.startDate).length
  return {
    lines: [one(days === 1 ? hours : `${hours} × ${count(days, 'day')}`, each * days)],
    total: money(each * days),
    per: 'once',
    each: money(each),
  }
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

function hoursText({ startTime, endTime }: Plan): string {
  const minutes = minutesOf(endTime) - minutesOf(startTime)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}
