import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

type Use = { couponId: string; orderId: string; discount: number; contacts: readonly string[] }

/** Counts a use for an order. Call it with the coupon locked. */
export async function countUse(db: Db, { couponId, orderId, discount, contacts }: Use): Promise<void> {
  await sql`update coupons set used = used + 1, discounted = discounted + ${discount} where id = ${couponId}`.execute(
    db,
  )
  await db.updateTable('orders').set({ coupon_id: couponId }).where('id', '=', orderId).execute()
  await db
    .insertInto('coupon_uses')
    .values(contacts.map((contact_key) => ({ order_id: orderId, contact_key })))
    .execute()
}

/**
 * Gives back the discount of an order's parts that were just cancelled, and the use once nothing of the order is left. Call it
 * with the order locked, and after its stock.
 */
export async function giveUseBack(
  db: Db,
  { orderId, partIds }: { orderId: string; partIds: readonly string[] },
): Promise<void> {
  await sql`
    with cancelled as (
      select o.id, o.coupon_id,
          (select coalesce(-sum(l.amount), 0) from order_lines l
            where l.part_id = any(${[...partIds]}::uuid[]) and l.kind = 'discount') as discount,
          not exists (select from order_parts s where s.order_id = o.id and s.status <> 'cancelled') as is_over
        from orders o where o.id = ${orderId} and o.coupon_id is not null
    ), given_back as (
      update coupons c set discounted = c.discounted - x.discount, used = c.used - x.is_over::integer
        from cancelled x where c.id = x.coupon_id
    )
    update orders o set coupon_id = null from cancelled x where o.id = x.id and x.is_over
  `.execute(db)
}
