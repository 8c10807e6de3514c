import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, clock } = world
const at = clock.now
const [asha, leela] = [await world.signUp('asha'), await world.signUp('leela')]
const sellerId = await makeSupplier(db, { userId: leela.userId, at })
const { variantIds } = await makeProduct(db, { sellerId, at })
await makeOrder(db, {
  userId: asha.userId,
  variantId: variantIds[0]!,
  steps: [{ to: 'placed', by: 'owner', at }],
})

// Copies the order's part into thousands of older ones, without their constraints.
await db.transaction().execute(async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    insert into order_parts
    select made.*
      from (select * from order_parts limit 1) s, generate_series(1, 2000) n,
        jsonb_populate_record(null::order_parts, to_jsonb(s) || jsonb_build_object(
          'id', gen_random_uuid(), 'order_id', gen_random_uuid(), 'placed_at', s.placed_at - n * interval '1 minute' - interval '200 days')) made
  `.execute(tx)
})
await sql`vacuum analyze order_parts`.execute(db)

test('a seller’s figures read the orders of their days only', async () => {
  const read = await rowsReadOf(
    { databaseUrl: world.databaseUrl, table: 'order_parts', words: 'with sold as' },
    () => leela.call.shop.sellingFigures({ days: '90' }),
  )
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(5)
})
