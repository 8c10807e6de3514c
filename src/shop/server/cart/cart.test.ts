import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { mostLines } from '#/shop/rules.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { forgetOldCarts } from './change.ts'

const world = await openWorld()
const { db, visitor, clock } = world
const at = clock.now
const [leela, george] = await Promise.all(['leela', 'george'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
const pharmacistId = await makePharmacist(db, { userId: george!.userId, at })
const food = await makeProduct(db, {
  sellerId,
  at,
  name: 'Food',
  variants: [
    { name: '1 kg', price: 40_000, stock: 5 },
    { name: '3 kg', price: 90_000, stock: 100 },
    { name: '9 kg', price: 200_000, stock: 0 },
  ],
})
const [small, large, gone] = food.variantIds as [string, string, string]
const medicine = await makeProduct(db, {
  sellerId: pharmacistId,
  at,
  category: 'worming',
  name: 'Wormaway',
  facts: { schedule: 'h' },
  variants: [{ name: '2 tablets', price: 12_000, stock: 50 }],
})
const tablets = medicine.variantIds[0]!
const draft = await makeProduct(db, { sellerId, at, name: 'Draft', facts: { state: 'draft' } })

let people = 0
const somebody = () => world.signUp(`somebody${people++}`)
const quantities = ({ sellers }: { sellers: { lines: { variantId: string; quantity: number }[] }[] }) =>
  Object.fromEntries(sellers.flatMap(({ lines }) => lines.map((line) => [line.variantId, line.quantity])))

test('a cart has a part for each seller, with delivery until it is free', async () => {
  const { call } = await somebody()
  expect(await call.shop.cart()).toMatchObject({ sellers: [], count: 0, total: { amount: 0 } })
  expect(await call.shop.addToCart({ variantId: small, quantity: 1 })).toEqual({ count: 1, quantity: 1 })
  await call.shop.addToCart({ variantId: tablets, quantity: 2 })
  const cart = await call.shop.cart()
  expect(cart).toMatchObject({
    count: 3,
    total: { amount: 40_000 + 24_000 + 2 * 4_900 },
    sellers: [
      {
        name: 'Green Tail Traders',
        isPharmacist: false,
        missing: { amount: 29_900 },
        delivery: { amount: 4_900 },
      },
      { isPharmacist: true, lines: [{ needsPrescription: true, total: { amount: 24_000 } }] },
    ],
  })
  const free = await call.shop.setCartLine({ variantId: small, quantity: 2 })
  expect(free.sellers[0]).toMatchObject({ missing: null, delivery: { amount: 0 }, total: { amount: 80_000 } })
  expect(await call.shop.cartCount()).toEqual({ count: 4 })
})

test('nobody gets more than there is, or more than 20', async () => {
  const { call } = await somebody()
  expect(await call.shop.addToCart({ variantId: small, quantity: 9 })).toMatchObject({ quantity: 5 })
  await expect(call.shop.addToCart({ variantId: small, quantity: 1 })).rejects.toMatchObject({
    code: 'shop.no_more',
  })
  await call.shop.addToCart({ variantId: large, quantity: 15 })
  expect(await call.shop.addToCart({ variantId: large, quantity: 15 })).toMatchObject({ quantity: 20 })
  await expect(call.shop.addToCart({ variantId: gone, quantity: 1 })).rejects.toMatchObject({
    code: 'shop.out_of_stock',
  })
  for (const quantity of [0, -1, 1.5, 21, 2 ** 53, Number.NaN])
    await expect(call.shop.addToCart({ variantId: large, quantity })).rejects.toMatchObject({
      code: 'request.malformed',
    })
  for (const variantId of [draft.variantIds[0]!, food.id, newId()])
    await expect(call.shop.addToCart({ variantId, quantity: 1 })).rejects.toMatchObject({
      code: 'request.not_found',
    })
})

test('a cart shows what has changed until the person accepts it', async () => {
  const { call } = await somebody()
  const own = await makeProduct(db, {
    sellerId,
    at,
    name: 'Changing',
    variants: [{ name: 'One', price: 10_000, stock: 8 }],
  })
  const variantId = own.variantIds[0]!
  const variant = db.updateTable('product_variants').where('id', '=', variantId)
  await call.shop.addToCart({ variantId, quantity: 6 })
  await variant.set({ price: 12_000, stock: 4 }).execute()
  const line = async () => (await call.shop.cart()).sellers[0]!.lines[0]!
  expect(await line()).toMatchObject({
    quantity: 6,
    available: 4,
    price: { amount: 12_000 },
    seenPrice: { amount: 10_000 },
    total: { amount: 48_000 },
  })
  await call.shop.setCartLine({ variantId, quantity: 4 })
  expect(await line()).toMatchObject({ quantity: 4, seenPrice: { amount: 12_000 } })
  await variant.set({ stock: 0 }).execute()
  expect(await line()).toMatchObject({ available: 0, isSold: true, total: { amount: 0 } })
  await db.updateTable('products').set({ state: 'withdrawn' }).where('id', '=', own.id).execute()
  expect(await line()).toMatchObject({ isSold: false, name: 'Changing' })
  expect((await call.shop.setCartLine({ variantId, quantity: 0 })).sellers).toEqual([])
})

test('a price that rose after the page was opened is pointed out, also when more are added', async () => {
  const { call } = await somebody()
  const own = await makeProduct(db, { sellerId, at, variants: [{ name: 'One', price: 10_000, stock: 8 }] })
  const variantId = own.variantIds[0]!
  const reprice = (price: number) =>
    db.updateTable('product_variants').set({ price }).where('id', '=', variantId).execute()
  const prices = async () => {
    const line = (await call.shop.cart()).sellers[0]!.lines[0]!
    return [line.seenPrice.amount, line.price.amount]
  }
  await reprice(12_000)
  await call.shop.addToCart({ variantId, quantity: 1, seenPrice: 10_000 })
  expect(await prices()).toEqual([10_000, 12_000])
  await call.shop.addToCart({ variantId, quantity: 1, seenPrice: 12_000 })
  expect(await prices()).toEqual([10_000, 12_000])
  await reprice(13_000)
  await call.shop.setCartLine({ variantId, quantity: 3, seenPrice: 12_000 })
  expect(await prices()).toEqual([12_000, 13_000])
})

test('a removed line comes back by setting it again', async () => {
  const { call } = await somebody()
  await call.shop.addToCart({ variantId: large, quantity: 3 })
  await call.shop.setCartLine({ variantId: large, quantity: 0 })
  expect(quantities(await call.shop.setCartLine({ variantId: large, quantity: 3 }))).toEqual({ [large]: 3 })
})

test('a guest’s lines are priced without being kept, and say nothing about what isn’t sold', async () => {
  const line = { quantity: 2, seenPrice: 35_000 }
  const cart = await visitor.shop.quote({
    lines: [
      { ...line, variantId: small },
      { ...line, variantId: draft.variantIds[0]! },
      { ...line, variantId: newId() },
    ],
  })
  expect(quantities(cart)).toEqual({ [small]: 2 })
  expect(cart.sellers[0]!.lines[0]).toMatchObject({
    price: { amount: 40_000 },
    seenPrice: { amount: 35_000 },
  })
  expect(await visitor.shop.quote({ lines: [] })).toMatchObject({ sellers: [] })
})

test('a guest’s cart adds to the account’s up to the stock, and takes nothing away', async () => {
  const { call } = await somebody()
  await call.shop.addToCart({ variantId: small, quantity: 4 })
  await call.shop.addToCart({ variantId: large, quantity: 2 })
  const lines = [
    { variantId: small, quantity: 3, seenPrice: 39_000 },
    { variantId: tablets, quantity: 1, seenPrice: 11_000 },
    { variantId: gone, quantity: 2, seenPrice: 200_000 },
    { variantId: draft.variantIds[0]!, quantity: 1, seenPrice: 1 },
  ]
  const guestCart = randomUUID()
  expect(await call.shop.mergeCart({ guestCart, lines })).toEqual({ gone: 1, full: 0 })
  expect(await call.shop.mergeCart({ guestCart, lines })).toEqual({ gone: 0, full: 0 })
  const cart = await call.shop.cart()
  expect(quantities(cart)).toEqual({ [small]: 5, [large]: 2, [tablets]: 1, [gone]: 1 })
  const prices = cart.sellers.flatMap(({ lines }) =>
    lines.map(({ variantId, seenPrice }) => [variantId, seenPrice.amount]),
  )
  // The guest saw another price for the tablets; what the account knew stays.
  expect(Object.fromEntries(prices)).toMatchObject({ [tablets]: 11_000, [small]: 40_000 })
})

test('a guest’s lines that are in the account’s cart already don’t count towards its limit', async () => {
  const { call } = await somebody()
  const many = await makeProduct(db, {
    sellerId,
    at,
    variants: Array.from({ length: mostLines + 1 }, (_, n) => ({ name: `${n} kg`, price: 1_000 })),
  })
  const lines = many.variantIds.map((variantId) => ({ variantId: variantId!, quantity: 1, seenPrice: 1_000 }))
  const own = lines.slice(0, mostLines - 1)
  await call.shop.mergeCart({ guestCart: randomUUID(), lines: own })
  const guest = [own[0]!, own[1]!, ...lines.slice(mostLines - 1)]
  expect(await call.shop.mergeCart({ guestCart: randomUUID(), lines: guest })).toEqual({ gone: 0, full: 1 })
  expect(Object.keys(quantities(await call.shop.cart())).length).toBe(mostLines)
})

test('one guest’s cart that many tabs send at once is merged once', async () => {
  const { call } = await somebody()
  const guestCart = randomUUID()
  const lines = [{ variantId: large, quantity: 3, seenPrice: 90_000 }]
  await Promise.all(Array.from({ length: 12 }, () => call.shop.mergeCart({ guestCart, lines })))
  expect(quantities(await call.shop.cart())).toEqual({ [large]: 3 })
})

test('units that are added at once all count', async () => {
  const { call } = await somebody()
  await Promise.all(Array.from({ length: 12 }, () => call.shop.addToCart({ variantId: large, quantity: 1 })))
  expect(quantities(await call.shop.cart())).toEqual({ [large]: 12 })
})

test('a cart that nobody changed for 30 days is forgotten', async () => {
  const { call, userId } = await somebody()
  await call.shop.addToCart({ variantId: large, quantity: 1 })
  const sweep = (days: number) =>
    forgetOldCarts.run({ db, now: new Date(at.getTime() + days * DAY) } as Parameters<
      typeof forgetOldCarts.run
    >[0])
  const kept = () => db.selectFrom('cart_lines').where('user_id', '=', userId).select('quantity').execute()
  await sweep(30)
  expect(await kept()).toHaveLength(1)
  await sweep(30.1)
  expect(await kept()).toEqual([])
})

test('units that a person’s own checkout reserves are still available in their cart', async () => {
  const { call } = await somebody()
  const last = await makeProduct(db, { sellerId, at, variants: [{ name: '1 kg', price: 40_000, stock: 2 }] })
  const variantId = last.variantIds[0]!
  const available = async () => (await call.shop.cart()).sellers[0]?.lines[0]?.available
  await call.shop.addToCart({ variantId, quantity: 1 })
  await call.shop.checkout({ pin: '560034', state: '29', pays: 'online' })
  expect(await call.shop.addToCart({ variantId, quantity: 1 })).toEqual({ count: 2, quantity: 2 })
  await call.shop.checkout({ pin: '560034', state: '29', pays: 'online' })
  expect(await available()).toBe(2)
  await call.shop.setCartLine({ variantId, quantity: 1 })
  await call.shop.setCartLine({ variantId, quantity: 2 })
  await call.shop.mergeCart({
    guestCart: randomUUID(),
    lines: [{ variantId, quantity: 5, seenPrice: 40_000 }],
  })
  expect(quantities(await call.shop.cart())).toEqual({ [variantId]: 2 })
  const { call: other } = await somebody()
  await expect(other.shop.addToCart({ variantId, quantity: 1 })).rejects.toMatchObject({
    code: 'shop.out_of_stock',
  })
})
