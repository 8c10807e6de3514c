import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { order } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, clock } = world
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar', 'support')
const [leela, asha] = await Promise.all(['leela', 'asha'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at: clock.now })

beforeEach(() => async () => expect(await world.findBrokenInvariants()).toEqual([]))

const named = async (name: string) => (await nadia.call.taxClasses()).rows.find((row) => row.name === name)!

test('an administrator adds a class, sellers choose it, and the log says so', async () => {
  const { id } = await nadia.call.addTaxClass({ name: ' Bird  Seed ', rate: 12.5 })
  expect(await named('bird seed')).toEqual({ id, name: 'bird seed', rate: 12.5, products: 0 })
  expect((await leela!.call.shop.selling()).taxClasses).toContainEqual({ name: 'bird seed', rate: 12.5 })
  await makeProduct(db, { sellerId, at: clock.now, facts: { tax_class: 'bird seed' } })
  expect(await named('bird seed')).toMatchObject({ products: 1 })
  const { rows } = await nadia.call.log({ subjectId: id })
  expect(rows).toMatchObject([
    { action: 'tax.added', subject: { name: 'bird seed' }, after: { rate: '12.5%' } },
  ])
})

test('a new rate counts for new orders, and placed ones keep theirs', async () => {
  const { variantIds } = await makeProduct(db, { sellerId, at: clock.now })
  const food = await named('food')
  const before = await order(asha!, { [variantIds[0]!]: 1 })
  await nadia.call.changeTaxRate({ id: food.id, from: food.rate, rate: 5 })
  const after = await order(asha!, { [variantIds[0]!]: 1 })
  const taxOf = async ({ id }: { id: string }) => {
    const { tax } = await asha!.call.shop.order({ id })
    return tax.cgst.amount + tax.sgst.amount + tax.igst.amount
  }
  const withDelivery = 49_900 + 4_900
  expect(Math.abs((await taxOf(before)) - (withDelivery * 18) / 118)).toBeLessThan(3)
  expect(Math.abs((await taxOf(after)) - (withDelivery * 5) / 105)).toBeLessThan(3)
  const { rows } = await nadia.call.log({ subjectId: food.id })
  expect(rows).toMatchObject([{ action: 'tax.rate_changed', before: { rate: '18%' }, after: { rate: '5%' } }])
})

test('a name is there once, of two changes at once one wins, and support only reads them', async () => {
  await expect(nadia.call.addTaxClass({ name: 'GOODS', rate: 1 })).rejects.toMatchObject({
    code: 'shop.tax_class_taken',
  })
  const { id, rate } = await named('goods')
  const both = await Promise.allSettled(
    [12, 28].map((next) => nadia.call.changeTaxRate({ id, from: rate, rate: next })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'shop.tax_rate_changed' },
  })
  const refused = { code: 'request.administrators_only' }
  await expect(omar.call.addTaxClass({ name: 'mine', rate: 1 })).rejects.toMatchObject(refused)
  const kept = await named('goods')
  await expect(omar.call.changeTaxRate({ id, from: kept.rate, rate: 2 })).rejects.toMatchObject(refused)
  expect(await named('goods')).toEqual(kept)
})

test.each([
  ['a negative rate', { name: 'odd', rate: -1 }],
  ['a rate above 40', { name: 'odd', rate: 41 }],
  ['a rate with three decimals', { name: 'odd', rate: 5.125 }],
  ['a name with other signs', { name: 'gst@5', rate: 5 }],
  ['no name', { name: ' ', rate: 5 }],
])('%s is refused', async (_what, input) => {
  await expect(nadia.call.addTaxClass(input)).rejects.toMatchObject({ code: 'request.malformed' })
})
