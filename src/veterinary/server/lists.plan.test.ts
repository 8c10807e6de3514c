import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { rowsReadOf } from '#/kernel/testing/rows-read.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from './factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
const otherVetId = await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])

const inHours = (count: number) => new Date(world.clock.now.getTime() + count * HOUR)
for (const [index, status] of (['pending', 'confirmed'] as const).entries())
  await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt: inHours(50 + index), status })
/** Adds a busy vet's visits of several years, and as many open ones of other vets. */
const columns = sql`id, trade, pet_owner_id, provider_id, provider_user_id, starts_at, ends_at, time_zone,
  status, currency, refund_policy, created_at, updated_at`
const clocks = sql`at, at + interval '30 min', 'UTC'`
await sql`
  insert into appointments (${columns})
  select gen_random_uuid(), 'veterinary', ${asha.ownerId}, ${vetId}, ${meera.userId}, ${clocks}, 'completed', 'INR', 'standard',
    at, at
  from (select ${world.clock.now}::timestamptz - n * interval '1 hour' as at from generate_series(1, 5000) n) past
`.execute(world.db)
await sql`
  with ahead as materialized (
    select gen_random_uuid() as id, ${world.clock.now}::timestamptz + n * interval '1 hour' as at
    from generate_series(1, 5000) n
  ), held as (
    insert into calendar_holds (id, appointment_id, provider_user_id, during)
    select gen_random_uuid(), id, ${kabir.userId}, tstzrange(at, at + interval '30 min') from ahead
  )
  insert into appointments (${columns})
  select id, 'veterinary', ${ravi.ownerId}, ${otherVetId}, ${kabir.userId}, ${clocks}, 'confirmed', 'INR', 'standard', at, at
  from ahead
`.execute(world.db)
await sql`
  insert into veterinary_details (appointment_id, preferred_contact) select id, 'phone' from appointments
  on conflict do nothing
`.execute(world.db)
await sql`vacuum analyze`.execute(world.db)

/** Returns how many appointments the statement behind `ask` reads, by its generic plan. */
const rowsRead = (ask: () => Promise<unknown>) =>
  rowsReadOf({ databaseUrl: world.databaseUrl, table: 'appointments', words: 'from "appointments"' }, ask)

// Lists read a row twice: once to find it, and once by its id with everything that its card shows. For an upcoming visit
// they look for one earlier one, which tells that the client isn't new.
test('after 5,000 visits, upcoming ones are found without reading past ones', async () => {
  expect(await rowsRead(() => meera.call.appointments.visits({ tab: 'requests' }))).toBeLessThanOrEqual(4)
  expect(await rowsRead(() => meera.call.appointments.visits({ tab: 'upcoming' }))).toBeLessThanOrEqual(5)
  expect(await rowsRead(() => asha.call.appointments.appointments({ tab: 'upcoming' }))).toBeLessThanOrEqual(
    4,
  )
})

test('of 5,000 visits, a day is found without the others', async () => {
  expect(await rowsRead(() => meera.call.appointments.today())).toBeLessThan(30)
})

test('a page of past visits reads only a page of rows', async () => {
  expect(await rowsRead(() => meera.call.appointments.visits({ tab: 'past' }))).toBeLessThan(50)
  expect(await rowsRead(() => asha.call.appointments.appointments({ tab: 'past' }))).toBeLessThan(50)
})
