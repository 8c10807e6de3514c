import { sql } from 'kysely'

/**
 * Tells whether a seller may neither sell nor send what was ordered. A seller whose change is being checked may send it. `id`: the column with
 * the seller's id.
 */
export const isBarred = (id: string) => sql<boolean>`not exists (
  select from sellers r join users u on u.id = r.user_id
   where r.id = ${sql.ref(id)} and (r.can_sell or u.leaving_since is null and exists (
     select from acting_records a where a.record_id = r.id)))`
