import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, expect, test, vi } from 'vitest'
import { clientAt, type Person } from '#/app/testing/people.ts'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { jobSchema } from '#/kernel/server/job-statements.ts'
import { sendSweep } from '#/kernel/testing/send-sweep.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { stripeSettings } from '#/payments/server/gateway-peers.factory.ts'
import { handOnTo, listen } from '#/payments/server/lossy.factory.ts'
import { browserOf } from '#/payments/server/payer.factory.ts'
import { openStripePeer } from '#/payments/server/stripe.factory.ts'
import { autoshipZone } from '#/shop/autoship-rules.ts'
import { makeAutoship } from '#/shop/server/autoship/autoship.factory.ts'
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
const at = new Date(Date.now() - DAY)
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at })

const settings = {
  DATABASE_URL: world.databaseUrl,
  DATA_DIR: world.dataDir,
  AUTH_SECRET: world.secret,
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
        user_id,
        variant_id: lastUnit,
        quantity: 1,
        seen_price: 80_000,
        added_at: new Date(),
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
  expect(await world.findBrokenInvariants()).toEqual([])
}, 120_000)

test('of 40 buyers who race for the last use of a coupon through two processes, one gets it', async () => {
  const variantId = await makeVariant(100)
  const couponId = await makeCoupon(db, { code: 'LASTUSE', most_uses: 1 })
  const buyers = await Promise.all(Array.from({ length: 40 }, (_, n) => world.signUp(`saver${n}`)))
  const savers = buyers.map(({ userId }) => userId)
  await db.updateTable('users').set({ email_verified: true }).where('id', 'in', savers).execute()
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
  expect(await world.findBrokenInvariants()).toEqual([])
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
  expect(await world.findBrokenInvariants()).toEqual([])
}, 60_000)

test('two guests’ carts that are sent repeatedly through two processes are each merged once, and nothing is lost', async () => {
  const [bowl, ball, own] = [await makeVariant(100), await makeVariant(100), await makeVariant(100)]
  const hana = await world.signUp('hana')
  const callers = servers.map(({ url }) => clientAt(url, { cookie: hana.cookie }).shop)
  const seenPrice = 80_000
  const guests = [
    { guestCart: randomUUID(), lines: [{ variantId: bowl, quantity: 2, seenPrice }] },
    {
      guestCart: randomUUID(),
      lines: [
        { variantId: bowl, quantity: 3, seenPrice },
        { variantId: ball, quantity: 4, seenPrice },
      ],
    },
  ]
  // Many tabs log in at once, in which the person also goes on shopping.
  await Promise.all([
    ...Array.from({ length: 40 }, (_, tab) =>
      patiently(() => callers[tab % 2]!.mergeCart(guests[Math.floor(tab / 2) % 2]!)),
    ),
    ...Array.from({ length: 6 }, (_, click) =>
      patiently(() => callers[click % 2]!.addToCart({ variantId: own as never, quantity: 1 })),
    ),
  ])
  const lines = await db
    .selectFrom('cart_lines')
    .select(['variant_id', 'quantity'])
    .where('user_id', '=', hana.userId)
    .execute()
  expect(Object.fromEntries(lines.map((line) => [line.variant_id, line.quantity]))).toEqual({
    [bowl]: 5,
    [ball]: 4,
    [own]: 6,
  })
  expect(await world.findBrokenInvariants()).toEqual([])
}, 60_000)

test('autoships that are due while both processes run the sweep are each ordered once', async () => {
  const [variantId, zoya, count] = [await makeVariant(100), await world.signUp('zoya'), 40]
  const today = dayOf(new Date(), autoshipZone)
  const id = await makeAutoship(db, { userId: zoya.userId, variantId, nextOn: addDays(today, 20), at })
  // Each has a buyer of its own, so that the limit on unpaid orders doesn't count.
  await sql`
    insert into users (id, name, email)
    select gen_random_uuid(), 'Subscriber', 'subscriber-' || n || '@example.org' from generate_series(1, ${sql.lit(count)}) n
  `.execute(db)
  await sql`
    insert into autoships
    select r.* from (select * from autoships where id = ${id}) a, users u,
      jsonb_populate_record(null::autoships, to_jsonb(a) || jsonb_build_object('id', u.id, 'user_id', u.id)) r
     where u.name = 'Subscriber'
  `.execute(db)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => world.app.database.pool.query(text, values as unknown[]) },
    schema: jobSchema,
    migrate: false,
    supervise: false,
    schedule: false,
  })
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    return rows[0]!.count
  }
  // The first order of each process waits for its product, so that both are in the middle of the sweep.
  await db.transaction().execute(async (tx) => {
    await sql`
      select from products where id = (select product_id from product_variants where id = ${variantId}) for update
    `.execute(tx)
    await db
      .updateTable('autoships')
      .set({
        status: 'announced',
        next_on: today,
        act_at: new Date(),
        told_price: 80_000,
        told_total: 80_000,
      })
      .where('variant_id', '=', variantId)
      .where('id', '<>', id)
      .execute()
    await vi.waitFor(
      async () => {
        await sendSweep(boss, 'shop-act-on-autoships')
        expect(await waiting()).toBe(2)
      },
      { timeout: 14_000, interval: 100 },
    )
  })
  const turns = () =>
    db
      .selectFrom('autoship_turns as t')
      .innerJoin('autoships as a', 'a.id', 't.autoship_id')
      .select(['t.order_id', 't.autoship_id'])
      .where('a.variant_id', '=', variantId)
      .execute()
  await vi.waitFor(async () => expect(await turns()).toHaveLength(count), { timeout: 60_000, interval: 200 })
  const lines = await db.selectFrom('order_lines').select('id').where('variant_id', '=', variantId).execute()
  expect(lines).toHaveLength(count)
  expect(new Set((await turns()).map(({ order_id }) => order_id)).size).toBe(count)
  expect(await stockOf(variantId)).toBe(100 - count)
  expect(await world.findBrokenInvariants()).toEqual([])
}, 120_000)

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
  expect(await world.findBrokenInvariants()).toEqual([])
}, 60_000)
