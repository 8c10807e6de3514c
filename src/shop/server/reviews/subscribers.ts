import { sql } from 'kysely'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { PartMoved } from '#/shop/events.ts'

/**
 * Deletes the reviews of a delivery that got lost or came back unopened, unless their writer kept another one of the
 * product. What came back damaged or wrong was received.
 */
const dropUnused = subscriber<PartMoved>(
  'shop.part_moved',
  'shop.drop-reviews',
  async ({ db }, { partId }) => {
    await sql`
      delete from product_reviews r using order_parts s
       where r.part_id = ${partId} and s.id = r.part_id and r.removed_at is null
         and (s.status = 'cancelled' or (s.status = 'returned' and s.return_kind = 'unopened'))
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
