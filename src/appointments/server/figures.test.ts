import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import type { ClockTime } from '#/kernel/time.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')

const bruno = await makePet(world.db, { ownerId: asha.ownerId, name: 'Bruno' })
const paymentMethodId = await makeMethod(world.db, asha.userId)

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await world.app.jobs.deliverEvents(world.clock.now)
  }
}

/** Ends the time to pay at `at`, without charging. */
async function lapse(at: Date) {
  world.clock.now = at
  await world.app.jobs.runSweep('payments-end-times-to-pay', at)
  await settled()
}

const statusOf = async (id: string) =>
  (await world.db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

async function signUpVet(name: string) {
  const person = await world.signUp(name)
  const vetId = await makeVet(world.db, { userId: person.userId, fullName: name })
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records['veterinary_doctor'])
  const make = (days: number, status: AppointmentStatus, more = {}) => {
    const startsAt = new Date(world.clock.now.getTime() + days * DAY)
    return makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt, status, ...more })
  }
  return { person, vetId, make, figures: () => person.call.appointments.figures() }
}

test('a vet without requests or ratings has neither figure', async () => {
  const { figures, make } = await signUpVet('isha')
  const none = { rating: null, totalReviews: 0, answers: null }
  expect(await figures()).toEqual(none)
  await make(1, 'pending')
  await make(-1, 'cancelled', { cancelledBy: 'owner' })
  expect(await figures()).toEqual(none)
})

test('the rating equals the one on the vet’s card', async () => {
  const { figures, make, vetId } = await signUpVet('meera')
  for (const [index, stars] of [5, 4, 4].entries()) {
    const appointmentId = await make(-1 - index, 'completed')
    await makeRating(world.db, { appointmentId, providerId: vetId, ownerId: asha.ownerId, stars })
  }
  expect(await figures()).toMatchObject({ rating: 4.3, totalReviews: 3 })
})

test('accepting and declining count as answers, silence doesn’t, and cancellations by owners are left out', async () => {
  const { figures, make } = await signUpVet('kabir')
  await make(1, 'confirmed')
  await make(-1, 'completed')
  await make(-2, 'no_show')
  await make(-3, 'declined')
  await make(-4, 'cancelled', { cancelledBy: 'provider' })
  await make(-5, 'expired')
  await make(-6, 'cancelled', { cancelledBy: 'owner' })
  await make(2, 'pending')
  expect((await figures()).answers).toEqual({ answered: 5, asked: 6 })
})

test('only the last 365 days count', async () => {
  const { figures, make } = await signUpVet('noor')
  await make(-366, 'expired')
  await make(-364, 'declined')
  expect((await figures()).answers).toEqual({ answered: 1, asked: 1 })
})

test('expired and answered requests are counted at once', async () => {
  const tara = await world.signUp('tara')
  const vetId = await makeVet(world.db, { userId: tara.userId, fullName: 'Tara Sen' })
  await vi.waitUntil(async () => (await tara.call.accounts.me()).user?.records['veterinary_doctor'])
  const startsAt = (hours: number) => new Date(world.clock.now.getTime() + hours * HOUR)
  const ids = []
  for (const hours of [2, 4])
    ids.push(await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt: startsAt(hours) }))
  await tara.call.appointments.accept({ id: ids[0]! })
  expect((await tara.call.appointments.figures()).answers).toEqual({ answered: 1, asked: 1 })
  await world.app.jobs.runSweep('expire-unanswered-appointments', startsAt(5))
  expect((await tara.call.appointments.figures()).answers).toEqual({ answered: 1, asked: 2 })
})

test('a request that expired sooner than a day after it came does not count, as in a sitter’s public figures', async () => {
  const { figures, make } = await signUpVet('ira')
  for (const [days, hours] of [
    [-1, 3],
    [-2, 24],
  ] as const) {
    const id = await make(days, 'expired', { places: 0 })
    await sql`update appointments set answer_by = created_at + ${hours} * interval '1 hour' where id = ${id}`.execute(
      world.db,
    )
  }
  expect((await figures()).answers).toEqual({ answered: 0, asked: 1 })
})

test('an online session waits for its payment, not for an answer, so it never counts', async () => {
  const om = await world.signUp('om')
  const trainerId = await makeTrainer(world.db, { userId: om.userId, offersOnline: true })
  await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_trainer'])
  const figures = async () => (await om.call.appointments.figures()).answers
  const book = (startTime: ClockTime, endTime: ClockTime) =>
    asha.call.training.book({
      trainerId,
      slot: { date: '2026-11-05', startTime, endTime },
      sessionType: 'Puppy Training',
      appointmentType: 'online_training',
      contactMethod: 'zoom',
      contactLink: 'https://zoom.us/j/1',
      disclaimerAccepted: true,
      paymentMethodId,
    })
  const [lapsed, paid] = [await book('10:00', '11:00'), await book('12:00', '13:00')]
  await pay(world, asha, paid.payment!.id)
  await settled()
  await lapse(lapsed.payment!.payBy!)
  expect(await statusOf(lapsed.id)).toBe('expired')
  expect(await statusOf(paid.id)).toBe('confirmed')
  expect(await figures()).toBeNull()
})

test.each([
  ['a week', '2026-11-10'],
  ['a day', '2026-11-03'],
] as const)(
  'a stay in %s that its sitter accepted counts as answered, although it lapsed unpaid',
  async (_, startDate) => {
    world.clock.now = mondayMorning
    const nila = await world.signUp(`nila-${startDate}`)
    const sitterId = await makeSitter(world.db, { userId: nila.userId })
    await vi.waitUntil(async () => (await nila.call.accounts.me()).user?.records['pet_sitter'])
    const { requests } = await asha.call.sitting.request({
      service: 'day-care',
      startDate,
      endDate: null,
      startTime: '09:00',
      endTime: '17:00',
      sitters: [{ id: sitterId }],
      petIds: [bruno.id],
      getsAlong: true,
      emergencyName: 'Kavya Verma',
      emergencyPhone: '+919810012345',
      disclaimerAccepted: true,
      paymentMethodId,
    })
    await nila.call.appointments.accept({ id: requests[0]!.id })
    await lapse(new Date(`${startDate}T03:30:00Z`))
    expect(await statusOf(requests[0]!.id)).toBe('expired')
    expect((await nila.call.appointments.figures()).answers).toEqual({ answered: 1, asked: 1 })
  },
)

test('the figures cost one statement, which reads only an index of the appointments', async () => {
  const { figures, make, vetId } = await signUpVet('leela')
  await make(-1, 'completed')
  // A busy vet's requests of a year.
  await sql`
    insert into appointments (id, trade, pet_owner_id, provider_id, provider_user_id, starts_at, ends_at, time_zone,
      status, currency, refund_policy, created_at, updated_at)
    select gen_random_uuid(), v.trade, ${asha.ownerId}, v.id, v.user_id, at, at + interval '30 min', 'UTC',
      'completed', v.currency, 'standard', at, at
    from (select ${world.clock.now}::timestamptz - n * interval '1 day' as at from generate_series(2, 5000) n) past
    join providers v on v.id = ${vetId}
  `.execute(world.db)
  // The planner relies on pages that vacuum has marked as visible to all, and vacuum skips those written just before.
  await vi.waitUntil(async () => {
    await sql`vacuum analyze appointments`.execute(world.db)
    const { rows } =
      await sql`select from pg_class where relname = 'appointments' and relallvisible > relpages / 2`.execute(
        world.db,
      )
    return rows.length === 1
  }, 10_000)
  await figures()
  const sent = await statementsWith('from appointments', async () =>
    expect((await figures()).answers?.asked).toBe(364),
  )
  expect(sent).toHaveLength(1)
  const { text, values = [] } = sent[0]!
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  const { rows } = await client.query(`explain (costs off) ${text}`, values)
  await client.end()
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('Index Only Scan using appointments_provider_answers')
})

test('somebody with two trades sees the figures of the one whose role they are in', async () => {
  const { person, make, vetId } = await signUpVet('zara')
  const appointmentId = await make(-1, 'completed')
  await makeRating(world.db, { appointmentId, providerId: vetId, ownerId: asha.ownerId, stars: 5 })
  await makeTrainer(world.db, { userId: person.userId })
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records['pet_trainer'])
  // The other processes, and this one's memory, hear of a new role a moment later.
  const inRole = async (role: string, figures: object) => {
    await person.call.accounts.chooseRole({ role })
    await vi.waitFor(async () => expect(await person.call.appointments.figures()).toMatchObject(figures))
  }
  await inRole('pet_trainer', { rating: null, totalReviews: 0, answers: null })
  await inRole('veterinary_doctor', { rating: 5, totalReviews: 1 })
  await inRole('pet_owner', { rating: 5, totalReviews: 1 })
})
