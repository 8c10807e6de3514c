import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeSupplier } from '#/shop/server/product.factory.ts'
import { stateOfPin, stateOfSeller } from '#/shop/states.ts'

const world = await openWorld()
const { db, databaseUrl, clock } = world
const at = clock.now
const nadia = await openDesk(world, 'nadia')
const leela = await world.signUp('leela')
await makeSupplier(db, { userId: leela.userId, at, name: 'Quinoa Traders' })
await sql`
  insert into users (id, name, email)
  select (lpad(to_hex(n), 12, '0') || '70008000000000000000')::uuid, 'Person ' || n, 'person-' || n || '@example.org'
    from generate_series(1, 5000) n`.execute(db)
await sql`
  insert into suppliers (id, user_id, business_name, pickup_address, verification_status, submitted_at, facts_verified_at)
  select u.id, u.id, 'Traders ' || u.name, '1 Main Road, Kochi 682001', 'verified', now(), now()
    from users u where u.name like 'Person %'`.execute(db)
await sql`vacuum analyze`.execute(db)

const plans = ['custom', 'generic'] as const

type Sellers = Parameters<typeof nadia.call.sellers>[0]
test.each<[string, string, Sellers]>([
  ['everybody', 'page order by page.id', {}],
  ['a state that few are in', 'page order by page.id', { state: '29' }],
  ['a state that many are in', 'page order by page.id', { state: '32' }],
  ['a word that many have', 'few.searched', { search: 'traders' }],
  ['a word that few have', 'offset 0', { search: 'quinoa' }],
  ['an email', 'offset 0', { search: 'person-4321@' }],
  ['a word that nobody has', 'offset 0', { search: 'zebra' }],
])('the desk’s list of sellers by %s reads few of 5,000', async (_what, words, search) => {
  for (const plan of plans)
    expect(
      await rowsReadOf({ databaseUrl, table: 'sellers', words, plan }, () => nadia.call.sellers(search)),
      plan,
    ).toBeLessThanOrEqual(500)
})

test('the database reads a seller’s state as the rules do', async () => {
  const pins = Array.from({ length: 9000 }, (_, n) => `${n + 1000}05`)
  const { rows } = await sql<{ pin: string; state: string | null }>`
    select pin, state_of_pin(pin) as state from unnest(${pins}::text[]) pin`.execute(db)
  expect(rows).toEqual(pins.map((pin) => ({ pin, state: stateOfPin(pin) })))
  for (const [gstin, address] of [
    [null, '9 Anna Salai, Chennai 600002'],
    [null, '9 Anna Salai, Chennai 600 002, near 560001 Road, India'],
    [null, 'Phone 9812345678, Panaji 403001.'],
    [null, 'Nowhere'],
    ['33AAAAA0000A1Z5', 'Kochi 682001'],
    ['99AAAAA0000A1Z5', 'Kochi 682001'],
  ] as const) {
    const [answer] = (
      await sql<{ state: string | null }>`select state_of_seller(${gstin}, ${address}) as state`.execute(db)
    ).rows
    expect(answer!.state, address).toBe(stateOfSeller({ gstin, address }))
  }
})
