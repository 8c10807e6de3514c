import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import { isKnownPerson } from '#/notifications/server/index.ts'
import { refuse } from '#/reports/errors.ts'
import { unconfirmedADay } from '#/reports/rules.ts'

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
