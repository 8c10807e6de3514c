import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, visitor, clock } = world
const at = clock.now
const [leela, george, other] = await Promise.all(['leela', 'george', 'other'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at, deliversTo: ['560', '4000'] })
const pharmacistId = await makePharmacist(db, { userId: george!.userId, at })

const kibble = await makeProduct(db, {
  sellerId,
  at,
  brand: 'Whisker House',
  name: 'Adult Salmon',
  facts: { species: ['cat'] },
  variants: [
    { name: '3 kg', price: 120_000, grams: 3000, stock: 3 },
    { name: '1 kg', price: 45_000, grams: 1000, stock: 0, bestBefore: '2027-03-31' },
  ],
})
const ball = await makeProduct(db, {
  sellerId,
  at,
  category: 'toys',
  brand: 'Pounce',
  name: 'Rubber Ball',
  facts: { tax_class: 'goods', breed_sizes: ['small'] },
  variants: [{ name: 'One', price: 19_900, stock: 0 }],
})
const wormer = await makeProduct(db, {
  sellerId: pharmacistId,
  at,
  category: 'worming',
  brand: 'Vetrica',
  name: 'Wormaway',
  facts: { schedule: 'h', strength: '50 mg' },
})

const merchandise = { shelf: 'merchandise' } as const
const namesOf = ({ rows }: { rows: { name: string }[] }) => rows.map(({ name }) => name)

test('a shelf has its products: the newest first, sold-out ones last', async () => {
  const page = await visitor.shop.products(merchandise)
  expect(namesOf(page)).toEqual(['Adult Salmon', 'Rubber Ball'])
  expect(page.rows[0]).toMatchObject({
    brand: 'Whisker House',
    price: { amount: 45_000, currency: 'INR' },
    variantCount: 2,
    kiloPrice: { amount: 40_000, currency: 'INR' },
    isInStock: true,
    needsPrescription: false,
  })
  expect(page.rows[1]).toMatchObject({ isInStock: false })
  expect(namesOf(await visitor.shop.products({ shelf: 'pharmacy' }))).toEqual(['Wormaway'])
})

test.each([
  ['whisker', ['Adult Salmon'], null],
  ['salm', ['Adult Salmon'], null],
  ['wisker samon', ['Adult Salmon'], 'whisker salmon'],
  ['ruber bal', ['Rubber Ball'], 'rubber bal'],
  ['BALLS', ['Rubber Ball'], null],
  ['kibble', ['Adult Salmon'], null],
  ['cat kibbles', ['Adult Salmon'], null],
  ['billi kibble', ['Adult Salmon'], null],
  ['scratcher', ['Rubber Ball'], null],
  ['salmon dog', [], null],
  ["o'clock & <b> \\ :* |", [], null],
])('a search for “%s” finds %j', async (q, names, searchedFor) => {
  const page = await visitor.shop.products({ ...merchandise, q })
  expect(namesOf(page)).toEqual(names)
  if (names.length > 0) expect(page.searchedFor).toBe(searchedFor)
})

test.each([
  'Omega-3 oil',
  'Spot-on 10-20 kg',
  'Drontal-1000',
  'Chicken 1.2kg',
  'F.P.V/3 Bowl',
  'Zeb.com Pouch',
  'बिल्ली का खाना',
  'நாய் உணவு',
  'N&D Ocean',
  'Cat’s Delight',
  'Café Straße',
  '3×85g Tuna',
])('“%s” is found by its own name, however it’s typed', async (name) => {
  const { id } = await makeProduct(db, { sellerId, at, name, variants: [{ name: 'One', price: 10_000 }] })
  const spellings = [
    name,
    name.normalize('NFD'),
    name.toUpperCase(),
    name.replace('’', "'"),
    name.replace('1.2kg', '1.2 kg'),
  ]
  for (const q of spellings) {
    const { rows, searchedFor } = await visitor.shop.products({ ...merchandise, q })
    expect(rows.map((row) => row.id)).toEqual([id])
    expect(searchedFor).toBeNull()
  }
  await db.deleteFrom('product_variants').where('product_id', '=', id).execute()
  await db.deleteFrom('products').where('id', '=', id).execute()
})

test('filters narrow the products, and each filter counts what it would find', async () => {
  expect(namesOf(await visitor.shop.products({ ...merchandise, species: 'cat' }))).toEqual(['Adult Salmon'])
  expect(namesOf(await visitor.shop.products({ ...merchandise, inStock: true }))).toEqual(['Adult Salmon'])
  expect(namesOf(await visitor.shop.products({ ...merchandise, maxPrice: 20_000 }))).toEqual(['Rubber Ball'])
  const { facets } = await visitor.shop.products({ ...merchandise, category: 'toys', withFacets: true })
  expect(facets).toEqual({
    total: 1,
    // Without its own choice, so that the other categories can be chosen.
    category: [
      { value: 'food', count: 1 },
      { value: 'toys', count: 1 },
    ],
    species: [{ value: 'dog', count: 1 }],
    lifeStage: [],
    breedSize: [{ value: 'small', count: 1 }],
    form: [],
    inStock: 0,
    brand: [{ value: 'pounce', name: 'Pounce', count: 1 }],
  })
})

test('a product says what there is to buy, and hides the exact stock', async () => {
  const product = await visitor.shop.product({ id: kibble.id })
  expect(product.variants).toMatchObject([
    { name: '3 kg', available: 3, kiloPrice: { amount: 40_000 }, bestBefore: null },
    { name: '1 kg', available: 0, bestBefore: '2027-03-31' },
  ])
  expect(product).toMatchObject({ taxRate: 18, seller: { name: 'Green Tail Traders', isPharmacist: false } })
  const big = await makeProduct(db, {
    sellerId,
    at,
    name: 'Plenty',
    variants: [{ name: 'One', price: 1, stock: 500 }],
  })
  expect((await visitor.shop.product({ id: big.id })).variants[0]!.available).toBe(20)
  await db.deleteFrom('products').where('id', '=', big.id).execute()
  expect(await visitor.shop.product({ id: wormer.id })).toMatchObject({
    schedule: 'h',
    needsPrescription: true,
    strength: '50 mg',
    taxRate: 5,
    seller: { isPharmacist: true },
  })
})

test('delivery depends on the beginning of the PIN code', async () => {
  const check = async (pin: string) => (await visitor.shop.delivery({ id: ball.id, pin })).isServed
  expect(await check('560038')).toBe(true)
  expect(await check('411001')).toBe(false)
  expect(await check('400001')).toBe(true)
  await expect(check('060038')).rejects.toMatchObject({ code: 'request.malformed' })
  expect((await visitor.shop.delivery({ id: wormer.id, pin: '781001' })).isServed).toBe(true)
})

test('drafts, withdrawn products, and those of sellers who aren’t verified are not found', async () => {
  const draft = await makeProduct(db, { sellerId, at, name: 'Draft', facts: { state: 'draft' } })
  const bare = await makeProduct(db, { sellerId, at, name: 'Without variants', variants: [] })
  for (const { id } of [draft, bare])
    await expect(visitor.shop.product({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  await expect(visitor.shop.product({ id: newId() })).rejects.toMatchObject({ code: 'request.not_found' })

  const suspend = (status: 'suspended' | 'verified') =>
    db.updateTable('suppliers').set({ verification_status: status }).where('id', '=', sellerId).execute()
  await suspend('suspended')
  expect((await visitor.shop.products(merchandise)).rows).toEqual([])
  await expect(visitor.shop.product({ id: kibble.id })).rejects.toMatchObject({ code: 'request.not_found' })
  await suspend('verified')
  expect((await visitor.shop.products(merchandise)).rows).toHaveLength(2)
})

test('suppliers can’t have medicines', async () => {
  const medicine = { sellerId, at, category: 'worming', facts: { seller_record: 'supplier' } } as const
  await expect(makeProduct(db, medicine)).rejects.toMatchObject({ constraint: 'shop.pharmacists_only' })
})

test('pages follow each other without gaps in every order, and a cursor belongs to its search', async () => {
  const seller = await makeSupplier(db, { userId: other!.userId, at, name: 'Many' })
  for (let n = 0; n < 45; n++)
    await makeProduct(db, {
      sellerId: seller,
      at: new Date(at.getTime() - (n % 7) * 1000),
      category: 'beds',
      name: `Bed ${n}`,
      variants: [
        { name: 'One', price: 10_000 + (n % 5) * 100, stock: n % 4, ...(n % 3 > 0 && { grams: 1000 + n }) },
      ],
    })
  for (const sort of ['newest', 'price', 'price-desc', 'kilo'] as const) {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await visitor.shop.products({ ...merchandise, category: 'beds', sort, cursor })
      names.push(...namesOf(page))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(names).toHaveLength(45)
    expect(new Set(names).size).toBe(45)
  }
  const { nextCursor } = await visitor.shop.products({ ...merchandise, category: 'beds' })
  await expect(
    visitor.shop.products({ ...merchandise, category: 'toys', cursor: nextCursor! }),
  ).rejects.toMatchObject({ code: 'shop.other_search' })
})

test.each(['%', '_', '%_', ' . ', '🐕', '& -'])('“%s” has no word, so it finds nothing', async (q) => {
  for (const sort of [undefined, 'price'] as const)
    expect(await visitor.shop.products({ ...merchandise, q, sort, withFacets: true })).toMatchObject({
      rows: [],
      facets: { total: 0, category: [] },
    })
})

test('words in the name come first, whole ones before beginnings, then those of the brand, and what is sold out last', async () => {
  const make = (name: string, brand: string, { stock = 3, category = 'leads' as const } = {}) =>
    makeProduct(db, {
      sellerId,
      at,
      category,
      name,
      brand,
      variants: [{ name: 'One', price: 10_000, stock }],
    })
  await make('Soft Harness', 'Quill')
  await make('Quillow Line', 'Acme')
  await make('Quill Line', 'Acme')
  await make('Quill Cord', 'Acme', { stock: 0 })
  const search = { ...merchandise, category: 'leads', q: 'quill' } as const
  const names = ['Quill Line', 'Quillow Line', 'Soft Harness', 'Quill Cord']
  expect(namesOf(await visitor.shop.products(search))).toEqual(names)
  expect(namesOf(await visitor.shop.products({ ...search, sort: 'best' }))).toEqual(names)
  expect(namesOf(await visitor.shop.products({ ...search, sort: 'newest' }))).not.toEqual(names)
  // Without words, the best match is the newest.
  const { nextCursor, rows } = await visitor.shop.products({ ...merchandise, sort: 'best' })
  expect(rows).toEqual((await visitor.shop.products({ ...merchandise, sort: 'newest' })).rows)
  await expect(visitor.shop.products({ ...search, cursor: nextCursor! })).rejects.toMatchObject({
    code: 'shop.other_search',
  })
})

test('words of the ingredients count below those of name and brand, and words of the description last', async () => {
  const make = (
    name: string,
    { brand = 'Acme', ...facts }: { brand?: string; ingredients?: string; description?: string },
  ) =>
    makeProduct(db, {
      sellerId,
      at,
      category: 'grooming',
      name,
      brand,
      facts,
      variants: [{ name: 'One', price: 10_000, stock: 3 }],
    })
  const { id } = await make('Gentle Wash', {
    description: 'With tamarind, for puppies that roll in everything',
  })
  await make('Mild Wash', { ingredients: 'Water, tamarind' })
  await make('Soft Wash', { brand: 'Tamarind' })
  await make('Tamarind Wash', {})
  const search = { ...merchandise, q: 'tamarind' } as const
  const names = ['Tamarind Wash', 'Soft Wash', 'Mild Wash', 'Gentle Wash']
  const page = await visitor.shop.products({ ...search, withFacets: true })
  expect(namesOf(page)).toEqual(names)
  expect(page.facets).toMatchObject({ total: 4 })
  // A word of a description isn't taken for a misspelt one, and its plural is found.
  expect(await visitor.shop.products({ ...merchandise, q: 'tamarind puppy' })).toMatchObject({
    rows: [{ name: 'Gentle Wash' }],
    searchedFor: null,
  })
  await db.updateTable('products').set({ description: 'Mild' }).where('id', '=', id).execute()
  expect(namesOf(await visitor.shop.products(search))).toEqual(names.slice(0, 3))
})

test('a product whose variants run out at the same moment is sold out', async () => {
  const two = await makeProduct(db, {
    sellerId,
    at,
    name: 'Twins',
    variants: [
      { name: 'Left', price: 100, stock: 1 },
      { name: 'Right', price: 100, stock: 1 },
    ],
  })
  const empty = (id: string) =>
    db.transaction().execute(async (tx) => {
      await tx.updateTable('product_variants').set({ stock: 0 }).where('id', '=', id).execute()
      await sql`select pg_sleep(0.05)`.execute(tx)
    })
  await Promise.all(two.variantIds.map(empty))
  const row = await db
    .selectFrom('products')
    .select('is_in_stock')
    .where('id', '=', two.id)
    .executeTakeFirst()
  expect(row).toEqual({ is_in_stock: false })
})

test('a seller who asks for their account to be deleted sells nothing, until they change their mind', async () => {
  const { call, userId } = await world.signUp('pooja')
  const sellerId = await makeSupplier(db, { userId, at })
  const { id } = await makeProduct(db, { sellerId, at })
  await call.privacy.leave({ confirmed: true })
  await expect(visitor.shop.product({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  // A record may be verified again meanwhile.
  const again = { verification_status: 'verified' } as const
  await db.updateTable('suppliers').set(again).where('id', '=', sellerId).execute()
  await expect(visitor.shop.product({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  await call.privacy.stay()
  expect(await visitor.shop.product({ id })).toMatchObject({ id })
})
