import { DAY } from '#/kernel/duration.ts'
import { addDays, type ClockTime, clockOf, type Day, daysApart, minutesOf } from '#/kernel/time.ts'
import { firstFrom, nextAfter, occurrenceOf, type Plan } from './repeat.ts'

export const taskKinds = [
  'feeding',
  'walk',
  'medicine',
  'vaccination',
  'deworming',
  'grooming',
  'follow_up',
  'other',
] as const
export type TaskKind = (typeof taskKinds)[number]

export const reminders = ['none', 'at_time', 'hour', 'day'] as const
export type Remind = (typeof reminders)[number]

export const taskLimits = {
  title: 120,
  notes: 500,
  /** Own tasks that are still to be done when one is added. Taking back ticks may pass it. */
  open: 200,
  everyDays: 365,
  times: 1000,
  /** A task may be due this far ahead. */
  years: 10,
  ticksADay: 24,
  snoozeDays: 60,
} as const

/** By user. */
export const todoRates = {
  add: { max: 100, windowSeconds: 86_400 },
  change: { max: 300, windowSeconds: 3600 },
} as const

/** Ticks are listed and can be taken back for this long, so that no endless number of tasks can be opened again. */
export const doneDays = 30

/** The oldest tick accepted from a phone that had no network, in milliseconds. */
export const mostTickAge = doneDays * DAY

/** The time of reminders of tasks without a time. */
export const reminderClock: ClockTime = '09:00'

/** A reminder that couldn't be sent for this many hours is skipped. */
export const lateHours = 6

export const todoPath = '/todo'

export const groups = ['overdue', 'today', 'week', 'later'] as const
export type Group = (typeof groups)[number]

export function groupOf(dueOn: Day, today: Day): Group {
  const days = daysApart(today, dueOn)
  return days < 0 ? 'overdue' : days === 0 ? 'today' : days <= 7 ? 'week' : 'later'
}

/** One day's occurrence that was put off. */
export type Snooze = { on: Day; to: Day } | null

export const dueOf = (on: Day, snooze: Snooze): Day => (snooze?.on === on ? snooze.to : on)

/**
 * Returns the last day to which an occurrence can be put off: the day before the next one, and at most 60 days from
 * today. Null if that isn't after today.
 */
export function snoozeLimit(plan: Plan, on: Day, today: Day): Day | null {
  const farthest = addDays(today, taskLimits.snoozeDays)
  const next = plan.repeat && nextAfter({ ...plan, lastOn: null }, on)
  const last = next && next <= farthest ? addDays(next, -1) : farthest
  return last > today ? last : null
}

/** A moment by a clock on the wall: '2026-11-30 09:30'. Sorts and compares as text. */
export type LocalTime = string

function reminderOf(remind: Remind, dueOn: Day, at: ClockTime | null): LocalTime {
  if (remind === 'day') return `${addDays(dueOn, -1)} ${at ?? reminderClock}`
  const before = remind === 'hour' ? 60 : 0
  const minutes = minutesOf(at ?? reminderClock) - before
  return minutes < 0 ? `${addDays(dueOn, -1)} ${clockOf(minutes + 1440)}` : `${dueOn} ${clockOf(minutes)}`
}

export type Reminded = {
  plan: Plan
  openOn: Day | null
  snooze: Snooze
  remind: Remind
  at: ClockTime | null
}

/** Returns the first reminder after a moment, and the occurrence that it is for. */
export function nextReminder(
  { plan, openOn, snooze, remind, at }: Reminded,
  after: LocalTime,
): { local: LocalTime; on: Day } | null {
  if (remind === 'none' || openOn === null) return null
  const yesterday = addDays(after.slice(0, 10), -1)
  const isPutOff = snooze !== null && snooze.on >= openOn && snooze.on < yesterday
  let on = isPutOff ? snooze.on : firstFrom(plan, openOn > yesterday ? openOn : yesterday)
  while (on !== null) {
    const local = reminderOf(remind, dueOf(on, snooze), at)
    if (local > after) return { local, on }
    on = plan.repeat ? firstFrom(plan, on < yesterday ? yesterday : addDays(on, 1)) : null
  }
  return null
}

/** Whether a task may be due on a day: within the next ten years. */
export const isNear = (day: Day, today: Day) =>
  day <= occurrenceOf({ startsOn: today, repeat: { every: 'month' }, lastOn: null }, taskLimits.years * 12)
