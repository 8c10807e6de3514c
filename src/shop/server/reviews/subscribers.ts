import { sql } from 'kysely'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { PartMoved } from '#/shop/events.ts'

/**
 * Deletes the reviews of a delivery that got lost or came back unopened, unless their writer kept another one of the
 * product. Reviews of damaged or wrong goods stay.
 */
const dropUnused = subscriber<PartMoved>(
  'shop.part_moved',
  'shop.drop-reviews',
  async ({ db }, { partId }) => {
    await sql`
      delete from product_reviews r using order_parts own
       where own.id = r.part_id and r.removed_at is null
         and (own.status = 'cancelled' or (own.status = 'returned' and own.return_kind = 'unopened'))
         and (r.user_id, r.product_id) in (
           select o.user_id, v.product_id from order_parts s
             join orders o on o.id = s.order_id
             join order_lines l on l.part_id = s.id
             join product_variants v on v.id = l.variant_id
            where s.id = ${partId})
         and not exists (
           select from orders o
             join order_parts kept on kept.order_id = o.id and kept.status in ('delivered', 'completed')
             join order_lines l on l.part_id = kept.id
             join product_variants v on v.id = l.variant_id
            where o.user_id = r.user_id and v.product_id = r.product_id)
    `.execute(db)
  },
)

export const reviewSubscribers: Subscriber[] = [dropUnused]
