import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeOrder, type Step } from './made-order.factory.ts'

const world = await openWorld()
const { db, clock } = world
const { jobs } = world.app
const at = clock.now
const ago = (days: number) => new Date(at.getTime() - days * DAY)
const nadia = await openDesk(world, 'nadia')
const people = await Promise.all(['leela', 'george', 'asha', 'ravi'].map(world.signUp))
const [leela, george, asha, ravi] = people as [Person, Person, Person, Person]
type Person = (typeof people)[number]

const sells = async (userId: string, name: string) => {
  const sellerId = await makeSupplier(db, { userId, at: ago(30), name })
  const { variantIds } = await makeProduct(db, { sellerId, at: ago(30) })
  return { sellerId, variantId: variantIds[0]! }
}
const [ofLeela, ofGeorge] = [
  await sells(leela.userId, 'Green Tail'),
  await sells(george.userId, 'Chennai Pets'),
]
const placed = (days: number): Step => ({ to: 'placed', by: 'owner', at: ago(days) })
const packed = (days: number): Step => ({ to: 'packed', by: 'seller', at: ago(days) })
const told = async ({ call }: Person) =>
  (await call.notifications.list({})).rows.filter(({ title }) => title === 'Your order might not be sent')

test('buyers of what a suspended seller hasn’t sent are told once, with what they can do', async () => {
  const wanted = { userId: asha.userId, variantId: ofLeela.variantId }
  const unsent = await makeOrder(db, { ...wanted, steps: [placed(4)] })
  await makeOrder(db, { ...wanted, steps: [placed(5), packed(1)] })
  await makeOrder(db, {
    ...wanted,
    steps: [placed(6), packed(5), { to: 'shipped', by: 'seller', at: ago(4) }],
  })
  await makeOrder(db, { ...wanted, steps: [placed(6), { to: 'cancelled', by: 'owner', at: ago(5) }] })
  await makeOrder(db, { userId: ravi.userId, variantId: ofGeorge.variantId, steps: [placed(4)] })
  await nadia.call.suspend({ id: leela.userId as never, reason: 'Sold counterfeits' })
  await jobs.deliverEvents(clock.now)
  const notices = await told(asha)
  expect(notices).toHaveLength(2)
  const [one, other] = notices.map(({ message }) => message).toSorted()
  expect(one).toMatch(
    /^Green Tail can’t sell at the moment, so your order OR-\d+ might not be sent\. (You can cancel it, or wait: if it isn’t sent by .+, we’ll cancel it\.|It’s packed already\. You can cancel it from .+; if it isn’t sent by .+, we’ll cancel it\.)$/,
  )
  expect(`${one} ${other}`).toContain('You can cancel it, or wait:')
  expect(`${one} ${other}`).toContain('It’s packed already. You can cancel it from ')
  expect(notices.map(({ href }) => href)).toContain(`/order-confirmation/${unsent.id}`)
  expect(await told(ravi)).toEqual([])
  await jobs.announceIn(db)('accounts.suspended', { userId: leela.userId, at: clock.now.toISOString() })
  await jobs.deliverEvents(clock.now)
  expect(await told(asha)).toHaveLength(2)
})

test('a suspended record counts as well, unless it can sell again by then', async () => {
  const change = {
    changeId: randomUUID(),
    record: 'supplier',
    recordId: ofGeorge.sellerId,
    userId: george.userId,
    from: 'verified',
    to: 'suspended',
    by: 'admin',
    reason: 'Papers missing',
    changeRefused: false,
    at: clock.now.toISOString(),
  } as const
  await jobs.announceIn(db)('verification.changed', change)
  await jobs.deliverEvents(clock.now)
  expect(await told(ravi)).toEqual([])
  await db
    .updateTable('suppliers')
    .set({ verification_status: 'suspended' })
    .where('id', '=', ofGeorge.sellerId)
    .execute()
  await jobs.announceIn(db)('verification.changed', { ...change, record: 'pharmacist' })
  await jobs.deliverEvents(clock.now)
  expect(await told(ravi)).toEqual([])
  await jobs.announceIn(db)('verification.changed', { ...change, changeId: randomUUID() })
  await jobs.deliverEvents(clock.now)
  expect(await told(ravi)).toHaveLength(1)
})

test('a seller with many orders is read in batches, without those that are over', async () => {
  const first = await makeOrder(db, {
    userId: ravi.userId,
    variantId: ofGeorge.variantId,
    steps: [placed(3)],
  })
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const copies = (status: string, count: number) => sql`
      with n as materialized (select gen_random_uuid() as order_id, i from generate_series(1, ${count}::integer) i),
      o as (
        insert into orders overriding system value
        select made.* from (select * from orders where id = ${first.id}) s, n,
          jsonb_populate_record(null::orders, to_jsonb(s) || jsonb_build_object('id', n.order_id,
            'number', (select max(number) from orders) + n.i, 'checkout_id', gen_random_uuid())) made)
      insert into order_parts
      select made.* from (select * from order_parts where id = ${first.partId}) s, n,
        jsonb_populate_record(null::order_parts, to_jsonb(s) || jsonb_build_object('id', gen_random_uuid(),
          'order_id', n.order_id, 'status', ${status}::text, 'carrier', 'x', 'tracking', 'x')) made
    `
    await copies('placed', 449).execute(tx)
    await copies('completed', 3000).execute(tx)
  })
  await sql`vacuum analyze order_parts, orders`.execute(db)
  const tell = async () => {
    await jobs.announceIn(db)('accounts.suspended', { userId: george.userId, at: ago(0).toISOString() })
    await jobs.deliverEvents(clock.now)
  }
  const read = await rowsReadOf(
    {
      databaseUrl: world.databaseUrl,
      table: 'order_parts',
      words: "('awaiting_prescription', 'placed', 'packed')",
    },
    tell,
  )
  expect(read).toBeLessThanOrEqual(451)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from notifications where user_id = ${ravi.userId} and source like '%seller_barred%'
  `.execute(db)
  // The order of the test before, told about again, and 450 new ones.
  expect(rows[0]!.count).toBeGreaterThanOrEqual(450)
})
