import { beforeEach, expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { addDays, type Day } from '#/kernel/time.ts'
import { stripeSettings } from '#/payments/server/gateway-peers.factory.ts'
import { browserOf } from '#/payments/server/payer.factory.ts'
import { openStripePeer } from '#/payments/server/stripe.factory.ts'
import { actTime, hoursToPayAutoship } from '#/shop/autoship-rules.ts'
import { homeAddress } from '#/shop/server/orders/order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

// A bank in India announces an automatic charge a day ahead, and payers consent to each one above ₹15,000.

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const stripe = await openStripePeer(() => clock.now)
const world = await openWorld(stripeSettings(stripe.url))
const { db } = world
const { jobs } = world.app
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at: clock.now })
const firstOn: Day = '2026-11-12'

async function goTo(at: Date, ...sweeps: string[]) {
  world.clock.now = clock.now = at
  for (const sweep of ['shop-act-on-autoships', ...sweeps]) {
    await jobs.runSweep(sweep, at)
    while ((await jobs.deliverEvents(at)) > 0);
  }
}
const hoursAfter = (hours: number) => new Date(actTime(firstOn).getTime() + hours * HOUR)

beforeEach(() => {
  world.clock.now = clock.now = new Date('2026-11-02T03:30:00Z')
  return async () => expect(await world.findBrokenInvariants()).toEqual([])
})

/** Sets up an autoship of two bags, charged to a card whose bank counts 26 hours down. */
async function subscribe(name: string, price: number): Promise<Person> {
  stripe.countdown.hours = 26
  const person = await world.signUp(name)
  const { goTo: page } = await person.call.payments.addMethod({ methodType: 'card' })
  const browser = browserOf(world.url, person)
  stripe.save((await browser.open(page)).split('/').at(-1)!, 'countdown')
  await browser.open(`${page}/return`)
  const [card] = (await person.call.payments.methods()).methods
  const variants = [{ name: '20 kg', price, stock: 10 }]
  const { variantIds } = await makeProduct(db, { sellerId, at: clock.now, variants })
  await person.call.shop.addAutoship({
    variantId: variantIds[0] as never,
    quantity: 2,
    weeks: 4,
    firstOn,
    address: homeAddress,
    price,
    pays: 'method' as const,
    methodId: card!.id,
  })
  return person
}
const lastNotice = async ({ call }: Person) =>
  (await call.notifications.list({})).rows.find(({ type }) => type === 'autoship')!.message
async function lastOrder({ call }: Person) {
  const [autoship] = await call.shop.autoships()
  return call.shop.order({ id: autoship!.lastOrder!.id })
}

test('₹15,000 is charged to the saved card, and the bank’s notice is added to the time to pay', async () => {
  const asha = await subscribe('asha', 750_000)
  await goTo(actTime(addDays(firstOn, -3)))
  expect(await lastNotice(asha)).toContain('We’ll charge your saved payment method then.')
  await goTo(actTime(firstOn), 'payments-charge-due')
  const order = await lastOrder(asha)
  expect(order).toMatchObject({ total: { amount: 1_500_000 }, parts: [{ status: 'awaiting_payment' }] })
  const notice = 28
  expect(order.payment!.payBy).toEqual(hoursAfter(hoursToPayAutoship + notice))
  await goTo(hoursAfter(25), 'payments-end-times-to-pay')
  expect((await lastOrder(asha)).parts).toMatchObject([{ status: 'awaiting_payment' }])
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', order.payment!.id)
    .executeTakeFirstOrThrow()
  stripe.complete(attempt.gateway_ref!)
  await goTo(hoursAfter(27), 'payments-reconcile', 'payments-end-times-to-pay')
  expect((await lastOrder(asha)).parts).toMatchObject([{ status: 'placed' }])
})

test('for ₹15,000.02 the buyer is asked to pay within a day, and nothing is charged automatically', async () => {
  const ravi = await subscribe('ravi', 750_001)
  await goTo(actTime(addDays(firstOn, -3)))
  expect(await lastNotice(ravi)).toContain('An order of this amount needs your consent each time')
  await goTo(actTime(firstOn), 'payments-charge-due')
  expect(await lastNotice(ravi)).toContain('Please pay ₹15,000.02 by')
  const order = await lastOrder(ravi)
  expect(order.payment!.payBy).toEqual(hoursAfter(hoursToPayAutoship))
  const charges = await db
    .selectFrom('charges')
    .select('charge_status')
    .where('payment_id', '=', order.payment!.id)
    .where('payment_method_id', 'is not', null)
    .execute()
  expect(charges).toEqual([])
  await goTo(hoursAfter(25), 'payments-reconcile', 'payments-end-times-to-pay')
  const [autoship] = await ravi.call.shop.autoships()
  expect(autoship).toMatchObject({ status: 'paused', obstacle: 'unpaid', lastOrder: { status: 'cancelled' } })
})
