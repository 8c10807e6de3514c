import { afterEach, expect, test } from 'vitest'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { withdrawInDashboard } from '#/payments/server/dashboard.factory.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { openSplitOrders } from './split-orders.factory.ts'

// The operator refunds orders of several sellers in the gateway's dashboard, which knows no sellers.

const { world, asha, leela, maya, desk, food, toy, bed, buy, settled, sweep, saidTo, listen } =
  await openSplitOrders()
const { db } = world

afterEach(async () => expect(await world.findBrokenInvariants()).toEqual([]))

test('a refund of exactly one part is that part’s, and isn’t sent again when the part is cancelled', async () => {
  const bought = await buy()
  await bought.refundByHand(90_000)
  expect(await bought.earned()).toEqual([72_000, 0, 0])
  await bought.cancel(bought.toy)
  expect(bought.refunds()).toEqual([90_000])
  expect(await bought.earned()).toEqual([72_000, 0, 0])
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([90_000, 80_000])
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a refund of another amount becomes that of the part that is cancelled later, and its seller’s to bear', async () => {
  const bought = await buy()
  await bought.refundByHand(50_000)
  await bought.cancel(bought.toy)
  expect(bought.refunds()).toEqual([50_000, 40_000])
  expect(await bought.earned()).toEqual([72_000, 0, 0])
})

test('a refund is taken from the seller whose part is cancelled, also if it had been taken from them before', async () => {
  for (const part of ['food', 'toy'] as const) {
    const bought = await buy()
    await bought.refundByHand(50_000)
    await bought.cancel(bought[part])
    expect(bought.refunds()).toEqual([50_000, part === 'food' ? 30_000 : 40_000])
    expect(await bought.earned()).toEqual(part === 'food' ? [0, 81_000, 0] : [72_000, 0, 0])
  }
})

test('a seller keeps nothing of an order whose only part, or last one, is refunded in the dashboard', async () => {
  const single = await buy([food])
  await single.refundByHand(80_000)
  expect(await single.earned()).toEqual([0, 0, 0])
  const both = await buy()
  await both.cancel(both.food)
  await both.refundByHand(90_000)
  expect(await both.earned()).toEqual([0, 0, 0])
})

test('a refund of several parts takes nothing from a seller who has delivered', async () => {
  const bought = await buy([food, toy, bed])
  await bought.refundByHand(170_000)
  await bought.cancel(bought.food)
  await bought.cancel(bought.toy)
  expect(bought.refunds()).toEqual([170_000])
  expect(await bought.earned()).toEqual([0, 0, 90_000])
})

test('a refund of everything replaces one that couldn’t be sent, and both sellers bear theirs', async () => {
  const bought = await buy()
  await bought.cancelUnsent(bought.food)
  await bought.refundByHand(170_000)
  expect(bought.refunds()).toEqual([170_000])
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a refund of more than one part counts for each that is cancelled', async () => {
  const bought = await buy()
  await bought.refundByHand(100_000)
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([100_000])
  await bought.cancel(bought.toy)
  expect(bought.refunds()).toEqual([100_000, 70_000])
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('sellers keep nothing of a coupon once all that the buyer paid is refunded', async () => {
  await makeCoupon(db, { code: 'HALFOFF', percent: 50 })
  const bought = await buy([food, toy, bed], 'HALFOFF')
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([40_000])
  await bought.refundByHand(95_000)
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a refund of several parts is on the receipts and pages of all their sellers', async () => {
  const bought = await buy()
  await bought.refundByHand(170_000)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000 })
  expect((await leela.call.shop.sold({ show: 'all' })).rows[0]).toMatchObject({
    refunded: { amount: 80_000 },
  })
  expect((await maya.call.shop.sold({ show: 'all' })).rows[0]).toMatchObject({ refunded: { amount: 90_000 } })
  const receipt = await fetch(`${world.url}/order-receipts/${bought.toy}.pdf`, {
    headers: { cookie: asha.cookie },
  })
  expect(textOfPdf(Buffer.from(await receipt.arrayBuffer()))).toContain('−₹900.00')
})

test('a refund of a part and more is taken from the parts in turn, and moves to those that are cancelled', async () => {
  const bought = await buy()
  await bought.refundByHand(100_000)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 20_000 })
  expect(await bought.earned()).toEqual([0, 63_000, 0])
  await bought.cancel(bought.toy)
  expect(bought.refunds()).toEqual([100_000])
  expect(await bought.shown()).toEqual({ 80000: 10_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([63_000, 0, 0])
  await expect(
    desk.call.refund({ id: bought.paymentId, partId: bought.food, amount: 70_100, reason: 'Late' }),
  ).rejects.toMatchObject({ code: 'payments.refund_too_high' })
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([100_000, 70_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a refund that fits a part makes an earlier one that of the others', async () => {
  const bought = await buy()
  await bought.refundByHand(50_000)
  expect(await bought.shown()).toEqual({ 80000: 50_000, 90000: 0 })
  await bought.refundByHand(80_000)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 50_000 })
  expect(await bought.earned()).toEqual([0, 36_000, 0])
})

test('a refund that covers one of ours counts for its part, and the rest for the others', async () => {
  const bought = await buy()
  await bought.cancelUnsent(bought.toy)
  await bought.refundByHand(120_000)
  expect(await bought.shown()).toEqual({ 80000: 30_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([45_000, 0, 0])
})

test('a refund of several parts that the buyer’s bank returns is sent again, and stays that of the same parts', async () => {
  const bought = await buy()
  const refund = await bought.refundByHand(100_000)
  await bought.bounce(refund)
  expect(bought.refunds()).toEqual([100_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 20_000 })
  expect(await bought.earned()).toEqual([0, 63_000, 0])
  await bought.cancel(bought.toy)
  expect(await bought.shown()).toEqual({ 80000: 10_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([63_000, 0, 0])
})

test('each seller reads what a refund of their part takes from them, or one from the desk', async () => {
  const bought = await buy()
  await bought.refundByHand(80_000)
  expect((await saidTo(leela))[0]).toMatch(
    /^We refunded a buyer: .* is getting back ₹800\.00\. The buyer has all their money back for your part, so please don’t send it\. Your share of it/,
  )
  await desk.call.refund({ id: bought.paymentId, partId: bought.toy, amount: 5_000, reason: 'Late' })
  await settled()
  expect((await saidTo(maya))[0]).toMatch(
    /^Support refunded a buyer: .* is getting back ₹50\.00\. Your share of it comes out of what you’re owed\. Reason: Late\. If/,
  )
})

test('a seller whose refund was owed anyway reads nothing of one in the dashboard', async () => {
  const bought = await buy()
  const news = await listen()
  await bought.cancelUnsent(bought.food)
  await bought.refundByHand(80_000)
  await sweep('shop-tell-of-refunds', 25)
  expect(await news()).toEqual([[], []])
})

test('sellers read of a refund of no certain part a day after the last change, and of what changes later', async () => {
  const bought = await buy()
  const news = await listen()
  await bought.refundByHand(50_000)
  await sweep('shop-tell-of-refunds', 23)
  expect(await news()).toEqual([[], []])
  await sweep('shop-tell-of-refunds', 2)
  expect(await news()).toEqual([[expect.stringMatching(/^We refunded a buyer: .* back ₹500\.00\. Your/)], []])
  await bought.refundByHand(80_000)
  expect(await news()).toEqual([
    [expect.stringMatching(/back ₹800\.00\. The buyer has all/), expect.any(String)],
    [],
  ])
  await sweep('shop-tell-of-refunds', 25)
  const [leelas, mayas] = await news()
  expect(leelas![0]).toMatch(
    /^A refund has changed: The ₹500\.00 for the buyer of order .* no longer comes out of/,
  )
  expect(mayas).toEqual([expect.stringMatching(/^We refunded a buyer: .* back ₹500\.00\. Your share/)])
  await sweep('shop-tell-of-refunds', 25)
  expect(await news()).toEqual([leelas, mayas])
})

test('sellers read at once that everything was refunded', async () => {
  const bought = await buy()
  const news = await listen()
  await bought.refundByHand(170_000)
  expect(await news()).toEqual([
    [
      expect.stringMatching(
        /back ₹800\.00\. The buyer has all their money back for your part, so please don’t send it/,
      ),
    ],
    [
      expect.stringMatching(
        /back ₹900\.00\. The buyer has all their money back for your part, so please don’t send it/,
      ),
    ],
  ])
})

test('a refund that covers one of ours and more moves to a part that is cancelled later, and takes nothing from one delivered', async () => {
  const bought = await buy([food, toy, bed])
  await bought.cancelUnsent(bought.food)
  await bought.refundByHand(180_000)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000, 100000: 10_000 })
  await bought.cancel(bought.bed)
  expect(bought.refunds()).toEqual([180_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 0, 100000: 100_000 })
  expect(await bought.earned()).toEqual([0, 81_000, 0])
})

test('what a refund covers of one of ours stays its part’s when another part is cancelled', async () => {
  const bought = await buy()
  await bought.cancelUnsent(bought.toy)
  await bought.refundByHand(120_000)
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([120_000, 50_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a refund that covers one of ours and more makes room for one that fits another part', async () => {
  const bought = await buy([food, toy, bed])
  await bought.cancelUnsent(bought.food)
  await bought.refundByHand(120_000)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 40_000, 100000: 0 })
  await bought.refundByHand(90_000)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000, 100000: 40_000 })
  expect(await bought.earned()).toEqual([0, 0, 54_000])
})

test('a refund that moved to a cancelled part and is returned by the buyer’s bank stays with its seller', async () => {
  const bought = await buy()
  const refund = await bought.refundByHand(100_000)
  await bought.cancel(bought.toy)
  await bought.bounce(refund)
  expect(bought.refunds()).toEqual([100_000])
  expect(await bought.shown()).toEqual({ 80000: 10_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([63_000, 0, 0])
})

test('a refund that covers one of ours and more is returned by the buyer’s bank, and still moves to a part cancelled later', async () => {
  const bought = await buy([food, toy, bed])
  await bought.cancelUnsent(bought.food)
  const refund = await bought.refundByHand(180_000)
  await bought.bounce(refund)
  expect(bought.refunds().toSorted()).toEqual([100_000, 80_000])
  await bought.cancel(bought.bed)
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 0, 100000: 100_000 })
  expect(await bought.earned()).toEqual([0, 81_000, 0])
})

test('a refund that covers ours of two parts and is withdrawn is owed again for each part', async () => {
  const bought = await buy()
  await bought.cancelUnsent(bought.food)
  await bought.cancelUnsent(bought.toy)
  const refund = await bought.refundByHand(170_000)
  refund['status'] = 'failed'
  await withdrawInDashboard(world, refund.id)
  await settled()
  expect(bought.refunds().toSorted()).toEqual([80_000, 90_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([0, 0, 0])
})
