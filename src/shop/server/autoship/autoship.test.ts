import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { makePhone } from '#/accounts/server/phone.factory.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { createLog } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, type Day } from '#/kernel/time.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import type { AutoshipInput } from '#/shop/autoship.ts'
import { actTime, autoshipMoves, autoshipStates } from '#/shop/autoship-rules.ts'
import { makeCashBuyer } from '#/shop/server/orders/cash-buyer.factory.ts'
import { homeAddress } from '#/shop/server/orders/order.factory.ts'
import { makeDispensing } from '#/shop/server/prescriptions/dispensing.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeAutoship } from './autoship.factory.ts'

const log = createLog('silent')
const world = await openWorld({ DATABASE_POOL: '20' }, { log })
const { db, clock } = world
const { jobs } = world.app
const at = clock.now
const [leela, lalitha] = await Promise.all(['leela', 'lalitha'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
const pharmacistId = await makePharmacist(db, { userId: lalitha!.userId, at })

let people = 0
const somebody = async () => {
  const person = await world.signUp(`owner${people++}`)
  await makePhone(db, { userId: person.userId })
  return person
}
const variant = async (
  facts: Partial<Parameters<typeof makeProduct>[1]> & { price?: number; stock?: number } = {},
) => {
  const { price = 80_000, stock = 50, ...rest } = facts
  const made = await makeProduct(db, { sellerId, at, variants: [{ name: '1 kg', price, stock }], ...rest })
  return made.variantIds[0]!
}
const food = await variant()
const stockOf = async (id: string) =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock
const sound = async () => expect(await world.findBrokenInvariants()).toEqual([])
const sweep = async () => {
  await jobs.runSweep('shop-act-on-autoships', clock.now)
  await jobs.deliverEvents(clock.now)
}
/** Moves the clock to the moment when notices are sent and orders placed, and lets that happen. */
const goTo = async (day: Day) => {
  clock.now = actTime(day)
  await sweep()
}
// Tests begin on Monday, 2 November; each moves the clock on.
const start = (): Day => addDays(clock.now.toISOString().slice(0, 10), 10)
const wish = (variantId: string, more: Partial<AutoshipInput> = {}) => ({
  variantId: variantId as never,
  quantity: 1,
  weeks: 4,
  pays: 'link' as const,
  firstOn: start(),
  address: homeAddress,
  price: 80_000,
  ...more,
})
const bellOf = async ({ call }: Person) =>
  (await call.notifications.list({})).rows.filter(({ type }) => type === 'autoship')
const only = async ({ call }: Person) => (await call.shop.autoships())[0]!
const setPrice = (id: string, price: number) =>
  db.updateTable('product_variants').set({ price }).where('id', '=', id).execute()

test('its buyer is told the price three days before, and the order is placed once and awaits payment', async () => {
  const asha = await somebody()
  const firstOn = start()
  const before = await stockOf(food)
  await asha.call.shop.addAutoship(wish(food, { quantity: 2, firstOn }))
  await goTo(addDays(firstOn, -4))
  expect(await bellOf(asha)).toEqual([])
  await goTo(addDays(firstOn, -3))
  await sweep()
  const [notice, ...others] = await bellOf(asha)
  expect(others).toEqual([])
  expect(notice).toMatchObject({ title: 'Your next autoship' })
  expect(notice!.message).toContain('2 × Chicken & Rice, 1 kg')
  expect(notice!.message).toContain('₹1,600.00 with delivery, ₹800.00 each')
  expect(await only(asha)).toMatchObject({ status: 'announced', told: { total: { amount: 160_000 } } })
  expect(await stockOf(food)).toBe(before)
  await goTo(firstOn)
  await sweep()
  const { lastOrder, ...after } = await only(asha)
  expect(after).toMatchObject({ status: 'waiting', nextOn: addDays(firstOn, 28), told: null })
  expect(lastOrder).toMatchObject({ status: 'awaiting_payment', mayCancel: true, dueOn: firstOn })
  expect((await asha.call.shop.orders({})).rows).toHaveLength(1)
  expect(await stockOf(food)).toBe(before - 2)
  expect((await bellOf(asha))[0]).toMatchObject({ title: 'Please pay for your autoship' })
  const order = await asha.call.shop.order({ id: lastOrder!.id })
  expect(order.payment?.payBy).toEqual(new Date(clock.now.getTime() + DAY))
  await pay(world, asha, order.payment!.id)
  await jobs.deliverEvents(clock.now)
  expect((await only(asha)).lastOrder).toMatchObject({ status: 'placed' })
  await asha.call.shop.cancelOrder({ id: lastOrder!.id })
  await jobs.deliverEvents(clock.now)
  expect(await only(asha)).toMatchObject({
    status: 'waiting',
    lastOrder: { status: 'cancelled', mayCancel: false },
  })
  await sound()
})

test('a saved card is charged, and its buyer is asked to pay if the bank declines', async () => {
  const asha = await somebody()
  const methodId = await saveCard(world, asha)
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(food, { pays: 'method', methodId: methodId as never, firstOn }))
  await goTo(addDays(firstOn, -3))
  expect((await bellOf(asha))[0]!.message).toContain('We’ll charge your saved payment method then.')
  await goTo(firstOn)
  await jobs.runSweep('payments-charge-due', clock.now)
  await jobs.deliverEvents(clock.now)
  expect((await only(asha)).lastOrder).toMatchObject({ status: 'placed' })

  const ravi = await somebody()
  const declined = await saveCard(world, ravi, 'fail')
  const next = start()
  await ravi.call.shop.addAutoship(wish(food, { pays: 'method', methodId: declined as never, firstOn: next }))
  await goTo(addDays(next, -3))
  await goTo(next)
  await jobs.runSweep('payments-charge-due', clock.now)
  await jobs.deliverEvents(clock.now)
  expect((await only(ravi)).lastOrder).toMatchObject({ status: 'awaiting_payment' })
  const failed = (await ravi.call.notifications.list({})).rows.filter(({ type }) => type === 'payment_failed')
  expect(failed).toMatchObject([{ title: 'Please pay now' }])

  const zoya = await somebody()
  const removed = await saveCard(world, zoya)
  const third = start()
  await zoya.call.shop.addAutoship(wish(food, { pays: 'method', methodId: removed as never, firstOn: third }))
  await goTo(addDays(third, -3))
  await zoya.call.payments.removeMethod({ id: removed as never })
  await goTo(third)
  expect((await bellOf(zoya))[0]!.message).toContain('Your saved payment method can’t be charged any more.')
  expect((await only(zoya)).lastOrder).toMatchObject({ status: 'awaiting_payment' })
  await sound()
})

test('an order in cash is placed at once, and one that isn’t paid in time pauses the autoship', async () => {
  const asha = await somebody()
  const ravi = await somebody()
  const own = await variant()
  const firstOn = start()
  const before = await stockOf(own)
  await asha.call.shop.addAutoship(wish(own, { pays: 'cash', firstOn }))
  await ravi.call.shop.addAutoship(wish(own, { firstOn }))
  await goTo(addDays(firstOn, -3))
  await goTo(firstOn)
  expect((await only(asha)).lastOrder).toMatchObject({ status: 'placed' })
  expect(await stockOf(own)).toBe(before - 2)
  clock.now = new Date(clock.now.getTime() + 25 * HOUR)
  await jobs.runSweep('payments-end-times-to-pay', clock.now)
  await jobs.deliverEvents(clock.now)
  expect(await only(ravi)).toMatchObject({
    status: 'paused',
    obstacle: 'unpaid',
    lastOrder: { status: 'cancelled' },
  })
  expect((await bellOf(ravi))[0]!.message).toContain('The last order wasn’t paid in time')
  expect(await stockOf(own)).toBe(before - 1)
  await ravi.call.shop.resumeAutoship({ id: (await only(ravi)).id })
  expect(await only(ravi)).toMatchObject({ status: 'waiting', obstacle: null })
  await sound()
})

test('an order that couldn’t be paid because its seller was suspended pauses the autoship for the seller', async () => {
  const asha = await somebody()
  const seller = await somebody()
  const theirs = await makeSupplier(db, { userId: seller.userId, at })
  const own = await variant({ sellerId: theirs })
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(own, { firstOn }))
  await goTo(addDays(firstOn, -3))
  await goTo(firstOn)
  await db
    .updateTable('suppliers')
    .set({ verification_status: 'suspended' })
    .where('id', '=', theirs)
    .execute()
  clock.now = new Date(clock.now.getTime() + 25 * HOUR)
  await jobs.runSweep('payments-end-times-to-pay', clock.now)
  await jobs.deliverEvents(clock.now)
  expect(await only(asha)).toMatchObject({
    status: 'paused',
    obstacle: 'seller',
    lastOrder: { status: 'cancelled' },
  })
  expect((await bellOf(asha))[0]!.message).toContain('Its seller can’t sell at the moment. Resume it later')
  await sound()
})

test('an autoship’s order offers to be cancelled only once that is allowed, three days after it was packed', async () => {
  const asha = await somebody()
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(food, { pays: 'cash', firstOn }))
  await goTo(addDays(firstOn, -3))
  await goTo(firstOn)
  const { id } = (await only(asha)).lastOrder!
  const [part] = (await asha.call.shop.order({ id })).parts
  await leela!.call.shop.packPart({ id: part!.id })
  expect((await only(asha)).lastOrder).toMatchObject({ status: 'packed', mayCancel: false })
  await expect(asha.call.shop.cancelOrder({ id })).rejects.toMatchObject({ code: 'shop.order_moved' })
  clock.now = new Date(clock.now.getTime() + 3 * DAY)
  expect((await only(asha)).lastOrder).toMatchObject({ status: 'packed', mayCancel: true })
  await asha.call.shop.cancelOrder({ id })
})

test('a price that rose by more than 5% is asked about, and nothing is ordered without a yes', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const own = await variant()
  const firstOn = start()
  for (const person of [asha, ravi]) await person.call.shop.addAutoship(wish(own, { firstOn }))
  await setPrice(own, 84_001)
  await goTo(addDays(firstOn, -3))
  expect((await bellOf(asha))[0]).toMatchObject({ title: 'Do you agree to a new price?' })
  expect((await bellOf(asha))[0]!.message).toContain('from ₹800.00 to ₹840.01')
  const { id } = await only(asha)
  await expect(asha.call.shop.agreeToPrice({ id, price: 80_000 })).rejects.toMatchObject({
    code: 'shop.autoship_price',
  })
  await asha.call.shop.agreeToPrice({ id, price: 84_001 })
  await expect(asha.call.shop.agreeToPrice({ id, price: 84_001 })).rejects.toMatchObject({
    code: 'shop.autoship_changed',
  })
  await goTo(firstOn)
  expect((await only(asha)).lastOrder).not.toBeNull()
  expect(await only(ravi)).toMatchObject({ status: 'waiting', nextOn: addDays(firstOn, 28), lastOrder: null })
  expect((await bellOf(ravi))[0]!.message).toContain('you didn’t agree to the new one')
  await sound()
})

test('a price that rises after the notice is told again before it is charged, and one that falls is charged at once', async () => {
  const asha = await somebody()
  const own = await variant()
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(own, { firstOn }))
  await goTo(addDays(firstOn, -3))
  await setPrice(own, 83_000)
  await goTo(firstOn)
  expect(await only(asha)).toMatchObject({
    status: 'announced',
    nextOn: addDays(firstOn, 3),
    lastOrder: null,
    told: { price: { amount: 83_000 } },
  })
  await setPrice(own, 70_000)
  await goTo(addDays(firstOn, 3))
  const { lastOrder } = await only(asha)
  expect((await asha.call.shop.order({ id: lastOrder!.id })).total).toEqual({
    amount: 70_000,
    currency: 'INR',
  })
})

test('a price that falls below free delivery is announced again if the order costs more in all', async () => {
  const asha = await somebody()
  const own = await variant({ price: 35_000 })
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(own, { firstOn, quantity: 2, price: 35_000 }))
  await goTo(addDays(firstOn, -3))
  expect(await only(asha)).toMatchObject({ told: { total: { amount: 70_000 } } })
  await setPrice(own, 34_900)
  await goTo(firstOn)
  expect(await only(asha)).toMatchObject({
    status: 'announced',
    nextOn: addDays(firstOn, 3),
    lastOrder: null,
    told: { price: { amount: 34_900 }, total: { amount: 74_700 } },
  })
  await goTo(addDays(firstOn, 3))
  const { lastOrder } = await only(asha)
  expect((await asha.call.shop.order({ id: lastOrder!.id })).total.amount).toBe(74_700)
})

test('the next order can be skipped, moved, paused, resumed and cancelled, each once', async () => {
  const asha = await somebody()
  const firstOn = start()
  const { id } = await asha.call.shop.addAutoship(wish(food, { firstOn, weeks: 2 }))
  await goTo(addDays(firstOn, -3))
  expect(await asha.call.shop.skipAutoship({ id, dueOn: firstOn })).toEqual({ nextOn: addDays(firstOn, 14) })
  await expect(asha.call.shop.skipAutoship({ id, dueOn: firstOn })).rejects.toMatchObject({
    code: 'shop.autoship_changed',
  })
  const dueOn = addDays(firstOn, 14)
  for (const on of [addDays(firstOn, -1), addDays(firstOn, 400)])
    await expect(asha.call.shop.moveAutoship({ id, dueOn, on })).rejects.toMatchObject({
      code: 'shop.autoship_day',
    })
  await asha.call.shop.moveAutoship({ id, dueOn, on: addDays(firstOn, 5) })
  await goTo(firstOn)
  expect((await only(asha)).lastOrder).toBeNull()
  await asha.call.shop.pauseAutoship({ id })
  await goTo(addDays(firstOn, 5))
  expect(await only(asha)).toMatchObject({ status: 'paused', obstacle: 'owner', lastOrder: null })
  expect(await asha.call.shop.resumeAutoship({ id })).toEqual({ nextOn: addDays(firstOn, 8) })
  await asha.call.shop.endAutoship({ id })
  expect(await asha.call.shop.autoships()).toEqual([])
  await goTo(addDays(firstOn, 8))
  expect((await asha.call.shop.orders({})).rows).toEqual([])
})

test('what is out of stock is tried for a week and then left out; the buyer is told twice', async () => {
  const asha = await somebody()
  const own = await variant({ stock: 1 })
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(own, { firstOn, quantity: 2 }))
  await goTo(addDays(firstOn, -3))
  expect((await bellOf(asha))[0]!.message).toContain('It’s out of stock right now')
  for (let day = 0; day <= 7; day++) await goTo(addDays(firstOn, day))
  const titles = (await bellOf(asha)).map(({ title }) => title)
  expect(titles[0]).toBe('Your autoship wasn’t ordered')
  expect(await only(asha)).toMatchObject({ status: 'waiting', nextOn: addDays(firstOn, 28), obstacle: null })
  expect(await stockOf(own)).toBe(1)

  const ravi = await somebody()
  const second = start()
  await ravi.call.shop.addAutoship(wish(own, { firstOn: second, quantity: 2 }))
  await goTo(addDays(second, -3))
  await goTo(second)
  expect(await only(ravi)).toMatchObject({ status: 'announced', obstacle: 'stock' })
  await db.updateTable('product_variants').set({ stock: 6 }).where('id', '=', own).execute()
  await db
    .insertInto('stock_changes')
    .values({
      id: newId(),
      variant_id: own,
      delta: 5,
      stock_after: 6,
      reason: 'received',
      created_at: clock.now,
    })
    .execute()
  await goTo(addDays(second, 1))
  expect((await only(ravi)).lastOrder).toMatchObject({ dueOn: second })
  await sound()
})

test('the next notice, which follows a late order at once, doesn’t drop the mail that asks to pay for it', async () => {
  const asha = await somebody()
  await db.updateTable('users').set({ time_zone: 'Asia/Kolkata' }).where('id', '=', asha.userId).execute()
  await asha.call.notifications.setTiming({ pace: 'daily', quiet: null })
  const own = await variant({ stock: 1 })
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(own, { firstOn, quantity: 2, weeks: 1 }))
  await goTo(addDays(firstOn, -3))
  await goTo(firstOn)
  const change = { id: newId(), variant_id: own, delta: 4, stock_after: 5, created_at: clock.now }
  await db.updateTable('product_variants').set({ stock: 5 }).where('id', '=', own).execute()
  await db
    .insertInto('stock_changes')
    .values({ ...change, reason: 'received' })
    .execute()
  await goTo(addDays(firstOn, 5))
  await sweep()
  const waiting = async () => {
    const rows = await db
      .selectFrom('waiting_notices as w')
      .innerJoin('notifications as n', 'n.id', 'w.notification_id')
      .select('n.title')
      .where('w.user_id', '=', asha.userId)
      .orderBy('n.title')
      .execute()
    return rows.map(({ title }) => title)
  }
  expect(await waiting()).toEqual(['Please pay for your autoship', 'Your next autoship'])
  clock.now = new Date(clock.now.getTime() + 25 * HOUR)
  await jobs.runSweep('payments-end-times-to-pay', clock.now)
  await jobs.deliverEvents(clock.now)
  expect(await only(asha)).toMatchObject({ status: 'paused', obstacle: 'unpaid' })
  expect(await waiting()).toEqual(['Order cancelled', 'Your autoship is paused'])
  await sound()
})

test.each([
  ['withdrawn by its seller', 'gone', 'Its seller can’t send it any more.', { state: 'withdrawn' }],
  [
    'hidden by us',
    'hidden',
    'We’ve taken it off sale for now.',
    { hidden_at: at, hidden_reason: 'Recalled' },
  ],
] as const)('a product %s pauses it with a sentence of its own', async (_what, obstacle, sentence, set) => {
  const asha = await somebody()
  const own = await variant()
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(own, { firstOn }))
  await db
    .updateTable('products')
    .set(set)
    .where('id', '=', (eb) => eb.selectFrom('product_variants').select('product_id').where('id', '=', own))
    .execute()
  await goTo(addDays(firstOn, -3))
  expect(await only(asha)).toMatchObject({ status: 'paused', obstacle, lastOrder: null })
  expect((await bellOf(asha))[0]!.message).toContain(sentence)
})

test('a PIN code that is no longer served pauses it, and a suspended seller is waited for', async () => {
  const george = await world.signUp('george')
  const chennai = await makeSupplier(db, { userId: george.userId, at, name: 'Chennai Pets' })
  const own = await variant({ sellerId: chennai })
  const [asha, ravi] = [await somebody(), await somebody()]
  const firstOn = start()
  await ravi.call.shop.addAutoship(wish(own, { firstOn: addDays(firstOn, 7) }))
  await asha.call.shop.addAutoship(wish(own, { firstOn }))
  await db
    .updateTable('sellers')
    .set({ delivers_to: ['6'] })
    .where('id', '=', chennai)
    .execute()
  await goTo(addDays(firstOn, -3))
  expect(await only(asha)).toMatchObject({ status: 'paused', obstacle: 'pin' })
  expect((await bellOf(asha))[0]!.message).toContain('doesn’t deliver to your PIN code')
  await expect(asha.call.shop.addAutoship(wish(own))).rejects.toMatchObject({ code: 'shop.not_served' })

  await db.updateTable('sellers').set({ delivers_to: [] }).where('id', '=', chennai).execute()
  await goTo(addDays(firstOn, 4))
  expect(await only(ravi)).toMatchObject({ status: 'announced' })
  const verify = (status: 'suspended' | 'verified') =>
    db.updateTable('suppliers').set({ verification_status: status }).where('id', '=', chennai).execute()
  await verify('suspended')
  await goTo(addDays(firstOn, 7))
  expect(await only(ravi)).toMatchObject({ status: 'announced', obstacle: 'seller', lastOrder: null })
  expect((await bellOf(ravi))[0]!.message).toContain('Its seller can’t sell at the moment.')
  for (let day = 8; day <= 14; day++) await goTo(addDays(firstOn, day))
  expect(await only(ravi)).toMatchObject({ status: 'paused', obstacle: 'seller' })
  await sound()
})

test('nothing is ordered for a buyer who is suspended, and they are told again after it is lifted', async () => {
  const asha = await somebody()
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(food, { firstOn }))
  await goTo(addDays(firstOn, -3))
  const suspend = (since: Date | null) =>
    db
      .updateTable('users')
      .set({ suspended_at: since, suspended_reason: since && 'Fraud' })
      .where('id', '=', asha.userId)
      .execute()
  await suspend(clock.now)
  for (const day of [0, 1, 2, 3]) await goTo(addDays(firstOn, day))
  await suspend(null)
  await goTo(addDays(firstOn, 4))
  const [row] = await db.selectFrom('autoships').selectAll().where('user_id', '=', asha.userId).execute()
  expect(row).toMatchObject({ status: 'announced', next_on: addDays(firstOn, 7) })
  expect(await db.selectFrom('orders').select('id').where('user_id', '=', asha.userId).execute()).toEqual([])
})

test('what can’t be an autoship is refused, each with its own code, and nothing is kept', async () => {
  const asha = await somebody()
  const ball = await variant({ category: 'toys', name: 'Ball' })
  const rx = await variant({ sellerId: pharmacistId, category: 'skin', name: 'Rx', facts: { schedule: 'h' } })
  const refusals = [
    [wish(ball), 'shop.no_autoship'],
    [wish(food, { price: 79_900 }), 'shop.autoship_price'],
    [wish(food, { firstOn: addDays(start(), -9) }), 'shop.autoship_day'],
    [wish(food, { pays: 'method' }), 'shop.autoship_method'],
    [wish(rx), 'shop.autoship_prescription'],
    [wish(food, { pays: 'cash', quantity: 20 }), 'shop.no_cash'],
    [wish(food, { quantity: 0 }), 'request.malformed'],
    [wish(food, { quantity: 1.5 }), 'request.malformed'],
    [wish(food, { weeks: 13 }), 'request.malformed'],
    [wish(food, { address: { ...homeAddress, pin: '012345' } }), 'request.malformed'],
    [wish(food, { address: { ...homeAddress, state: '33' } }), 'shop.pin_in_other_state'],
  ] as const
  for (const [input, code] of refusals)
    await expect(asha.call.shop.addAutoship(input)).rejects.toMatchObject({ code })
  expect(await asha.call.shop.autoships()).toEqual([])
  await expect(leela!.call.shop.addAutoship(wish(food))).rejects.toMatchObject({ code: 'shop.no_autoship' })
})

type Approved = { petId: string; rx: string; prescriptionId?: string }

/** Makes an order of a medicine that was approved with two refills, on a file, and returns the prescription. */
async function approve(person: Person, { petId, rx, prescriptionId }: Approved): Promise<string> {
  await makeDispensing(db, {
    userId: person.userId,
    petId,
    variantId: rx,
    orderedAt: clock.now,
    decision: { at: clock.now, reason: null },
  })
  const file = new File([new Uint8Array(makePdf())], 'scan.pdf', { type: 'application/pdf' })
  const id = prescriptionId ?? (await person.call.shop.addPrescription({ petId: petId as never, file })).id
  const issued_on = clock.now.toISOString().slice(0, 10)
  await db
    .updateTable('given_prescriptions')
    .set({
      prescriber: 'Dr. Rao',
      registration_number: 'KVC/1',
      issued_on,
      valid_until: addDays(issued_on, 180),
    })
    .where('id', '=', id)
    .execute()
  await sql`alter table dispensed_lines disable trigger dispensed_lines_keep_decision`.execute(db)
  await sql`
    update dispensed_lines set prescription_id = ${id}
     where product_id = (select product_id from product_variants where id = ${rx})`.execute(db)
  await sql`alter table dispensed_lines enable trigger dispensed_lines_keep_decision`.execute(db)
  return id
}

test('a refill waits for its pharmacist each time, until its prescription expires', async () => {
  const asha = await somebody()
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId })
  const rx = await variant({ sellerId: pharmacistId, category: 'skin', name: 'Rx', facts: { schedule: 'h' } })
  await approve(asha, { petId, rx })
  const { refills } = await asha.call.shop.autoshipOffer({ variantId: rx as never })
  expect(refills).toMatchObject([{ left: 2 }])
  const prescriptionId = refills[0]!.id
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(rx, { firstOn, weeks: 1, prescriptionId }))
  await goTo(addDays(firstOn, -3))
  await goTo(firstOn)
  const { lastOrder } = await only(asha)
  expect(lastOrder).toMatchObject({ status: 'awaiting_prescription' })
  expect((await lalitha!.call.shop.dispensings({})).rows).toMatchObject([{ number: lastOrder!.number }])
  await goTo(addDays(firstOn, 4))
  await db
    .updateTable('given_prescriptions')
    .set({ valid_until: addDays(firstOn, 5) })
    .where('id', '=', prescriptionId)
    .execute()
  expect(await only(asha)).toMatchObject({ status: 'announced' })
  await goTo(addDays(firstOn, 7))
  expect(await only(asha)).toMatchObject({ status: 'paused', obstacle: 'expired' })
  expect((await bellOf(asha))[0]!.message).toContain('Its prescription has expired.')
})

test('a refill for which its prescription has none left pauses it', async () => {
  const asha = await somebody()
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId })
  const rx = await variant({ sellerId: pharmacistId, category: 'skin', name: 'Rx', facts: { schedule: 'h' } })
  await approve(asha, { petId, rx })
  const [refill] = (await asha.call.shop.autoshipOffer({ variantId: rx as never })).refills
  const firstOn = start()
  await asha.call.shop.addAutoship(wish(rx, { firstOn, prescriptionId: refill!.id }))
  // Two more orders use them up.
  for (let more = 0; more < 2; more++) await approve(asha, { petId, rx, prescriptionId: refill!.id })
  await goTo(addDays(firstOn, -3))
  expect(await only(asha)).toMatchObject({ status: 'paused', obstacle: 'refills' })
  expect((await bellOf(asha))[0]!.message).toContain('Its prescription has no refills left.')
})

test('a second order in cash waits until the first parcel has arrived, and without a phone number it is paid online', async () => {
  const asha = await somebody()
  const own = await variant()
  const firstOn = start()
  for (let made = 0; made < 2; made++) await asha.call.shop.addAutoship(wish(own, { firstOn, pays: 'cash' }))
  await goTo(addDays(firstOn, -3))
  await goTo(firstOn)
  expect((await asha.call.shop.orders({})).rows).toHaveLength(1)
  const waiting = (await asha.call.shop.autoships()).find(({ obstacle }) => obstacle === 'first_cash')
  expect(waiting).toMatchObject({ status: 'announced' })
  const [order] = (await asha.call.shop.orders({})).rows
  const { parts } = await asha.call.shop.order({ id: order!.id })
  await leela!.call.shop.packPart({ id: parts[0]!.id })
  await leela!.call.shop.shipPart({ id: parts[0]!.id, carrier: 'India Post', tracking: 'IP1' })
  await asha.call.shop.confirmArrival({ id: order!.id, partId: parts[0]!.id })
  await goTo(addDays(firstOn, 1))
  expect((await asha.call.shop.orders({})).rows).toHaveLength(2)

  await sql`delete from accounts where user_id = ${asha.userId} and provider_id = 'phone'`.execute(db)
  await expect(asha.call.shop.addAutoship(wish(own, { pays: 'cash' }))).rejects.toMatchObject({
    code: 'shop.cash_phone',
  })
  await sound()
})

test('sweeps that run at once, as in several processes, place each order once', async () => {
  const asha = await world.signUp(`owner${people++}`)
  const own = await variant({ stock: 10 })
  await makeCashBuyer(db, { userId: asha.userId, variantId: food, at })
  const firstOn = start()
  for (let made = 0; made < 4; made++)
    await makeAutoship(db, {
      userId: asha.userId,
      variantId: own,
      nextOn: firstOn,
      at: clock.now,
      facts: { pays: 'cash', weeks: 1 },
    })
  await goTo(addDays(firstOn, -3))
  clock.now = actTime(firstOn)
  await Promise.all(Array.from({ length: 8 }, () => jobs.runSweep('shop-act-on-autoships', clock.now)))
  await jobs.deliverEvents(clock.now)
  expect((await asha.call.shop.orders({})).rows).toHaveLength(5)
  expect(await stockOf(own)).toBe(6)
  await sound()
})

test('an autoship that fails is undone, logged and tried again later, and those behind it are ordered', async () => {
  const [asha, ravi] = [await somebody(), await somebody()]
  const own = await variant({ stock: 10 })
  const firstOn = start()
  for (const { call } of [asha, ravi]) await call.shop.addAutoship(wish(own, { firstOn, pays: 'cash' }))
  await goTo(addDays(firstOn, -3))
  const { id } = await only(asha)
  await sql`create function fail() returns trigger language plpgsql as $$ begin raise exception 'a fault of ours'; end $$`.execute(
    db,
  )
  await sql`create trigger fail before update of status on autoships for each row when (old.id = ${sql.lit(id)}) execute function fail()`.execute(
    db,
  )
  const said = vi.spyOn(log, 'error')
  await goTo(firstOn)
  expect((await asha.call.shop.orders({})).rows).toEqual([])
  expect((await ravi.call.shop.orders({})).rows).toHaveLength(1)
  expect(await stockOf(own)).toBe(9)
  expect(said.mock.calls).toEqual([
    [{ autoship: id, failures: 1, error: 'error: a fault of ours' }, 'autoship set aside'],
  ])
  await sweep()
  expect(said).toHaveBeenCalledTimes(1)
  const minutesLater = async (minutes: number) => {
    clock.now = new Date(clock.now.getTime() + minutes * 60_000)
    await sweep()
  }
  await minutesLater(5)
  expect(said.mock.calls[1]).toMatchObject([{ failures: 2 }, 'autoship set aside'])
  await minutesLater(5)
  expect(said).toHaveBeenCalledTimes(2)
  await sql`drop function fail cascade`.execute(db)
  await minutesLater(5)
  expect((await asha.call.shop.orders({})).rows).toHaveLength(1)
  const row = await db.selectFrom('autoships').select('failures').where('id', '=', id).executeTakeFirst()
  expect(row).toEqual({ failures: 0 })
  said.mockRestore()
  await sound()
})

test('the database has the moves of the rules, and no others', async () => {
  const asha = await somebody()
  const id = await makeAutoship(db, { userId: asha.userId, variantId: food, nextOn: start(), at: clock.now })
  const columns = (status: (typeof autoshipStates)[number]) => {
    const isOver = status === 'paused' || status === 'ended'
    const told = status === 'announced' || status === 'asking' ? 1 : null
    return {
      status,
      act_at: isOver ? null : clock.now,
      obstacle: status === 'paused' ? ('owner' as const) : null,
      told_price: told,
      told_total: told,
    }
  }
  const allowed = async (from: (typeof autoshipStates)[number], to: (typeof autoshipStates)[number]) => {
    await db.transaction().execute(async (tx) => {
      await sql`alter table autoships disable trigger autoships_guard`.execute(tx)
      await tx.updateTable('autoships').set(columns(from)).where('id', '=', id).execute()
      await sql`alter table autoships enable trigger autoships_guard`.execute(tx)
    })
    return db
      .updateTable('autoships')
      .set(columns(to))
      .where('id', '=', id)
      .execute()
      .then(
        () => true,
        () => false,
      )
  }
  for (const from of autoshipStates)
    for (const to of autoshipStates)
      if (from !== to)
        expect([from, to, await allowed(from, to)]).toEqual([from, to, autoshipMoves[from][to] !== undefined])
})
