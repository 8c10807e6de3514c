import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { dueOf } from './show.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
const om = await world.signUp('om')
const trainerId = await makeTrainer(db, { userId: om.userId, fullName: 'Om Prakash' })
const farah = await world.signUp('farah')
const stylistId = await makeStylist(db, { userId: farah.userId, fullName: 'Farah Khan' })
const card = await saveCard(world, asha)
const at = (date: string, startTime: string, endTime: string) => ({ date, startTime, endTime })
const thursday = at('2026-11-05', '10:00', '10:30')
const friday = at('2026-11-06', '11:00', '11:30')

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

beforeEach(() => {
  world.clock.now = start
  return async () => {
    await settled()
    expect(await world.findBrokenInvariants()).toEqual([])
    const open = await asha.call.appointments.appointments({ tab: 'upcoming' })
    for (const { id } of open.rows) await asha.call.appointments.cancel({ id })
    await settled()
  }
})

const bookOnline = (slot = thursday) =>
  asha.call.veterinary.book({
    vetId,
    slot,
    appointmentType: 'teleconsultation',
    contactMethod: 'zoom',
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  } as Parameters<typeof asha.call.veterinary.book>[0])

const titlesOf = async (person: typeof asha) =>
  (await person.call.notifications.list({})).rows.map(({ title }) => title)
const free = async (date: string) =>
  (await ravi.call.booking.slots({ trade: 'veterinary', providerId: vetId, date })).slots.map(
    ({ startTime }) => startTime,
  )

test('rescheduling keeps the status, frees the old slot and notifies both sides', async () => {
  const booked = await asha.call.veterinary.book({ vetId, slot: thursday })
  await meera.call.appointments.accept({ id: booked.id })
  const moved = await asha.call.appointments.reschedule({ id: booked.id, slot: friday })
  expect(moved).toMatchObject({ id: booked.id, status: 'confirmed', ...friday, reschedules: 1 })
  expect(moved.firstStartsAt).toEqual(booked.startsAt)
  expect(await free(thursday.date)).toContain('10:00')
  expect(await free(friday.date)).not.toContain('11:00')
  await settled()
  expect(await titlesOf(asha)).toContain('Appointment moved')
  expect(await titlesOf(meera)).toContain('Appointment moved')
  const history = await db
    .selectFrom('appointment_changes')
    .select(['from_status', 'to_status', 'moved_from', 'moved_to', 'actor_user_id'])
    .where('appointment_id', '=', booked.id)
    .orderBy('sequence')
    .execute()
  expect(history.at(-1)).toEqual({
    from_status: 'confirmed',
    to_status: 'confirmed',
    moved_from: booked.startsAt,
    moved_to: moved.startsAt,
    actor_user_id: asha.userId,
  })
})

test('a visit can move to a slot that overlaps its old one, twice at most, and not within a day', async () => {
  const { id } = await asha.call.veterinary.book({ vetId, slot: thursday })
  await asha.call.appointments.reschedule({ id, slot: at('2026-11-05', '10:30', '11:00') })
  await asha.call.appointments.reschedule({ id, slot: friday })
  const refused = { code: 'appointments.move_not_allowed' }
  await expect(asha.call.appointments.reschedule({ id, slot: thursday })).rejects.toMatchObject(refused)
  const soon = await asha.call.veterinary.book({ vetId, slot: at('2026-11-02', '15:00', '15:30') })
  await expect(asha.call.appointments.reschedule({ id: soon.id, slot: friday })).rejects.toMatchObject(
    refused,
  )
  for (const other of [ravi, meera])
    await expect(other.call.appointments.reschedule({ id, slot: thursday })).rejects.toMatchObject({
      code: 'request.not_found',
    })
})

test('a taken slot is refused and the old one kept; of two who want one slot, one gets it', async () => {
  const mine = await asha.call.veterinary.book({ vetId, slot: thursday })
  const theirs = await ravi.call.veterinary.book({ vetId, slot: at('2026-11-05', '14:00', '14:30') })
  await ravi.call.veterinary.book({ vetId, slot: friday })
  await expect(asha.call.appointments.reschedule({ id: mine.id, slot: friday })).rejects.toMatchObject({
    code: 'booking.slot_taken',
  })
  expect(await free(thursday.date)).not.toContain('10:00')
  const wanted = at('2026-11-07', '09:00', '09:30')
  const outcomes = await Promise.allSettled([
    asha.call.appointments.reschedule({ id: mine.id, slot: wanted }),
    ravi.call.appointments.reschedule({ id: theirs.id, slot: wanted }),
  ])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await ravi.call.appointments.appointments({ tab: 'upcoming' })
  for (const { id } of rows) await ravi.call.appointments.cancel({ id })
})

test('an estimate follows the new length at the rate that was booked, and both sides are told', async () => {
  const salon = await world.signUp('pooja')
  const hours = { days: ['thursday'] as const, start: '09:00', end: '12:00', slotMinutes: 30 }
  const longer = { ...hours, days: ['friday'] as const, slotMinutes: 90 }
  const pooja = await makeStylist(db, {
    userId: salon.userId,
    fullName: 'Pooja Salvi',
    hours: [hours, longer],
  })
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  const { id } = await asha.call.styling.book({
    stylistId: pooja,
    slot: thursday,
    pets: [{ petId, service: 'Nail Trimming' }],
  })
  await settled()
  // The new rate is for new bookings.
  await db.updateTable('pet_stylists').set({ hourly_rate: 90_000 }).where('id', '=', pooja).execute()
  const sameLength = await asha.call.appointments.reschedule({ id, slot: at('2026-11-05', '11:00', '11:30') })
  expect(sameLength.price?.amount).toBe(40_000)
  await settled()
  const messageTo = async (person: typeof asha) =>
    (await person.call.notifications.list({ type: 'appointment_rescheduled' })).rows[0]!.message
  expect(await messageTo(asha)).not.toContain('estimate')
  const moved = await asha.call.appointments.reschedule({ id, slot: at('2026-11-06', '09:00', '10:30') })
  expect(moved).toMatchObject({ priceIsEstimate: true, price: { amount: 120_000 } })
  await settled()
  for (const person of [asha, salon])
    expect(await messageTo(person)).toMatch(/The estimate for the new length is ₹1,200\.00\.$/)
})

test('a vet’s fee stays when a visit moves to a longer slot', async () => {
  const longer = await world.signUp('kabir')
  const kabir = await makeVet(db, {
    userId: longer.userId,
    fullName: 'Kabir Shah',
    hours: [
      { days: ['thursday'], start: '09:00', end: '12:00', slotMinutes: 30 },
      { days: ['friday'], start: '09:00', end: '12:00', slotMinutes: 90 },
    ],
  })
  const booked = await asha.call.veterinary.book({ vetId: kabir, slot: thursday })
  const moved = await asha.call.appointments.reschedule({
    id: booked.id,
    slot: at('2026-11-06', '09:00', '10:30'),
  })
  expect(moved.price).toEqual(booked.price)
})

test('the charge moves along, and a cancellation is judged by the original time', async () => {
  const booked = await bookOnline()
  const moved = await asha.call.appointments.reschedule({ id: booked.id, slot: friday })
  expect(moved.payment).toMatchObject({
    chargeAt: new Date(moved.startsAt.getTime() - 24 * HOUR),
    payBy: new Date(moved.startsAt.getTime() - 23 * HOUR),
  })
  await pay(world, asha, booked.payment!.id)
  await settled()
  // A day before Friday's time, and later than a day before Thursday's.
  world.clock.now = new Date(moved.startsAt.getTime() - 25 * HOUR)
  await asha.call.appointments.cancel({ id: booked.id })
  await settled()
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({
    status: 'completed',
    refunds: [],
  })
})

test('a vet reported absent has a day to answer; then the visit is cancelled and refunded', async () => {
  const booked = await bookOnline(at('2026-11-02', '12:00', '12:30'))
  await pay(world, asha, booked.payment!.id)
  await settled()
  const report = () => asha.call.appointments.reportAbsence({ id: booked.id })
  world.clock.now = new Date(booked.startsAt.getTime() + HOUR / 4 - 1)
  await expect(report()).rejects.toMatchObject({ code: 'appointments.move_not_allowed' })
  world.clock.now = new Date(booked.startsAt.getTime() + HOUR / 4)
  await report()
  await expect(report()).rejects.toMatchObject({ code: 'appointments.move_not_allowed' })
  const later = new Date(booked.startsAt.getTime() + 2 * HOUR)
  expect(await jobs.runSweep('complete-ended-appointments', later)).toBe(0)
  await settled()
  expect(await titlesOf(meera)).toContain('The owner says you didn’t come')
  world.clock.now = new Date(booked.startsAt.getTime() + HOUR / 4 + 24 * HOUR)
  await jobs.runSweep('give-up-absent-appointments', world.clock.now)
  await settled()
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ status: 'refunded' })
})

test('an absence can still be reported when the clock has completed the visit, and the vet may deny it', async () => {
  for (const [hourOfDay, denied] of [
    ['13', true],
    ['15', false],
  ] as const) {
    world.clock.now = start
    const booked = await bookOnline(at('2026-11-02', `${hourOfDay}:00`, `${hourOfDay}:30`))
    await pay(world, asha, booked.payment!.id)
    await settled()
    world.clock.now = booked.endsAt
    await jobs.runSweep('complete-ended-appointments', world.clock.now)
    world.clock.now = new Date(booked.endsAt.getTime() + 20 * HOUR)
    await asha.call.appointments.reportAbsence({ id: booked.id })
    if (denied) await meera.call.appointments.denyAbsence({ id: booked.id })
    world.clock.now = new Date(booked.endsAt.getTime() + 49 * HOUR)
    await jobs.runSweep('give-up-absent-appointments', world.clock.now)
    await settled()
    const { status } = await asha.call.payments.payment({ id: booked.payment!.id })
    expect(status).toBe(denied ? 'completed' : 'refunded')
    await expect(asha.call.appointments.reportAbsence({ id: booked.id })).rejects.toMatchObject({
      code: 'appointments.move_not_allowed',
    })
  }
  // Two days after the vet's answer, which came 20 hours after the end.
  expect(await meera.call.payments.payouts()).toMatchObject({ available: 0 })
  world.clock.now = new Date(world.clock.now.getTime() + 19 * HOUR)
  expect(await meera.call.payments.payouts()).toMatchObject({ available: 60_000 })
})

test('both sides are reminded 48, 24 and 2 hours before, once each, unless the visit was cancelled', async () => {
  await db.deleteFrom('notifications').execute()
  const booked = await asha.call.veterinary.book({ vetId, slot: friday })
  await meera.call.appointments.accept({ id: booked.id })
  const cancelled = await asha.call.veterinary.book({ vetId, slot: at('2026-11-06', '12:00', '12:30') })
  await asha.call.appointments.cancel({ id: cancelled.id })
  const reminders = async (person: typeof asha) =>
    (await titlesOf(person)).filter((title) => /^(In|Reminder)/.test(title))
  const sweepAt = async (hoursBefore: number) => {
    world.clock.now = new Date(booked.startsAt.getTime() - hoursBefore * HOUR)
    for (let n = 0; n < 2; n++)
      await Promise.all([
        jobs.runSweep('remind-of-appointments', world.clock.now),
        jobs.runSweep('remind-of-appointments', world.clock.now),
      ])
  }
  await sweepAt(49)
  expect(await reminders(asha)).toEqual([])
  await sweepAt(48)
  await sweepAt(30)
  expect(await reminders(asha)).toEqual(['Reminder: visit on Fri, 6 Nov 2026, 11:00'])
  await sweepAt(24)
  await sweepAt(2)
  expect(await reminders(asha)).toEqual([
    'In 2 hours: visit',
    'Reminder: visit on Fri, 6 Nov 2026, 11:00',
    'Reminder: visit on Fri, 6 Nov 2026, 11:00',
  ])
  expect(await reminders(meera)).toHaveLength(3)
})

test.each([
  {
    what: 'visit',
    provider: meera,
    name: 'Dr. Meera Iyer',
    make: (row: Row) => makeAppointment(db, { ...row, vetId, status: 'confirmed' }),
  },
  {
    what: 'training session',
    provider: om,
    name: 'Om Prakash',
    make: (row: Row) => makeSession(db, { ...row, trainerId }),
  },
  {
    what: 'styling appointment',
    provider: farah,
    name: 'Farah Khan',
    make: ({ petId, ...row }: Row) => makeStyling(db, { ...row, stylistId, pets: [{ petId }] }),
  },
])('both sides’ reminders name a $what as its trade does', async ({ what, provider, name, make }) => {
  await db.deleteFrom('notifications').execute()
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  const startsAt = new Date('2026-11-06T05:30:00Z')
  await make({ ownerId: asha.ownerId, petId, startsAt, bookedAt: start })
  world.clock.now = new Date(startsAt.getTime() - 48 * HOUR)
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  world.clock.now = new Date(startsAt.getTime() - 2 * HOUR)
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  for (const [person, message] of [
    [asha, `Bruno’s ${what} with ${name} is on Fri, 6 Nov 2026, 11:00.`],
    [provider, `asha’s ${what} (Bruno) is on Fri, 6 Nov 2026, 11:00.`],
  ] as const) {
    const { rows } = await person.call.notifications.list({})
    expect(rows.map(({ title }) => title)).toEqual([
      `In 2 hours: ${what}`,
      `Reminder: ${what} on Fri, 6 Nov 2026, 11:00`,
    ])
    expect(rows.map((row) => row.message)).toEqual([message, message])
  }
})

type Row = { ownerId: string; petId: string; startsAt: Date; bookedAt: Date }

test('a reminder names the open payment, and is sent again after rescheduling', async () => {
  await db.deleteFrom('notifications').execute()
  const booked = await bookOnline(friday)
  world.clock.now = new Date(booked.startsAt.getTime() - 48 * HOUR)
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  const remindersOf = async () =>
    (await asha.call.notifications.list({ type: 'appointment_reminder' })).rows.map(({ message }) => message)
  expect((await remindersOf())[0]).toContain('We’ll charge ₹600.00 automatically 24 hours before.')
  expect(await titlesOf(meera)).toEqual([])
  await asha.call.appointments.reschedule({ id: booked.id, slot: at('2026-11-09', '11:00', '11:30') })
  world.clock.now = new Date('2026-11-07T05:30:00Z')
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  expect(await remindersOf()).toHaveLength(2)
})

test('a cancellation drops what still waits to be mailed about the visit, for both sides', async () => {
  // The day's mails to unconfirmed addresses are used up.
  await db.updateTable('users').set({ email_verified: true }).execute()
  for (const person of [asha, meera])
    await person.call.notifications.setTiming({ pace: 'daily', quiet: null })
  const booked = await asha.call.veterinary.book({ vetId, slot: at('2026-11-13', '11:00', '11:30') })
  await meera.call.appointments.accept({ id: booked.id })
  await asha.call.appointments.reschedule({ id: booked.id, slot: at('2026-11-13', '12:00', '12:30') })
  await settled()
  world.clock.now = new Date(booked.startsAt.getTime() - 47 * HOUR)
  await jobs.runSweep('remind-of-appointments', world.clock.now)
  const waiting = async () => {
    const rows = await db
      .selectFrom('waiting_notices as w')
      .innerJoin('notifications as n', 'n.id', 'w.notification_id')
      .select(['n.type', 'n.user_id'])
      .where('w.channel', '=', 'email')
      .where('w.user_id', 'in', [asha.userId, meera.userId])
      .where(sql`n.metadata ->> 'appointment_id'`, '=', booked.id)
      .execute()
    return rows
      .map(({ type, user_id }) => `${user_id === asha.userId ? 'Asha' : 'Meera'}: ${type}`)
      .toSorted()
  }
  expect(await waiting()).toEqual([
    'Asha: appointment_confirmed',
    'Asha: appointment_reminder',
    'Asha: appointment_rescheduled',
    'Meera: appointment_reminder',
    'Meera: appointment_rescheduled',
  ])
  await asha.call.appointments.cancel({ id: booked.id })
  await settled()
  expect(await waiting()).toEqual(['Asha: appointment_cancelled', 'Meera: appointment_cancelled'])
})

test('news of an unpaid visit has to come before its payment is due, and of a paid one before it starts', () => {
  const visit = { starts_at: new Date('2026-11-09T05:30:00Z'), payment_id: 'one', paid_at: null }
  const now = new Date('2026-11-07T05:30:00Z')
  const payBy = new Date('2026-11-07T15:00:00Z')
  expect(dueOf({ ...visit, pay_by: payBy }, now)).toEqual(payBy)
  expect(dueOf({ ...visit, pay_by: payBy, paid_at: now }, now)).toEqual(visit.starts_at)
  expect(dueOf({ ...visit, pay_by: new Date('2026-11-07T05:00:00Z') }, now)).toEqual(visit.starts_at)
})
