import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeDispensing } from '#/shop/server/prescriptions/dispensing.factory.ts'
import { makePharmacist, makeProduct } from '#/shop/server/product.factory.ts'
import { makeOrder } from './made-order.factory.ts'

const world = await openWorld()
const { db, clock } = world
const [lalitha, asha] = await Promise.all(['lalitha', 'asha'].map(world.signUp))
const at = clock.now
const sellerId = await makePharmacist(db, { userId: lalitha!.userId, at })
const { variantIds } = await makeProduct(db, {
  sellerId,
  at,
  category: 'skin',
  name: 'Itch Relief',
  facts: { schedule: 'h' },
})
const wanted = { userId: asha!.userId, variantId: variantIds[0]! }
const placed = { to: 'placed', by: 'owner', at } as const
const pet = await makePet(db, { ownerId: asha!.ownerId })
for (let n = 0; n < 3; n++) await makeDispensing(db, { ...wanted, petId: pet.id, orderedAt: at })
const done = await makeOrder(db, {
  ...wanted,
  steps: [placed, { to: 'packed', by: 'seller', at }, { to: 'shipped', by: 'seller', at }],
})
await makeOrder(db, {
  ...wanted,
  steps: [
    placed,
    { to: 'packed', by: 'seller', at } as const,
    { to: 'shipped', by: 'seller', at } as const,
    { to: 'not_arrived', by: 'owner', at, note: 'Nobody came' },
  ],
})

// Copies the part that is shipped into thousands that are completed.
await db.transaction().execute(async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    insert into order_parts
    select made.*
      from (select * from order_parts where id = ${done.partId}) s, generate_series(1, 3000) n,
        jsonb_populate_record(null::order_parts, to_jsonb(s) || jsonb_build_object(
          'n', n, 'id', gen_random_uuid(), 'order_id', gen_random_uuid(), 'status', 'completed')) made
  `.execute(tx)
  await sql`
    insert into dispensings (part_id, created_at) select id, ${at} from order_parts where status = 'completed'
  `.execute(tx)
})
await sql`vacuum analyze order_parts, dispensings`.execute(db)

const readBy = (words: string, ask: () => Promise<unknown>) =>
  rowsReadOf({ databaseUrl: world.databaseUrl, table: 'order_parts', words }, ask)

test('a pharmacist’s queue is found without reading the checks that are over', async () => {
  const ask = (show: 'waiting' | 'pack') => lalitha!.call.shop.dispensings({ show })
  expect((await ask('waiting')).rows).toHaveLength(3)
  expect(await readBy("s.status = 'awaiting_prescription'", () => ask('waiting'))).toBeLessThanOrEqual(10)
  expect(await readBy("s.status = 'placed'", () => ask('pack'))).toBeLessThanOrEqual(10)
})

test('what has waited long for its pharmacist is found without reading all orders', async () => {
  const { call } = await openDesk(world, 'nadia-l')
  expect((await call.latePrescriptions({})).rows).toEqual([])
  clock.now = new Date(at.getTime() + 4 * HOUR + 1)
  expect((await call.latePrescriptions({})).rows).toMatchObject([
    { waitsForBuyer: false },
    { waitsForBuyer: false },
    { waitsForBuyer: false },
  ])
  expect(await readBy("'awaiting_prescription'", () => call.latePrescriptions({}))).toBeLessThanOrEqual(10)
  expect(await lalitha!.call.shop.selling()).toMatchObject({ prescriptions: 3 })
  clock.now = at
})

test('what is reported missing is found without reading all orders', async () => {
  const { call } = await openDesk(world, 'nadia-p')
  expect((await call.missingOrders({})).rows).toHaveLength(1)
  expect(await readBy("'return_missing'", () => call.missingOrders({}))).toBeLessThanOrEqual(2)
})
