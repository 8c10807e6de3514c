import { sql } from 'kysely'
import type { SlotTrade } from '#/booking/trades.ts'
import type { Wait } from '#/booking/waiting.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import type { Provider } from './queries.ts'

const openOf = (db: Db, userId: string) =>
  db.selectFrom('booking_waits').where('user_id', '=', userId).where('told_at', 'is', null)

export function findWaits(db: Db, userId: string, { trade, providerId }: Provider): Promise<Wait[]> {
  return openOf(db, userId)
    .where('trade', '=', trade)
    .where('provider_id', '=', providerId)
    .select(['id', 'day'])
    .orderBy('day')
    .execute()
}

/** Counts open waits. Starts a day early, because in some zones it is still the day before. */
export async function countWaits(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await openOf(db, userId)
    .where('day', '>=', addDays(dayOf(now, 'UTC'), -1))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Starts a wait, keeps an open one, or renews an answered one. */
export function keepWait(db: Db, wait: Provider & { userId: string; day: Day }, now: Date): Promise<Wait> {
  return db
    .insertInto('booking_waits')
    .values({
      id: newId<'wait'>(),
      user_id: wait.userId,
      trade: wait.trade,
      provider_id: wait.providerId,
      day: wait.day,
      asked_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'trade', 'provider_id', 'day']).doUpdateSet({
        asked_at: sql`case when booking_waits.told_at is null then booking_waits.asked_at else excluded.asked_at end`,
        told_at: null,
      }),
    )
    .returning(['id', 'day'])
    .executeTakeFirstOrThrow()
}

export async function deleteWait(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('booking_waits')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export async function findWaitedDays(db: Db, { trade, providerId }: Provider): Promise<Day[]> {
  const rows = await db
    .selectFrom('booking_waits')
    .where('trade', '=', trade)
    .where('provider_id', '=', providerId)
    .where('told_at', 'is', null)
    .select('day')
    .distinct()
    .orderBy('day')
    .execute()
  return rows.map(({ day }) => day)
}

/**
 * Ends the waits for these days, except for people the provider has blocked. Returns each wait once, even if two
 * callers race.
 */
export function takeWaits(db: Db, { trade, providerId }: Provider, days: Day[], now: Date) {
  return db
    .updateTable('booking_waits')
    .set({ told_at: now })
    .where('trade', '=', trade)
    .where('provider_id', '=', providerId)
    .where('day', 'in', days)
    .where('told_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('calendar_providers as p')
            .innerJoin('message_blocks as m', 'm.blocker_id', 'p.provider_user_id')
            .whereRef('p.trade', '=', 'booking_waits.trade')
            .whereRef('p.provider_id', '=', 'booking_waits.provider_id')
            .whereRef('m.blocked_id', '=', 'booking_waits.user_id')
            .select('m.blocked_id'),
        ),
      ),
    )
    .returning(['id', 'user_id', 'day', 'asked_at'])
    .execute()
}

/** Finds the trades of the provider's person that have open waits. */
export function findWaited(db: Db, { providerId }: Provider): Promise<Provider[]> {
  return db
    .selectFrom('providers as p')
    .innerJoin('providers as known', 'known.user_id', 'p.user_id')
    .select(['p.trade', 'p.id as providerId'])
    .where('known.id', '=', providerId)
    .$narrowType<{ trade: SlotTrade }>()
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('booking_waits as w')
          .select('w.id')
          .whereRef('w.trade', '=', 'p.trade')
          .whereRef('w.provider_id', '=', 'p.id')
          .where('w.told_at', 'is', null),
      ),
    )
    .orderBy('p.trade')
    .execute()
}

/** Finds one of the person's trades, if they have any. */
export function findAnyTrade(db: Db, userId: string): Promise<Provider | undefined> {
  return db
    .selectFrom('providers')
    .select(['trade', 'id as providerId'])
    .where('user_id', '=', userId)
    .where('trade', '!=', 'sitting')
    .$narrowType<{ trade: SlotTrade }>()
    .executeTakeFirst()
}
