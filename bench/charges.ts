import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openStore } from '#/payments/sandbox/store.ts'
import type { Figure } from './goals.ts'
import { memoryOf, peakMemoryOf } from './processes.ts'
import { seedVets } from './seed.ts'
import { type Stage, say } from './stage.ts'

const dataDir = '.data/bench'
const sandboxFile = `${dataDir}/payment-sandbox.sqlite`
/** Each owner has a saved card. */
const owners = 500
const vets = 2_000

/** Seeds teleconsultations over the coming days whose charges are all due now, each with its hold and payment. */
async function seedCharges(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  // A failed statement already reports its error; ignore the connection's.
  client.on('error', () => undefined)
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run('set synchronous_commit = off')
  await seedVets(client, vets, owners)
  await run(
    `insert into payment_methods (id, user_id, method_type, card_brand, card_last_four, is_default, gateway, gateway_ref, created_at)
     select gen_random_uuid(), u.id, 'card', 'Visa', '4242', true, 'sandbox', 'tok_bench_' || n, now()
     from (select id, row_number() over (order by email desc) as n from users) u where n <= $1`,
    [owners],
  )
  await run(
    `create temporary table planned as
     with vet as (select id, user_id, (row_number() over (order by id) - 1)::int as n from veterinary_doctors),
     owner as (select o.id, o.user_id, m.id as method_id, (row_number() over (order by o.id) - 1)::int as n
               from pet_owners o join payment_methods m on m.user_id = o.user_id)
     select gen_random_uuid() as id, gen_random_uuid() as payment_id, v.id as vet_id,
       v.user_id as vet_user_id, o.id as owner_id, o.user_id as owner_user_id, o.method_id,
       date_trunc('hour', now()) + interval '3 days' + interval '1 hour' * (k / $1) as starts_at
     from generate_series(0, $2::int - 1) k join vet v on v.n = k % $1 join owner o on o.n = k % $3`,
    [vets, count, owners],
  )
  await run('begin')
  await run(`insert into appointments (id, trade, pet_owner_id, provider_id, provider_user_id, starts_at, ends_at, time_zone, status,
      is_online, contact_method, contact_link, terms_accepted_at, price, currency, refund_policy, created_at, updated_at)
    select id, 'veterinary', owner_id, vet_id, vet_user_id, starts_at, starts_at + interval '30 min', 'UTC', 'pending',
      true, 'zoom', 'https://zoom.us/j/1', now(), 60000, 'INR', 'standard', now(), now() from planned`)
  await run(
    `insert into veterinary_details (appointment_id, preferred_contact) select id, 'phone' from planned`,
  )
  await run(`insert into calendar_holds (id, appointment_id, provider_user_id, during, expires_at)
    select gen_random_uuid(), id, vet_user_id, tstzrange(starts_at, starts_at + interval '30 min'),
      starts_at - interval '23 hours' from planned`)
  await run('commit')
  await run(`insert into payments (id, appointment_id, payer_user_id, payee_user_id, amount, currency, description, status, pay_by,
      created_at, updated_at)
    select payment_id, id, owner_user_id, vet_user_id, 60000, 'INR', 'Teleconsultation', 'created', starts_at - interval '23 hours',
      now(), now() from planned`)
  await run(`insert into charges (id, payment_id, payment_method_id, amount, currency, charge_status, due_at, created_at)
    select gen_random_uuid(), payment_id, method_id, 60000, 'INR', 'pending', now(), now() from planned`)
  await run('vacuum analyze')
  await client.end()
}

/** Saves the cards in the sandbox. */
async function seedSandbox(): Promise<void> {
  for (const end of ['', '-wal', '-shm']) await rm(`${sandboxFile}${end}`, { force: true })
  const store = openStore(sandboxFile)
  const method = { type: 'card', brand: 'Visa', lastFour: '4242', upiId: null } as const
  for (let n = 1; n <= owners; n++)
    store.add({ id: `tok_bench_${n}`, kind: 'token', reference: `bench ${n}`, method, outcome: 'succeed' })
  store.close()
}

/**
 * Measures the charge job over `count` due appointments with everything that follows, with one app process, and the sandbox
 * and its webhooks over HTTP. Counts from the first payment until all appointments are confirmed.
 */
export async function measureCharges(stage: Stage, count: number): Promise<Figure[]> {
  const at = `${count.toLocaleString('en')} due`
  say(`\nSeeding ${count.toLocaleString('en')} charges that are due…`)
  const url = await stage.database('bench_charges')
  await seedCharges(url, count)
  await seedSandbox()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const agreed = async () => {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from appointments where status = 'confirmed'",
    )
    return Number(rows[0]!.count)
  }
  const soon = Math.min(count, 200)
  const server = await stage.server(url)
  const idle = await memoryOf(server.process.pid!)
  let began = performance.now()
  let first = 0
  let done = 0
  let moved = performance.now()
  while (done < count && performance.now() - moved < 90_000) {
    await delay(500)
    const now = await agreed()
    if (now === done) continue
    // Skip the first ones, while the process is cold.
    if (done < soon) {
      began = performance.now()
      first = now
    }
    done = now
    moved = performance.now()
  }
  const perSecond = (done - first) / ((moved - began) / 1000)
  const peak = await peakMemoryOf(server.process.pid!)
  await server.end('SIGTERM')
  const { rows } = await client.query<{ twice: string }>(
    `select count(*) as twice from (
       select payment_id from payment_attempts where status = 'succeeded' group by 1 having count(*) > 1) t`,
  )
  await client.end()
  return [
    { what: 'automatic charges, confirmed', value: perSecond, at },
    { what: 'automatic charges: not charged', value: count - done, at },
    { what: 'automatic charges: charged twice', value: Number(rows[0]!.twice), at },
    { what: 'automatic charges: memory above idle, at most', value: peak - idle, at },
  ]
}
