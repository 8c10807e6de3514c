import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { withdrawInDashboard } from '#/payments/server/dashboard.factory.ts'
import { razorpaySettings } from '#/payments/server/gateway-peers.factory.ts'
import { browserOf } from '#/payments/server/payer.factory.ts'
import { openRazorpayPeer, razorpaySigned } from '#/payments/server/razorpay.factory.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { order } from './order.factory.ts'

// The operator refunds orders of several sellers in the gateway's dashboard, which knows no sellers.

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const peer = await openRazorpayPeer(() => clock.now)
const world = await openWorld({ ...razorpaySettings(peer.url), SHOP_COMMISSION_PERCENT: '10' })
world.clock.now = clock.now
const { db } = world
const asha = await world.signUp('asha')
await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
const leela = await world.signUp('leela')
const maya = await world.signUp('maya')
const tara = await world.signUp('tara')
const desk = await openDesk(world, 'nadia')
const browser = browserOf(world.url, asha)

async function productOf(userId: string, price: number) {
  const sellerId = await makeSupplier(db, { userId, at: clock.now })
  const variants = [{ name: '1 kg', price, stock: 100 }]
  return (await makeProduct(db, { sellerId, at: clock.now, variants })).variantIds[0]!
}
const food = await productOf(leela.userId, 80_000)
const toy = await productOf(maya.userId, 90_000)
const bed = await productOf(tara.userId, 100_000)

async function settled() {
  while ((await world.app.jobs.deliverEvents(clock.now)) > 0);
}
async function hear(event: string, entities: Parameters<typeof peer.message>[1]) {
  const body = peer.message(event, entities)
  const headers = razorpaySigned(body)
  await fetch(`${world.url}/webhooks/razorpay`, { method: 'POST', headers, body })
  await settled()
}
const owedTo = async ({ userId }: { userId: string }) => {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('user_id', '=', userId)
    .where('account', '=', 'payable')
    .execute()
  return rows.reduce((sum, { amount }) => sum - Number(amount), 0)
}

const sellers = [leela, maya, tara]
async function buy(variants = [food, toy], coupon?: string) {
  const before = await Promise.all(sellers.map(owedTo))
  const { id, paymentId } = await order(asha, Object.fromEntries(variants.map((one) => [one, 1])), {
    ...(coupon && { coupon }),
  })
  const { goTo } = await asha.call.payments.pay({ id: paymentId! })
  const link = (await browser.open(goTo)).split('/').at(-1)!
  peer.pay(link, 'succeed')
  await hear('payment_link.paid', { payment_link: peer.find(link, 'payment_link') })
  const { order_id } = peer.find(link, 'payment_link')
  const paid = peer.all('payment', (one) => one['order_id'] === order_id)[0]!.id
  const parts = (await asha.call.shop.order({ id })).parts
  const partOf = (price: number) =>
    parts.find(({ lines }) => lines.some(({ amount }) => amount.amount === price))?.id
  return {
    ...{ id, paid, paymentId: paymentId!, food: partOf(80_000)!, toy: partOf(90_000)! },
    bed: partOf(100_000),
    async refundByHand(amount: number) {
      const refund = peer.refundByHand(paid, amount)
      await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
      return refund
    },
    /** What the buyer reads as refunded of each part, in the order in which the ledger knows them. */
    async shown() {
      const { parts: now } = await asha.call.shop.order({ id })
      return Object.fromEntries(now.map((part) => [part.total.amount, part.refunded.amount]))
    },
    async cancel(partId?: (typeof parts)[number]['id']) {
      await asha.call.shop.cancelOrder({ id, partId })
      await settled()
    },
    /** Cancels a part whose refund the gateway refuses. */
    async cancelUnsent(partId: (typeof parts)[number]['id']) {
      peer.find(paid, 'payment')['does'] = 'refund_fails'
      await this.cancel(partId)
      peer.find(paid, 'payment')['does'] = 'succeed'
    },
    /** In the order in which they were made. */
    refunds: () =>
      peer
        .all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed')
        .map(({ amount }) => amount)
        .toReversed(),
    earned: async () => (await Promise.all(sellers.map(owedTo))).map((owed, index) => owed - before[index]!),
  }
}

afterEach(async () => expect(await findBrokenInvariants(world.databaseUrl)).toEqual([]))

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
  refund['status'] = 'failed'
  await hear('refund.failed', { refund, payment: peer.find(bought.paid, 'payment') })
  expect(bought.refunds()).toEqual([100_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 20_000 })
  expect(await bought.earned()).toEqual([0, 63_000, 0])
  await bought.cancel(bought.toy)
  expect(await bought.shown()).toEqual({ 80000: 10_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([63_000, 0, 0])
})

test('each seller reads what a refund of several parts, or one from the desk, takes from them', async () => {
  const said = async ({ call }: typeof leela) =>
    (await call.notifications.list({ type: 'payment_refunded' })).rows[0]
  const bought = await buy()
  await bought.refundByHand(100_000)
  expect(await said(leela)).toMatchObject({
    title: 'We refunded a buyer',
    message: expect.stringMatching(
      /is getting back ₹800\.00\. It has now been refunded in full, so please don’t send it\./,
    ),
  })
  expect((await said(maya))!.message).toMatch(
    /is getting back ₹200\.00\. The refund is taken from what you’re owed\. If/,
  )
  await desk.call.refund({ id: bought.paymentId, partId: bought.toy, amount: 5_000, reason: 'Late' })
  await settled()
  expect(await said(maya)).toMatchObject({
    title: 'Support refunded a buyer',
    message: expect.stringMatching(
      /is getting back ₹50\.00\. The refund is taken from what you’re owed\. Reason: Late\. If/,
    ),
  })
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
  refund['status'] = 'failed'
  await hear('refund.failed', { refund, payment: peer.find(bought.paid, 'payment') })
  expect(bought.refunds()).toEqual([100_000])
  expect(await bought.shown()).toEqual({ 80000: 10_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([63_000, 0, 0])
})

test('a refund that covers one of ours and more is returned by the buyer’s bank, and still moves to a part cancelled later', async () => {
  const bought = await buy([food, toy, bed])
  await bought.cancelUnsent(bought.food)
  const refund = await bought.refundByHand(180_000)
  refund['status'] = 'failed'
  await hear('refund.failed', { refund, payment: peer.find(bought.paid, 'payment') })
  expect(bought.refunds()).toEqual([180_000])
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
