import { type Browser, chromium } from '@playwright/test'
import pg from 'pg'
import type { Person } from '#/app/testing/people.ts'
import { launchOptions } from '../e2e/browser.ts'
import { onInterrupt } from '../scripts/interruption.ts'
import { cookiesOf, paintedAfter } from './browser.ts'
import type { Figure } from './goals.ts'
import { measure } from './load.ts'
import { median } from './median.ts'
import { rpc, signUpOwners } from './scenarios.ts'
import { seedBench } from './seed.ts'
import { type Stage, say } from './stage.ts'

const past = 500
const visits = { selector: 'main article', attribute: 'aria-labelledby' }

/** Seeds past visits of one owner over two years: every third one rated, every fifth one online and paid. */
async function seedPast(databaseUrl: string, userId: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined)
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(
    `create temporary table planned as
     select gen_random_uuid() as id, o.id as owner_id, v.id as vet_id, v.user_id as vet_user_id, k, k % 5 = 0 as is_online,
       date_trunc('hour', now()) - interval '1 day' - k * interval '35 hours' as at
     from generate_series(1, $2::int) k
     join (select id, user_id, row_number() over (order by id) as n from veterinary_doctors) v on v.n = 1 + k % 40,
     pet_owners o where o.user_id = $1`,
    [userId, past],
  )
  await run(`insert into appointments (id, trade, pet_owner_id, provider_id, provider_user_id, starts_at, ends_at, time_zone, status,
      is_online, contact_method, contact_link, price, currency, refund_policy, created_at, updated_at)
    select id, 'veterinary', owner_id, vet_id, vet_user_id, at, at + interval '29 min', 'UTC', 'completed', is_online,
      case when is_online then 'zoom' end, case when is_online then 'https://zoom.us/j/1' end, 60000, 'INR', 'standard',
      at - interval '3 days', at from planned`)
  await run(
    `insert into veterinary_details (appointment_id, preferred_contact) select id, 'phone' from planned`,
  )
  await run(
    `insert into payments (id, appointment_id, payer_user_id, payee_user_id, amount, currency, description, status, completed_at, gateway,
      receipt_number, payment_method, method_label, created_at, updated_at)
    select gen_random_uuid(), id, $1, vet_user_id, 60000, 'INR', 'Teleconsultation', 'completed', at - interval '2 days', 'sandbox',
      nextval('receipt_number'), 'card', 'Visa •••• 4242', at - interval '3 days', at from planned where is_online`,
    [userId],
  )
  await run(`insert into ratings (id, appointment_id, provider_id, pet_owner_id, rating, feedback)
    select gen_random_uuid(), id, vet_id, owner_id, 1 + k % 5, 'Took time for all our questions.' from planned where k % 3 = 0`)
  await run('vacuum analyze')
  await client.end()
}

/** Measures the Past tab of an owner with 500 visits: its first page, its last one, and the screen. */
export async function measureAppointments(stage: Stage, seconds: number, rounds: number): Promise<Figure[]> {
  say(`\nSeeding ${past} visits of one owner among 20,000…`)
  const databaseUrl = await stage.database('bench_appointments')
  await seedBench(databaseUrl, 20_000)
  const server = await stage.server(databaseUrl)
  const [owner] = await signUpOwners(server.url, 1)
  await seedPast(databaseUrl, owner!.userId)
  const headers = { cookie: owner!.cookie }

  let cursor: string | undefined
  let seen = 0
  for (;;) {
    const page = await owner!.call.appointments.appointments({
      tab: 'past',
      group: 'series',
      ...(cursor && { cursor }),
    })
    seen += page.rows.length
    if (!page.nextCursor) break
    cursor = page.nextCursor
  }
  if (seen !== past) throw new Error(`${seen} of ${past} past visits were listed`)
  const answer = async (input: object) => {
    const next = () => ({ method: 'GET' as const, path: rpc('appointments/appointments', input), headers })
    await measure(server.url, { connections: 1, seconds: seconds / 3, next })
    const { p50, failed } = await measure(server.url, { connections: 1, seconds, next })
    if (failed > 0) throw new Error(`${failed} answers failed`)
    return p50
  }
  const first = await answer({ tab: 'past', group: 'series' })
  const last = await answer({ tab: 'past', group: 'series', cursor })

  const browser = await chromium.launch(await launchOptions())
  const release = onInterrupt(() => browser.close())
  try {
    const painted = await timePage(browser, server.url, owner!, rounds)
    return [
      { what: 'appointments page, 500 past: first 20 answered', value: first },
      { what: 'appointments page, 500 past: last 20 answered', value: last },
      { what: 'appointments page, 500 past: painted, CPU slowed 4x', value: painted },
    ]
  } finally {
    await browser.close()
    release()
    await server.end('SIGTERM')
  }
}

/** Returns the median time on a phone from the click on the tab to the frame that shows the visits. */
async function timePage(browser: Browser, url: string, owner: Person, rounds: number): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 375, height: 812 }, baseURL: url })
  await page.context().addCookies(cookiesOf(owner, url))
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto('/appointments', { waitUntil: 'networkidle' })
    const tab = page.getByRole('tab', { name: 'Past' })
    const took = await paintedAfter(page, () => tab.click(), visits)
    if (took !== undefined) times.push(took)
  }
  return median(times)
}
