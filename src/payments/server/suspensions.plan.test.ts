import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makePayment } from './factory.ts'
import { balances, post } from './ledger.ts'
import { isPaused } from './queries.ts'
import { chargeDue } from './sweeps.ts'

const world = await openWorld()
const { db } = world
const { now } = world.clock
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
const paymentIds: string[] = []
for (let index = 0; index < 50; index++) {
  const startsAt = new Date(now.getTime() + (24 + index) * HOUR)
  const appointmentId = await makeAppointment(db, { ownerId: asha.ownerId, vetId, startsAt })
  const payment = { appointmentId, payerUserId: asha.userId, payeeUserId: meera.userId }
  const paymentId = await makePayment(db, payment)
  paymentIds.push(paymentId)
  await post(db, {
    kind: 'charge',
    sourceId: newId(),
    paymentId,
    gateway: 'sandbox',
    amount: 60_000,
    currency: 'INR',
    debit: { account: 'receivable', userId: asha.userId },
    credit: { account: 'payable', userId: meera.userId },
    at: now,
  })
}
await sql`
  insert into charges (id, payment_id, amount, currency, charge_status, due_at, created_at)
  select gen_random_uuid(), id, amount, currency, 'pending', ${now}, ${now} from payments
`.execute(db)
// A marketplace of 20,000 people: one account and one sitter in 500 are suspended, and every sitter has been reviewed.
const filler = new pg.Client({ connectionString: world.databaseUrl })
await filler.connect()
await filler.query(`
  insert into users (id, name, email, suspended_at, suspended_reason)
  select gen_random_uuid(), 'Walker', 'walker-' || n || '@example.org',
    case when n % 500 = 0 then now() end, case when n % 500 = 0 then 'Reported' end
  from generate_series(1, 20000) n;
  insert into pet_sitters (id, user_id, full_name, verification_status)
  select gen_random_uuid(), id, name,
    case when suspended_at is not null or email ~ '[27]50@' then 'suspended' else 'draft' end
  from users where email like 'walker-%';
  insert into verification_changes (id, record, record_id, user_id, from_status, to_status, changed_at)
  select gen_random_uuid(), 'pet_sitter', id, user_id, 'draft', 'suspended', now() from pet_sitters`)
await filler.query('vacuum analyze')
await filler.end()

type Plan = {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const readIn = (plan: Plan): number =>
  (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] +
  (plan.Plans ?? []).reduce((sum, part) => sum + readIn(part), 0)

/** Returns how many rows the statement with `words` reads, with a generic plan and with a custom one. */
async function rowsRead(words: string, run: () => Promise<unknown>): Promise<number> {
  const [sent] = await statementsWith(words, run)
  const { text, values = [] } = sent!
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  await client.query(`prepare asked as ${text}`)
  const given = values.map((value) =>
    pg.escapeLiteral(
      Array.isArray(value) ? `{${value}}` : value instanceof Date ? value.toISOString() : String(value),
    ),
  )
  const read: number[] = []
  for (const mode of ['force_generic_plan', 'force_custom_plan']) {
    await client.query(`begin; set local plan_cache_mode = ${mode}`)
    const explained = await client.query(`explain (analyze, format json) execute asked (${given.join()})`)
    await client.query('rollback')
    read.push(readIn(explained.rows[0]['QUERY PLAN'][0].Plan))
  }
  await client.end()
  return Math.max(...read)
}

test('whether a payment is paused is found among 20,000 users by a few rows', async () => {
  // With 50 payments and 50 appointments on a few pages, Postgres reads both tables rather than an index: 100 rows.
  expect(await rowsRead('suspensions', () => isPaused(db, paymentIds[0]!))).toBeLessThan(120)
})

test('charges that fall due are found without reading the users who are not suspended', async () => {
  const run = async () => {
    expect(await chargeDue.run({ db, now, announce: async () => {} })).toBe(50)
    await db.updateTable('charges').set({ begun_at: null }).execute()
  }
  // The generic plan looks up each of the 50 payees, about 1,800 rows over all steps. The custom one reads all
  // suspended accounts and records once, in five steps: 400 rows more, but still none about people who aren't
  // suspended.
  expect(await rowsRead('suspensions', run)).toBeLessThan(2_500)
})

test('payouts due are found without reading the users who are not suspended', async () => {
  const of = { currency: 'INR', gateway: 'sandbox', now }
  expect(await rowsRead('suspensions', () => balances(db, of))).toBeLessThan(2_000)
  expect(await rowsRead('suspensions', () => balances(db, { ...of, userIds: [meera.userId] }))).toBeLessThan(
    1_000,
  )
})
