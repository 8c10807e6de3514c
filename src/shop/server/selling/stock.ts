import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import { mostStock, signOf } from '#/shop/selling-rules.ts'
import { lockStock } from '#/shop/server/stock.ts'
import type { StockChange, StockChangeInput } from '#/shop/stock.ts'

const findOwnVariant = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select('v.stock')
    .where('v.id', '=', id)
    .where('v.is_offered', '=', true)
    .where('p.state', '<>', 'deleted')
    .where('s.user_id', '=', userId)

/** @throws shop.stock_below_zero, shop.stock_too_high, shop.stock_changed with the stock that there is */
export async function changeStock(
  { db, actor, now }: ActorWork,
  { id, change }: { id: string; change: StockChangeInput },
): Promise<{ stock: number }> {
  if (!(await findOwnVariant(db, actor.userId, id).executeTakeFirst()))
    return refuseRequest('request.not_found')
  await lockStock(db, [id])
  const variant = await findOwnVariant(db, actor.userId, id).executeTakeFirst()
  if (!variant) return refuseRequest('request.not_found')
  const { stock: before } = variant
  if (change.reason === 'counted' && change.seen !== before) refuse('shop.stock_changed', { stock: before })
  const delta = change.reason === 'counted' ? change.count - before : signOf(change.reason) * change.units
  const stock = before + delta
  if (stock < 0) refuse('shop.stock_below_zero', { stock: before })
  if (stock > mostStock) refuse('shop.stock_too_high')
  // A count that finds what should be there changes nothing.
  if (delta === 0) return { stock }
  await db.updateTable('product_variants').set({ stock }).where('id', '=', id).execute()
  await db
    .insertInto('stock_changes')
    .values({
      id: newId(),
      variant_id: id,
      delta,
      stock_after: stock,
      reason: change.reason,
      note: change.note,
      user_id: actor.userId,
      created_at: now,
    })
    .execute()
  return { stock }
}

type Asked = { userId: string; id: string; cursor?: string | undefined }

/** @throws request.not_found */
export async function listStockChanges(db: Db, { userId, id, cursor }: Asked) {
  const after = readCursor(cursor, ['uuid'])
  const [variant, { rows }] = await Promise.all([
    findOwnVariant(db, userId, id).executeTakeFirst(),
    sql<StockChange>`
      select id, reason, delta, stock_after as "stockAfter", note, created_at as at from stock_changes
       where variant_id = ${id} and ${after ? sql`id < ${after[0]}::uuid` : sql`true`}
       order by id desc limit ${sql.lit(pageSize + 1)}
    `.execute(db),
  ])
  if (!variant) return refuseRequest('request.not_found')
  return toPage(rows, { keyOf: (row) => [row.id], show: (row) => row })
}
