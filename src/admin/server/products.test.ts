import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { homeAddress, order, orderOf } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld()
const { db, visitor, clock } = world
const at = clock.now
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar', 'support')
const [leela, maya, asha] = await Promise.all(['leela', 'maya', 'asha'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
const thirdSellerId = await makeSupplier(db, { userId: asha!.userId, at, name: 'Asha’s Shelf' })
const otherSellerId = await makeSupplier(db, { userId: maya!.userId, at, name: 'Maya’s Shelf' })
const reason = 'The label names no ingredients.'

const product = (name: string, facts: Partial<Parameters<typeof makeProduct>[1]> = {}) =>
  makeProduct(db, { sellerId, at, name, ...facts })
const named = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const told = async () => (await leela!.call.notifications.list({ type: 'product_hidden' })).rows

beforeEach(() => async () => expect(await world.findBrokenInvariants()).toEqual([]))

test('a hidden product is not found and can’t be bought, and its seller reads the reason', async () => {
  const { id, variantIds } = await product('Millet Bowl')
  const variantId = variantIds[0] as never
  const [line, guestLine] = [
    { variantId, quantity: 1 },
    { variantId, quantity: 1, seenPrice: 40_000 },
  ]
  const ordered = await order(asha!, { [variantIds[0]!]: 1 })
  await asha!.call.shop.addToCart(line)
  await omar.call.hideProduct({ id, reason })

  await expect(visitor.shop.product({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  expect((await visitor.shop.products({ shelf: 'merchandise', q: 'Millet Bowl' })).rows).toEqual([])
  expect((await visitor.shop.quote({ lines: [guestLine] })).sellers).toEqual([])
  await expect(maya!.call.shop.addToCart(line)).rejects.toMatchObject({ code: 'request.not_found' })
  const cart = await asha!.call.shop.cart()
  expect(cart.sellers[0]!.lines).toMatchObject([{ name: 'Millet Bowl', isSold: false, available: 0 }])
  expect(JSON.stringify(cart)).not.toContain('ingredients')
  expect((await asha!.call.shop.order({ id: ordered.id })).parts).toHaveLength(1)

  expect(await leela!.call.shop.ownProduct({ id })).toMatchObject({ hiddenReason: reason, isListed: false })
  expect((await told())[0]).toMatchObject({ href: `/my-products/${id}` })
  expect((await told())[0]!.message).toContain(reason)
  const { rows } = await nadia.call.log({ subjectId: id })
  expect(rows).toMatchObject([
    {
      action: 'product.hidden',
      reason,
      admin: { name: 'omar' },
      subject: { kind: 'product', name: 'Millet Bowl' },
    },
  ])
})

test('a product that its seller adds anew after it was hidden is marked at the desk, also once the first is deleted', async () => {
  const { id } = await product('Bamboo Chew Stick', { brand: 'Green Bite' })
  const before = await product('Bamboo Chew Sticks', { brand: 'Green Bite' })
  clock.now = new Date(at.getTime() + 60_000)
  await nadia.call.hideProduct({ id, reason })
  const later = new Date(at.getTime() + 120_000)
  const again = await product('Bamboo Chew Stick XL', { brand: 'Green Bite', at: later })
  const other = await product('Bamboo Bowl', { brand: 'Green Bite', at: later })
  const elsewhere = await makeProduct(db, {
    sellerId: thirdSellerId,
    at: later,
    brand: 'Green Bite',
    name: 'Bamboo Chew Stick',
  })
  await leela!.call.shop.removeProduct({ id: id as never })
  clock.now = at
  const likeOf = async ({ id: search }: { id: string }) =>
    (await nadia.call.products({ search })).rows[0]!.like
  expect(await likeOf(again)).toEqual({ id, name: 'Bamboo Chew Stick' })
  for (const one of [before, other, elsewhere]) expect(await likeOf(one)).toBeNull()
})

test('its seller can’t show it again, and an administrator can', async () => {
  const { id } = await product('Oat Stick')
  await nadia.call.hideProduct({ id, reason })
  await leela!.call.shop.setProductShown({ id, isShown: false })
  await leela!.call.shop.setProductShown({ id, isShown: true })
  await expect(visitor.shop.product({ id })).rejects.toMatchObject({ code: 'request.not_found' })
  await nadia.call.showProduct({ id })
  expect(await visitor.shop.product({ id })).toMatchObject({ name: 'Oat Stick' })
  expect((await told())[0]!.message).toBe('Buyers can find and buy “Oat Stick” again.')
  await expect(nadia.call.showProduct({ id })).rejects.toMatchObject({ code: 'shop.not_hidden' })
})

test('a checkout that was open when the product was hidden places nothing', async () => {
  const { id, variantIds } = await product('Rice Mix')
  const { call } = await world.signUp('ravi')
  await call.shop.addToCart({ variantId: variantIds[0] as never, quantity: 2 })
  const { pin, state } = homeAddress
  const checkout = await call.shop.checkout({ pin, state, pays: 'online' })
  await nadia.call.hideProduct({ id, reason })
  await expect(call.shop.placeOrder(orderOf(checkout))).rejects.toMatchObject({ code: 'shop.order_problems' })
})

test('of two admins at once, one hides a product and its seller is told once', async () => {
  const { id } = await product('Salmon Dream')
  const before = (await told()).length
  const both = await Promise.allSettled([nadia, omar].map(({ call }) => call.hideProduct({ id, reason })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'shop.already_hidden' },
  })
  expect(await told()).toHaveLength(before + 1)
})

test('a deleted product can’t be hidden, and a reason is needed', async () => {
  const { id } = await product('Gone')
  await expect(nadia.call.hideProduct({ id, reason: ' ' })).rejects.toMatchObject({
    code: 'request.malformed',
  })
  await leela!.call.shop.removeProduct({ id })
  await expect(nadia.call.hideProduct({ id, reason })).rejects.toMatchObject({ code: 'request.not_found' })
  expect((await nadia.call.products({ search: id })).rows).toEqual([])
})

test('the list is searched by words, by id and by seller, and has pages', async () => {
  const rope = await product('Jute Rope', { sellerId: otherSellerId, facts: { state: 'draft' } })
  const { rows } = await nadia.call.products({ search: ' jute\u0000 ro\u0007pe ' })
  expect(rows).toMatchObject([
    { id: rope.id, isListed: false, hidden: null, seller: { userId: maya!.userId, name: 'Maya’s Shelf' } },
  ])
  expect(named((await nadia.call.products({ search: rope.id })).rows)).toEqual(['Jute Rope'])
  expect(named((await nadia.call.products({ sellerId: otherSellerId })).rows)).toEqual(['Jute Rope'])
  expect((await nadia.call.products({ search: '%' })).rows).toEqual([])
  await nadia.call.hideProduct({ id: rope.id, reason })
  expect((await nadia.call.products({ show: 'hidden', sellerId: otherSellerId })).rows).toMatchObject([
    { id: rope.id, hidden: { at, reason } },
  ])

  for (let n = 0; n < 21; n++) await product(`Cotton Bed ${n}`)
  const first = await nadia.call.products({ search: 'cotton bed' })
  expect(named(first.rows)[0]).toBe('Cotton Bed 20')
  const second = await nadia.call.products({ search: 'cotton bed', cursor: first.nextCursor! })
  expect(named(second.rows)).toEqual(['Cotton Bed 0'])
  expect(second.nextCursor).toBeNull()
})
