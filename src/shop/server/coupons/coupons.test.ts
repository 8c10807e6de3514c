import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { mostTakenOff } from '#/shop/coupons.ts'
import { askReturn, homeAddress, orderOf } from '#/shop/server/orders/order.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeCoupon } from './coupon.factory.ts'

const world = await openWorld({ SHOP_COMMISSION_PERCENT: '10', RATE_LIMITS: 'on' })
const { db, clock } = world
const { jobs } = world.app
const [leela, maya, george] = await Promise.all(['leela', 'maya', 'george'].map(world.signUp))
const at = clock.now
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
const otherSellerId = await makeSupplier(db, { userId: maya!.userId, at, name: 'Maya’s Shelf' })
const pharmacistId = await makePharmacist(db, { userId: george!.userId, at })
const make = async (facts: Partial<Parameters<typeof makeProduct>[1]> = {}) =>
  (await makeProduct(db, { sellerId, at, variants: [{ name: '1 kg', price: 80_000, stock: 100 }], ...facts }))
    .variantIds[0]!
const food = await make()
const toy = await make({ sellerId: otherSellerId, category: 'toys', facts: { tax_class: 'medicine' } })

beforeEach(() => async () => expect(await world.findBrokenInvariants()).toEqual([]))

let people = 0
let codes = 0
async function newBuyer({ isConfirmed = true } = {}) {
  const buyer = await world.signUp(`buyer${people++}`)
  if (isConfirmed) await confirm(buyer)
  return buyer
}
const confirm = ({ userId }: Person, isConfirmed = true) =>
  db.updateTable('users').set({ email_verified: isConfirmed }).where('id', '=', userId).execute()
const newCode = () => `SAVE${codes++}`.padEnd(6, 'X')
const { pin, state } = homeAddress

async function look(
  buyer: Person,
  coupon: string | null,
  variantIds = [food],
  pays: 'online' | 'cash' = 'online',
) {
  for (const variantId of variantIds)
    await buyer.call.shop.setCartLine({ variantId: variantId as never, quantity: 1 })
  return buyer.call.shop.checkout({ pin, state, pays, coupon })
}
const placed = (buyer: Person, seen: Awaited<ReturnType<typeof look>>) =>
  buyer.call.shop.placeOrder(orderOf(seen))
const usedOf = async (id: string) =>
  (await db.selectFrom('coupons').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used
const payableTo = async ({ userId }: Person) => {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('amount')
    .where('user_id', '=', userId)
    .where('account', '=', 'payable')
    .execute()
  return rows.reduce((sum, { amount }) => sum - Number(amount), 0)
}

test('a coupon is a line of each seller’s part, its tax is that of the products, and sellers get what they would without it', async () => {
  const code = newCode()
  await makeCoupon(db, { code, percent: 25, most_discount: 30_001 })
  const buyer = await newBuyer()
  const seen = await look(buyer, ` ${code.toLowerCase()} `, [food, toy])
  expect(seen).toMatchObject({
    coupon: { code, problem: null },
    discount: { amount: 30_001 },
    total: { amount: 129_999 },
  })
  const { id, paymentId } = await placed(buyer, seen)
  const order = await buyer.call.shop.order({ id })
  const lines = order.parts.flatMap((part) => part.lines)
  expect(
    lines
      .filter(({ kind }) => kind === 'discount')
      .map(({ amount }) => amount.amount)
      .toSorted(),
  ).toEqual([-15_000, -15_001])
  expect(order.total.amount).toBe(129_999)
  const [before, otherBefore] = [await payableTo(leela!), await payableTo(maya!)]
  await pay(world, buyer, paymentId!)
  await jobs.deliverEvents(clock.now)
  expect((await payableTo(leela!)) - before).toBe(72_000)
  expect((await payableTo(maya!)) - otherBefore).toBe(72_000)
  const [sold] = (await leela!.call.shop.sold({})).rows
  expect(sold!.commission.amount).toBe(8000)
  expect(sold!.couponPaid.amount + sold!.total.amount).toBe(80_000)

  // A cancelled part gives back what was paid for it, and its seller and the operator keep nothing.
  const [part] = order.parts
  await buyer.call.shop.cancelOrder({ id, partId: part!.id })
  const left = await buyer.call.shop.order({ id })
  expect(left.parts.map(({ refunded }) => refunded.amount)).toEqual([part!.total.amount, 0])
  expect((await payableTo(leela!)) - before + ((await payableTo(maya!)) - otherBefore)).toBe(72_000)
  await buyer.call.shop.cancelOrder({ id })
  expect((await payableTo(leela!)) - before + ((await payableTo(maya!)) - otherBefore)).toBe(0)
})

test('each reason why a coupon doesn’t count has its own problem', async () => {
  const day = (days: number) => new Date(at.getTime() + days * DAY).toISOString().slice(0, 10)
  const coupons: [string, Partial<Parameters<typeof makeCoupon>[1]>][] = [
    ['not_yet', { valid_from: day(2) }],
    ['expired', { valid_until: day(-2) }],
    ['used_up', { most_uses: 1, used: 0 }],
    ['minimum', { minimum: 80_001 }],
    ['nothing', { category: 'beds' }],
    ['nothing', { seller_id: otherSellerId }],
    ['unknown', { is_active: false }],
  ]
  const buyer = await newBuyer()
  for (const [kind, facts] of coupons) {
    const code = newCode()
    await makeCoupon(db, { code, ...facts })
    if (kind === 'used_up') {
      const first = await newBuyer()
      await placed(first, await look(first, code))
    }
    const seen = await look(buyer, code)
    expect(seen.coupon, kind).toMatchObject({ code, problem: { kind } })
    expect(seen.discount.amount).toBe(0)
    // A buyer who sees a problem mustn't pay the full price by accident.
    if (kind !== 'unknown')
      await expect(placed(buyer, seen)).rejects.toMatchObject({ code: 'shop.coupon_refused' })
  }
  expect((await look(buyer, 'NOSUCHCODE')).coupon?.problem?.kind).toBe('unknown')
  expect((await look(buyer, 'SAVE1, SAVE2')).coupon?.problem?.kind).toBe('one_only')
  const code = newCode()
  await makeCoupon(db, { code })
  expect((await look(buyer, code, [food], 'cash')).coupon?.problem?.kind).toBe('cash')
  expect((await look(buyer, null)).coupon).toBeNull()
  await placed(buyer, await look(buyer, null))
})

test('a coupon counts once per person, stays with the checkout until it is removed, and comes back when the order isn’t paid', async () => {
  const code = newCode()
  const couponId = await makeCoupon(db, { code, most_per_person: 1, most_uses: 5 })
  const buyer = await newBuyer()
  await look(buyer, code)
  const seen = await buyer.call.shop.checkout({ pin, state, pays: 'online' })
  expect(seen.discount.amount).toBe(10_000)
  const { id } = await placed(buyer, seen)
  expect(await usedOf(couponId)).toBe(1)
  expect((await look(buyer, code)).coupon?.problem?.kind).toBe('used_by_you')
  clock.now = new Date(clock.now.getTime() + 31 * 60_000)
  await jobs.runSweep('payments-end-times-to-pay', clock.now)
  await jobs.deliverEvents(clock.now)
  expect((await buyer.call.shop.order({ id })).parts[0]!.status).toBe('cancelled')
  expect(await usedOf(couponId)).toBe(0)
  expect((await look(buyer, code)).coupon?.problem).toBeNull()
})

test('a coupon needs a confirmed email or phone, at the checkout and again when the order is placed', async () => {
  const code = newCode()
  const couponId = await makeCoupon(db, { code })
  const buyer = await newBuyer({ isConfirmed: false })
  const seen = await look(buyer, code)
  expect(seen).toMatchObject({
    coupon: { code, problem: { kind: 'unconfirmed' } },
    discount: { amount: 0 },
    total: { amount: 80_000 },
  })
  const refused = async (shown: typeof seen) => {
    await expect(placed(buyer, shown)).rejects.toMatchObject({ code: 'shop.coupon_refused' })
    expect(await usedOf(couponId)).toBe(0)
    expect((await buyer.call.shop.orders({})).rows).toEqual([])
  }
  await refused(seen)
  await confirm(buyer)
  // The checkout has kept the coupon.
  const again = await buyer.call.shop.checkout({ pin, state, pays: 'online' })
  expect(again).toMatchObject({ coupon: { code, problem: null }, discount: { amount: 10_000 } })
  await confirm(buyer, false)
  await refused(again)
  await db
    .insertInto('accounts')
    .values({
      id: crypto.randomUUID(),
      user_id: buyer.userId,
      issuer: 'local:phone',
      provider_id: 'phone',
      account_id: '+919845012345',
    })
    .execute()
  await placed(buyer, again)
  expect(await usedOf(couponId)).toBe(1)
})

test('a code takes only A to Z and digits, and look-alike letters don’t match', async () => {
  const code = `DIWALI${codes++}`
  await makeCoupon(db, { code })
  const buyer = await newBuyer()
  expect((await look(buyer, code.toLowerCase())).coupon).toEqual({ code, problem: null })
  for (const typed of [code.replaceAll('I', 'ı'), code.replace('I', 'İ'), code.replace('D', 'Ｄ')])
    expect((await look(buyer, typed)).coupon?.problem?.kind, typed).toBe('unknown')
})

test('the database refuses a percentage without a maximum, a coupon without a limit per person, and large amounts', async () => {
  const wrong: Partial<Parameters<typeof makeCoupon>[1]>[] = [
    { percent: 10, most_discount: null },
    { most_per_person: null as never },
    { amount: mostTakenOff + 1 },
    { percent: 10, most_discount: mostTakenOff + 1 },
  ]
  for (const facts of wrong)
    await expect(makeCoupon(db, { code: newCode(), ...facts }), JSON.stringify(facts)).rejects.toMatchObject({
      code: expect.stringMatching(/^23/),
    })
})

test('the desk lists what a coupon took off without reading its orders, also after a part was cancelled', async () => {
  const desk = await openDesk(world, 'nadia')
  const code = newCode()
  await makeCoupon(db, { code })
  const buyer = await newBuyer()
  const { id, paymentId } = await placed(buyer, await look(buyer, code, [food, toy]))
  const list = async () => (await desk.call.coupons({ search: code })).rows
  expect(await list()).toMatchObject([{ used: 1, discounted: { amount: 10_000 } }])
  await pay(world, buyer, paymentId!)
  await jobs.deliverEvents(clock.now)
  const [part, other] = (await buyer.call.shop.order({ id })).parts
  await buyer.call.shop.cancelOrder({ id, partId: part!.id })
  expect(await list()).toMatchObject([{ used: 1, discounted: { amount: 5000 } }])
  expect((await statementsWith('order_lines', list)).length).toBe(0)
  await buyer.call.shop.cancelOrder({ id, partId: other!.id })
  expect(await list()).toMatchObject([{ used: 0, discounted: { amount: 0 } }])
})

test('a change between the checkout and the order refuses the order and writes nothing', async () => {
  const code = newCode()
  const couponId = await makeCoupon(db, { code })
  const buyer = await newBuyer()
  const seen = await look(buyer, code)
  await db.updateTable('coupons').set({ is_active: false }).where('id', '=', couponId).execute()
  await expect(placed(buyer, seen)).rejects.toMatchObject({ code: 'shop.coupon_refused' })
  await db
    .updateTable('coupons')
    .set({ is_active: true, amount: 20_000 })
    .where('id', '=', couponId)
    .execute()
  await expect(placed(buyer, seen)).rejects.toMatchObject({ code: 'shop.checkout_over' })
  expect(await usedOf(couponId)).toBe(0)
  expect((await buyer.call.shop.orders({})).rows).toEqual([])
})

test('an unopened return gives back what was paid for the products, and the seller keeps only the delivery', async () => {
  const code = newCode()
  await makeCoupon(db, { code })
  const cheap = await make({ variants: [{ name: '1 kg', price: 50_000, stock: 5 }] })
  const buyer = await newBuyer()
  const before = await payableTo(leela!)
  const { id, paymentId } = await placed(buyer, await look(buyer, code, [cheap]))
  await pay(world, buyer, paymentId!)
  await jobs.deliverEvents(clock.now)
  const [part] = (await buyer.call.shop.order({ id })).parts
  const partId = part!.id
  await leela!.call.shop.packPart({ id: partId })
  await leela!.call.shop.shipPart({ id: partId, carrier: 'India Post', tracking: 'EM1' })
  await leela!.call.shop.deliverPart({ id: partId })
  await askReturn(buyer, { id, partId, kind: 'unopened', note: 'Too big' })
  await leela!.call.shop.answerReturn({ id: partId, answer: 'take_back', note: 'Send it' })
  await leela!.call.shop.receiveReturn({ id: partId })
  const [returned] = (await buyer.call.shop.order({ id })).parts
  expect(returned!.refunded.amount).toBe(40_000)
  expect((await payableTo(leela!)) - before).toBe(4_900)
})

test('a dispute that the bank decides for the buyer takes the seller’s share and the operator’s addition back', async () => {
  const { bank } = await world.sandbox()
  const settled = async () => {
    do await bank.pump()
    while ((await jobs.deliverEvents(clock.now)) > 0)
  }
  const code = newCode()
  await makeCoupon(db, { code, amount: 30_000 })
  const buyer = await newBuyer()
  const { paymentId } = await placed(buyer, await look(buyer, code))
  await pay(world, buyer, paymentId!, 'dispute')
  await settled()
  clock.now = new Date(clock.now.getTime() + DAY)
  await settled()
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  bank.decideDispute(attempt.gateway_ref!, 'lost')
  await settled()
  const left = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
    .select((eb) => ['e.account', eb.fn.sum<string>('e.amount').as('amount')])
    .where('t.payment_id', '=', paymentId)
    .groupBy('e.account')
    .having((eb) => eb.fn.sum('e.amount'), '<>', 0)
    .execute()
  expect(left).toEqual([])
})

test('medicines on prescription don’t count, because they are paid later', async () => {
  const code = newCode()
  await makeCoupon(db, { code })
  const pill = await make({ sellerId: pharmacistId, category: 'worming', facts: { schedule: 'h' } })
  const buyer = await newBuyer()
  expect((await look(buyer, code, [pill])).coupon?.problem?.kind).toBe('nothing')
})

test('too many wrong codes are refused for an hour, and so are right ones', async () => {
  const code = newCode()
  await makeCoupon(db, { code })
  const buyer = await newBuyer()
  for (let n = 0; n < 3; n++) expect((await look(buyer, code)).coupon?.problem).toBeNull()
  for (let n = 0; n < 20; n++) expect((await look(buyer, `GUESS${n}`)).coupon?.problem?.kind).toBe('unknown')
  expect((await look(buyer, code)).coupon?.problem?.kind).toBe('too_many_tries')
})

test('a coupon’s limit per person goes with a confirmed number to the next account, also after the first one was erased', async () => {
  const code = newCode()
  await makeCoupon(db, { code, percent: 10, most_discount: 10_000, most_per_person: 1 })
  const [first, next, stranger] = [
    await newBuyer({ isConfirmed: false }),
    await newBuyer({ isConfirmed: false }),
    await newBuyer(),
  ]
  const phone = {
    id: newId(),
    provider_id: 'phone',
    issuer: 'phone',
    account_id: '+919812300002',
  }
  await db
    .insertInto('accounts')
    .values({ ...phone, user_id: first.userId })
    .execute()
  const { id } = await placed(first, await look(first, code))
  await db.updateTable('accounts').set({ user_id: next.userId }).where('id', '=', phone.id).execute()
  expect(await look(next, code)).toMatchObject({ coupon: { problem: { kind: 'used_by_you' } } })
  expect(await look(stranger, code)).toMatchObject({ coupon: { problem: null } })
  const { rows } = await sql`select * from coupon_uses where order_id = ${id}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('9812300002')
  // A cancelled order gives the use back.
  await first.call.shop.cancelOrder({ id })
  expect(await look(next, code)).toMatchObject({ coupon: { problem: null } })
})
