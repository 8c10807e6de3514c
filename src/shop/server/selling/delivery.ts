import { refuseRequest } from '#/kernel/errors.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { Delivery } from '#/shop/delivery.ts'
import { refuse } from '#/shop/errors.ts'

type Saving = { record: 'pharmacist' | 'supplier'; delivery: Delivery; seen: Delivery }

/** @throws request.not_found without such a record, shop.delivery_changed */
export async function saveDelivery(
  { db, actor }: ActorWork,
  { record, delivery, seen }: Saving,
): Promise<Delivery> {
  const seller = await db
    .selectFrom('sellers')
    .select(['id', 'delivers_to', 'delivery_days_from', 'delivery_days_to'])
    .where('user_id', '=', actor.userId)
    .where('record', '=', record)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!seller) return refuseRequest('request.not_found')
  const saved = [seller.delivers_to.join(), seller.delivery_days_from, seller.delivery_days_to]
  if (saved.join(' ') !== [seen.beginnings.join(), seen.from, seen.to].join(' '))
    refuse('shop.delivery_changed')
  await db
    .updateTable('sellers')
    .set({
      delivers_to: delivery.beginnings,
      delivery_days_from: delivery.from,
      delivery_days_to: delivery.to,
    })
    .where('id', '=', seller.id)
    .execute()
  return delivery
}
