import pg from 'pg'
import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { firstPaid, readMoney } from './known-money.ts'
import { noteRead, takeMovements } from './movements.ts'
import { exportReconciliation, listReconciledDays, listReconciledLines } from './reconciliation.ts'
import { chargeDue, endTimesToPay, reconcile } from './sweeps.ts'

// Fifty payments a day for 400 days, all of them paid and listed by the gateway.

const world = await openWorld()
const { db, databaseUrl } = world
const { now } = world.clock
const asha = await world.signUp('asha')
const filler = new pg.Client({ connectionString: databaseUrl })
await filler.connect()
await filler.query(`
  set session_replication_role = replica;
  create temp table made as
    select n, gen_random_uuid() as payment, gen_random_uuid() as attempt, gen_random_uuid() as posted, gen_random_uuid() as charged,
      '${now.toISOString()}'::timestamptz - n * interval '1 day' / 50 as at
    from generate_series(1, 20000) n;
  insert into payments (id, package_id, payer_user_id, payee_user_id, amount, currency, description, status, completed_at,
    receipt_number, closed_at, pay_by, gateway, created_at, updated_at)
  select payment, gen_random_uuid(), '${asha.userId}', '${asha.userId}', 60000, 'INR', 'Package', 'completed', at,
    n, at, at, 'stripe', at, at from made;
  insert into payment_attempts (id, payment_id, gateway, gateway_ref, status, paid_at, captured, looked_at, created_at, settled_at)
  select attempt, payment, 'stripe', 'pi_' || n, 'succeeded', at, 60000, at, at, at from made;
  insert into payment_attempts (id, payment_id, gateway, gateway_ref, status, looked_at, created_at, settled_at)
  select gen_random_uuid(), payment, 'stripe', 'cs_' || n, 'closed', at, at, at from made;
  insert into charges (id, payment_id, amount, currency, charge_status, due_at, created_at, settled_at)
  select charged, payment, 60000, 'INR', 'charged', at, at, at from made;
  insert into payment_setups (id, user_id, method_type, gateway, status, created_at)
  select gen_random_uuid(), '${asha.userId}', 'card', 'stripe', 'done', at from made;
  insert into refunds (id, payment_id, attempt_id, amount, currency, reason, status, gateway_ref, created_at, looked_at, settled_at)
  select gen_random_uuid(), payment, attempt, 20000, 'INR', 'Cancelled', 'succeeded', 're_' || n, at, at, at from made where n % 4 = 0;
  insert into payment_parts (id, payment_id, payee_user_id, amount, commission, commissionable)
  select gen_random_uuid(), payment, '${asha.userId}', 30000, 3000, 30000 from made, generate_series(1, 2);
  insert into refund_grants (id, payment_id, attempt_id, amount, reason, created_at)
  select gen_random_uuid(), payment, attempt, 10000, 'Late', at from made;
  insert into payment_disputes (id, payment_id, attempt_id, gateway_ref, amount, status, opened_at, settled_at)
  select gen_random_uuid(), payment, attempt, 'dp_' || n, 60000, 'lost', at, at from made where n % 4 = 1;
  insert into ledger_transfers (id, kind, payment_id, source_id, occurred_at, gateway)
  select posted, 'payment', payment, attempt, at, 'stripe' from made;
  insert into ledger_entries (transfer_id, account, user_id, amount, currency)
  select posted, 'gateway', null::uuid, 60000, 'INR' from made
  union all select posted, 'receivable', '${asha.userId}', -60000, 'INR' from made;
  insert into gateway_movements (id, gateway, ref, kind, amount, fee, tax, currency, occurred_at, payment_ref, about_id, nth)
  select gen_random_uuid(), 'stripe', 'txn_' || n, 'payment', 60000, 0, 0, 'INR', at, 'pi_' || n, attempt, 1 from made`)
await filler.query('vacuum analyze')
await filler.end()

const work = { db, now, announce: async () => {} }
const tables = [
  'payments',
  'payment_attempts',
  'charges',
  'payment_setups',
  'refunds',
  'ledger_transfers',
  'ledger_entries',
  'gateway_movements',
]

/** Returns the tables of which the statement with `words` reads more than `most` of 20,000 rows, by either plan. */
async function readWhole(
  words: string,
  run: () => Promise<unknown>,
  most = 1_000,
  among: readonly string[] = tables,
): Promise<string[]> {
  const whole: string[] = []
  for (const table of among)
    for (const plan of ['generic', 'custom'] as const) {
      const rows = await rowsReadOf({ databaseUrl, table, words, plan }, run)
      if (rows > most) whole.push(`${table}: ${rows} (${plan})`)
    }
  return whole
}

test('no sweep reads a whole table of payments', async () => {
  expect(await readWhole('update charges set begun_at', () => chargeDue.run(work))).toEqual([])
  expect(await readWhole('update payments set lapsed_at', () => endTimesToPay.run(work))).toEqual([])
  for (const words of [
    'update payment_attempts',
    "status = 'pending', settled_at",
    'update refunds set looked_at',
    'update payment_setups',
  ])
    expect(await readWhole(words, () => reconcile.run(work)), words).toEqual([])
})

test('who bears a payment’s refunds is computed from its own rows', async () => {
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirstOrThrow()
  const attemptId = await firstPaid(db, payment.id)
  const read = () => readMoney(db, { ...payment, order_id: payment.id }, attemptId)
  const among = [
    'payment_attempts',
    'payment_parts',
    'refund_grants',
    'refunds',
    'payment_disputes',
    'ledger_transfers',
  ]
  expect(await readWhole('json_agg', read, 10, among)).toEqual([])
})

test('linking a night’s movements reads none of those that are linked', async () => {
  const movement = {
    ref: 'txn_new',
    kind: 'payment' as const,
    amount: 60_000,
    fee: 0,
    tax: 0,
    currency: 'INR',
    at: now,
    paymentRef: 'pi_new',
    aboutRef: null,
  }
  const take = () => takeMovements(db, 'stripe', [movement])
  expect(await readWhole('update gateway_movements', take)).toEqual([])
})

test('a page of the reconciliation reads its month, and a day its lines', async () => {
  // 31 days of 50 payments, each looked up three times.
  const month = 3 * 31 * 50
  const of = { gateway: 'stripe' as const, timeZone: 'Asia/Kolkata' }
  expect(await readWhole('gateway_lines', () => listReconciledDays(db, of), month)).toEqual([])
  const day = '2026-10-20'
  const lines = () => listReconciledLines(db, { ...of, day, only: 'all' })
  expect(await readWhole('gateway_lines', lines)).toEqual([])
  expect(
    await readWhole('gateway_lines', () => exportReconciliation(db, { ...of, month: '2026-10' }), month),
  ).toEqual([])
})

test('noting the ledger’s sum adds only what came since, and is the sum of everything', async () => {
  const hours = (count: number) => new Date(now.getTime() + count * HOUR)
  const note = (at: Date) => noteRead(db, 'stripe', { at, to: at, balance: null, other: 'USD' })
  await note(now)
  await note(hours(24))
  expect(await readWhole('ours = counted', () => note(hours(48)))).toEqual([])
  const { ours, counted } = await db
    .selectFrom('gateway_reads')
    .select(['ours', 'counted'])
    .where('gateway', '=', 'stripe')
    .executeTakeFirstOrThrow()
  expect([Number(ours), Number(counted)]).toEqual([20_000 * 60_000, 20_000 * 60_000])
})
