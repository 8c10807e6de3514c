import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { tellOfLowStock } from './low-stock.ts'

const world = await openWorld()
const { db, clock } = world
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at: clock.now })
await vi.waitUntil(async () => (await leela.call.accounts.me()).user?.records['supplier'])
const make = async (stock: number, name = 'Kibble') => {
  const variants = [{ name: '1 kg', price: 100, stock }]
  const { variantIds } = await makeProduct(db, { sellerId, at: clock.now, name, variants })
  return variantIds[0]!
}
const { changeStock, stockChanges } = leela.call.shop

test('stock changes with a reason, and each change is in its history', async () => {
  const id = await make(10)
  await changeStock({ id, change: { reason: 'received', units: 5, note: 'Invoice 12' } })
  await changeStock({ id, change: { reason: 'damaged', units: 2 } })
  await changeStock({ id, change: { reason: 'returned', units: 1 } })
  expect(await changeStock({ id, change: { reason: 'counted', count: 12, seen: 14 } })).toEqual({ stock: 12 })
  const { rows } = await stockChanges({ id })
  expect(rows.map(({ reason, delta, stockAfter, note }) => [reason, delta, stockAfter, note])).toEqual([
    ['counted', -2, 12, null],
    ['returned', 1, 14, null],
    ['damaged', -2, 13, null],
    ['received', 5, 15, 'Invoice 12'],
    ['received', 10, 10, null],
  ])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('stock can’t go below zero, and a count is refused if the stock has changed since', async () => {
  const id = await make(3)
  const out = changeStock({ id, change: { reason: 'damaged', units: 4 } })
  await expect(out).rejects.toMatchObject({ code: 'shop.stock_below_zero', data: { stock: 3 } })
  const count = changeStock({ id, change: { reason: 'counted', count: 9, seen: 4 } })
  await expect(count).rejects.toMatchObject({ code: 'shop.stock_changed', data: { stock: 3 } })
  const vast = changeStock({ id, change: { reason: 'received', units: 999_999 } })
  await expect(vast).rejects.toMatchObject({ code: 'shop.stock_too_high' })
  for (const units of [0, -1, 1.5, 1e9]) {
    const wrong = changeStock({ id, change: { reason: 'received', units } })
    await expect(wrong).rejects.toMatchObject({ code: 'request.malformed' })
  }
})

test('changes from two tabs at once add up, and one of two counts is refused', async () => {
  const id = await make(20)
  await Promise.all(
    Array.from({ length: 12 }, () => changeStock({ id, change: { reason: 'damaged', units: 1 } })),
  )
  expect((await stockChanges({ id })).rows[0]).toMatchObject({ stockAfter: 8 })
  const counts = await Promise.allSettled(
    [5, 6, 7].map((count) => changeStock({ id, change: { reason: 'counted', count, seen: 8 } })),
  )
  const codes = counts.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(codes).toEqual(['shop.stock_changed', 'shop.stock_changed'])
})

test('many changes at once never take the stock below zero', async () => {
  const id = await make(3)
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, () => changeStock({ id, change: { reason: 'sent_back', units: 1 } })),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  const product = await db
    .selectFrom('product_variants')
    .select('stock')
    .where('id', '=', id)
    .executeTakeFirst()
  expect(product).toEqual({ stock: 0 })
})

test('sellers are notified about low stock once, and again after it was restocked', async () => {
  const maya = await world.signUp('maya')
  const shop = await makeSupplier(db, { userId: maya.userId, at: clock.now })
  await vi.waitUntil(async () => (await maya.call.accounts.me()).user?.records['supplier'])
  const variants = [{ name: '1 kg', price: 100, stock: 9, lowAt: 3 }]
  const { variantIds } = await makeProduct(db, { sellerId: shop, at: clock.now, name: 'Oats', variants })
  const id = variantIds[0]!
  const sweep = () => world.app.jobs.runSweep(tellOfLowStock.name, clock.now)
  const told = async () =>
    (await maya.call.notifications.list({ type: 'low_stock' })).rows.map(({ message }) => message)
  const change = (reason: 'damaged' | 'received', units: number) =>
    maya.call.shop.changeStock({ id, change: { reason, units } })
  await sweep()
  expect(await told()).toEqual([])
  await change('damaged', 6)
  await sweep()
  await sweep()
  expect(await told()).toEqual(['Oats, 1 kg: 3 left.'])
  await change('received', 10)
  await sweep()
  await change('damaged', 13)
  await sweep()
  expect(await told()).toEqual(['Oats, 1 kg: none left.', 'Oats, 1 kg: 3 left.'])
})
