import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { mostSlips, slipsToPackText } from '#/shop/packing-slips.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeOrder } from './made-order.factory.ts'

const world = await openWorld()
const { db, clock } = world
const [leela, asha] = await Promise.all(['leela', 'asha'].map(world.signUp))
const sellerId = await makeSupplier(db, { userId: leela!.userId, at: clock.now })
const variants = [{ name: '1 kg', price: 40_000, stock: 100 }]
const { variantIds } = await makeProduct(db, { sellerId, at: clock.now, name: 'Oats', variants })
const placedAgo = (minutes: number) =>
  [{ to: 'placed', by: 'owner', at: new Date(clock.now.getTime() - minutes * 60_000) }] as const
const steps = placedAgo(0)
for (const minutes of [1, 3, 2])
  await makeOrder(db, { userId: asha!.userId, variantId: variantIds[0]!, steps: placedAgo(minutes) })

// Copies a part into thousands that are completed.
await db.transaction().execute(async (tx) => {
  await sql`set local session_replication_role = replica`.execute(tx)
  await sql`
    insert into order_parts
    select made.*
      from (select * from order_parts limit 1) s, generate_series(1, 3000) n,
        jsonb_populate_record(null::order_parts, to_jsonb(s) || jsonb_build_object('n', n, 'id', gen_random_uuid(),
          'order_id', gen_random_uuid(), 'status', 'completed', 'carrier', 'Post', 'tracking', '1')) made
  `.execute(tx)
  await sql`
    insert into order_part_changes
    select made.*
      from (select * from order_part_changes limit 1) c, order_parts s,
        jsonb_populate_record(null::order_part_changes, to_jsonb(c) || jsonb_build_object('part_id', s.id)) made
     where s.status = 'completed'
  `.execute(tx)
})
await sql`vacuum analyze order_parts, order_part_changes`.execute(db)

test('a seller’s open orders are found without reading those that are done', async () => {
  const ask = () => leela!.call.shop.sold({})
  expect((await ask()).rows).toHaveLength(3)
  const read = await rowsReadOf(
    { databaseUrl: world.databaseUrl, table: 'order_parts', words: '"s"."seller_user_id" =' },
    ask,
  )
  expect(read).toBeLessThanOrEqual(10)
})

test('a seller’s open orders are listed oldest first', async () => {
  const { rows } = await leela!.call.shop.sold({})
  const placed = rows.map(({ placedAt }) => placedAt.getTime())
  expect(placed).toEqual(placed.toSorted((a, b) => a - b))
  expect(new Set(placed).size).toBe(3)
})

test('what a seller has to pack is found without reading those that are done or sent', async () => {
  const ask = () => leela!.call.shop.sold({ show: 'pack' })
  expect((await ask()).rows).toHaveLength(3)
  const read = await rowsReadOf(
    { databaseUrl: world.databaseUrl, table: 'order_parts', words: '"s"."seller_user_id" =' },
    ask,
  )
  expect(read).toBeLessThanOrEqual(10)
})

test('the button for packing slips says that there are more orders than a file has', async () => {
  const text = async () => slipsToPackText((await leela!.call.shop.sold({})).toPack!)
  expect(await text()).toBe('Packing slips for all orders to pack')
  for (let n = 0; n < mostSlips - 2; n++)
    await makeOrder(db, { userId: asha!.userId, variantId: variantIds[0]!, steps })
  expect(await text()).toBe('Packing slips for the oldest 50 orders to pack')
})

test('what a seller has to pack has the oldest order first, over all pages, and no others', async () => {
  const made = async (hours: number, further: readonly ('packed' | 'shipped')[] = []) => {
    const at = new Date(clock.now.getTime() - hours * HOUR)
    const all = [
      { to: 'placed', by: 'owner', at } as const,
      ...further.map((to) => ({ to, by: 'seller', at: clock.now }) as const),
    ]
    return (await makeOrder(db, { userId: asha!.userId, variantId: variantIds[0]!, steps: all })).partId
  }
  const newer = await made(1)
  const oldest = await made(3, ['packed'])
  const older = await made(2)
  const sent = await made(4, ['packed', 'shipped'])
  const found: string[] = []
  let cursor: string | undefined
  do {
    const page = await leela!.call.shop.sold({ show: 'pack', cursor })
    found.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(found.slice(0, 3)).toEqual([oldest, older, newer])
  expect(new Set(found).size).toBe(mostSlips + 1 + 3)
  expect(found).not.toContain(sent)
})
