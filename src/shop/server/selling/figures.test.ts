import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { askReturn, order } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld({ SHOP_COMMISSION_PERCENT: '10', DEFAULT_TIME_ZONE: 'Asia/Kolkata' })
const { db, clock } = world
const { jobs } = world.app
const today = clock.now
const ago = (days: number) => new Date(today.getTime() - days * DAY)
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()

beforeEach(() => {
  clock.now = today
  return async () => expect(await world.findBrokenInvariants()).toEqual([])
})

let sellers = 0
async function openShop() {
  const seller = await world.signUp(`leela${sellers++}`)
  const sellerId = await makeSupplier(db, { userId: seller.userId, at: ago(400) })
  const product = async (name: string, price: number) => {
    const variants = [{ name: '1 kg', price, stock: 200 }]
    return (await makeProduct(db, { sellerId, at: ago(400), name, variants })).variantIds[0]!
  }
  const figures = (days: '7' | '30' | '90' = '30') => seller.call.shop.sellingFigures({ days })
  return { seller, product, figures }
}

type Ways = Parameters<typeof makeOrder>[1]['steps'][number]['to'][]
const sent: Ways = ['placed', 'packed', 'shipped', 'delivered']
const sentBack: Ways = [...sent, 'return_asked', 'return_approved', 'returned']

/** Makes a cash order that was placed then, and went on a day later. */
const sell = (variantId: string, days: number, ways: Ways = sent, quantity = 1) =>
  makeOrder(db, {
    userId: asha.userId,
    variantId,
    quantity,
    ...(ways.includes('returned') && { returnKind: 'unopened' as const }),
    steps: ways.map((to, index) => ({
      to,
      by: to === 'placed' || to === 'return_asked' ? ('owner' as const) : ('seller' as const),
      at: ago(days - Math.min(index, 1)),
    })),
  })
const payableTo = async (userId: string) => {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('user_id', '=', userId)
    .where('account', '=', 'payable')
    .execute()
  return rows.reduce((sum, { amount }) => sum - Number(amount), 0)
}
const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })

test('a seller without orders sees zeros', async () => {
  const { figures } = await openShop()
  const none = {
    orders: 0,
    units: 0,
    arrived: 0,
    returned: 0,
    revenue: rupees(0),
    refunded: rupees(0),
    refundedKept: rupees(0),
    commission: rupees(0),
    couponPaid: rupees(0),
  }
  expect(await figures()).toEqual({ since: expect.any(String), span: none, before: none, best: [] })
})

test('orders count on the day they were placed, in this span or the one before, and cancelled ones don’t', async () => {
  const { product, figures } = await openShop()
  const [oats, rope] = [await product('Oats', 10_000), await product('Rope', 30_000)]
  await sell(oats, 2, ['placed'], 3)
  await sell(oats, 5)
  await sell(rope, 6)
  await sell(rope, 3, ['placed', 'cancelled'])
  await sell(rope, 12)
  await sell(oats, 40)
  await sell(oats, 200)
  expect(await figures('7')).toMatchObject({
    span: { orders: 3, units: 5, revenue: rupees(700), arrived: 2, returned: 0 },
    before: { orders: 1, units: 1, revenue: rupees(300) },
    best: [
      { name: 'Oats', units: 4, amount: rupees(400) },
      { name: 'Rope', units: 1, amount: rupees(300) },
    ],
  })
  expect(await figures('30')).toMatchObject({ span: { orders: 4 }, before: { orders: 1 } })
  expect(await figures('90')).toMatchObject({ span: { orders: 5 }, before: { orders: 0 } })
})

test('a return counts in the span of its order, not on the day it came back', async () => {
  const { product, figures } = await openShop()
  const [oats, rope] = [await product('Oats', 10_000), await product('Rope', 30_000)]
  await sell(oats, 5)
  await sell(rope, 4, sentBack)
  // Placed before the span, and sent back within it.
  await sell(rope, 7, sentBack)
  expect(await figures('7')).toMatchObject({
    span: { orders: 2, units: 2, revenue: rupees(100), refunded: rupees(300), arrived: 2, returned: 1 },
    before: { orders: 1, revenue: rupees(0), arrived: 1, returned: 1 },
    best: [{ name: 'Oats' }],
  })
})

test('what came back of a parcel, and what was refunded and kept, is told apart', async () => {
  const { seller, product, figures } = await openShop()
  const [oats, rope] = [await product('Oats', 10_000), await product('Rope', 30_000)]
  const { id, paymentId } = await order(asha, { [oats]: 3, [rope]: 2 })
  await pay(world, asha, paymentId!)
  await jobs.deliverEvents(clock.now)
  const partId = (await asha.call.shop.order({ id })).parts[0]!.id
  await seller.call.shop.packPart({ id: partId })
  await seller.call.shop.shipPart({ id: partId, carrier: 'India Post', tracking: 'EM1' })
  await seller.call.shop.deliverPart({ id: partId })
  await askReturn(asha, { id, partId, kind: 'damaged', units: { Oats: 1 } })
  await seller.call.shop.answerReturn({ id: partId, answer: 'refund_only', note: 'Keep it' })
  expect((await figures('7')).span).toMatchObject({ arrived: 1, returned: 0, refundedKept: rupees(100) })
  await askReturn(asha, { id, partId, kind: 'damaged', units: { Rope: 1 } })
  await seller.call.shop.answerReturn({ id: partId, answer: 'take_back', note: 'Send it' })
  await seller.call.shop.receiveReturn({ id: partId })
  await jobs.deliverEvents(clock.now)
  expect(await figures('7')).toMatchObject({
    span: { returned: 1, refunded: rupees(400), refundedKept: rupees(100), revenue: rupees(500) },
    best: [
      { name: 'Oats', units: 3, amount: rupees(300) },
      { name: 'Rope', units: 1, amount: rupees(300) },
    ],
  })
  const { refunds } = await asha.call.payments.payment({ id: paymentId! })
  expect(refunds.map(({ reason }) => reason).sort()).toEqual(['It was returned', 'Refunded without a return'])
})

test('days are those of the operator’s zone', async () => {
  const { product, figures } = await openShop()
  const oats = await product('Oats', 10_000)
  clock.now = new Date('2026-11-20T10:00:00Z')
  const steps = (at: string) => [{ to: 'placed' as const, by: 'owner' as const, at: new Date(at) }]
  // 23:59 and 00:01 in India.
  await makeOrder(db, { userId: asha.userId, variantId: oats, steps: steps('2026-11-13T18:29:00Z') })
  await makeOrder(db, { userId: asha.userId, variantId: oats, steps: steps('2026-11-13T18:31:00Z') })
  expect(await figures('7')).toMatchObject({
    since: '2026-11-14',
    span: { orders: 1 },
    before: { orders: 1 },
  })
})

test('revenue and commission are after a refund by the desk, which counts with its order', async () => {
  const { seller, product, figures } = await openShop()
  const oats = await product('Oats', 80_000)
  const buy = async () => {
    const { id, paymentId } = await order(asha, { [oats]: 1 })
    await pay(world, asha, paymentId!)
    await jobs.deliverEvents(clock.now)
    return { id, paymentId: paymentId! }
  }
  const old = await buy()
  clock.now = new Date(clock.now.getTime() + 10 * DAY)
  await buy()
  const full = { orders: 1, revenue: rupees(800), commission: rupees(80), refunded: rupees(0) }
  expect(await figures('7')).toMatchObject({ span: full, before: full })
  const refund = async ({ id, paymentId }: typeof old, amount: number) => {
    const { parts } = await asha.call.shop.order({ id })
    await desk.call.refund({ id: paymentId, partId: parts[0]!.id, amount, reason: 'Half of it was missing' })
    await jobs.deliverEvents(clock.now)
  }
  await refund(old, 40_000)
  expect(await figures('7')).toMatchObject({
    span: full,
    before: { orders: 1, revenue: rupees(400), commission: rupees(40), refunded: rupees(400) },
  })
  expect(await seller.call.shop.sellingFigures({ days: '30' })).toMatchObject({
    span: { orders: 2, units: 2, revenue: rupees(1200), commission: rupees(120) },
  })
})

test.each([
  ['without a coupon', undefined, { commission: 50, couponPaid: 0, kept: 499 }],
  ['with a coupon', 'SALESX', { commission: 50, couponPaid: 100, kept: 499 }],
])(
  '%s, a seller keeps what the ledger says, also after part of the goods or all of them came back',
  async (_how, coupon, full) => {
    if (coupon) await makeCoupon(db, { code: coupon })
    const { seller, product, figures } = await openShop()
    const expectSpan = async (span: { commission: number; couponPaid: number; kept: number }) => {
      const { commission, couponPaid, revenue } = (await figures('7')).span
      expect({ commission, couponPaid }).toEqual({
        commission: rupees(span.commission),
        couponPaid: rupees(span.couponPaid),
      })
      const kept = revenue.amount - commission.amount + couponPaid.amount
      expect(kept).toBe(span.kept * 100)
      expect(kept).toBe(await payableTo(seller.userId))
    }
    const { id, paymentId } = await order(asha, { [await product('Oats', 50_000)]: 1 }, { coupon })
    await pay(world, asha, paymentId!)
    await jobs.deliverEvents(clock.now)
    await expectSpan(full)
    const partId = (await asha.call.shop.order({ id })).parts[0]!.id
    const paid = coupon ? 40_000 : 50_000
    await desk.call.refund({ id: paymentId!, partId, amount: paid / 4, reason: 'The bag was torn' })
    await jobs.deliverEvents(clock.now)
    await expectSpan({
      commission: full.commission * 0.75,
      couponPaid: full.couponPaid * 0.75,
      kept: 49 + 450 * 0.75,
    })
    await seller.call.shop.packPart({ id: partId })
    await seller.call.shop.shipPart({ id: partId, carrier: 'India Post', tracking: 'EM1' })
    await seller.call.shop.deliverPart({ id: partId })
    await askReturn(asha, { id, partId, kind: 'unopened', note: 'Too big' })
    await seller.call.shop.answerReturn({ id: partId, answer: 'take_back', note: 'Send it' })
    await seller.call.shop.receiveReturn({ id: partId })
    await jobs.deliverEvents(clock.now)
    await expectSpan({ commission: 0, couponPaid: 0, kept: 49 })
  },
)

test('other sellers’ orders don’t count', async () => {
  const { product } = await openShop()
  await sell(await product('Oats', 10_000), 2)
  expect(await (await openShop()).figures()).toMatchObject({ span: { orders: 0 }, best: [] })
})
