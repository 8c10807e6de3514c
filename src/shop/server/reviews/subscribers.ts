import { sql } from 'kysely'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { PartMoved } from '#/shop/events.ts'
import { arrived } from '#/shop/order-states.ts'

/** Counts the units of line `l` that came back unopened. */
const unopened = sql`coalesce((select sum(t.quantity) from returned_lines t join order_returns e on e.id = t.return_id
  where t.line_id = l.id and e.outcome = 'returned' and e.kind = 'unopened'), 0)`

/**
 * Deletes the reviews of a product that got lost or came back unopened, unless their writer kept one of it. Reviews of damaged or
 * wrong goods stay.
 */
const dropUnused = subscriber<PartMoved>(
  'shop.part_moved',
  'shop.drop-reviews',
  async ({ db }, { partId }) => {
    await sql`
      delete from product_reviews r using order_parts own
       where own.id = r.part_id and r.removed_at is null
         and (own.status = 'cancelled' or exists (
           select from order_lines l join product_variants v on v.id = l.variant_id
            where l.part_id = own.id and v.product_id = r.product_id and ${unopened} > 0))
         and (r.user_id, r.product_id) in (
           select o.user_id, v.product_id from order_parts s
             join orders o on o.id = s.order_id
             join order_lines l on l.part_id = s.id
             join product_variants v on v.id = l.variant_id
            where s.id = ${partId})
         and not exists (
           select from orders o
             join order_parts kept on kept.order_id = o.id and kept.status = any(${arrived}::text[])
             join order_lines l on l.part_id = kept.id
             join product_variants v on v.id = l.variant_id
            where o.user_id = r.user_id and v.product_id = r.product_id and l.quantity > ${unopened})
    `.execute(db)
  },
)

export const reviewSubscribers: Subscriber[] = [dropUnused]
