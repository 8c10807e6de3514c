import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { makePhone } from '#/accounts/server/phone.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { fromOneADay } from '#/notifications/rules.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import type { WayToPay } from '#/shop/orders.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeCashBuyer } from './cash-buyer.factory.ts'
import { askReturn as askReturnOf, order } from './order.factory.ts'

const world = await openWorld({ SHOP_COMMISSION_PERCENT: '10' })
const { db, clock } = world
const { jobs } = world.app
const at = clock.now
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar', 'support')
const [leela, asha] = (await Promise.all(['leela', 'asha'].map(world.signUp))) as [
  Awaited<ReturnType<typeof world.signUp>>,
  Awaited<ReturnType<typeof world.signUp>>,
]
const sellerId = await makeSupplier(db, { userId: leela.userId, at })
const { variantIds } = await makeProduct(db, {
  sellerId,
  at,
  variants: [{ name: '1 kg', price: 40_000, stock: 90 }],
})
const food = variantIds[0]!
await makeCashBuyer(db, { userId: asha.userId, variantId: food, at })

beforeEach(() => async () => expect(await world.findBrokenInvariants()).toEqual([]))

const stock = async () =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', food).executeTakeFirstOrThrow())
    .stock
const lastTold = async ({ call }: typeof asha) => (await call.notifications.list({})).rows[0]!.message

async function placed(pays: WayToPay = 'online', buyer = asha) {
  const { id, paymentId } = await order(buyer, { [food]: 1 }, { pays })
  if (paymentId) await pay(world, buyer, paymentId)
  await jobs.deliverEvents(clock.now)
  const part = async () => (await buyer.call.shop.order({ id })).parts[0]!
  const { id: partId } = await part()
  const ship = async () => {
    await leela.call.shop.packPart({ id: partId })
    await leela.call.shop.shipPart({ id: partId, carrier: 'India Post', tracking: 'IP1' })
  }
  const askReturn = async () => {
    await ship()
    await leela.call.shop.deliverPart({ id: partId })
    await askReturnOf(buyer, { id, partId, kind: 'unopened', note: 'She doesn’t like it' })
  }
  return { id, partId, paymentId, part, ship, askReturn }
}
type Placed = Pick<Awaited<ReturnType<typeof placed>>, 'partId' | 'part'>
type Decision = Pick<Parameters<typeof nadia.call.decideReturn>[0], 'seen' | 'decision' | 'reason'>
const decideReturn = async ({ partId, part }: Placed, decision: Decision, { call } = nadia) =>
  call.decideReturn({ id: partId, returnId: (await part()).returns.at(-1)!.id, ...decision })
const cancel = (id: string, seen: 'placed' | 'packed' | 'shipped') =>
  nadia.call.cancelOrderPart({ id: id as never, seen, reason: 'The batch was recalled' })

test('an administrator cancels what isn’t sent: stock and money go back, and both sides and the log have the reason', async () => {
  const before = await stock()
  for (const pays of ['online', 'cash'] as const) {
    const { id, partId, part } = await placed(pays)
    if (pays === 'cash') await leela.call.shop.packPart({ id: partId })
    const seen = pays === 'cash' ? 'packed' : 'placed'
    const asSupport = omar.call.cancelOrderPart({ id: partId, seen, reason: 'Recalled' })
    await expect(asSupport).rejects.toMatchObject({ code: 'request.administrators_only' })
    await cancel(partId, seen)
    await expect(cancel(partId, seen)).rejects.toMatchObject({ code: 'shop.order_moved' })
    await jobs.deliverEvents(clock.now)
    const { status, total, refunded, steps } = await part()
    expect([status, refunded.amount]).toEqual(['cancelled', pays === 'online' ? total.amount : 0])
    expect(steps.at(-1)).toMatchObject({ by: 'admin', note: 'The batch was recalled' })
    expect(await stock()).toBe(before)
    expect(await lastTold(leela)).toContain('Please don’t send it. Reason: “The batch was recalled”')
    const { rows } = await asha.call.notifications.list({})
    const told = rows.filter(({ message }) => message.includes('The batch was recalled'))
    expect(told.some(({ message }) => message.startsWith('We’ve cancelled your order'))).toBe(true)
    expect((await nadia.call.log({ subjectId: id })).rows).toMatchObject([
      { action: 'order.cancelled', reason: 'The batch was recalled', before: { status: seen } },
    ])
  }
  expect((await leela.call.payments.payouts()).available).toBe(0)
})

test('cancelling a part that the desk has refunded puts its stock back and pays nothing twice', async () => {
  const before = await stock()
  const { id, partId, paymentId, part } = await placed()
  const { total } = await part()
  await nadia.call.refund({ id: paymentId!, partId, amount: total.amount, reason: 'Goodwill' })
  await cancel(partId, 'placed')
  await jobs.deliverEvents(clock.now)
  expect(await part()).toMatchObject({ status: 'cancelled', refunded: total })
  expect((await asha.call.shop.order({ id })).payment).toMatchObject({ status: 'refunded' })
  expect(await stock()).toBe(before)
})

test('a part that is on its way is cancelled without putting its products back on sale', async () => {
  const { partId, part, ship } = await placed()
  const before = await stock()
  await ship()
  await expect(cancel(partId, 'packed')).rejects.toMatchObject({ code: 'shop.order_moved' })
  await cancel(partId, 'shipped')
  expect(await part()).toMatchObject({ status: 'cancelled' })
  expect(await stock()).toBe(before)
  const { partId: other, ship: send } = await placed()
  await send()
  await leela.call.shop.deliverPart({ id: other })
  await expect(cancel(other, 'shipped')).rejects.toMatchObject({ code: 'shop.order_moved' })
})

test('of the desk’s cancellation and the seller’s packing, the first wins', async () => {
  for (let round = 0; round < 4; round++) {
    const { partId, part } = await placed('cash')
    const before = await stock()
    const [cancelled, packed] = await Promise.allSettled([
      cancel(partId, 'placed'),
      leela.call.shop.packPart({ id: partId }),
    ])
    const isCancelled = cancelled.status === 'fulfilled'
    expect(packed.status).toBe(isCancelled ? 'rejected' : 'fulfilled')
    expect((await part()).status).toBe(isCancelled ? 'cancelled' : 'packed')
    expect(await stock()).toBe(before + (isCancelled ? 1 : 0))
  }
})

test('an administrator approves a return that its seller refused, until the seller is paid', async () => {
  const { id, partId, part, askReturn } = await placed()
  await askReturn()
  const decide = (
    decision: 'approve' | 'refuse',
    seen: 'return_asked' | 'return_refused' = 'return_refused',
  ) => decideReturn({ partId, part }, { seen, decision, reason: 'It is unopened' })
  await leela.call.shop.answerReturn({ id: partId, answer: 'refuse', note: 'It was opened' })
  await expect(decide('refuse')).rejects.toMatchObject({ code: 'shop.order_moved' })
  await expect(decide('approve', 'return_asked')).rejects.toMatchObject({ code: 'shop.order_moved' })
  await decide('approve')
  await expect(decide('approve')).rejects.toMatchObject({ code: 'shop.order_moved' })
  await jobs.deliverEvents(clock.now)
  expect((await asha.call.notifications.list({})).rows.map(({ message }) => message).join()).toContain(
    'We’ve decided that you can return your order',
  )
  expect(await lastTold(leela)).toContain('can return it. Reason: “It is unopened”')
  expect((await nadia.call.log({ subjectId: id })).rows).toMatchObject([
    {
      action: 'order.return_approved',
      reason: 'It is unopened',
      before: { status: 'return_refused' },
    },
  ])
  await asha.call.shop.sendReturn({ id, partId, carrier: 'India Post', tracking: 'IP77' })
  await leela.call.shop.receiveReturn({ id: partId })
  await jobs.deliverEvents(clock.now)
  expect(await part()).toMatchObject({ status: 'returned', refunded: { amount: 40_000 } })
  const late = await placed()
  await late.askReturn()
  await leela.call.shop.answerReturn({ id: late.partId, answer: 'refuse', note: 'It was opened' })
  clock.now = new Date(clock.now.getTime() + 7 * DAY + 1)
  await jobs.runSweep('shop-move-overdue-parts', clock.now)
  await expect(
    decideReturn(late, { seen: 'return_refused', decision: 'approve', reason: 'Too late' }),
  ).rejects.toMatchObject({ code: 'shop.order_moved' })
})

test('an administrator refuses a return that its seller hasn’t answered, and support can’t', async () => {
  const { partId, part, askReturn } = await placed()
  await askReturn()
  const refusal = {
    seen: 'return_asked' as const,
    decision: 'refuse' as const,
    reason: 'The photo shows another product',
  }
  await expect(decideReturn({ partId, part }, refusal, omar)).rejects.toMatchObject({
    code: 'request.administrators_only',
  })
  await decideReturn({ partId, part }, refusal)
  await expect(
    leela.call.shop.answerReturn({ id: partId, answer: 'take_back', note: 'Send it to us' }),
  ).rejects.toMatchObject({ code: 'shop.order_moved' })
  await jobs.deliverEvents(clock.now)
  expect(await part()).toMatchObject({ status: 'return_refused' })
  expect(await lastTold(asha)).toContain('can’t be returned. Reason: “The photo shows another product”')
  expect(await lastTold(leela)).toContain('can’t return it. Reason:')
})

test('of the desk’s and the seller’s answer to a return, the first wins', async () => {
  for (let round = 0; round < 4; round++) {
    const { partId, part, askReturn } = await placed('cash')
    await askReturn()
    const [desk, seller] = await Promise.allSettled([
      decideReturn({ partId, part }, { seen: 'return_asked', decision: 'approve', reason: 'It is unopened' }),
      leela.call.shop.answerReturn({ id: partId, answer: 'refuse', note: 'It was opened' }),
    ])
    const isDesk = desk.status === 'fulfilled'
    expect(seller.status).toBe(isDesk ? 'rejected' : 'fulfilled')
    expect((await part()).status).toBe(isDesk ? 'return_approved' : 'return_refused')
  }
})

test('a buyer who orders and cancels again and again can’t hide what a seller has to do in time', async () => {
  const buyer = await world.signUp('ishaan')
  await makePhone(db, { userId: buyer.userId })
  await sql`update users set email_verified = true where id = ${buyer.userId}`.execute(db)
  const { askReturn } = await placed('cash', buyer)
  for (let n = 0; n < fromOneADay.bell; n++) {
    const { id } = await placed('online', buyer)
    await buyer.call.shop.cancelOrder({ id })
    await jobs.deliverEvents(clock.now)
  }
  await askReturn()
  await jobs.deliverEvents(clock.now)
  expect(await lastTold(leela)).toContain('wants to return 1 ×')
})
