import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, visitor, clock } = world
const at = clock.now
const [asha, leela, george, both] = await Promise.all(['asha', 'leela', 'george', 'both'].map(world.signUp))
await makeSupplier(db, { userId: leela!.userId, at })
await makePharmacist(db, { userId: george!.userId, at })
for (const make of [makeSupplier, makePharmacist]) await make(db, { userId: both!.userId, at })
const records = async (person: Person) => Object.keys((await person.call.accounts.me()).user?.records ?? {})
await vi.waitUntil(async () => (await records(leela!)).includes('supplier'))
await vi.waitUntil(async () => (await records(george!)).includes('pharmacist'))
await vi.waitUntil(async () => (await records(both!)).includes('pharmacist'))

const small = { name: '1 kg', price: 45_000, grams: 1000, stock: 8, sku: 'CR-1' }
const kibble = {
  name: 'Chicken & Rice',
  brand: 'Tail & Bowl',
  category: 'food',
  species: ['dog'],
  taxClass: 'food',
  variants: [small],
} as const
const tablets = {
  name: 'Wormaway',
  brand: 'Vetrica',
  category: 'worming',
  species: ['dog'],
  taxClass: 'medicine',
  form: 'tablet',
  schedule: 'h',
  strength: '50 mg',
  variants: [{ name: '4 tablets', price: 22_000 }],
} as const

const add = async (person: Person, product: object = kibble) =>
  (await person.call.shop.addProduct({ product: product as never })).id
const fresh = (letter: string) => ({ ...kibble, variants: [{ ...small, sku: `F-${letter}` }] })

test('a product that a supplier adds can be found and bought at once', async () => {
  const id = await add(leela!)
  const { rows } = await visitor.shop.products({ shelf: 'merchandise', q: 'chicken' })
  expect(rows.map((row) => row.id)).toContain(id)
  const shown = await visitor.shop.product({ id })
  expect(shown).toMatchObject({ brand: 'Tail & Bowl', taxRate: 18, seller: { name: 'Green Tail Traders' } })
  await asha!.call.shop.addToCart({ variantId: shown.variants[0]!.id, quantity: 8 })
  expect((await leela!.call.shop.ownProducts({ q: 'cr-1' })).rows).toMatchObject([
    { id, stock: 8, lowCount: 0 },
  ])
})

test.each([
  [{ price: 0 }, 'price', 'The price must be above 0.'],
  [{ price: 44_950.5 }, 'price', 'A price has two decimals at most.'],
  [{ price: 100_000_001 }, 'price', 'The price can be 10,00,000 at most.'],
  [{ stock: -1 }, 'stock', 'The stock can’t be below 0.'],
  [{ stock: 1.5 }, 'stock', 'The stock must be a whole number.'],
  [{ stock: 1_000_001 }, 'stock', 'The stock can be 10,00,000 at most.'],
])('a size with %j is refused at its field', async (wrong, field, message) => {
  const variants = [{ ...small, sku: 'WRONG', ...wrong }]
  await expect(add(leela!, { ...kibble, variants })).rejects.toMatchObject({
    code: 'request.malformed',
    data: { issues: [{ path: `product.variants.0.${field}`, message }] },
  })
})

test('only pharmacists sell medicines, and people with both records sell each shelf under the right one', async () => {
  await expect(add(leela!, tablets)).rejects.toMatchObject({ code: 'shop.pharmacists_only' })
  await expect(add(george!, { ...tablets, schedule: null })).rejects.toMatchObject({
    code: 'shop.schedule_needed',
  })
  const medicine = await add(both!, tablets)
  const food = await add(both!)
  const rows = await db
    .selectFrom('products')
    .select(['id', 'seller_record', 'needs_prescription'])
    .where('id', 'in', [medicine, food])
    .orderBy('seller_record')
    .execute()
  expect(rows).toEqual([
    { id: medicine, seller_record: 'pharmacist', needs_prescription: true },
    { id: food, seller_record: 'supplier', needs_prescription: false },
  ])
})

test('facts for medicines are dropped from other products', async () => {
  const id = await add(leela!, { ...fresh('drop'), schedule: 'h1', form: 'tablet', strength: '5 mg' })
  expect(await leela!.call.shop.ownProduct({ id })).toMatchObject({
    schedule: null,
    form: null,
    strength: null,
  })
})

test('people who aren’t verified are told why nothing is listed', async () => {
  const zoya = await world.signUp('zoya')
  expect((await zoya.call.shop.selling()).sellers).toEqual([])
  await zoya.call.shop.saveSupplier({ businessName: 'Zoya’s', pickupAddress: 'MG Road, Pune' })
  expect((await zoya.call.shop.selling()).sellers).toEqual([
    {
      record: 'supplier',
      name: 'Zoya’s',
      status: 'draft',
      canSell: false,
      isLeaving: false,
      delivery: { beginnings: [], from: 2, to: 5 },
    },
  ])
  await expect(add(zoya)).rejects.toMatchObject({ code: 'request.forbidden' })
})

test('a change keeps the stock, adds new sizes and withdraws those that were left out', async () => {
  const id = await add(leela!, {
    ...fresh('change'),
    variants: [
      { ...small, sku: 'S' },
      { name: '3 kg', price: 120_000, sku: 'M', stock: 2 },
    ],
  })
  const before = await leela!.call.shop.ownProduct({ id })
  const [one, three] = before.variants
  const change = {
    id,
    version: before.version,
    isShown: true,
    keptPictures: [],
    product: {
      ...kibble,
      name: 'Chicken, Rice & Peas',
      // These two swap names and places.
      variants: [
        { id: three!.id, name: '1 kg', price: 50_000, sku: 'S', stock: 999 },
        { name: '10 kg', price: 360_000, sku: 'L', stock: 4 },
      ],
    },
  } as never
  const after = await leela!.call.shop.changeProduct(change)
  expect(after.variants.map(({ name, sku, stock }) => [name, sku, stock])).toEqual([
    ['1 kg', 'S', 2],
    ['10 kg', 'L', 4],
  ])
  await expect(leela!.call.shop.changeProduct(change)).rejects.toMatchObject({
    code: 'shop.changed_meanwhile',
  })
  expect((await visitor.shop.product({ id })).variants.map((variant) => variant.id)).not.toContain(one!.id)
})

test('a variant of another product can’t be taken over', async () => {
  const id = await add(leela!, fresh('own'))
  const other = await add(both!, fresh('other'))
  const [variant] = (await both!.call.shop.ownProduct({ id: other })).variants
  const change = leela!.call.shop.changeProduct({
    id,
    version: 1,
    isShown: true,
    keptPictures: [],
    product: { ...kibble, variants: [{ ...small, id: variant!.id }] } as never,
  })
  await expect(change).rejects.toMatchObject({ code: 'request.not_found' })
})

test('when two tabs save the same version at once, one is refused', async () => {
  const id = await add(leela!, fresh('tabs'))
  const { version, variants } = await leela!.call.shop.ownProduct({ id })
  const save = (name: string) =>
    leela!.call.shop.changeProduct({
      id,
      version,
      isShown: true,
      keptPictures: [],
      product: { ...kibble, name, variants: [{ ...small, id: variants[0]!.id, sku: 'F-tabs' }] } as never,
    })
  const results = await Promise.allSettled(['A', 'B', 'C', 'D'].map(save))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(refused).toEqual(Array(3).fill('shop.changed_meanwhile'))
})

test('a SKU belongs to one variant, and is free again when that is deleted', async () => {
  const id = await add(leela!, fresh('sku'))
  await expect(add(leela!, fresh('SKU'))).rejects.toMatchObject({ code: 'shop.sku_taken' })
  await leela!.call.shop.removeProduct({ id })
  await expect(leela!.call.shop.ownProduct({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  await add(leela!, fresh('SKU'))
  await add(both!, fresh('sku'))
})

test('nobody else sees a hidden product until it is shown again', async () => {
  const id = await add(leela!, fresh('hide'))
  await leela!.call.shop.setProductShown({ id, isShown: false })
  await expect(visitor.shop.product({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  expect((await leela!.call.shop.ownProducts({ show: 'hidden' })).rows.map((row) => row.id)).toEqual([id])
  await leela!.call.shop.setProductShown({ id, isShown: true })
  await visitor.shop.product({ id })
})

test('pictures are added, kept and removed, six at most', async () => {
  const drawn = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a9d85' } })
    .png()
    .toBuffer()
  const picture = new File([new Uint8Array(drawn)], 'bag.png', { type: 'image/png' })
  const { id } = await leela!.call.shop.addProduct({
    product: fresh('pics') as never,
    pictures: [picture, picture],
  })
  const { version, pictures, variants } = await leela!.call.shop.ownProduct({ id })
  expect(pictures).toHaveLength(2)
  const change = (added: number) => ({
    id,
    version,
    isShown: true,
    keptPictures: [pictures[1]!, '/files/anothers.webp'],
    product: { ...fresh('pics'), variants: [{ ...small, id: variants[0]!.id, sku: 'F-pics' }] } as never,
    pictures: Array(added).fill(picture),
  })
  await expect(leela!.call.shop.changeProduct(change(6))).rejects.toMatchObject({
    code: 'shop.too_many_pictures',
  })
  const after = await leela!.call.shop.changeProduct(change(1))
  expect(after.pictures).toEqual([pictures[1], expect.stringMatching(/^\/files\//)])
})

test('a picture that an order shows stays when its product loses it or is deleted', async () => {
  const drawn = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2a9d85' } })
    .png()
    .toBuffer()
  const picture = new File([new Uint8Array(drawn)], 'bag.png', { type: 'image/png' })
  const { id } = await leela!.call.shop.addProduct({
    product: fresh('shown') as never,
    pictures: [picture, picture],
  })
  const { version, pictures, variants } = await leela!.call.shop.ownProduct({ id })
  const order = await makeOrder(db, {
    userId: asha!.userId,
    variantId: variants[0]!.id,
    steps: [{ to: 'placed', by: 'owner', at }],
  })
  await db
    .updateTable('order_lines')
    .set({ picture: pictures[0]! })
    .where('part_id', '=', order.partId)
    .where('kind', '=', 'goods')
    .execute()
  const opens = async (url: string) => (await fetch(new URL(url, world.url))).status
  await leela!.call.shop.changeProduct({
    id,
    version,
    isShown: true,
    keptPictures: [],
    product: { ...fresh('shown'), variants: [{ ...small, id: variants[0]!.id, sku: 'F-shown' }] } as never,
    pictures: [picture],
  })
  expect(await Promise.all(pictures.map(opens))).toEqual([200, 404])
  const [newer] = (await leela!.call.shop.ownProduct({ id })).pictures
  await leela!.call.shop.removeProduct({ id })
  expect(await Promise.all([pictures[0]!, newer!].map(opens))).toEqual([200, 404])
})

test('a past best-before date is refused, unless it was saved before it passed', async () => {
  const lasting = (bestBefore: string, id?: string) => ({
    ...fresh('stale'),
    variants: [{ ...small, sku: 'F-stale', bestBefore, ...(id && { id }) }],
  })
  await expect(add(leela!, lasting('2026-01-31'))).rejects.toMatchObject({ code: 'shop.best_before_past' })
  const id = await add(leela!, lasting('2027-01-31'))
  const variantId = (await leela!.call.shop.ownProduct({ id })).variants[0]!.id
  await db
    .updateTable('product_variants')
    .set({ best_before: '2026-01-31' })
    .where('id', '=', variantId)
    .execute()
  expect((await visitor.shop.product({ id })).variants).toMatchObject([{ available: 0 }])
  const change = async (bestBefore: string) =>
    leela!.call.shop.changeProduct({
      id,
      version: (await leela!.call.shop.ownProduct({ id })).version,
      isShown: true,
      keptPictures: [],
      product: lasting(bestBefore, variantId) as never,
    })
  expect(await change('2026-01-31')).toMatchObject({ variants: [{ bestBefore: '2026-01-31' }] })
  await expect(change('2026-02-28')).rejects.toMatchObject({ code: 'shop.best_before_past' })
  expect(await change('2027-02-28')).toMatchObject({ variants: [{ bestBefore: '2027-02-28' }] })
})

test('lists say that a product is out of stock once the best-before date of its last size has passed', async () => {
  const variants = ['2027-01-31', '2027-01-30'].map((bestBefore, n) => ({
    ...small,
    name: `${n} kg`,
    sku: `F-old-${n}`,
    bestBefore,
  }))
  const product = { ...fresh('old'), name: 'Lentil biscuits', variants }
  const id = await add(leela!, product)
  const inLists = async (day: string) => {
    await world.app.jobs.runSweep('shop-note-best-before', new Date(`${day}T12:00:00+05:30`))
    const [row] = (await visitor.shop.products({ shelf: 'merchandise', q: 'lentil biscuits' })).rows
    return row?.isInStock
  }
  expect(await inLists('2027-01-30')).toBe(true)
  expect(await inLists('2027-01-31')).toBe(true)
  expect(await inLists('2027-02-01')).toBe(false)
  expect(await world.findBrokenInvariants()).toEqual([])
  const own = await leela!.call.shop.ownProduct({ id })
  await leela!.call.shop.changeProduct({
    id,
    version: own.version,
    isShown: true,
    keptPictures: [],
    product: {
      ...product,
      variants: variants.map((variant, n) => ({
        ...variant,
        id: own.variants[n]!.id,
        bestBefore: '2027-03-31',
      })),
    } as never,
  })
  expect(await inLists('2027-02-01')).toBe(true)
})

test('the list has its filters, and the counts agree', async () => {
  const maya = await world.signUp('maya')
  const own = await makeSupplier(db, { userId: maya.userId, at })
  const stock = (count: number) => ({ variants: [{ name: 'One', price: 100, stock: count }] })
  await makeProduct(db, { sellerId: own, at, name: 'Full', ...stock(9) })
  await makeProduct(db, { sellerId: own, at, name: 'Few', ...stock(2) })
  await makeProduct(db, { sellerId: own, at, name: 'None', ...stock(0), facts: { state: 'withdrawn' } })
  const names = async (show?: 'in_stock' | 'low' | 'hidden') =>
    (await maya.call.shop.ownProducts({ show })).rows.map(({ name }) => name).toSorted()
  expect(await names()).toEqual(['Few', 'Full', 'None'])
  expect(await names('in_stock')).toEqual(['Few', 'Full'])
  expect(await names('low')).toEqual(['Few', 'None'])
  expect(await names('hidden')).toEqual(['None'])
  expect((await maya.call.shop.selling()).counts).toEqual({ all: 3, in_stock: 2, low: 2, hidden: 1 })
})
