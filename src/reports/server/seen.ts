import { refuse } from '#/reports/errors.ts'
import { isInFuture, isTooLongAgo } from '#/reports/rules.ts'

/** @throws reports.seen_in_future, reports.seen_too_long_ago */
export function expectSeen(seenAt: Date, now: Date): void {
  if (isInFuture(seenAt, now)) refuse('reports.seen_in_future')
  if (isTooLongAgo(seenAt, now)) refuse('reports.seen_too_long_ago')
}
