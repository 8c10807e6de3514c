import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeAutoship } from './autoship.factory.ts'

const world = await openWorld()
const { db, clock } = world
const [leela, asha, ravi] = await Promise.all(['leela', 'asha', 'ravi'].map(world.signUp))
const at = clock.now
const sellerId = await makeSupplier(db, { userId: leela!.userId, at })
const { variantIds } = await makeProduct(db, { sellerId, at })
const variantId = variantIds[0]!
const far = await makeAutoship(db, { userId: asha!.userId, variantId, nextOn: '2027-03-01', at })
await makeAutoship(db, { userId: ravi!.userId, variantId, nextOn: '2026-11-05', at })
await sql`
  insert into autoships
  select r.* from (select * from autoships where id = ${far}) a, generate_series(1, 3000) n,
    jsonb_populate_record(null::autoships, to_jsonb(a) || jsonb_build_object('id', md5(n::text)::uuid)) r
`.execute(db)
await sql`vacuum analyze autoships`.execute(db)

/** By custom plans: a generic one reckons with half of all, because two people have them here. */
const read = (words: string, ask: () => Promise<unknown>) =>
  rowsReadOf({ databaseUrl: world.databaseUrl, table: 'autoships', words, plan: 'custom' }, ask)

test('what is due is found without reading the autoships that aren’t', async () => {
  const sweep = () => world.app.jobs.runSweep('shop-act-on-autoships', at)
  expect(await read('act_at', sweep)).toBeLessThanOrEqual(2)
})

test('a person’s autoships are found without reading those of others', async () => {
  expect(await ravi!.call.shop.autoships()).toHaveLength(1)
  expect(await read('autoship_turns', () => ravi!.call.shop.autoships())).toBeLessThanOrEqual(2)
})
