import { openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { seedProducts } from '#/shop/server/many-products.factory.ts'
import { makePharmacist, makeSupplier } from '#/shop/server/product.factory.ts'
import { measureCheckout } from './checkout.ts'
import type { Figure } from './goals.ts'
import { measure } from './load.ts'
import { timeOf } from './search.ts'
import { type Stage, say } from './stage.ts'

const products = 50_000

const searches: Partial<Record<Figure['what'], (n: number) => Record<string, string>>> = {
  'products among 50,000, newest': () => ({}),
  'products among 50,000, cheapest': () => ({ sort: 'price' }),
  'products among 50,000, cheapest per kg, for cats': () => ({ sort: 'kilo', species: 'cat' }),
  'products among 50,000, by words that many have': (n) => ({
    q: ['chicken', 'lamb bites', 'salmon'][n % 3]!,
  }),
  'products among 50,000, by words that few have': () => ({ q: 'rare product' }),
  'products among 50,000, by misspelt words': (n) => ({ q: ['chiken', 'samlon', 'pumkin bowl'][n % 3]! }),
  'products among 50,000, of a brand that few have': () => ({ brand: 'rare-brand' }),
  'products among 50,000, at a price that few have': (n) => ({
    minPrice: String(20_000 + (n % 50)),
    maxPrice: String(20_040 + (n % 50)),
  }),
  // Another price each time, so that no count is kept.
  'facets of 50,000 products, not kept': (n) => ({
    withFacets: 'true',
    maxPrice: String(190_000 + (n % 5000)),
  }),
  'facets of 50,000 products, kept': () => ({ withFacets: 'true' }),
}

const pathOf = (search: Record<string, string>) =>
  `/api/shop/products?${new URLSearchParams({ shelf: 'merchandise', ...search })}`

/** Returns the median times of searches of the catalogue, how many pages it serves at 32 connections, and the figures for carts and orders. */
export async function measureShop(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding ${products.toLocaleString('en')} products…`)
  const url = await stage.database('bench_shop')
  const { db, close } = openDatabase(url, { log: createLog('error'), max: 1, name: 'pawfolk bench' })
  for (const make of [makeSupplier, makePharmacist]) {
    const userId = newId<'user'>()
    await db
      .insertInto('users')
      .values({ id: userId, name: 'Seller', email: `${userId}@example.org` })
      .execute()
    await make(db, { userId, at: new Date() })
  }
  await seedProducts(url, products)
  const server = await stage.server(url)
  const yardstick = await stage.yardstick(url)
  const figures: Figure[] = []
  for (const [what, search] of Object.entries(searches)) {
    const value = await timeOf(server.url, seconds, (n) => ({
      method: 'GET' as const,
      path: pathOf(search(n)),
    }))
    figures.push({ what: what as Figure['what'], value })
  }
  const page = { connections: 32, seconds, next: () => ({ method: 'GET' as const, path: pathOf({}) }) }
  const bare = { ...page, next: () => ({ method: 'GET' as const, path: '/products' }) }
  await measure(server.url, { ...page, seconds: seconds / 3 })
  const ours = await measure(server.url, page)
  const theirs = await measure(yardstick.url, bare)
  figures.push({
    what: 'catalogue pages at 32 connections',
    value: ours.perSecond,
    at: `bare server ${Math.round(theirs.perSecond)}/s`,
  })
  const servers = { ours: server.url, yardstick: yardstick.url, databaseUrl: url }
  figures.push(...(await measureCheckout({ ...servers, db, seconds })))
  await close()
  await server.end('SIGTERM')
  yardstick.process.kill('SIGTERM')
  return figures
}
