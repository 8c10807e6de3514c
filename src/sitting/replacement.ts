/** Rules for offering other sitters after one has cancelled, declined or let a request expire. */
import type { AppointmentStatus } from '#/appointments/rules.ts'
import type { Day } from '#/kernel/time.ts'
import type { Plan } from './plan.ts'

/** Sitters that an owner is offered. */
export const mostOffered = 3
/** Their distance from the first sitter, in km. */
export const offeredWithin = 25

type Ended = {
  status: AppointmentStatus
  cancelledBy: 'owner' | 'provider' | 'system' | null
  /** The sitter may not act at the moment. */
  providerBarred: boolean
  /** It expired because it wasn't paid, not because nobody answered. */
  isPaidHere: boolean
  startsAt: Date
}

/** Whether an appointment to come ended through its sitter, so that its owner needs another one. */
export function isGivenUp(one: Ended, now: Date): boolean {
  if (one.startsAt <= now) return false
  if (one.status === 'declined') return true
  if (one.status === 'expired') return !one.isPaidHere
  const { cancelledBy: by } = one
  return one.status === 'cancelled' && (by === 'provider' || (by === 'system' && one.providerBarred))
}

type Lost = {
  day: Day
  /** The sitter's today. */
  today: Day
  /** `all`: the request; `rest`: this day and those after it; `day`: nothing but this day. */
  what: 'all' | 'rest' | 'day'
}

/** Returns what another sitter is to be asked for. */
export function planToReplace(plan: Plan, { day, today, what }: Lost): Plan {
  if (what === 'all') return { ...plan, startDate: plan.startDate < today ? today : plan.startDate }
  if (what === 'rest') return { ...plan, startDate: day }
  return { ...plan, schedule: 'one-time', startDate: day, endDate: null, daysOfWeek: [] }
}
