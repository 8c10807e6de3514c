import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makeAutoship } from '#/shop/server/autoship/autoship.factory.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { order } from '#/shop/server/orders/order.factory.ts'
import { makePharmacist, makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'

const world = await openWorld({ SHOP_COMMISSION_PERCENT: '10' })
const { db, clock } = world
const { jobs } = world.app
const at = clock.now
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar', 'support')
const [leela, george, lalitha, asha, ravi] = await Promise.all(
  ['leela', 'george', 'lalitha', 'asha', 'ravi'].map(world.signUp),
)
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
const chennai = await makeSupplier(db, { userId: george!.userId, at, name: 'Chennai Pets' })
await db
  .updateTable('suppliers')
  .set({ pickup_address: '9 Anna Salai, Chennai 600002' })
  .where('id', '=', chennai)
  .execute()
const pharmacistId = await makePharmacist(db, { userId: lalitha!.userId, at })
const { id: foodId, variantIds } = await makeProduct(db, { sellerId, at, name: 'Millet Bowl' })
const food = variantIds[0]!
await makeProduct(db, { sellerId, at, name: 'Bone', category: 'treats', facts: { state: 'draft' } })

beforeEach(() => async () => expect(await world.findBrokenInvariants()).toEqual([]))

const found = async (search: Parameters<typeof nadia.call.sellers>[0]) =>
  (await omar.call.sellers(search)).rows.map(({ id }) => id)

test('sellers are found by name, address, email, state and id, and by whether they can sell', async () => {
  expect(await found({})).toEqual([pharmacistId, chennai, sellerId])
  expect(await found({ search: 'chennai' })).toEqual([chennai])
  expect(await found({ search: 'Anna Salai' })).toEqual([chennai])
  expect(await found({ search: sellerId })).toEqual([sellerId])
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', leela!.userId)
    .executeTakeFirstOrThrow()
  expect(await found({ search: email.toUpperCase() })).toEqual([sellerId])
  expect(await found({ state: '33' })).toEqual([chennai])
  expect(await found({ state: '29' })).toEqual([pharmacistId, sellerId])
  expect(await found({ state: '29', search: 'pets' })).toEqual([])
  await db
    .updateTable('suppliers')
    .set({ verification_status: 'suspended' })
    .where('id', '=', chennai)
    .execute()
  expect(await found({ show: 'not_selling' })).toEqual([chennai])
  expect(await found({ show: 'selling' })).toEqual([pharmacistId, sellerId])
  await db
    .updateTable('suppliers')
    .set({ verification_status: 'verified' })
    .where('id', '=', chennai)
    .execute()
})

test('a seller’s row says what they sell, what is open and what we owe', async () => {
  await makeAutoship(db, { userId: asha!.userId, variantId: food, nextOn: '2026-11-20', at })
  const { paymentId } = await order(asha!, { [food]: 2 })
  await pay(world, asha!, paymentId!)
  await jobs.deliverEvents(clock.now)
  const [row] = (await nadia.call.sellers({ search: sellerId })).rows
  expect(row).toMatchObject({
    record: 'supplier',
    state: '29',
    canSell: true,
    isSuspended: false,
    user: { id: leela!.userId, name: 'leela' },
    listed: 1,
    products: 2,
    categories: ['food'],
    openOrders: 1,
    autoships: 1,
  })
  expect(row!.owed.amount).toBeGreaterThan(0)
  expect(row!.ready.amount).toBe(0)
})

test('autoships are found by buyer, seller, product and state, and say why they rest', async () => {
  const made = async (person: typeof asha, facts: object = {}) =>
    makeAutoship(db, { userId: person!.userId, variantId: food, nextOn: '2026-11-20', at, facts })
  const [waiting, ofRavi] = [await made(asha), await made(ravi)]
  await db
    .updateTable('autoships')
    .set({ status: 'paused', obstacle: 'pin', act_at: null })
    .where('id', '=', ofRavi)
    .execute()
  const rows = async (search: Parameters<typeof nadia.call.autoships>[0]) =>
    (await omar.call.autoships(search)).rows
  const ids = async (search: Parameters<typeof nadia.call.autoships>[0]) =>
    (await rows(search)).map(({ id }) => id as string)
  expect(await ids({})).toContain(waiting)
  expect(await ids({})).not.toContain(ofRavi)
  expect(await rows({ show: 'resting' })).toMatchObject([
    {
      id: ofRavi,
      status: 'paused',
      obstacle: 'pin',
      actsAt: null,
      lastOrder: null,
      buyer: { id: ravi!.userId, name: 'ravi' },
      seller: { id: leela!.userId },
      productId: foodId,
    },
  ])
  for (const search of ['ravi', ofRavi]) expect(await ids({ show: 'all', search })).toEqual([ofRavi])
  for (const search of ['millet', 'green tail'])
    expect(await ids({ show: 'all', search })).toEqual(expect.arrayContaining([waiting, ofRavi]))
  expect(await ids({ show: 'all', search: 'chennai' })).toEqual([])
})

test('an administrator ends an autoship once, its buyer reads why, and the log keeps it', async () => {
  const id = await makeAutoship(db, { userId: ravi!.userId, variantId: food, nextOn: '2026-11-05', at })
  const end = { id: id as never, reason: 'Its maker has recalled it.' }
  await expect(omar.call.endAutoship(end)).rejects.toMatchObject({ status: 403 })
  const ended = await Promise.allSettled([1, 2, 3].map(() => nadia.call.endAutoship(end)))
  expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'shop.autoship_changed' })
  expect((await ravi!.call.shop.autoships()).map((one) => one.id)).not.toContain(id)
  const told = (await ravi!.call.notifications.list({})).rows.filter(({ type }) => type === 'autoship')
  expect(told).toHaveLength(1)
  expect(told[0]!.message).toContain('Its maker has recalled it.')
  clock.now = new Date('2026-11-05T04:00:00Z')
  await jobs.runSweep('shop-act-on-autoships', clock.now)
  await jobs.deliverEvents(clock.now)
  expect((await ravi!.call.shop.orders({})).rows).toEqual([])
  const { rows } = await nadia.call.log({ subjectId: id })
  expect(rows).toMatchObject([
    {
      action: 'autoship.ended',
      reason: 'Its maker has recalled it.',
      before: { state: 'waiting' },
      subject: { kind: 'autoship', name: 'Millet Bowl' },
    },
  ])
})

test('open returns are listed with their age and what happens next, the oldest first', async () => {
  const ago = (days: number) => new Date(clock.now.getTime() - days * 86_400_000)
  const sent = [
    { to: 'placed', by: 'owner', at: ago(20) },
    { to: 'packed', by: 'seller', at: ago(19) },
    { to: 'shipped', by: 'seller', at: ago(18) },
    { to: 'delivered', by: 'seller', at: ago(10) },
  ] as const
  const made = { userId: asha!.userId, variantId: food, returnKind: 'damaged' as const }
  const asked = { to: 'return_asked' as const, by: 'owner' as const }
  await makeOrder(db, { ...made, steps: [...sent, { ...asked, at: ago(2) }] })
  await makeOrder(db, {
    ...made,
    steps: [...sent, { ...asked, at: ago(8) }, { to: 'return_approved', by: 'seller', at: ago(7) }],
  })
  await makeOrder(db, {
    ...made,
    steps: [...sent, { ...asked, at: ago(9) }, { to: 'return_refused', by: 'seller', at: ago(8) }],
  })
  const { rows } = await omar.call.openReturns({})
  expect(rows.map(({ status, since, endsAt }) => [status, since, endsAt])).toEqual([
    ['return_refused', ago(8), ago(1)],
    ['return_approved', ago(7), ago(-23)],
    ['return_asked', ago(2), ago(-5)],
  ])
  expect(rows[0]).toMatchObject({ kind: 'damaged', buyer: 'asha', seller: 'Green Tail Traders' })
  expect((await omar.call.openReturns({ status: 'return_asked' })).rows).toHaveLength(1)
})
