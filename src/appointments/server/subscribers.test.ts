import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { trades } from '#/app/trades.ts'
import { withdrawnReason } from '#/appointments/withdrawn.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { tellBothSides } from './subscribers.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
const bruno = await makePet(world.db, { ownerId: asha.ownerId, name: 'Bruno' })
const when = 'Tue, 3 Nov 2026, 10:00'

/** Returns both sides' notifications about `change`. */
async function toldBy(change: () => Promise<unknown>) {
  await world.app.jobs.deliverEvents(world.clock.now)
  await world.db.deleteFrom('notifications').execute()
  await change()
  await world.app.jobs.deliverEvents(world.clock.now)
  const read = async (person: Person) =>
    (await person.call.notifications.list({})).rows.map(({ type, title, message, href }) => ({
      type,
      title,
      message,
      href,
    }))
  return { owner: await read(asha), vet: await read(meera) }
}

const book = (startTime: string, endTime: string, petId: string | null = bruno.id) =>
  asha.call.veterinary.book({ vetId, slot: { date: '2026-11-03', startTime, endTime }, petId })

test('a request notifies the vet and confirms it to the owner, and an answer notifies the owner', async () => {
  let id = ''
  const booked = await toldBy(async () => ({ id } = await book('10:00', '10:30')))
  expect(booked.vet).toEqual([
    {
      type: 'appointment_requested',
      title: 'New appointment request',
      message: `asha would like to come with Bruno on ${when}.`,
      href: `/appointments?side=visits&tab=requests&record=${id}`,
    },
  ])
  expect(booked.owner).toEqual([
    {
      type: 'appointment_requested',
      title: 'Request sent',
      message: `Dr. Meera Iyer has your request for Bruno’s visit on ${when}. We’ll tell you when they answer.`,
      href: `/appointments?side=bookings&tab=upcoming&record=${id}`,
    },
  ])
  const accepted = await toldBy(() => meera.call.appointments.accept({ id }))
  expect(accepted.vet).toEqual([])
  expect(accepted.owner).toMatchObject([
    {
      type: 'appointment_confirmed',
      title: 'Appointment confirmed',
      message: `Dr. Meera Iyer expects you with Bruno on ${when}.`,
    },
  ])
  const cancelled = await toldBy(() => asha.call.appointments.cancel({ id, reason: 'He is fine' }))
  expect(cancelled.owner).toMatchObject([
    {
      type: 'appointment_cancelled',
      title: 'Appointment cancelled',
      message: `You cancelled Bruno’s visit with Dr. Meera Iyer on ${when}. Reason: He is fine.`,
    },
  ])
  expect(cancelled.vet).toMatchObject([
    {
      type: 'appointment_cancelled',
      message: `asha cancelled Bruno’s visit on ${when}. Reason: He is fine.`,
      href: `/appointments?side=visits&tab=past&record=${id}`,
    },
  ])
})

test('a declined request shows the owner the vet’s reason', async () => {
  const { id } = await book('11:00', '11:30', null)
  const told = await toldBy(() => meera.call.appointments.decline({ id, reason: 'We are moving that day' }))
  expect(told.vet).toEqual([])
  expect(told.owner).toMatchObject([
    {
      type: 'appointment_declined',
      message:
        'Dr. Meera Iyer can’t take the visit on Tue, 3 Nov 2026, 11:00. Reason: We are moving that day.',
      href: `/appointments?side=bookings&tab=past&record=${id}`,
    },
  ])
})

test('when the vet cancels, both sides learn who did', async () => {
  const { id } = await book('12:00', '12:30')
  await meera.call.appointments.accept({ id })
  const told = await toldBy(() => meera.call.appointments.cancel({ id }))
  const on = 'on Tue, 3 Nov 2026, 12:00.'
  expect(told.owner).toMatchObject([{ message: `Dr. Meera Iyer cancelled Bruno’s visit ${on}` }])
  expect(told.vet).toMatchObject([{ message: `You cancelled Bruno’s visit for asha ${on}` }])
})

test('a vet who gives our reason for a withdrawn request as their own doesn’t keep the owner in the dark', async () => {
  const { id } = await book('11:00', '11:30')
  await meera.call.appointments.accept({ id })
  const told = await toldBy(() => meera.call.appointments.cancel({ id, reason: withdrawnReason }))
  expect(told.owner).toMatchObject([
    {
      type: 'appointment_cancelled',
      message: `Dr. Meera Iyer cancelled Bruno’s visit on Tue, 3 Nov 2026, 11:00. Reason: ${withdrawnReason}.`,
    },
  ])
})

test('a visit marked done and then as a no-show notifies the owner each time', async () => {
  const startsAt = new Date(world.clock.now.getTime() - HOUR)
  const id = await makeAppointment(world.db, {
    ownerId: asha.ownerId,
    vetId,
    startsAt,
    status: 'confirmed',
    petId: bruno.id,
  })
  const on = 'on Mon, 2 Nov 2026, 08:00'
  const done = await toldBy(() => meera.call.appointments.complete({ id }))
  expect(done.owner).toMatchObject([
    { type: 'appointment_completed', message: `Bruno’s visit with Dr. Meera Iyer ${on} is done.` },
  ])
  const missed = await toldBy(() => meera.call.appointments.reportNoShow({ id }))
  expect(missed.owner).toMatchObject([
    {
      type: 'appointment_no_show',
      title: 'No-show',
      message: `Dr. Meera Iyer noted that nobody came to Bruno’s visit ${on}. If that’s wrong, contest it by Tue, 3 Nov 2026, 09:00 under Appointments.`,
    },
  ])
  expect([...done.vet, ...missed.vet]).toEqual([])
})

test('the day and time are those of the place with the owner’s beside them, and a vet is called doctor once', async () => {
  const clara = await world.signUp('clara')
  const inNewYork = await makeVet(world.db, {
    userId: clara.userId,
    fullName: 'Dr. Clara Wu',
    timeZone: 'America/New_York',
  })
  const id = await makeAppointment(world.db, {
    ownerId: asha.ownerId,
    vetId: inNewYork,
    startsAt: new Date('2026-11-04T00:30:00Z'),
  })
  const told = await toldBy(() => asha.call.appointments.cancel({ id }))
  expect(told.owner).toMatchObject([
    {
      message:
        'You cancelled the visit with Dr. Clara Wu on Tue, 3 Nov 2026, 19:30 New York time (Wed, 4 Nov 2026, 06:00 India time).',
    },
  ])
})

test('a change delivered twice notifies once, and one whose appointment is deleted notifies nobody', async () => {
  const id = await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt: world.clock.now })
  const told = await toldBy(async () => {
    const change = { changeId: 'one-change', appointmentId: id, to: 'pending', by: 'owner' } as const
    const work = { db: world.db, now: world.clock.now, announce: async () => {} }
    for (let time = 0; time < 3; time++)
      await world.db.transaction().execute((tx) => tellBothSides(trades).handle({ ...work, db: tx }, change))
    await tellBothSides(trades).handle(work, { ...change, changeId: 'two', appointmentId: vetId })
  })
  expect(told.owner).toHaveLength(1)
  expect(told.vet).toHaveLength(1)
})

/** Returns the vet's unread notifications. */
const unreadOf = async (person: Person) =>
  (await person.call.notifications.list({})).rows.filter(({ isRead }) => !isRead).map(({ title }) => title)

test('answering a request marks its notification as read, and no others', async () => {
  const first = await book('13:00', '13:30')
  const second = await book('14:00', '14:30')
  await world.app.jobs.deliverEvents(world.clock.now)
  await meera.call.notifications.markAllRead({
    upTo: (await meera.call.notifications.list({ limit: 1 })).rows[0]!.id,
  })
  await world.db.deleteFrom('user_notification_reads').execute()
  const before = await unreadOf(meera)
  await meera.call.appointments.accept({ id: first.id })
  expect(await unreadOf(meera)).toHaveLength(before.length - 1)
  await meera.call.appointments.decline({ id: second.id, reason: 'We are moving that day' })
  expect(await unreadOf(meera)).toHaveLength(before.length - 2)
  expect((await unreadOf(asha)).filter((title) => title === 'Request sent').length).toBeGreaterThan(1)
  await asha.call.appointments.cancel({ id: first.id })
  const ofFirst = (await asha.call.notifications.list({})).rows.filter(
    ({ metadata }) => metadata['appointment_id'] === first.id,
  )
  expect(ofFirst.map(({ isRead }) => isRead)).not.toContain(false)
})

test('a late event is skipped once a later change has happened', async () => {
  const { id } = await book('15:00', '15:30')
  const tellLate = (to: 'pending' | 'confirmed') =>
    tellBothSides(trades).handle(
      { db: world.db, now: world.clock.now, announce: async () => {} },
      { changeId: `late ${to}`, appointmentId: id, to, by: 'owner' },
    )
  const accepted = await toldBy(async () => {
    await meera.call.appointments.accept({ id })
    await tellLate('pending')
  })
  expect(accepted.vet).toEqual([])
  expect(accepted.owner.map(({ title }) => title)).toEqual(['Appointment confirmed'])
  const cancelled = await toldBy(async () => {
    await meera.call.appointments.cancel({ id })
    await tellLate('confirmed')
  })
  expect(cancelled.owner.map(({ title }) => title)).toEqual(['Appointment cancelled'])
})

test('a request answered while its notification is being written doesn’t stay unread', async () => {
  const { id } = await book('16:00', '16:30')
  const told = await toldBy(async () => {
    const change = { changeId: 'meanwhile', appointmentId: id, to: 'pending', by: 'owner' } as const
    const work = { now: world.clock.now, announce: async () => {} }
    let telling: Promise<unknown> | undefined
    await world.db.transaction().execute(async (answering) => {
      await answering.updateTable('appointments').set({ status: 'declined' }).where('id', '=', id).execute()
      telling = world.db
        .transaction()
        .execute((tx) => tellBothSides(trades).handle({ ...work, db: tx }, change))
      await vi.waitUntil(async () => {
        const { rows } = await sql`select from pg_locks where not granted`.execute(world.db)
        return rows.length > 0
      })
    })
    await telling
  })
  expect(told.vet).toEqual([])
})
