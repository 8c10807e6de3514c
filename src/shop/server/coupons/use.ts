import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

/** Counts a use for an order. Call it with the coupon locked. */
export async function countUse(
  db: Db,
  { couponId, orderId }: { couponId: string; orderId: string },
): Promise<void> {
  await sql`update coupons set used = used + 1 where id = ${couponId}`.execute(db)
  await db.updateTable('orders').set({ coupon_id: couponId }).where('id', '=', orderId).execute()
}

/** Gives an order's use back once nothing of the order is left. Call it with the order locked, and after its stock. */
export async function giveUseBack(db: Db, orderId: string): Promise<void> {
  await sql`
    with order_over as (
      select o.id, o.coupon_id from orders o where o.id = ${orderId} and o.coupon_id is not null and not exists (
        select from order_parts s where s.order_id = o.id and s.status <> 'cancelled')
    ), given_back as (
      update coupons c set used = used - 1 from order_over where c.id = order_over.coupon_id
    )
    update orders o set coupon_id = null from order_over where o.id = order_over.id
  `.execute(db)
}
