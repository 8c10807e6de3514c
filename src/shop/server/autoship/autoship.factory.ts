import type { Insertable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Autoships } from '#/kernel/server/schema.ts'
import type { Day } from '#/kernel/time.ts'
import { actAtOf } from '#/shop/autoship-rules.ts'
import { homeAddress } from '#/shop/server/orders/order.factory.ts'

type Made = {
  userId: string
  variantId: string
  nextOn: Day
  at: Date
  facts?: Partial<Insertable<Autoships>>
}

/** Makes an autoship, paid by link, for tests and the demo. */
export async function makeAutoship(db: Db, { userId, variantId, nextOn, at, facts }: Made): Promise<string> {
  const sold = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.name as variant', 'v.price', 'p.name'])
    .where('v.id', '=', variantId)
    .executeTakeFirstOrThrow()
  const { name: address_name, ...address } = homeAddress
  const id = newId<'autoship'>()
  await db
    .insertInto('autoships')
    .values({
      id,
      user_id: userId,
      variant_id: variantId,
      name: sold.name,
      variant: sold.variant,
      quantity: 1,
      weeks: 4,
      pays: 'link',
      agreed_price: sold.price,
      address_name,
      ...address,
      status: 'waiting',
      next_on: nextOn,
      act_at: actAtOf('waiting', nextOn),
      created_at: at,
      ...facts,
    })
    .execute()
  return id
}
