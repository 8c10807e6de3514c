import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeReviews } from './review.factory.ts'

const world = await openWorld()
const { db, clock, visitor } = world
const at = clock.now
const [asha, leela] = [await world.signUp('asha'), await world.signUp('leela')]
const nadia = await openDesk(world, 'nadia')
const sellerId = await makeSupplier(db, { userId: leela.userId, at })
const { id, variantIds } = await makeProduct(db, { sellerId, at })
const { partId } = await makeOrder(db, {
  userId: asha.userId,
  variantId: variantIds[0]!,
  steps: (['placed', 'packed', 'shipped', 'delivered'] as const).map((to) => ({
    to,
    by: to === 'placed' ? 'owner' : 'seller',
    at,
  })),
})
await makeReviews(db, [{ productId: id, userId: asha.userId, partId, stars: 5, at }])

// Copies the review, without its constraints.
await db.transaction().execute(async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`alter table product_reviews drop constraint "shop.already_reviewed"`.execute(tx)
  await sql`
    insert into product_reviews
    select made.*
      from (select * from product_reviews limit 1) r, generate_series(1, 2000) n,
        jsonb_populate_record(null::product_reviews, to_jsonb(r) || jsonb_build_object(
          'id', gen_random_uuid(), 'created_at', r.created_at - n * interval '1 minute',
          'complained_at', r.created_at - n * interval '1 minute',
          'reply', case when n % 2 = 0 then 'Thanks' end, 'replied_at', case when n % 2 = 0 then r.created_at end)) made
  `.execute(tx)
})
await sql`vacuum analyze product_reviews`.execute(db)

test.each<[string, () => Promise<unknown>]>([
  ['a product’s', () => visitor.shop.productReviews({ id: id as never })],
  ['a seller’s', () => leela.call.shop.ownReviews({})],
  ['a seller’s unanswered', () => leela.call.shop.ownReviews({ show: 'unanswered' })],
  ['all', () => nadia.call.reviews({})],
  ['reported', () => nadia.call.reviews({ show: 'reported' })],
])('a page of %s reviews reads few of them', async (_what, ask) => {
  const read = await rowsReadOf(
    { databaseUrl: world.databaseUrl, table: 'product_reviews', words: 'product_reviews' },
    ask,
  )
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThanOrEqual(25)
})
