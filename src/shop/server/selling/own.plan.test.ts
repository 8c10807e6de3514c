import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadBy } from '#/kernel/testing/rows-read.ts'
import { seedProducts } from '#/shop/server/many-products.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { ownStatement } from './own.ts'

const world = await openWorld()
const { db, clock } = world
const [leela, george, maya] = await Promise.all(['leela', 'george', 'maya'].map(world.signUp))
await makeSupplier(db, { userId: leela!.userId, at: clock.now })
await makePharmacist(db, { userId: george!.userId, at: clock.now })
await seedProducts(world.databaseUrl, 6000)
const small = await makeSupplier(db, { userId: maya!.userId, at: clock.now })
for (let n = 0; n < 30; n++) await makeProduct(db, { sellerId: small, at: clock.now, name: `Oats ${n}` })
const client = new pg.Client({ connectionString: world.databaseUrl })
await client.connect()
await client.query('vacuum analyze')
afterAll(() => client.end())

test.each([{}, { q: 'oats' }, { show: 'low' as const }, { show: 'hidden' as const }])(
  'a small seller’s list with %j reads no other seller’s products',
  async (wanted) => {
    const read = await rowsReadBy(client, ownStatement({ ids: [small], ...wanted }).compile(db), 'products')
    expect(read).toBeLessThanOrEqual(30)
  },
)
