import { afterEach, expect, test } from 'vitest'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { withdrawInDashboard } from '#/payments/server/dashboard.factory.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { openSplitOrders } from './split-orders.factory.ts'

// A bank takes back money of an order of several sellers, and names no seller either.

const orders = await openSplitOrders()
const { world, asha, leela, maya, tara, desk, food, toy, bed, buy, orderUnpaid, settled, sweep, listen } =
  orders
type Bought = Awaited<ReturnType<typeof buy>>

async function ship({ call }: typeof leela, id: Bought['food']) {
  await call.shop.packPart({ id })
  await call.shop.shipPart({ id, carrier: 'India Post', tracking: 'IP1' })
}

afterEach(async () => expect(await world.findBrokenInvariants()).toEqual([]))

test('what the buyer’s bank holds of a part isn’t refunded by the desk', async () => {
  const bought = await buy()
  await bought.dispute('open', 90_000)
  const refund = (partId: Bought['food']) =>
    desk.call.refund({ id: bought.paymentId, partId, amount: 10_000, reason: 'Late' })
  await expect(refund(bought.toy)).rejects.toMatchObject({ code: 'payments.refund_too_high' })
  await refund(bought.food)
  await settled()
  expect(bought.refunds()).toEqual([10_000])
  await bought.dispute('won')
  await bought.cancel()
  expect(bought.refunds().toSorted()).toEqual([10_000, 70_000, 90_000])
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a lost dispute is borne by the seller whose part is cancelled later, and isn’t refunded again', async () => {
  for (const [amount, sent] of [
    [80_000, []],
    [50_000, [30_000]],
  ] as const) {
    const bought = await buy()
    await ship(maya, bought.toy)
    await bought.dispute('open', amount)
    await bought.dispute('lost')
    await sweep('shop-move-overdue-parts', 14 * 24 + 1)
    expect(bought.refunds()).toEqual(sent)
    expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 0 })
    expect(await bought.earned()).toEqual([0, 81_000, 0])
  }
})

test('a lost dispute moves from the first seller to the one whose part is cancelled', async () => {
  const bought = await buy()
  await bought.dispute('open', 50_000)
  await bought.dispute('lost')
  expect(await bought.earned()).toEqual([27_000, 81_000, 0])
  await bought.cancel(bought.toy)
  expect(bought.refunds()).toEqual([40_000])
  expect(await bought.earned()).toEqual([72_000, 0, 0])
})

test('while a dispute is open, only what it can’t cover is refunded, and the rest once it is won', async () => {
  for (const ends of ['won', 'lost'] as const) {
    const bought = await buy()
    await bought.dispute('open', 50_000)
    await bought.cancel(bought.food)
    expect(bought.refunds()).toEqual([30_000])
    expect(await bought.shown()).toEqual({ 80000: 30_000, 90000: 0 })
    await bought.dispute(ends)
    expect(bought.refunds()).toEqual(ends === 'won' ? [30_000, 50_000] : [30_000])
    expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 0 })
    expect(await bought.earned()).toEqual([0, 81_000, 0])
  }
})

test('a refund whose answer was lost is sent once beside a dispute that fits no part', async () => {
  for (const ends of ['won', 'lost'] as const) {
    const bought = await buy()
    const unheard = await bought.cancelUnheard(bought.food)
    await bought.dispute('open', 50_000)
    // Held whole, as the gateway may have it.
    await sweep('payments-reconcile', 1)
    expect(bought.refunds()).toEqual([80_000])
    unheard.isListed()
    await bought.dispute(ends)
    for (let n = 0; n < 2; n++) await sweep('payments-reconcile', 1)
    expect(bought.refunds()).toEqual([80_000])
    expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: ends === 'won' ? 0 : 50_000 })
    expect(await bought.earned()).toEqual([0, ends === 'won' ? 81_000 : 36_000, 0])
  }
})

test('money that comes for an order after it was cancelled goes back, and no seller has a share of it', async () => {
  const late = await orderUnpaid()
  await late.cancelAndPay()
  expect(late.refunds()).toEqual([170_000])
  expect(await late.earned()).toEqual([0, 0, 0])
})

test('an open dispute of exactly one part withholds nothing of other sellers', async () => {
  const bought = await buy()
  const disputed = async () =>
    Promise.all([leela, maya].map(async ({ call }) => (await call.payments.payouts({})).disputed))
  const [food, toy] = await disputed()
  await bought.dispute('open', 90_000)
  expect(await disputed()).toEqual([food, toy! + 81_000])
  await bought.dispute('won')
  expect(await disputed()).toEqual([food, toy])
})

test('a dispute withholds what a seller would bear with a coupon of their own, whatever others owe in commission', async () => {
  const { id: sellerId } = await world.db
    .selectFrom('sellers')
    .select('id')
    .where('user_id', '=', leela.userId)
    .executeTakeFirstOrThrow()
  await makeCoupon(world.db, { code: 'LEELAHALF', percent: 50, seller_id: sellerId })
  const disputed = async () => (await leela.call.payments.payouts({})).disputed
  const before = await disputed()
  const bought = await buy([food, toy], 'LEELAHALF')
  await bought.dispute('open', 40_000)
  expect((await disputed()) - before).toBe(72_000)
  await bought.dispute('lost')
  expect(await bought.earned()).toEqual([0, 81_000, 0])
})

test('somebody with two parts of an order is paid only for the one that is over', async () => {
  const at = world.clock.now
  const ravi = await world.signUp('ravi')
  const supplierId = await makeSupplier(world.db, { userId: ravi.userId, at })
  const pharmacistId = await makePharmacist(world.db, { userId: ravi.userId, at })
  const variants = (price: number) => [{ name: '1 kg', price, stock: 9 }]
  const leash = await makeProduct(world.db, { sellerId: supplierId, at, variants: variants(80_000) })
  const worms = await makeProduct(world.db, {
    sellerId: pharmacistId,
    at,
    category: 'worming',
    variants: variants(90_000),
  })
  const bought = await buy([leash.variantIds[0]!, worms.variantIds[0]!])
  const available = async () => (await ravi.call.payments.payouts({})).available
  const release = (from: Date | null) =>
    world.db
      .updateTable('payment_parts')
      .set({ payable_from: from })
      .where('id', '=', bought.food as never)
      .execute()
  await release(at)
  expect(await available()).toBe(72_000)
  await bought.dispute('open', 90_000)
  expect(await available()).toBe(72_000)
  await bought.dispute('won')
  await bought.refundByHand(80_000)
  expect(await available()).toBe(0)
  await release(null)
})

test('a lost dispute that was listed as a refund before stays with the seller who bears that', async () => {
  const bought = await buy()
  await bought.refundByHand(40_000)
  await bought.cancel(bought.food)
  const earned = await bought.earned()
  await bought.dispute('lost', 40_000)
  expect(await bought.earned()).toEqual(earned)
  expect(bought.refunds()).toEqual([40_000, 40_000])
})

test('a dispute of exactly one part is that part’s', async () => {
  const bought = await buy()
  await bought.dispute('open', 90_000)
  await bought.dispute('lost')
  expect(await bought.earned()).toEqual([72_000, 0, 0])
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([80_000])
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('a refund that fits one part leaves the unsent refund of another alone', async () => {
  const bought = await buy()
  await bought.cancelUnsent(bought.food)
  await bought.refundByHand(90_000)
  expect(bought.refunds()).toEqual([90_000])
  await sweep('payments-reconcile', 2)
  expect(bought.refunds()).toEqual([90_000, 80_000])
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('what a refund covered of one of ours stays its part’s after the buyer’s bank has returned it', async () => {
  const bought = await buy()
  await bought.cancelUnsent(bought.toy)
  await bought.bounce(await bought.refundByHand(120_000))
  expect(bought.refunds().toSorted()).toEqual([30_000, 90_000])
  expect(await bought.shown()).toEqual({ 80000: 30_000, 90000: 90_000 })
  await bought.cancel(bought.food)
  expect(bought.refunds().toSorted()).toEqual([30_000, 50_000, 90_000])
  expect(await bought.shown()).toEqual({ 80000: 80_000, 90000: 90_000 })
  expect(await bought.earned()).toEqual([0, 0, 0])
})

test('no seller is paid by the operator after a lost dispute, whatever is refunded, withdrawn or won beside it', async () => {
  const bought = await buy([food, toy, bed])
  await ship(tara, bought.bed!)
  await bought.dispute('open')
  await bought.dispute('lost')
  expect(await bought.earned()).toEqual([0, 0, 0])
  const refund = await bought.refundByHand(80_000)
  expect(await bought.earned()).toEqual([0, 0, 0])
  refund['status'] = 'failed'
  await withdrawInDashboard(world, refund.id)
  await settled()
  await bought.cancel(bought.food)
  expect(bought.refunds()).toEqual([])
  expect(await bought.earned()).toEqual([0, 0, 0])
  await bought.dispute('open')
  await bought.dispute('won')
  expect(bought.refunds()).toEqual([80_000])
  expect(await bought.earned()).toEqual([0, 81_000, 90_000])
})

test('what a bank took back isn’t called refunded on the order’s page, its receipt or at the desk', async () => {
  const bought = await buy()
  await desk.call.refund({ id: bought.paymentId, partId: bought.food, amount: 10_000, reason: 'Late' })
  await settled()
  await bought.dispute('open', 70_000)
  await bought.dispute('lost')
  const { parts } = await asha.call.shop.order({ id: bought.id })
  expect(parts.find(({ id }) => id === bought.food)).toMatchObject({
    refunded: { amount: 80_000 },
    takenBack: { amount: 70_000 },
  })
  const receipt = await fetch(`${world.url}/order-receipts/${bought.food}.pdf`, {
    headers: { cookie: asha.cookie },
  })
  const text = textOfPdf(Buffer.from(await receipt.arrayBuffer()))
  for (const part of ['Refunded', '−₹100.00', 'Taken back by your bank', '−₹700.00'])
    expect(text, part).toContain(part)
  expect(await desk.call.order({ reference: bought.id })).toMatchObject({
    payment: { refunded: { amount: 10_000 }, takenBack: { amount: 70_000 } },
  })
})

test('a seller reads at once that a lost dispute took the money of their part, and only that seller', async () => {
  const bought = await buy()
  const news = await listen()
  await bought.dispute('open', 90_000)
  expect(await news()).toEqual([[], []])
  await bought.dispute('lost')
  const told = [
    expect.stringMatching(
      /^A buyer’s bank took money back: The buyer’s bank took back ₹900\.00 of order .* in a dispute\. The buyer has all their money .* don’t send it\. Your share of it comes out of what you’re owed\. If/,
    ),
  ]
  expect(await news()).toEqual([[], told])
  await sweep('shop-tell-of-refunds', 25)
  expect(await news()).toEqual([[], told])
})

test('sellers read of a lost dispute of no certain part a day after the last change, and once it is won after all', async () => {
  const bought = await buy()
  const news = await listen()
  await bought.dispute('open', 50_000)
  await bought.dispute('lost')
  await sweep('shop-tell-of-refunds', 23)
  expect(await news()).toEqual([[], []])
  await sweep('shop-tell-of-refunds', 2)
  const told = expect.stringMatching(/^A buyer’s bank took money back: .* took back ₹500\.00 of order/)
  expect(await news()).toEqual([[told], []])
  await bought.dispute('won')
  await sweep('shop-tell-of-refunds', 25)
  expect(await news()).toEqual([
    [expect.stringMatching(/^A refund has changed: The ₹500\.00 .* no longer comes out of/), told],
    [],
  ])
})

test('a seller whose part was cancelled reads nothing of a dispute that takes its money', async () => {
  const bought = await buy()
  const news = await listen()
  await bought.cancelUnsent(bought.food)
  await bought.dispute('open', 80_000)
  await bought.dispute('lost')
  await sweep('shop-tell-of-refunds', 25)
  expect(await news()).toEqual([[], []])
})

test('a refund that was refused is tried again beside a dispute of another part, and waits for one of its own', async () => {
  const other = await buy()
  await other.cancelUnsent(other.food)
  await other.dispute('open', 90_000)
  await sweep('payments-reconcile', 2)
  expect(other.refunds()).toEqual([80_000])
  const own = await buy()
  await own.cancelUnsent(own.food)
  await own.dispute('open', 80_000)
  await sweep('payments-reconcile', 2)
  expect(own.refunds()).toEqual([])
  await own.dispute('won')
  expect(own.refunds()).toEqual([80_000])
})
