import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { autoshipZone } from '#/shop/autoship-rules.ts'
import { makeAutoship } from '#/shop/server/autoship/autoship.factory.ts'

/** Adds an owner's autoships of food: one is due in a few weeks, and one waits for a yes to its new price. */
export async function keepAutoships(db: Db, { ownerId, now }: { ownerId: string; now: Date }): Promise<void> {
  const { user_id: userId } = await db
    .selectFrom('pet_owners')
    .select('user_id')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow()
  const food = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.id', 'v.price'])
    .where('p.category', '=', 'food')
    .where('p.is_listed', '=', true)
    .where('v.stock', '>', 5)
    .where('v.position', '=', 0)
    .where(sql<boolean>`'dog' = any(p.species)`)
    .orderBy('p.name')
    .limit(2)
    .execute()
  const at = new Date(now.getTime() - 40 * DAY)
  const today = dayOf(now, autoshipZone)
  const [first, second] = food as [(typeof food)[number], (typeof food)[number]]
  await makeAutoship(db, {
    userId,
    variantId: first.id,
    nextOn: addDays(today, 19),
    at,
    facts: { quantity: 2 },
  })
  await makeAutoship(db, {
    userId,
    variantId: second.id,
    nextOn: addDays(today, 8),
    at,
    // Its notice is due in five days, and asks.
    facts: { weeks: 6, pays: 'cash', agreed_price: Math.round(second.price * 0.9) },
  })
}
