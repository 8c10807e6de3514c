import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { timers } from '#/shop/order-states.ts'

/** Sets a part's open return aside, which was refused, so that another one can be open. */
export async function setAside({ db, now }: Pick<Work, 'db' | 'now'>, partId: string): Promise<void> {
  await db
    .updateTable('order_returns')
    .set({ outcome: 'refused', ended_at: now })
    .where('part_id', '=', partId)
    .where('outcome', 'is', null)
    .execute()
}

export async function reopen(db: Db, returnId: string): Promise<void> {
  await db
    .updateTable('order_returns')
    .set({ outcome: null, ended_at: null })
    .where('id', '=', returnId)
    .where('outcome', '=', 'refused')
    .execute()
}

/**
 * Returns the return that goes on after a part's open one: one whose refusal an administrator has overruled, otherwise the last one
 * that may still be overruled.
 */
export const nextReturn = ({ db, now }: Pick<Work, 'db' | 'now'>, partId: string) =>
  db
    .selectFrom('order_returns')
    .select(['id', sql<Date>`refused_at`.as('refusedAt')])
    .select(sql<boolean>`overruled_at is not null`.as('isOverruled'))
    .where('part_id', '=', partId)
    .where('outcome', '=', 'refused')
    .where(
      sql<boolean>`(overruled_at is not null or refused_at > ${now}::timestamptz - ${timers.return_refused!.days} * interval '1 day')`,
    )
    .orderBy(sql`overruled_at nulls last`)
    .orderBy('refused_at', 'desc')
    .limit(1)
    .executeTakeFirst()
