import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeCashBuyer } from './cash-buyer.factory.ts'
import { askReturn, order, returnOfPart } from './order.factory.ts'

const world = await openWorld({ SHOP_COMMISSION_PERCENT: '10', DATABASE_POOL: '20' })
const { db, clock } = world
const { jobs } = world.app
const at = clock.now
const leela = await world.signUp('leela')
const nadia = await openDesk(world, 'nadia')
const sellerId = await makeSupplier(db, { userId: leela.userId, at })
const productOf = async (name: string, category: 'food' | 'toys', price: number) =>
  (await makeProduct(db, { sellerId, at, name, category, variants: [{ name: '1 kg', price, stock: 90 }] }))
    .variantIds[0]!
const [food, ball] = [await productOf('Food', 'food', 40_000), await productOf('Ball', 'toys', 20_000)]

beforeEach(() => async () => expect(await world.findBrokenInvariants()).toEqual([]))

const deliver = () => jobs.deliverEvents(clock.now)
const later = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY + 1)
}
const sweep = () => jobs.runSweep('shop-move-overdue-parts', clock.now)
const stockOf = async (id: string) =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock
const told = async ({ call }: Person) => (await call.notifications.list({})).rows[0]!

let people = 0
/** A parcel with these units, which its buyer has. */
async function delivered(wanted: Record<string, number>, { coupon }: { coupon?: string } = {}) {
  const asha = await world.signUp(`buyer${people++}`)
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
  const { id, paymentId } = await order(asha, wanted, { ...(coupon && { coupon }) })
  await pay(world, asha, paymentId!)
  await deliver()
  const part = async () => (await asha.call.shop.order({ id })).parts[0]!
  const { id: partId } = await part()
  await leela.call.shop.packPart({ id: partId })
  await leela.call.shop.shipPart({ id: partId, carrier: 'India Post', tracking: 'IP1' })
  await leela.call.shop.deliverPart({ id: partId })
  const ask = (kind: 'unopened' | 'damaged' | 'wrong', units?: Record<string, number>, photos: File[] = []) =>
    askReturn(asha, { id, partId, kind, ...(units && { units }), note: 'The bag is torn', photos })
  const answer = (how: 'take_back' | 'refuse' | 'refund_only') =>
    leela.call.shop.answerReturn({ id: partId, answer: how, note: 'All right' })
  const lineOf = async (name: string) => (await part()).lines.find((line) => line.name === name)!.id
  return { asha, id, partId, part, ask, answer, lineOf }
}

test('a buyer returns one of three units, gets back what it cost, and keeps the others', async () => {
  const { asha, id, partId, part, ask, answer, lineOf } = await delivered({ [food]: 1, [ball]: 2 })
  const { refunded, total } = await part()
  expect([refunded.amount, total.amount]).toEqual([0, 80_000])
  await ask('damaged', { Ball: 1 }, [await makePhoto(), await makePhoto()])
  await deliver()
  expect((await told(leela)).message).toContain('wants to return 1 × Ball for ₹200')
  expect((await leela.call.shop.sold({ order: id })).rows[0]!.returnPhotos).toHaveLength(2)
  await answer('take_back')
  await asha.call.shop.sendReturn({ id, partId, carrier: 'India Post', tracking: 'IP77' })
  const stock = await stockOf(ball)
  await leela.call.shop.receiveReturn({ id: partId, backOnSale: [await lineOf('Ball')] })
  await deliver()
  expect(await part()).toMatchObject({
    status: 'delivered',
    refunded: { amount: 20_000 },
    mayReportMissing: false,
    returns: [{ kind: 'damaged', amount: { amount: 20_000 }, outcome: 'returned' }],
  })
  expect(await stockOf(ball)).toBe(stock + 1)
  expect((await told(asha)).title).toBe('Refund on its way')
  later(7)
  await sweep()
  expect(await part()).toMatchObject({ status: 'completed', refunded: { amount: 20_000 } })
})

test('goods that come back aren’t on sale again unless their seller says so', async () => {
  const { partId, ask, answer } = await delivered({ [food]: 2 })
  await ask('unopened', { Food: 1 })
  await answer('take_back')
  const stock = await stockOf(food)
  await leela.call.shop.receiveReturn({ id: partId, backOnSale: [newId()] })
  expect(await stockOf(food)).toBe(stock)
})

test('several returns follow each other until the window ends, and never for more units than were bought', async () => {
  const { partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 2 })
  for (const left of [2, 1]) {
    expect((await part()).mayReturn!.lines).toMatchObject([{ left: 1 }, { left }])
    await ask('damaged', { Ball: 1 })
    expect((await part()).mayReturn).toBeNull()
    await answer('refund_only')
  }
  await expect(ask('damaged', { Ball: 1 })).rejects.toMatchObject({ code: 'shop.no_return' })
  expect(await part()).toMatchObject({ status: 'delivered', refunded: { amount: 40_000 } })
  await ask('damaged', { Food: 1 })
  await answer('take_back')
  await leela.call.shop.receiveReturn({ id: partId })
  // Two of three goods stayed with the buyer.
  expect(await part()).toMatchObject({ status: 'delivered', mayReturn: null, refunded: { amount: 80_000 } })
  later(7)
  await sweep()
  expect(await part()).toMatchObject({ status: 'completed' })
})

test('a whole parcel that goes back in two damaged returns gives its delivery back too, an unopened one doesn’t', async () => {
  for (const [kind, back] of [
    ['damaged', 64_900],
    ['unopened', 60_000],
  ] as const) {
    const { partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
    expect((await part()).total.amount).toBe(64_900)
    for (const name of ['Ball', 'Food']) {
      await ask(kind, { [name]: 1 })
      await answer('take_back')
      await leela.call.shop.receiveReturn({ id: partId })
    }
    expect(await part()).toMatchObject({ status: 'returned', refunded: { amount: back } })
  }
})

test('a coupon’s share of the returned goods stays with the operator', async () => {
  await makeCoupon(db, { code: 'TOYS10', percent: 10, most_discount: 30_000, category: 'toys' })
  const { part, ask, answer } = await delivered({ [food]: 1, [ball]: 3 }, { coupon: 'TOYS10' })
  expect((await part()).total.amount).toBe(94_000)
  await ask('unopened', { Ball: 2 })
  await answer('refund_only')
  // The coupon took nothing off the food.
  await ask('unopened', { Ball: 1, Food: 1 })
  await answer('refund_only')
  expect(await part()).toMatchObject({
    refunded: { amount: 94_000 },
    returns: [{ amount: { amount: 36_000 } }, { amount: { amount: 58_000 } }],
  })
})

test('a buyer takes a request back until the goods are on their way or it is refused', async () => {
  const { asha, id, partId, part, ask, answer } = await delivered({ [food]: 1 })
  const withdraw = () => asha.call.shop.withdrawReturn({ id, partId })
  await expect(withdraw()).rejects.toMatchObject({ code: 'shop.order_moved' })
  const { steps } = await part()
  const arrivedAt = steps.at(-1)!.at
  clock.now = new Date(clock.now.getTime() + HOUR)
  await ask('unopened')
  expect(await part()).toMatchObject({ status: 'return_asked', mayWithdrawReturn: true })
  expect(await leela.call.shop.selling()).toMatchObject({ returns: 1 })
  await withdraw()
  expect(await leela.call.shop.selling()).toMatchObject({ returns: 0 })
  await deliver()
  expect((await told(leela)).title).toBe('A return was taken back')
  expect(await part()).toMatchObject({ status: 'delivered', mayReturn: { lines: [{ left: 1 }] } })
  await ask('unopened')
  await answer('take_back')
  await withdraw()
  await ask('unopened')
  await answer('take_back')
  await asha.call.shop.sendReturn({ id, partId, carrier: 'Post', tracking: 'B1' })
  expect((await part()).mayWithdrawReturn).toBe(false)
  await expect(withdraw()).rejects.toMatchObject({ code: 'shop.order_moved' })
  await leela.call.shop.receiveReturn({ id: partId })

  const kept = await delivered({ [food]: 1 })
  await kept.ask('unopened')
  await kept.asha.call.shop.withdrawReturn({ id: kept.id, partId: kept.partId })
  // The window isn't longer because of it.
  clock.now = new Date(Math.max(arrivedAt.getTime(), clock.now.getTime()) + 7 * DAY)
  await sweep()
  expect(await kept.part()).toMatchObject({ status: 'completed', refunded: { amount: 0 } })
})

test('after a refusal other goods can be returned, but not the refused ones again', async () => {
  const { part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
  await ask('unopened', { Food: 1 })
  await answer('refuse')
  await expect(answer('take_back')).rejects.toMatchObject({ code: 'shop.order_moved' })
  expect((await part()).mayReturn!.lines).toHaveLength(1)
  await expect(ask('unopened', { Food: 1 })).rejects.toMatchObject({ code: 'shop.no_return' })
  await ask('wrong', { Ball: 1 })
  await answer('refuse')
  later(7)
  await sweep()
  expect(await part()).toMatchObject({
    status: 'completed',
    returns: [{ outcome: 'refused' }, { outcome: 'refused' }],
  })
})

test('a seller refunds without wanting the goods back, of an order paid in cash too', async () => {
  const { asha, part, ask, answer } = await delivered({ [food]: 1 })
  const stock = await stockOf(food)
  await ask('damaged')
  await answer('refund_only')
  await deliver()
  const { rows } = await asha.call.notifications.list({})
  expect(rows.map(({ title }) => title)).toContain('Refunded: keep the goods')
  expect(await part()).toMatchObject({ status: 'delivered', refunded: { amount: 44_900 }, mayReturn: null })
  expect(await stockOf(food)).toBe(stock)

  const ravi = await world.signUp('ravi')
  await makeCashBuyer(db, { userId: ravi.userId, variantId: food, at })
  const cash = await order(ravi, { [ball]: 2 }, { pays: 'cash' })
  const [{ id: partId } = { id: '' as never }] = (await ravi.call.shop.order({ id: cash.id })).parts
  await leela.call.shop.packPart({ id: partId })
  await leela.call.shop.shipPart({ id: partId, carrier: 'Post', tracking: '1' })
  await ravi.call.shop.confirmArrival({ id: cash.id, partId })
  await askReturn(ravi, { id: cash.id, partId, kind: 'damaged', units: { Ball: 1 } })
  await leela.call.shop.answerReturn({ id: partId, answer: 'refund_only', note: 'Sorry' })
  await deliver()
  expect((await told(ravi)).message).toContain('They’ll refund you ₹200.00 directly.')
  const receipt = await fetch(`${world.url}/order-receipts/${partId}.pdf`, {
    headers: { cookie: ravi.cookie },
  })
  const paper = textOfPdf(Buffer.from(await receipt.arrayBuffer()))
  expect(paper).toContain('1 × Ball')
})

test('the amount that the buyer saw is the amount that comes back, and a wrong one is refused', async () => {
  const { asha, id, part } = await delivered({ [food]: 1, [ball]: 1 })
  const form = returnOfPart(await part(), { kind: 'unopened', units: { Ball: 1 } })
  const send = (changes: object) => asha.call.shop.askReturn({ id, ...form, note: 'No', ...changes })
  await expect(send({ amount: form.amount + 1 })).rejects.toMatchObject({ code: 'shop.return_changed' })
  for (const lines of [
    [{ lineId: form.lines[0]!.lineId, quantity: 2 }],
    [form.lines[0]!, form.lines[0]!],
    [{ lineId: newId(), quantity: 1 }],
  ])
    await expect(send({ lines })).rejects.toMatchObject({ code: 'shop.no_return' })
  await send({})
  expect((await part()).returns).toMatchObject([{ amount: { amount: 20_000 } }])
})

test('of requests for the last unit at the same moment, one is asked; of an answer and its withdrawal, one counts', async () => {
  for (let round = 0; round < 3; round++) {
    const { asha, id, partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
    const form = returnOfPart(await part(), { kind: 'damaged', units: { Ball: 1 } })
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => asha.call.shop.askReturn({ id, ...form, note: 'No' })),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [answered, withdrawn] = await Promise.allSettled([
      answer('refund_only'),
      asha.call.shop.withdrawReturn({ id, partId }),
    ])
    expect([answered, withdrawn].filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await part()).refunded.amount).toBe(answered.status === 'fulfilled' ? 20_000 : 0)
    await ask('damaged', { Food: 1 })
    await answer('take_back')
    const received = await Promise.allSettled(
      Array.from({ length: 3 }, () => leela.call.shop.receiveReturn({ id: partId })),
    )
    expect(received.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
})

test('the database refuses more units than were bought and more money than was paid, also at the same moment', async () => {
  const { partId, lineOf } = await delivered({ [ball]: 4 })
  const lineId = await lineOf('Ball')
  const make = (amount: number, quantity: number) =>
    db.transaction().execute(async (tx) => {
      const id = newId<'return'>()
      // Over at once, because only one may be open.
      await tx
        .insertInto('order_returns')
        .values({
          id,
          part_id: partId,
          kind: 'damaged',
          amount,
          asked_at: clock.now,
          outcome: 'kept',
          ended_at: clock.now,
        })
        .execute()
      await tx.insertInto('returned_lines').values({ return_id: id, line_id: lineId, quantity }).execute()
    })
  const madeOf = (tries: PromiseSettledResult<unknown>[]) =>
    tries.filter(({ status }) => status === 'fulfilled').length
  const forget = async () => {
    await db.deleteFrom('returned_lines').where('line_id', '=', lineId).execute()
    await db.deleteFrom('order_returns').where('part_id', '=', partId).execute()
  }
  expect(madeOf(await Promise.allSettled(Array.from({ length: 6 }, () => make(1, 3))))).toBe(1)
  await forget()
  expect(madeOf(await Promise.allSettled(Array.from({ length: 6 }, () => make(50_000, 1))))).toBe(1)
  await forget()
  const open = () =>
    db
      .insertInto('order_returns')
      .values({ id: newId(), part_id: partId, kind: 'wrong', amount: 0, asked_at: clock.now })
      .execute()
  expect(madeOf(await Promise.allSettled(Array.from({ length: 6 }, open)))).toBe(1)
  await forget()
})

test('the desk sees what a return is about, and overrules its refusal for these goods alone', async () => {
  const { partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
  await ask('damaged', { Ball: 1 })
  const listed = (await nadia.call.openReturns({})).rows.find(({ id }) => id === partId)
  expect(listed).toMatchObject({ amount: { amount: 20_000 } })
  await answer('refuse')
  const [returnId] = await idsOf(part)
  await approve(partId, returnId!)
  await leela.call.shop.receiveReturn({ id: partId })
  expect(await part()).toMatchObject({ status: 'delivered', refunded: { amount: 20_000 } })
})

const idsOf = async (part: Awaited<ReturnType<typeof delivered>>['part']) =>
  (await part()).returns.map(({ id }) => id)
const approve = (id: string, returnId: string, seen: 'return_asked' | 'return_refused' = 'return_refused') =>
  nadia.call.decideReturn({ id, returnId, seen, decision: 'approve', reason: 'It is torn' } as never)

test('the desk approves a refused return while another one is open, and it goes on after that one', async () => {
  const { asha, id, partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
  await ask('damaged', { Ball: 1 })
  await answer('refuse')
  await ask('unopened', { Food: 1 })
  const [ballId, foodId] = await idsOf(part)
  expect((await nadia.call.openReturns({})).rows.find((row) => row.id === partId)).toMatchObject({
    status: 'return_asked',
    hasRefused: true,
  })
  await expect(approve(partId, ballId!, 'return_asked')).rejects.toMatchObject({ code: 'shop.order_moved' })
  await expect(
    nadia.call.decideReturn({
      id: partId,
      returnId: ballId!,
      seen: 'return_refused',
      decision: 'refuse',
      reason: 'No',
    }),
  ).rejects.toMatchObject({ code: 'shop.order_moved' })
  await approve(partId, ballId!)
  await expect(approve(partId, ballId!)).rejects.toMatchObject({ code: 'shop.order_moved' })
  await deliver()
  const ofBuyer = async () =>
    (await asha.call.notifications.list({})).rows.map(({ message }) => message).join('\n')
  expect(await ofBuyer()).toContain('We’ve decided that you can return 1 × Ball of your order')
  expect((await told(leela)).message).toContain('once their other return of it is over')
  expect(await part()).toMatchObject({
    status: 'return_asked',
    returns: [{ outcome: 'refused', isOverruled: true }, { outcome: null }],
  })
  await answer('take_back')
  await asha.call.shop.sendReturn({ id, partId, carrier: 'Post', tracking: 'F1' })
  await leela.call.shop.receiveReturn({ id: partId })
  await deliver()
  expect(await ofBuyer()).toContain('so you can now return 1 × Ball to')
  expect(await part()).toMatchObject({
    status: 'return_approved',
    refunded: { amount: 40_000 },
    returns: [
      { id: ballId, outcome: null },
      { id: foodId, outcome: 'returned' },
    ],
  })
  await asha.call.shop.sendReturn({ id, partId, carrier: 'Post', tracking: 'B1' })
  await leela.call.shop.receiveReturn({ id: partId })
  expect(await part()).toMatchObject({ status: 'returned', refunded: { amount: 60_000 } })
})

test('a refused return can still be overruled for its seven days once a later one is over', async () => {
  const { asha, id, partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
  await ask('damaged', { Ball: 1 })
  later(6)
  await answer('refuse')
  const refusedAt = clock.now
  await ask('unopened', { Food: 1 })
  await asha.call.shop.withdrawReturn({ id, partId })
  await deliver()
  const { rows } = await asha.call.notifications.list({})
  expect(rows.filter(({ title }) => title === 'Return refused')).toHaveLength(1)
  later(6)
  await sweep()
  const listed = (await nadia.call.openReturns({ status: 'return_refused' })).rows.find(
    (row) => row.id === partId,
  )
  expect(listed).toMatchObject({ since: refusedAt, amount: { amount: 20_000 } })
  later(1)
  await sweep()
  expect(await part()).toMatchObject({
    status: 'completed',
    returns: [{ outcome: 'refused' }, { outcome: 'withdrawn' }],
  })
  const [ballId] = await idsOf(part)
  await expect(approve(partId, ballId!)).rejects.toMatchObject({ code: 'shop.order_moved' })
})

test('an approved earlier return goes on at once if the later one is refused, isn’t sent, or never came', async () => {
  const begin = async () => {
    const one = await delivered({ [food]: 1, [ball]: 1 })
    await one.ask('damaged', { Ball: 1 })
    await one.answer('refuse')
    await one.ask('damaged', { Food: 1 })
    const [ballId, foodId] = await idsOf(one.part)
    return { ...one, ballId: ballId!, foodId: foodId! }
  }
  const refused = await begin()
  await approve(refused.partId, refused.ballId)
  await refused.answer('refuse')
  expect(await refused.part()).toMatchObject({
    status: 'return_approved',
    returns: [{ outcome: null }, { outcome: 'refused' }],
  })
  // The other one can be overruled as well.
  await approve(refused.partId, refused.foodId)

  const both = await begin()
  await both.answer('refuse')
  await approve(both.partId, both.ballId)
  expect(await both.part()).toMatchObject({
    status: 'return_approved',
    returns: [{ outcome: null }, { outcome: 'refused' }],
  })

  const unsent = await begin()
  await unsent.answer('take_back')
  await approve(unsent.partId, unsent.ballId)
  later(30)
  await sweep()
  expect(await unsent.part()).toMatchObject({
    status: 'return_approved',
    returns: [{ outcome: null }, { outcome: 'unsent' }],
  })

  const lost = await begin()
  await lost.answer('take_back')
  await lost.asha.call.shop.sendReturn({ id: lost.id, partId: lost.partId, carrier: 'Post', tracking: 'F1' })
  await leela.call.shop.reportReturnMissing({ id: lost.partId, note: 'It never came' })
  await nadia.call.decideMissing({
    id: lost.partId,
    seen: 'return_missing',
    decision: 'release',
    reason: 'No proof',
  })
  await deliver()
  expect(await lost.part()).toMatchObject({
    status: 'return_refused',
    refunded: { amount: 0 },
    returns: [{ outcome: null }, { outcome: 'unsent' }],
  })
  expect((await told(leela)).message).toMatch(/We’ve decided that it didn’t\. Reason/)
})

test('the database lets a refused return only be opened again, be overruled once, and within what was paid', async () => {
  const { partId, ask, answer, part } = await delivered({ [food]: 1, [ball]: 1 })
  await ask('damaged', { Ball: 1 })
  await answer('refuse')
  await ask('damaged', { Food: 1 })
  const [ballId, foodId] = await idsOf(part)
  const change = (id: string, values: object) =>
    db.updateTable('order_returns').set(values).where('id', '=', id).execute()
  const broken = { code: '23514' }
  await expect(change(ballId!, { outcome: 'returned' })).rejects.toMatchObject(broken)
  await expect(change(ballId!, { outcome: null, ended_at: null })).rejects.toMatchObject({ code: '23505' })
  await expect(change(foodId!, { overruled_at: clock.now })).rejects.toMatchObject(broken)
  await change(foodId!, { amount: 60_000 })
  await expect(change(ballId!, { overruled_at: clock.now })).rejects.toMatchObject(broken)
  await change(foodId!, { amount: 40_000 })
  await approve(partId, ballId!)
  await expect(change(ballId!, { overruled_at: null })).rejects.toMatchObject(broken)
})

test('of decisions about two returns of a parcel at the same moment, each counts once', async () => {
  for (let round = 0; round < 3; round++) {
    const { partId, part, ask, answer } = await delivered({ [food]: 1, [ball]: 1 })
    await ask('damaged', { Ball: 1 })
    await answer('refuse')
    await ask('damaged', { Food: 1 })
    const [ballId, foodId] = await idsOf(part)
    const settled = await Promise.allSettled([
      approve(partId, ballId!),
      approve(partId, ballId!),
      approve(partId, foodId!, 'return_asked'),
      answer('refund_only'),
    ])
    const done = settled.map(({ status }) => status === 'fulfilled')
    expect(done.slice(0, 2).filter(Boolean)).toHaveLength(1)
    expect(done.slice(2).filter(Boolean)).toHaveLength(1)
    for (let n = 0; n < 2; n++)
      if ((await part()).status === 'return_approved') await leela.call.shop.receiveReturn({ id: partId })
    expect((await part()).refunded.amount).toBe(60_000)
  }
})
