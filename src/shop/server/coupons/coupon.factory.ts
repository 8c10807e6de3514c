import type { Insertable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Coupons } from '#/kernel/server/schema.ts'
import { mostTakenOff } from '#/shop/coupons.ts'

/** Makes a coupon for tests, by default of ₹100. Buyers must be confirmed to use it. */
export async function makeCoupon(
  db: Db,
  facts: Partial<Insertable<Coupons>> & { code: string },
): Promise<string> {
  const id = newId<'coupon'>()
  const discount = facts.percent
    ? { percent: facts.percent, amount: null, most_discount: mostTakenOff }
    : { amount: 10_000 }
  await db
    .insertInto('coupons')
    .values({
      id,
      minimum: 0,
      valid_from: '2020-01-01',
      is_active: true,
      created_at: new Date(),
      most_per_person: 10,
      ...discount,
      ...facts,
    })
    .execute()
  return id
}
