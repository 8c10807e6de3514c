import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

type Change = { variantId: string; delta: number }

/**
 * Locks the stock of variants until the transaction ends: the products first, as the trigger that sums up a product locks it
 * too, and all in the order of their ids. Two checkouts of the same products wait for each other and never deadlock.
 */
export async function lockStock(db: Db, variantIds: readonly string[]): Promise<void> {
  await sql`
    select from products where id in (select product_id from product_variants where id = any(${variantIds}::uuid[]))
    order by id for no key update
  `.execute(db)
  await sql`
    select from product_variants where id = any(${variantIds}::uuid[]) order by id for no key update
  `.execute(db)
}

/** Changes stock that `lockStock` has locked, and notes it in the history. */
export async function changeStock(
  db: Db,
  changes: readonly Change[],
  { reason, now }: { reason: 'ordered' | 'given_back' | 'returned'; now: Date },
): Promise<void> {
  const real = changes.filter(({ delta }) => delta !== 0)
  if (real.length === 0) return
  const { rows } = await sql<{ id: string; stock: number; delta: number }>`
    update product_variants v set stock = v.stock + c.delta
      from unnest(${real.map(({ variantId }) => variantId)}::uuid[], ${real.map(({ delta }) => delta)}::integer[]) c(id, delta)
     where v.id = c.id
    returning v.id, v.stock, c.delta
  `.execute(db)
  if (rows.length === 0) return
  await db
    .insertInto('stock_changes')
    .values(
      rows.map(({ id, stock, delta }) => ({
        id: newId(),
        variant_id: id,
        delta,
        stock_after: stock,
        reason,
        created_at: now,
      })),
    )
    .execute()
}
