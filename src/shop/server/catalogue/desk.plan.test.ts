import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { seedProducts } from '#/shop/server/many-products.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, databaseUrl, clock } = world
const nadia = await openDesk(world, 'nadia')
const [leela, george, maya] = await Promise.all(['leela', 'george', 'maya'].map(world.signUp))
await makeSupplier(db, { userId: leela!.userId, at: clock.now })
await makePharmacist(db, { userId: george!.userId, at: clock.now })
await seedProducts(databaseUrl, 20_000)
const sellerId = await makeSupplier(db, { userId: maya!.userId, at: clock.now })
for (let n = 0; n < 5; n++) await makeProduct(db, { sellerId, at: clock.now, name: `Quinoa ${n}` })

type Search = Parameters<typeof nadia.call.products>[0]
const searches: [string, string, Search][] = [
  ['everything', 'from products p', {}],
  ['hidden products, of which there are none', 'hidden_at is not null', { show: 'hidden' }],
  ['hidden products with a word', 'hidden_at is not null', { show: 'hidden', search: 'chicken' }],
  ['a small seller’s products', 'p.seller_id = $', { sellerId }],
  ['a word that many have', 'few.searched', { search: 'chicken' }],
  ['a word that few have', 'offset 0', { search: 'quinoa' }],
  ['a word that nothing has', 'offset 0', { search: 'zebra' }],
]

test.each(searches)('the desk’s list of %s reads little of 20,000 products', async (_what, words, search) => {
  for (const plan of ['custom', 'generic'] as const) {
    const read = await rowsReadOf({ databaseUrl, table: 'products', words, plan }, () =>
      nadia.call.products(search),
    )
    expect(read, plan).toBeLessThanOrEqual(500)
  }
})
