import { DAY } from '#/kernel/duration.ts'
import { addDays, dayOf, instantAt } from '#/kernel/time.ts'
import type { Report } from './shapes.ts'

/** People within `nearKm` of a lost pet hear about it at once, those within `digestKm` once a day. */
export const nearKm = 5
export const digestKm = 25

/**
 * Immediate alerts to one person within 24 hours: one at most by the same reporter, and one by all reporters who have
 * confirmed nothing, so that throwaway accounts can't use up a neighbourhood's alerts. The daily notice lists the others.
 */
export const mostAlertsADay = 3

/**
 * Reporters who have confirmed nothing alert one in `oneIn` people within reach, and `most` in a day, the closest first, so
 * that one throwaway account leaves room for the others.
 */
export const unconfirmedShare = { oneIn: 4, most: 20 } as const

/** Once they have confirmed something, the others are alerted about reports of the last days. */
export const alertWaitsDays = 7

/** Rounds a count of neighbours down, so that nobody finds out where one person lives by moving a report. */
export const inFives = (count: number) => count - (count % 5)

/** Tells whether people nearby are alerted about somebody's own report, or will be. */
export const alertsNeighbours = (
  { status, state, position, createdAt }: Pick<Report, 'status' | 'state' | 'position' | 'createdAt'>,
  now: Date,
): boolean =>
  status === 'lost' &&
  state === 'active' &&
  position !== null &&
  now.getTime() - createdAt.getTime() < alertWaitsDays * DAY

/** People alerted by one transaction. */
export const alertBatch = 200

/** The daily notice comes at six in the evening, when people walk their dogs. */
const digestMinute = 18 * 60

/** Returns the next time at which somebody's daily notice is due, by their own clock if it is known. */
export function nextDigestAt(now: Date, zone: string | null): Date {
  const own = zone ?? 'Asia/Kolkata'
  const today = dayOf(now, own)
  const due = [today, addDays(today, 1)].map((day) => instantAt(day, digestMinute, own))
  return due.find((at) => at !== null && at > now) ?? new Date(now.getTime() + DAY)
}
