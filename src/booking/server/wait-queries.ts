import { sql } from 'kysely'
import type { Wait } from '#/booking/waiting.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import type { Provider } from './queries.ts'

/** Those of a person that are open; what they were told of, they wait for no longer. */
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

/** How many a person has open that may still be answered. Somewhere it is still the day before. */
export async function countWaits(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await openOf(db, userId)
    .where('day', '>=', addDays(dayOf(now, 'UTC'), -1))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Waits, or goes on waiting; who was told before waits anew. */
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

/** Whether there was one of this person's to delete. */
export async function deleteWait(db: Db, userId: string, id: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('booking_waits')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

/** The days of a provider that anybody waits for. */
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

/** Ends the waiting for these days, of all but whom the provider has blocked. Answers with whom it ended for, each once however many ask at the same moment. */
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
