import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { seedProducts } from '#/shop/server/many-products.factory.ts'
import { makePharmacist, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const [leela, george] = await Promise.all(['leela', 'george'].map(world.signUp))
const at = world.clock.now
await makeSupplier(world.db, { userId: leela!.userId, at })
await makePharmacist(world.db, { userId: george!.userId, at })
await seedProducts(world.databaseUrl, 20_000)
// As if every third had a few reviews; the invariants aren't asked here.
await sql`
  update products set star_counts = array[n % 2, n % 3, n % 5, n % 7, n % 11]
    from (select id, (row_number() over (order by id))::integer as n from products) numbered
   where numbered.id = products.id and n % 3 = 0`.execute(world.db)
await sql`vacuum analyze products`.execute(world.db)

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]
const asText = (value: unknown) => (Array.isArray(value) ? `{${value.join()}}` : String(value))

/** Returns the plans of a request's statements with `words`, each as a custom and as a generic one. */
async function plansOf(words: string, ask: () => Promise<unknown>): Promise<Plan[][]> {
  const plans: Plan[][] = []
  for (const { text, values = [] } of await statementsWith(words, ask)) {
    for (const mode of ['custom', 'generic']) {
      const client = new pg.Client({ connectionString: world.databaseUrl })
      await client.connect()
      await client.query(`set plan_cache_mode = force_${mode}_plan`)
      await client.query(`prepare asked as ${text}`)
      const given =
        values.length > 0 ? `(${values.map((value) => pg.escapeLiteral(asText(value))).join()})` : ''
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
        `explain (analyze, format json) execute asked${given}`,
      )
      await client.end()
      plans.push(partsOf(rows[0]!['QUERY PLAN'][0]!.Plan))
    }
  }
  return plans
}
const scans = (plan: Plan[]) =>
  plan.filter((part) => part['Node Type'] === 'Seq Scan' && part['Relation Name'] === 'products')
const mostRows = (plan: Plan[]) =>
  Math.max(
    ...plan.map(
      (part) => (part['Actual Rows'] + (part['Rows Removed by Filter'] ?? 0)) * part['Actual Loops'],
    ),
  )

const merchandise = { shelf: 'merchandise' } as const
type Search = Parameters<typeof world.visitor.shop.products>[0]

test.each<[string, Search, number?]>([
  ['the newest', merchandise],
  ['the best rated', { ...merchandise, sort: 'rating' }],
  ['the best rated food for cats', { ...merchandise, sort: 'rating', category: 'food', species: 'cat' }],
  ['the cheapest', { ...merchandise, sort: 'price' }],
  ['the dearest', { ...merchandise, sort: 'price-desc' }],
  ['the cheapest per kg', { ...merchandise, sort: 'kilo' }],
  ['food for cats', { ...merchandise, category: 'food', species: 'cat' }],
  ['a brand that few have', { ...merchandise, brand: 'rare-brand' }],
  ['words that many have', { ...merchandise, q: 'chicken' }],
  ['words that few have', { ...merchandise, q: 'rare product' }],
  // The index names a quarter of all products, of which 401 are read.
  ['words that many have in their description', { ...merchandise, q: 'stomachs' }, 5000],
  ['words that few have in their description', { ...merchandise, q: 'turmeric' }],
  ['words that nothing has', { ...merchandise, q: 'chicken zebra' }],
  ['a price that few have', { ...merchandise, minPrice: 20_000, maxPrice: 20_010 }],
  ['medicines in stock', { shelf: 'pharmacy', inStock: true, form: 'tablet' }],
])('a page of %s reads little of 20,000 products', async (_what, search, most = 1500) => {
  const ask = () => world.visitor.shop.products(search)
  const plans = await plansOf('from products p', ask)
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) {
    expect(scans(plan)).toEqual([])
    expect(mostRows(plan)).toBeLessThanOrEqual(most)
  }
})

test.each([
  'chicken',
  'ch',
  'dog',
  'chicken bites',
  'brand 7',
  'rare product',
  'turmeric',
  'oat',
  'fresh water',
])('the pages of “%s” follow each other by how well they match', async (q) => {
  const { rows } = await sql<{ id: string }>`
    with asked as (select to_tsquery('english', ${q.split(' ').join(' & ')}) as whole,
      to_tsquery('english', ${q
        .split(' ')
        .map((word) => `${word}:*`)
        .join(' & ')}) as beginnings)
    select id from products, asked where shelf = 'merchandise' and is_listed and all_words @@ beginnings
     order by not is_in_stock, case when name_words @@ whole then 0 when name_words @@ beginnings then 1
       when title_words @@ beginnings then 2 when words @@ beginnings then 3 else 4 end, rank_rated, id limit 100`.execute(
    world.db,
  )
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await world.visitor.shop.products({ ...merchandise, q, cursor })
    ids.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor && ids.length < 100)
  expect(ids.slice(0, 100)).toEqual(rows.map(({ id }) => id))
})

test('a page in the middle starts at its cursor', async () => {
  let cursor: string | undefined
  for (let page = 0; page < 5; page++)
    cursor = (await world.visitor.shop.products({ ...merchandise, cursor })).nextCursor!
  for (const plan of await plansOf('from products p', () =>
    world.visitor.shop.products({ ...merchandise, cursor }),
  ))
    expect(mostRows(plan)).toBeLessThanOrEqual(100)
})

test('a page is one statement, two with words, and three if few match and nobody asked before', async () => {
  const count = async (search: Search) =>
    (await statementsWith('product', () => world.visitor.shop.products(search))).length
  expect(await count(merchandise)).toBe(1)
  expect(await count({ ...merchandise, q: 'chicken' })).toBe(2)
  const rare = { ...merchandise, q: 'rare product' }
  // An earlier test may have asked the same.
  expect(await count(rare)).toBeLessThanOrEqual(3)
  expect(await count(rare)).toBe(2)
})

test('a misspelt word is looked up by index', async () => {
  for (const plan of await plansOf('product_words', () =>
    world.visitor.shop.products({ ...merchandise, q: 'chiken' }),
  ))
    expect(plan.filter((part) => part['Node Type'] === 'Seq Scan' && part['Relation Name']).length).toBe(0)
})

test('the counts of rare filters read little', async () => {
  const ask = () => world.visitor.shop.products({ ...merchandise, q: 'rare product', withFacets: true })
  for (const plan of await plansOf('counted as', ask)) expect(mostRows(plan)).toBeLessThanOrEqual(1500)
})
