import { type Day, isDay } from '#/kernel/time.ts'
import { type PlanProblem, problemOf } from '#/sitting/plan.ts'
import { sittingText } from '#/sitting/text.ts'
import { planIn, type Wanted } from './address.ts'

export type DraftField = 'service' | 'pets' | 'from' | 'to' | 'days' | 'times'
export type DraftProblem = { field: DraftField; text: string }

const fieldOf: Readonly<Record<PlanProblem, DraftField>> = {
  'sitting.weekday_needed': 'days',
  'sitting.past': 'from',
  'sitting.too_far': 'from',
  'sitting.ends_first': 'to',
  'sitting.too_long': 'to',
  'sitting.no_day': 'days',
}

/** Returns the problems of a search, in the order of the form. */
export function problemsOf(wanted: Wanted, today: Day): DraftProblem[] {
  const { service, petIds, from, to } = wanted
  if (!service) return [{ field: 'service', text: 'Please choose a service.' }]
  const isStay = service === 'hostel-checkin'
  const problems: DraftProblem[] = []
  if (petIds.length === 0) problems.push({ field: 'pets', text: 'Please choose at least one pet.' })
  if (!isDay(from))
    problems.push({
      field: 'from',
      text: isStay ? 'Please choose the day of drop-off.' : 'Please choose a day.',
    })
  if (isStay ? !isDay(to) : to && !isDay(to))
    problems.push({
      field: 'to',
      text: isStay ? 'Please choose the day of pick-up.' : 'Please choose a day.',
    })
  if (wanted.isWeekly && !isStay && wanted.days.length === 0)
    problems.push({ field: 'days', text: sittingText['sitting.weekday_needed'] })
  if (problems.some(({ field }) => field !== 'pets')) return problems
  const plan = planIn(wanted)
  if (typeof plan === 'string') return [...problems, { field: 'times', text: 'Please choose both times.' }]
  const problem = problemOf(plan, today)
  if (!problem) return problems
  // On a single day, the times are the wrong way round.
  const isByClock = problem === 'sitting.ends_first' && !isStay && (!to || to >= from)
  return [...problems, { field: isByClock ? 'times' : fieldOf[problem], text: sittingText[problem] }]
}
