import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeOrder } from './made-order.factory.ts'

const world = await openWorld()
const { db, databaseUrl, clock } = world
const at = clock.now
const nadia = await openDesk(world, 'nadia')
const [leela, omar, asha] = await Promise.all(['leela', 'omar', 'asha'].map(world.signUp))
const buy = async (seller: typeof leela, name: string) => {
  const sellerId = await makeSupplier(db, { userId: seller!.userId, at, name })
  const { variantIds } = await makeProduct(db, { sellerId, at, name: `${name} Mix` })
  const step = (to: 'placed' | 'packed', days: number) => ({
    to,
    by: to === 'placed' ? ('owner' as const) : ('seller' as const),
    at: new Date(at.getTime() - days * DAY),
  })
  return makeOrder(db, {
    userId: asha!.userId,
    variantId: variantIds[0]!,
    steps: name === 'Quinoa Traders' ? [step('placed', 9), step('packed', 8)] : [step('placed', 3)],
  })
}
const quinoa = await buy(leela, 'Quinoa Traders')
const seed = await buy(omar, 'Seed Traders')
// Copies the latter, each for a buyer of their own.
await db.transaction().execute(async (tx) => {
  await sql`
    insert into users (id, name, email)
    select (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid, 'Person ' || n, 'person-' || n || '@example.org'
      from generate_series(1, 5000) n`.execute(tx)
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    insert into orders overriding system value
    select r.* from orders o, users u, jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'id', u.id, 'user_id', u.id, 'checkout_id', u.id, 'number', 1000 + right(u.name, -7)::int,
        'placed_at', o.placed_at - right(u.name, -7)::int * interval '1 minute')) r
     where o.id = ${seed.id} and u.name like 'Person %'`.execute(tx)
  await sql`
    insert into order_parts
    select r.* from order_parts s, orders o, jsonb_populate_record(null::order_parts, to_jsonb(s) || jsonb_build_object(
        'id', o.id, 'order_id', o.id, 'ordered_at', o.placed_at)) r
     where s.id = ${seed.partId} and o.number > 1000`.execute(tx)
})
await sql`vacuum analyze`.execute(db)

type Orders = Parameters<typeof nadia.call.orders>[0]
test.each<[string, Orders, number]>([
  ['nothing', {}, 20],
  ['a state that one is in', { status: 'packed' }, 1],
  ['a state that none is in', { status: 'shipped' }, 0],
  ['a day that few have', { from: '2026-11-01' }, 0],
  ['days long ago', { to: '2026-10-25' }, 1],
  ['a buyer', { buyer: 'person-4321@' }, 1],
  ['a seller that few have', { seller: 'quinoa' }, 1],
  ['a seller that many have', { seller: 'Seed Tr' }, 20],
  ['a buyer and a seller', { buyer: 'asha', seller: 'quinoa' }, 1],
  ['a name that everybody has', { buyer: 'person' }, 20],
  ['a name that nobody has', { seller: 'zebra' }, 0],
])('the desk’s list of orders by %s reads few of 5,000', async (_what, search, found) => {
  const { rows, isPartial } = await nadia.call.orders(search)
  expect([rows.length, isPartial]).toEqual([found, search.buyer === 'person'])
  for (const plan of ['custom', 'generic'] as const)
    expect(
      await rowsReadOf({ databaseUrl, table: 'order_parts', words: 'order_parts', plan }, () =>
        nadia.call.orders(search),
      ),
      plan,
    ).toBeLessThanOrEqual(500)
})

test('pages of the list follow each other without a gap', async () => {
  const first = await nadia.call.orders({})
  const second = await nadia.call.orders({ cursor: first.nextCursor! })
  const numbers = [...first.rows, ...second.rows].map(({ orderedAt }) => orderedAt.getTime())
  expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(40)
  expect((await nadia.call.orders({ seller: 'quinoa' })).rows).toMatchObject([
    { status: 'packed', buyer: { name: 'asha' }, seller: { name: 'Quinoa Traders' } },
  ])
  expect(await nadia.call.order({ reference: quinoa.id })).toMatchObject({ id: quinoa.id })
})
