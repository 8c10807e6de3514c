import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { homeAddress, orderOf } from './order.factory.ts'

// Racers each keep a connection while they wait for the lock.
const world = await openWorld({ RATE_LIMITS: 'on', DATABASE_POOL: '16' })
const { db, clock } = world
const leela = await world.signUp('leela')
const sellerId = await makeSupplier(db, { userId: leela.userId, at: clock.now })
const scarce = async (stock: number) => {
  const variants = [{ name: '1 kg', price: 40_000, stock }]
  return (await makeProduct(db, { sellerId, at: clock.now, variants })).variantIds[0]!
}

let people = 0
const strangers = (many: number) =>
  Promise.all(Array.from({ length: many }, () => world.signUp(`buyer${people++}`)))
const confirm = ({ userId }: Person, isConfirmed = true) =>
  db.updateTable('users').set({ email_verified: isConfirmed }).where('id', '=', userId).execute()
const add = ({ call }: Person, variantId: string, quantity: number) =>
  call.shop.addToCart({ variantId: variantId as never, quantity })
const look = ({ call }: Person) =>
  call.shop.checkout({ pin: homeAddress.pin, state: homeAddress.state, pays: 'online' })
async function lineOf(person: Person) {
  const { quantity, problem } = (await look(person)).sellers[0]!.lines[0]!
  return { quantity, problem }
}
const stockOf = async (id: string) =>
  (await db.selectFrom('product_variants').select('stock').where('id', '=', id).executeTakeFirstOrThrow())
    .stock

test('accounts that have confirmed nothing keep half of a product between them, also when all come at once', async () => {
  const food = await scarce(7)
  const crowd = await strangers(8)
  await Promise.all(crowd.map((person) => add(person, food, 2)))
  const lines = await Promise.all(crowd.map(lineOf))
  expect(lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3)
  for (const { quantity, problem } of lines)
    expect(problem).toEqual(quantity === 2 ? null : { kind: 'unconfirmed', left: quantity })
  expect(await stockOf(food)).toBe(4)

  // Their unpaid orders count too.
  const inside = crowd.filter((_person, index) => lines[index]!.quantity > 0)
  for (const person of inside) await person.call.shop.placeOrder(orderOf(await look(person)))
  const outside = crowd.find((_person, index) => lines[index]!.quantity === 0)!
  expect(await lineOf(outside)).toEqual({ quantity: 0, problem: { kind: 'unconfirmed', left: 0 } })
  await confirm(outside)
  expect(await lineOf(outside)).toEqual({ quantity: 2, problem: null })
  expect(await stockOf(food)).toBe(2)
})

test('orders that race without a reservation don’t get past it either', async () => {
  const food = await scarce(4)
  const crowd = await strangers(4)
  await Promise.all(crowd.map((person) => add(person, food, 1)))
  await Promise.all(crowd.map((person) => confirm(person)))
  await Promise.all(crowd.map(look))
  // Their reservations rest, so each sees one that can be ordered, and none is kept.
  clock.now = new Date(clock.now.getTime() + 31 * 60_000)
  const seen = await Promise.all(crowd.map(look))
  expect(await stockOf(food)).toBe(4)
  await Promise.all(crowd.map((person) => confirm(person, false)))
  const tries = await Promise.allSettled(
    crowd.map(({ call }, index) => call.shop.placeOrder(orderOf(seen[index]!))),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const one of tries)
    if (one.status === 'rejected')
      expect(one.reason).toMatchObject({
        code: 'shop.order_problems',
        data: { problems: [{ variantId: food, kind: 'unconfirmed', left: 0 }] },
      })
  expect(await stockOf(food)).toBe(2)
})

test('they can order the last one, and what a checkout keeps stays theirs while others buy the rest', async () => {
  const last = await scarce(1)
  const food = await scarce(6)
  const [asha, ravi, zoya] = (await strangers(3)) as [Person, Person, Person]
  await add(asha, last, 1)
  expect(await lineOf(asha)).toEqual({ quantity: 1, problem: null })
  await add(ravi, food, 3)
  const kept = await look(ravi)
  await confirm(zoya)
  await add(zoya, food, 3)
  expect(await lineOf(zoya)).toEqual({ quantity: 3, problem: null })
  await ravi.call.shop.placeOrder(orderOf(kept))
})

test('the invariants hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
