import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeAutoship } from './autoship.factory.ts'

const world = await openWorld()
const { db, databaseUrl, clock } = world
const at = clock.now
const nadia = await openDesk(world, 'nadia')
const [leela, omar, asha] = await Promise.all(['leela', 'omar', 'asha'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at, name: 'Quinoa Traders' })
const { variantIds } = await makeProduct(db, { sellerId, at, name: 'Quinoa Bowl' })
await makeAutoship(db, { userId: asha!.userId, variantId: variantIds[0]!, nextOn: '2027-03-01', at })
await sql`
  insert into users (id, name, email)
  select (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid, 'Person ' || n, 'person-' || n || '@example.org'
    from generate_series(1, 5000) n`.execute(db)
// Many have the same seller and product, whose names are "Seed".
const seed = await makeSupplier(db, { userId: omar!.userId, at, name: 'Seed Traders' })
const many = await makeProduct(db, { sellerId: seed, at, name: 'Seed Mix' })
await sql`
  insert into autoships
  select r.* from (select * from autoships limit 1) a, users u, jsonb_populate_record(null::autoships, to_jsonb(a)
      || jsonb_build_object('name', 'Seed Mix', 'variant_id', ${many.variantIds[0]}::uuid, 'user_id', u.id, 'id', u.id)) r
   where u.name like 'Person %'`.execute(db)
await sql`vacuum analyze`.execute(db)

type Autoships = Parameters<typeof nadia.call.autoships>[0]
test.each<[string, string, Autoships]>([
  ['state', 'page order by page.id', {}],
  ['a state that none is in', 'page order by page.id', { show: 'resting' }],
  ['the state "ended"', 'page order by page.id', { show: 'ended' }],
  ['a word that many have', 'few.name', { search: 'seed' }],
  ['a seller that few have', 'offset 0', { search: 'quinoa' }],
  ['a buyer', 'offset 0', { show: 'all', search: 'person-4321@' }],
  ['a word that nobody has', 'offset 0', { search: 'zebra' }],
])('the desk’s list of autoships by %s reads few of 5,000', async (_what, words, search) => {
  for (const plan of ['custom', 'generic'] as const)
    expect(
      await rowsReadOf({ databaseUrl, table: 'autoships', words, plan }, () => nadia.call.autoships(search)),
      plan,
    ).toBeLessThanOrEqual(500)
})
