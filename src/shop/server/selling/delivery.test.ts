import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, visitor, clock } = world
const at = clock.now
const [asha, leela] = await Promise.all(['asha', 'leela'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
await makePharmacist(db, { userId: leela!.userId, at })
const { id, variantIds } = await makeProduct(db, { sellerId, at })
const everywhere = { beginnings: [], from: 2, to: 5 }
const south = { beginnings: ['56', '6'], from: 1, to: 3 }
const save = (delivery: object, seen: object = everywhere, person = leela!) =>
  person.call.shop.saveDelivery({ record: 'supplier', delivery: delivery as never, seen: seen as never })
const saved = async () =>
  (await leela!.call.shop.selling()).sellers.find(({ record }) => record === 'supplier')!.delivery

test('buyers see on the product’s page and at the checkout where and how fast a seller delivers', async () => {
  expect(await saved()).toEqual(everywhere)
  expect(await save({ ...south, beginnings: ['6', '560', '56', '6', '600001'] })).toEqual(south)
  expect(await saved()).toEqual(south)
  expect(await visitor.shop.delivery({ id, pin: '560034' })).toMatchObject({
    isServed: true,
    days: { from: 1, to: 3 },
  })
  expect(await visitor.shop.delivery({ id, pin: '400001' })).toMatchObject({ isServed: false })
  // No PIN code begins with these digits, also if the seller delivers everywhere.
  for (const pin of ['999999', '150001'])
    await expect(visitor.shop.delivery({ id, pin })).rejects.toMatchObject({ code: 'request.malformed' })
  const { call } = asha!
  await call.shop.addToCart({ variantId: variantIds[0]!, quantity: 1 })
  const there = await call.shop.checkout({ pin: '400001', state: '27', pays: 'online' })
  expect(there).toMatchObject({ id: null, sellers: [{ lines: [{ problem: { kind: 'pin' } }] }] })
  const here = await call.shop.checkout({ pin: '560034', state: '29', pays: 'online' })
  expect(here.sellers[0]).toMatchObject({ days: { from: 1, to: 3 }, lines: [{ problem: null }] })
  await save(everywhere, south)
  expect(await visitor.shop.delivery({ id, pin: '400001' })).toMatchObject({ isServed: true })
})

test.each([
  [{ beginnings: ['899'] }, 'beginnings', 'No PIN code starts with 899. Please check it.'],
  [{ beginnings: ['56', '012'] }, 'beginnings.1', expect.stringContaining('1 to 6 digits')],
  [{ beginnings: ['5600011'] }, 'beginnings.0', expect.stringContaining('1 to 6 digits')],
  [{ from: 0 }, 'from', 'Please enter a whole number from 1 to 30'],
  [{ to: 31 }, 'to', 'Please enter a whole number from 1 to 30'],
  [{ to: 2.5 }, 'to', 'Please enter a whole number from 1 to 30'],
  [{ from: 6, to: 5 }, 'to', 'This can’t be less than the minimum.'],
])('delivery with %j is refused at its field, and stays as it was', async (wrong, field, message) => {
  await expect(save({ ...everywhere, ...wrong })).rejects.toMatchObject({
    code: 'request.malformed',
    data: { issues: [{ path: `delivery.${field}`, message }] },
  })
  expect(await saved()).toEqual(everywhere)
})

test('only the seller changes it, each record has its own, and an older page doesn’t overwrite a newer one', async () => {
  await expect(save(south, everywhere, asha!)).rejects.toMatchObject({ code: 'request.not_found' })
  const [first, second] = await Promise.allSettled([save(south), save({ ...south, to: 4 })])
  const refused = first!.status === 'rejected' ? first : second
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'shop.delivery_changed' } })
  expect((await saved()).beginnings).toEqual(south.beginnings)
  const { sellers } = await leela!.call.shop.selling()
  expect(sellers.find(({ record }) => record === 'pharmacist')).toMatchObject({ delivery: everywhere })
})
