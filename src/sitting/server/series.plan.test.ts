import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeSitter } from './sitter.factory.ts'

const world = await openWorld()
const { db, clock } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const om = await world.signUp('om')
const tara = await world.signUp('tara')
const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', maxPets: 20 })
const otherId = await makeSitter(db, { userId: tara.userId, fullName: 'Tara Nair', maxPets: 20 })
await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])

type Many = { owner: string; sitter: string; user: string; series: number; days: number; firstDay: number }

/** Adds series of a walk a day, each an hour after the one before, done up to now and agreed from then on. */
const addSeries = ({ owner, sitter, user, series, days, firstDay }: Many) =>
  sql`
  with walks as materialized (
    select gen_random_uuid() as id, s, d, ${clock.now}::timestamptz + (${firstDay} + d) * interval '1 day'
           - s * interval '1 hour' as at
      from generate_series(1, ${sql.lit(series)}) s, generate_series(0, ${sql.lit(days - 1)}) d
  ), groups as materialized (select s, gen_random_uuid() as series_id from generate_series(1, ${sql.lit(series)}) s
  ), held as (
    insert into calendar_holds (id, appointment_id, provider_user_id, lane, during)
    select gen_random_uuid(), id, ${user}, s, tstzrange(at, at + interval '30 min') from walks
     where at + interval '30 min' > ${clock.now}
  ), requests as (
    insert into sitting_requests (id, batch_id, pet_owner_id, sitter_id, service_type, schedule_type, start_date, days_of_week,
      start_time, end_time, time_zone, hourly_rate, emergency_name, emergency_phone, accepted_at, made_until, created_at)
    select g.series_id, gen_random_uuid(), ${owner}, ${sitter}, 'dog-walking', 'repeat-weekly', '2026-01-01',
      array['monday'], '17:00', '17:30', 'UTC', 20000, 'Kavya', '+919810012345', now(), '2027-12-01', now() from groups g
  ), made as (
    insert into appointments (id, series_id, trade, pet_owner_id, provider_id, provider_user_id, starts_at, ends_at, time_zone,
      status, currency, refund_policy, created_at, updated_at)
    select w.id, g.series_id, 'sitting', ${owner}, ${sitter}, ${user}, w.at, w.at + interval '30 min', 'UTC',
      case when w.at + interval '30 min' > ${clock.now} then 'confirmed' else 'completed' end, 'INR', 'standard', w.at, w.at
      from walks w join groups g using (s)
  )
  insert into sitting_details (appointment_id, request_id, day, is_asking)
  select w.id, g.series_id, (w.at at time zone 'UTC')::date, w.d = 0 from walks w join groups g using (s)`.execute(
    db,
  )

const mine = { owner: asha.ownerId, sitter: sitterId, user: om.userId }
// Years of past walks, and the walks of three repeats that go on.
await addSeries({ ...mine, series: 200, days: 25, firstDay: -60 })
await addSeries({ ...mine, series: 3, days: 40, firstDay: -12 })
await addSeries({
  owner: ravi.ownerId,
  sitter: otherId,
  user: tara.userId,
  series: 200,
  days: 25,
  firstDay: 2,
})
await sql`vacuum analyze`.execute(db)

describe.each(['custom', 'generic'] as const)('by the %s plan', (plan) => {
  const read = (words: string, ask: () => Promise<unknown>) =>
    rowsReadOf({ databaseUrl: world.databaseUrl, table: 'appointments', words, plan }, ask)
  const ofList = (ask: () => Promise<unknown>) => read('from "appointments"', ask)
  const group = 'series' as const

  test('a list with a row for each series finds upcoming ones without reading 10,000 other walks', async () => {
    // Three repeats of some 28 walks to come, each looked at for its first one, its count and the next ones.
    const most = 3 * 28 * 6
    expect(await ofList(() => asha.call.appointments.appointments({ tab: 'upcoming', group }))).toBeLessThan(
      most,
    )
    expect(await ofList(() => om.call.appointments.visits({ tab: 'upcoming', group }))).toBeLessThan(most)
  })

  test('a page of past series reads the walks of its own series alone', async () => {
    // Twenty-one series of 25 walks, each of which is compared with those after it.
    const most = 21 * 25 * 6
    expect(await ofList(() => asha.call.appointments.appointments({ tab: 'past', group }))).toBeLessThan(most)
    expect(await ofList(() => om.call.appointments.visits({ tab: 'past', group }))).toBeLessThan(most)
  })

  test('the days of one series are read without the others', async () => {
    const { rows } = await asha.call.appointments.appointments({ tab: 'past', group })
    const series = rows[0]!.others!.series
    expect(await ofList(() => asha.call.appointments.appointments({ tab: 'past', series }))).toBeLessThan(120)
  })

  test('the sweep of late starts reads only what should have begun', async () => {
    const sweep = () => world.app.jobs.runSweep('tell-of-late-sitters', clock.now)
    expect(await read('with late as', sweep)).toBeLessThan(20)
  })
})
