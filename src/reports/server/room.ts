import { networkOf } from '#/kernel/server/http/client-address.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import { isKnownPerson } from '#/notifications/server/index.ts'
import { refuse } from '#/reports/errors.ts'
import { reportRates, unconfirmedADay, unconfirmedTogether } from '#/reports/rules.ts'

type Work = Pick<Serving, 'db' | 'config' | 'actor'>

const codes = { reports: 'reports.unconfirmed', contacts: 'reports.unconfirmed_writer' } as const

/**
 * Counts what people do before they have confirmed an email address or a phone number. Counted in the transaction of the
 * write, so a refused one doesn't count, and apart from its row, so deleting that makes no room.
 * @throws reports.unconfirmed, reports.unconfirmed_writer
 */
export async function expectRoomUnconfirmed(
  { db, config, actor }: Work,
  what: keyof typeof unconfirmedADay,
): Promise<void> {
  if (!config.RATE_LIMITS || (await isKnownPerson(db, actor.userId))) return
  const rule = { max: unconfirmedADay[what], windowSeconds: 24 * 3600, slides: true }
  const { allowed, retryAfter } = await consumeAttempt(db, `unconfirmed pet ${what}:${actor.userId}`, rule)
  if (!allowed) refuse(codes[what], { retryAfter })
}

type Shared = { reportId: string; what: keyof typeof unconfirmedTogether }

/**
 * Counts what all people who have confirmed nothing write about a report: a new account costs nothing, so one writer's
 * limit wouldn't hold. Comments and sightings also count as those of guests from the same network do.
 * @throws reports.unconfirmed_together
 */
export async function expectRoomTogether(
  { db, config, actor, address }: Work & Pick<Serving, 'address'>,
  { reportId, what }: Shared,
): Promise<void> {
  if (!config.RATE_LIMITS || (await isKnownPerson(db, actor.userId))) return
  const daily = { max: unconfirmedTogether[what], windowSeconds: 24 * 3600, slides: true }
  const counts = [
    ...(what === 'entries'
      ? [{ key: `pet-report-guest:${networkOf(address)}`, rule: reportRates.guest }]
      : []),
    { key: `unconfirmed pet ${what} on ${reportId}`, rule: daily },
  ]
  for (const { key, rule } of counts) {
    const { allowed, retryAfter } = await consumeAttempt(db, key, rule)
    if (!allowed) refuse('reports.unconfirmed_together', { retryAfter })
  }
}
