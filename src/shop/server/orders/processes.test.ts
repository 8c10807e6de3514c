import { afterAll, expect, test } from 'vitest'
import { clientAt, type Person } from '#/app/testing/people.ts'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { stripeSettings } from '#/payments/server/gateway-peers.factory.ts'
import { handOnTo, listen } from '#/payments/server/lossy.factory.ts'
import { browserOf } from '#/payments/server/payer.factory.ts'
import { openStripePeer } from '#/payments/server/stripe.factory.ts'
import { makeCoupon } from '#/shop/server/coupons/coupon.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { homeAddress, order, orderOf } from './order.factory.ts'

const stripe = await openStripePeer(() => new Date())
const handOn = handOnTo(async () => stripe.url)
let onLook: (() => Promise<void>) | undefined
const between = await listen(async (asked) => {
  const answer = await handOn(asked)
  if (asked.method === 'GET' && asked.path.startsWith('/v1/checkout/sessions/')) await onLook?.()
  return answer
})
const world = await openWorld({ ...stripeSettings(between.url), DATABASE_POOL: '20' })
const { db } = world
world.clock.now = new Date()
const at = new Date(Date.now() - 86_400_000)
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at })

const settings = {
  ...{ DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir, AUTH_SECRET: world.secret },
  ...stripeSettings(between.url),
}
const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)])
afterAll(() => Promise.all(servers.map((server) => server.end('SIGKILL'))))

async function makeVariant(stock: number): Promise<string> {
  const variants = [{ name: '1 kg', price: 80_000, stock }]
  return (await makeProduct(db, { sellerId, at, variants })).variantIds[0]!
}
const stockOf = async (id: string) =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock
const ordersOf = (userIds: string[]) =>
  db.selectFrom('orders').select(['id', 'user_id']).where('user_id', 'in', userIds).execute()

/** Calls again if a busy machine had no free connection. */
async function patiently<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++)
    try {
      return await call()
    } catch (error) {
      if ((error as { status?: unknown }).status !== 503 || tries === 20) throw error
    }
}

test('of 200 buyers who race for the last unit through two processes, one orders it and the others see that none is left', async () => {
  const lastUnit = await makeVariant(1)
  const buyers: Person[] = []
  for (let from = 0; from < 200; from += 20)
    buyers.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, n) => world.signUp(`racer${from + n}`)))),
    )
  const userIds = buyers.map(({ userId }) => userId)
  await db
    .insertInto('carts')
    .values(userIds.map((user_id) => ({ user_id, changed_at: new Date() })))
    .execute()
  await db
    .insertInto('cart_lines')
    .values(
      userIds.map((user_id) => ({
        ...{ user_id, variant_id: lastUnit, quantity: 1, seen_price: 80_000, added_at: new Date() },
      })),
    )
    .execute()
  const { pin, state } = homeAddress
  const outcomes = await Promise.all(
    buyers.map(async ({ cookie }, racer) => {
      // Each click lands in either process, so a reservation and its order can be made by different ones.
      const [first, second] = racer % 2 ? servers : servers.toReversed()
      const checkout = await patiently(() =>
        clientAt(first!.url, { cookie }).shop.checkout({ pin, state, pays: 'online' }),
      )
      const line = checkout.sellers[0]!.lines[0]!
      if (line.quantity === 0) return line.problem
      await patiently(() => clientAt(second!.url, { cookie }).shop.placeOrder(orderOf(checkout)))
      return 'ordered'
    }),
  )
  expect(outcomes.filter((outcome) => outcome === 'ordered')).toHaveLength(1)
  for (const outcome of outcomes.filter((one) => one !== 'ordered'))
    expect(outcome).toEqual({ kind: 'few', left: 0 })
  expect(await ordersOf(userIds)).toHaveLength(1)
  expect(await stockOf(lastUnit)).toBe(0)
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
}, 120_000)

test('of 40 buyers who race for the last use of a coupon through two processes, one gets it', async () => {
  const variantId = await makeVariant(100)
  const couponId = await makeCoupon(db, { code: 'LASTUSE', most_uses: 1 })
  const buyers = await Promise.all(Array.from({ length: 40 }, (_, n) => world.signUp(`saver${n}`)))
  const { pin, state } = homeAddress
  const checkouts = await Promise.all(
    buyers.map(async ({ call }) => {
      await call.shop.addToCart({ variantId: variantId as never, quantity: 1 })
      return call.shop.checkout({ pin, state, pays: 'online', coupon: 'lastuse' })
    }),
  )
  expect(new Set(checkouts.map(({ discount }) => discount.amount))).toEqual(new Set([10_000]))
  const outcomes = await Promise.all(
    buyers.map(({ cookie }, n) =>
      patiently(() => clientAt(servers[n % 2]!.url, { cookie }).shop.placeOrder(orderOf(checkouts[n]!))).then(
        () => 'ordered',
        (error) => error.code as string,
      ),
    ),
  )
  expect(outcomes.filter((outcome) => outcome === 'ordered')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'shop.coupon_refused')).toHaveLength(39)
  const coupon = await db.selectFrom('coupons').select('used').where('id', '=', couponId).executeTakeFirst()
  expect(coupon).toEqual({ used: 1 })
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
}, 120_000)

test('an order that is sent 40 times at once through two processes is placed once', async () => {
  const variantId = await makeVariant(5)
  const asha = await world.signUp('asha')
  await asha.call.shop.addToCart({ variantId: variantId as never, quantity: 2 })
  const { pin, state } = homeAddress
  const checkout = await asha.call.shop.checkout({ pin, state, pays: 'online' })
  const placed = await Promise.all(
    Array.from({ length: 40 }, (_, click) =>
      patiently(() =>
        clientAt(servers[click % 2]!.url, { cookie: asha.cookie }).shop.placeOrder(orderOf(checkout)),
      ),
    ),
  )
  expect(new Set(placed.map(({ id }) => id)).size).toBe(1)
  expect(await ordersOf([asha.userId])).toHaveLength(1)
  expect(await stockOf(variantId)).toBe(3)
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
}, 60_000)

test('kill -9 between the gateway’s yes and our commit: the next process places the order, and it is charged once', async () => {
  const variantId = await makeVariant(5)
  const ravi = await world.signUp('ravi')
  const { id, paymentId } = await order(ravi, { [variantId]: 1 })
  const { goTo } = await ravi.call.payments.pay({ id: paymentId! })
  const [server] = servers
  const browser = browserOf(server!.url, ravi)
  const session = (await browser.open(goTo)).split('/').at(-1)!.split('?')[0]!
  stripe.pay(session, 'succeed')
  const charges = stripe.all('charge').length
  let isKilled = false
  onLook = async () => {
    onLook = undefined
    isKilled = true
    await server!.end('SIGKILL')
    throw new Error('The caller is gone')
  }
  await expect(browser.open(`${goTo}/return`)).rejects.toThrow()
  expect(isKilled).toBe(true)
  expect(await ravi.call.shop.order({ id })).toMatchObject({
    payment: { status: 'created' },
    parts: [{ status: 'awaiting_payment' }],
  })

  world.clock.now = new Date(Date.now() + 20 * 60_000)
  await world.app.jobs.runSweep('payments-reconcile', world.clock.now)
  await world.app.jobs.deliverEvents(world.clock.now)
  // The other process may be the one that delivers the event.
  await expect
    .poll(() => ravi.call.shop.order({ id }), { timeout: 20_000 })
    .toMatchObject({ payment: { status: 'completed' }, parts: [{ status: 'placed' }] })
  expect(stripe.all('charge')).toHaveLength(charges)
  expect(await stockOf(variantId)).toBe(4)
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
}, 60_000)
