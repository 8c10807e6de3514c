import { sql } from 'kysely'

/** How many of a variant `v` the person's own checkout has taken out of sale: for them they are still there. */
export const reservedOf = (userId: string) => sql<number>`coalesce((
  select r.quantity from stock_reservations r join checkouts c on c.id = r.checkout_id
   where c.user_id = ${userId}::uuid and r.variant_id = v.id), 0)::integer`
