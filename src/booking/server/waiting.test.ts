import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { mostWaits } from '#/booking/rules.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { addDays, weekdayOf } from '#/kernel/time.ts'
import { saveCard } from '#/payments/server/payer.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makeProvider } from './provider.factory.ts'
import { forgetPastWaits } from './sweeps.ts'
import { wait as askIn, endWaits } from './waiting.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata.
const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const kabir = await world.signUp('kabir')
const meera = await world.signUp('meera')
const card = await saveCard(world, ravi)
const trade = 'veterinary' as const
const open = (startTime: string, endTime: string) => ({ startTime, endTime, slotMinutes: 30 })
/** Two slots on every day. */
const vetId = await makeVet(db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
  hours: [
    {
      start: '10:00',
      end: '11:00',
      days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
    },
  ],
})
const provider = { trade, providerId: vetId }
/** Each test gets its own full day: a Thursday or a day after it. */
let day = '2026-11-04'

const slot = (startTime: '10:00' | '10:30', date = day) => ({
  date,
  startTime,
  endTime: startTime === '10:00' ? '10:30' : '11:00',
})
const bookAs = (owner: Person, startTime: '10:00' | '10:30', more = {}) =>
  owner.call.veterinary.book({ vetId, slot: slot(startTime), ...more })
const wait = (person = asha, more = {}) => person.call.booking.wait({ ...provider, day, ...more })
const waitsOf = async (person = asha) =>
  (await person.call.booking.waits(provider)).days.map((one) => one.day)
const deliver = async () => {
  while ((await jobs.deliverEvents(world.clock.now)) > 0);
}
const toldTo = async (person = asha) => {
  await deliver()
  return (await person.call.notifications.list({ type: 'time_free' })).rows
}

async function mailsOfIt(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs.job
     where name = 'mail' and data -> 'data' ->> 'to' = ${asha.email} and data -> 'data' ->> 'subject' = ${'Appointments: Freed times you’re waiting for'}
  `.execute(db)
  return rows[0]!.count
}

/** Ravi books both slots of the day. */
async function fill() {
  return [await bookAs(ravi, '10:00'), await bookAs(ravi, '10:30')] as const
}

beforeEach(async () => {
  world.clock.now = start
  day = addDays(day, 1)
  await db.deleteFrom('booking_waits').execute()
  await db.deleteFrom('notifications').execute()
  await db.deleteFrom('veterinary_schedules').where('schedule_date', 'is not', null).execute()
  return async () => {
    const { rows } = await ravi.call.appointments.appointments({ tab: 'upcoming' })
    for (const { id } of rows) await ravi.call.appointments.cancel({ id })
    await deliver()
    expect(await world.findBrokenInvariants()).toEqual([])
  }
})

test('a user waiting for a full day is notified once about a free slot, with a link, also by mail', async () => {
  const [first, second] = await fill()
  await wait()
  expect(await toldTo()).toEqual([])
  await ravi.call.appointments.cancel({ id: first.id })
  const [told] = await toldTo()
  expect(told).toMatchObject({
    title: 'A time is free',
    href: `/services/book-a-vet?vet=${vetId}&day=${day}`,
  })
  expect(told!.message).toMatch(/^Dr\. Meera Iyer has a free time on .+ It’s first come, first served\.$/)
  expect(await mailsOfIt()).toBe(1)
  expect(await waitsOf()).toEqual([])
  await ravi.call.appointments.cancel({ id: second.id })
  expect(await toldTo()).toHaveLength(1)
  expect(await toldTo(ravi)).toEqual([])
})

test('a user who was too late can join the waitlist again and is notified again', async () => {
  const [first] = await fill()
  await wait()
  await ravi.call.appointments.cancel({ id: first.id })
  expect(await toldTo()).toHaveLength(1)
  const again = await bookAs(ravi, '10:00')
  await ravi.call.appointments.cancel({ id: again.id })
  expect(await toldTo()).toHaveLength(1)
  const third = await bookAs(ravi, '10:00')
  world.clock.now = new Date(start.getTime() + 1_000)
  await wait()
  expect(await waitsOf()).toEqual([day])
  await ravi.call.appointments.cancel({ id: third.id })
  expect(await toldTo()).toHaveLength(2)
})

test('a slot freed in one trade is free in the person’s other trades', async () => {
  const trainer = { trade: 'training' as const, providerId: await makeProvider(db, 'training', meera.userId) }
  await db
    .insertInto('pet_trainer_schedules')
    .values({
      id: newId(),
      pet_trainer_id: trainer.providerId,
      slot_duration_minutes: 30,
      day_of_week: weekdayOf(day),
      schedule_date: day,
      is_available: true,
      start_time: '10:00',
      end_time: '11:00',
    })
    .execute()
  const [first, second] = await fill()
  await asha.call.booking.wait({ ...trainer, day })
  for (const { id } of [first, second]) await ravi.call.appointments.cancel({ id })
  expect(await toldTo()).toHaveLength(1)
  await db.deleteFrom('pet_trainers').where('id', '=', trainer.providerId).execute()
})

test('it is there once however often it is asked for, and can be taken back', async () => {
  const [first] = await fill()
  const asked = await Promise.all([wait(), wait(), wait()])
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  expect(await waitsOf()).toEqual([day])
  expect(await waitsOf(kabir)).toEqual([])
  const { id } = asked[0]
  await expect(kabir.call.booking.stopWaiting({ id })).rejects.toMatchObject({ status: 404 })
  await asha.call.booking.stopWaiting({ id })
  await expect(asha.call.booking.stopWaiting({ id })).rejects.toMatchObject({ status: 404 })
  await ravi.call.appointments.cancel({ id: first.id })
  expect(await toldTo()).toEqual([])
})

test('only for a day that is fully booked, of a provider who is listed, within the window', async () => {
  await expect(wait()).rejects.toMatchObject({ code: 'booking.not_full', status: 409 })
  await bookAs(ravi, '10:00')
  await expect(wait()).rejects.toMatchObject({ code: 'booking.not_full' })
  await expect(wait(asha, { day: '2026-11-01' })).rejects.toMatchObject({ code: 'booking.past' })
  await expect(wait(asha, { day: '2026-12-31' })).rejects.toMatchObject({ code: 'booking.outside_window' })
  await expect(wait(asha, { trade: 'training' })).rejects.toMatchObject({ status: 404 })
  const hidden = await makeProvider(db, 'styling', kabir.userId)
  const unlisted = { trade: 'styling', providerId: hidden } as const
  await db.updateTable('pet_stylists').set({ specializations: [] }).where('id', '=', hidden).execute()
  await expect(wait(asha, unlisted)).rejects.toMatchObject({ status: 404 })
  expect(await db.selectFrom('booking_waits').selectAll().execute()).toEqual([])
})

/** Every way in which a slot of a full day becomes free again. */
const waysToFree: [string, (full: Awaited<ReturnType<typeof fill>>) => Promise<unknown>][] = [
  ['cancelled by its owner', ([first]) => ravi.call.appointments.cancel({ id: first.id })],
  ['declined by the vet', ([first]) => meera.call.appointments.decline({ id: first.id, reason: 'Away' })],
  [
    'cancelled by the vet',
    async ([first]) => {
      await meera.call.appointments.accept({ id: first.id })
      await deliver()
      expect(await toldTo()).toEqual([])
      await meera.call.appointments.cancel({ id: first.id })
    },
  ],
  [
    'moved to another day',
    ([first]) => ravi.call.appointments.reschedule({ id: first.id, slot: slot('10:00', '2026-11-30') }),
  ],
  [
    'hours added to the date',
    () =>
      meera.call.booking.saveDate({
        trade,
        date: day,
        isOpen: true,
        version: 'none',
        ranges: [open('10:00', '11:30')],
      }),
  ],
]
test.each(waysToFree)('waiting users are notified about a slot freed by: %s', async (_name, free) => {
  const full = await fill()
  await wait()
  await free(full)
  expect(await toldTo()).toHaveLength(1)
})

test('a slot that isn’t paid in time is offered to waiting users', async () => {
  day = '2026-11-02'
  await bookAs(kabir, '10:30')
  const soon = { appointmentType: 'teleconsultation', contactMethod: 'whatsapp' } as const
  const unpaid = await bookAs(ravi, '10:00', {
    ...soon,
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  await wait()
  world.clock.now = new Date(start.getTime() + 15 * 60_000)
  expect(unpaid.payment!.payBy).toEqual(world.clock.now)
  // Free again, but less than an hour before its start: nobody could book it.
  await jobs.runSweep('payments-end-times-to-pay', world.clock.now)
  expect(await toldTo()).toEqual([])
  expect(await waitsOf()).toEqual([day])
  await meera.call.booking.saveSettings({
    trade,
    timeZone: 'Asia/Kolkata',
    minimumNoticeMinutes: 0,
    bufferMinutes: 0,
  })
  expect(await toldTo()).toHaveLength(1)
  await meera.call.booking.saveSettings({
    trade,
    timeZone: 'Asia/Kolkata',
    minimumNoticeMinutes: 60,
    bufferMinutes: 0,
  })
})

test('a slot that is taken again before the notification is sent isn’t announced', async () => {
  const [first] = await fill()
  await wait()
  await ravi.call.appointments.cancel({ id: first.id })
  await bookAs(ravi, '10:00')
  expect(await toldTo()).toEqual([])
  expect(await waitsOf()).toEqual([day])
})

test('everyone who waits for the day is notified, and about no other day', async () => {
  const [first] = await fill()
  const full = day
  day = addDays(day, 1)
  await fill()
  await wait(kabir)
  day = full
  await wait()
  await wait(kabir)
  await ravi.call.appointments.cancel({ id: first.id })
  expect(await toldTo()).toHaveLength(1)
  expect(await toldTo(kabir)).toHaveLength(1)
  expect(await waitsOf(kabir)).toEqual([addDays(full, 1)])
})

test('two simultaneous cancellations notify once, also when delivered at once', async () => {
  const [first, second] = await fill()
  const { id } = await wait()
  await Promise.all([first, second].map((one) => ravi.call.appointments.cancel({ id: one.id })))
  const run = () =>
    db
      .transaction()
      .execute((tx) =>
        endWaits.handle({ db: tx, now: world.clock.now, announce: jobs.announceIn(tx) }, provider),
      )
  await Promise.all([
    run(),
    run(),
    run(),
    jobs.deliverEvents(world.clock.now),
    jobs.deliverEvents(world.clock.now),
  ])
  expect(await toldTo()).toHaveLength(1)
  const { rows } = await sql`
    select 1 from jobs.job where data ->> 'event' = 'booking.wait_over' and data -> 'data' ->> 'waitId' = ${id}
  `.execute(db)
  expect(rows).toHaveLength(1)
})

/** Counts the connections to this database that wait for a lock. */
async function waitingForLocks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db)
  return rows[0]!.count
}

test('a slot freed while a user joins the waitlist is announced to them, too', async () => {
  const [first] = await fill()
  const actor = { userId: asha.userId, sessionId: '', role: '', records: {} }
  const { delivered } = await db.transaction().execute(async (tx) => {
    const work = { db: tx, actor, now: world.clock.now, announce: jobs.announceIn(tx) }
    await askIn(work, { ...provider, day })
    await ravi.call.appointments.cancel({ id: first.id })
    const delivered = jobs.deliverEvents(world.clock.now)
    await expect.poll(waitingForLocks, { interval: 5 }).toBe(1)
    return { delivered }
  })
  await delivered
  expect(await toldTo()).toHaveLength(1)
})

test('a user who joins while a slot is freed is notified, or sees that it is free', async () => {
  for (let round = 0; round < 8; round++) {
    await db.deleteFrom('notifications').execute()
    const [first, second] = await fill()
    const asked = wait().then(
      () => 'waits',
      (error) => error.code,
    )
    await Promise.all([asked, ravi.call.appointments.cancel({ id: first.id })])
    await deliver()
    const told = await toldTo()
    if ((await asked) === 'waits') expect(told).toHaveLength(1)
    else expect([await asked, told.length]).toEqual(['booking.not_full', 0])
    await ravi.call.appointments.cancel({ id: second.id })
    await deliver()
  }
})

test(`a user waits for ${mostWaits} days at most, also with simultaneous requests`, async () => {
  const noor = await world.signUp('noor')
  const days = Array.from({ length: 24 }, (_, n) => addDays('2026-11-08', n))
  const made: string[] = []
  for (const date of days)
    made.push(
      await makeAppointment(db, {
        ownerId: noor.ownerId,
        vetId,
        minutes: 60,
        startsAt: new Date(`${date}T04:30:00Z`),
      }),
    )
  const answers = await Promise.all(
    days.map((one) =>
      wait(asha, { day: one }).then(
        () => 'waits',
        (error) => error.code,
      ),
    ),
  )
  expect(answers.filter((answer) => answer === 'waits')).toHaveLength(mostWaits)
  expect(new Set(answers)).toEqual(new Set(['waits', 'booking.too_many_waits']))
  for (const id of made) await noor.call.appointments.cancel({ id })
})

test('a slot freed while the vet is unlisted is announced once they are listed again', async () => {
  const [first] = await fill()
  await wait()
  const stand = (to: 'draft' | 'verified') =>
    db.updateTable('veterinary_doctors').set({ verification_status: to }).where('id', '=', vetId).execute()
  await stand('draft')
  await ravi.call.appointments.cancel({ id: first.id })
  await deliver()
  expect(await toldTo()).toHaveLength(0)
  await stand('verified')
  const change = { changeId: newId(), userId: asha.userId, from: 'submitted', to: 'verified', by: 'admin' }
  await jobs.announceIn(db)('verification.changed', {
    ...change,
    record: 'veterinary_doctor',
    recordId: vetId,
    reason: null,
    at: world.clock.now.toISOString(),
  })
  await deliver()
  expect(await toldTo()).toHaveLength(1)
})

test('days that are over everywhere are forgotten', async () => {
  await fill()
  await wait()
  const at = (time: string) => jobs.runSweep(forgetPastWaits.name, new Date(`${addDays(day, 1)}T${time}Z`))
  expect(await at('23:59:00')).toBe(0)
  expect(await jobs.runSweep(forgetPastWaits.name, new Date(`${addDays(day, 2)}T00:00:00Z`))).toBe(1)
  expect(await waitsOf()).toEqual([])
})

test('waits for a suspended provider end once they are back', async () => {
  const desk = await openDesk(world, 'nadia')
  const [first] = await fill()
  await wait()
  await desk.call.suspend({ id: meera.userId, reason: 'Reported' })
  await ravi.call.appointments.cancel({ id: first.id })
  expect(await toldTo()).toEqual([])
  await desk.call.liftSuspension({ id: meera.userId })
  expect(await toldTo()).toHaveLength(1)
})
