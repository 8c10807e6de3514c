import { sql } from 'kysely'

/** Counts units of a variant `v` that the person's own checkout reserves: for them, these are still available. */
export const reservedOf = (userId: string) => sql<number>`coalesce((
  select r.quantity from stock_reservations r join checkouts c on c.id = r.checkout_id
   where c.user_id = ${userId}::uuid and r.variant_id = v.id), 0)::integer`
