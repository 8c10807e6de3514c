import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { trades } from '#/app/trades.ts'
import type { AppointmentStatus, Side } from '#/appointments/rules.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { noteWords, wordsFor } from './change-words.ts'
import { named } from './kind.ts'
import { selectAppointments } from './queries.ts'
import { remindOfAppointments } from './reminders.ts'

const world = await openWorld()
const { db, clock } = world
const olivia = await world.signUp('olivia')
await olivia.call.accounts.noticeTimeZone({ timeZone: 'Europe/London' })
const meera = await world.signUp('meera')
const vetId = await makeVet(db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
  consultationFee: null,
})
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
await db.updateTable('users').set({ email_verified: true }).execute()

const online = {
  appointmentType: 'teleconsultation',
  contactMethod: 'zoom',
  contactLink: 'https://zoom.us/j/1',
  disclaimerAccepted: true,
} as const
const book = (startTime: string, endTime: string, how: typeof online | object = {}) =>
  olivia.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-03', startTime, endTime },
    petId: null,
    ...how,
  })

async function tidy() {
  while ((await world.app.jobs.deliverEvents(clock.now)) > 0);
}

async function toldBy(change: () => Promise<unknown>) {
  await tidy()
  await db.deleteFrom('notifications').execute()
  await change()
  await tidy()
  const read = async ({ call }: Person) =>
    (await call.notifications.list({})).rows.map(({ message }) => message)
  return { owner: await read(olivia), vet: await read(meera) }
}

test('an owner in London reads when a visit is in India, and their own time beside it; the vet reads theirs alone', async () => {
  const told = await toldBy(() => book('10:00', '10:30'))
  expect(told.owner).toEqual([
    'Dr. Meera Iyer has your request for the visit on Tue, 3 Nov 2026, 10:00 India time (04:30 United Kingdom time). We’ll tell you when they answer.',
  ])
  expect(told.vet).toEqual(['olivia would like to come on Tue, 3 Nov 2026, 10:00.'])
  const { rows } = await sql<{ text: string }>`
    select data -> 'data' ->> 'text' as text from jobs.job
     where name = 'mail' and data -> 'data' ->> 'to' = ${olivia.email}`.execute(db)
  expect(rows.map(({ text }) => text).join()).toContain('10:00 India time (04:30 United Kingdom time)')
})

test('of a teleconsultation they read their own time first', async () => {
  const told = await toldBy(() => book('11:00', '11:30', online))
  expect(told.owner[0]).toContain('on Tue, 3 Nov 2026, 05:30 United Kingdom time (11:00 India time).')
  expect(told.vet[0]).toContain('on Tue, 3 Nov 2026, 11:00.')
})

test('a message about a booking names its time in the same way', async () => {
  const { id } = await book('12:00', '12:30', online)
  await meera.call.appointments.accept({ id })
  const told = await toldBy(() => meera.call.messaging.send({ bookingId: id, text: 'Hello' }))
  expect(told.owner[0]).toContain(
    'About your booking on Tue, 3 Nov 2026, 06:30 United Kingdom time (12:00 India time).',
  )
})

test('a move names the former and the present time in the reader’s way', async () => {
  const { id } = await book('14:00', '14:30')
  const slot = { date: '2026-11-04', startTime: '15:00', endTime: '15:30' }
  const told = await toldBy(() => olivia.call.appointments.reschedule({ id, slot }))
  expect(told.owner[0]).toContain(
    'moved from Tue, 3 Nov 2026, 14:00 India time (08:30 United Kingdom time) to Wed, 4 Nov 2026, 15:00 India time (09:30 United Kingdom time).',
  )
  expect(told.vet[0]).toContain('moved from Tue, 3 Nov 2026, 14:00 to Wed, 4 Nov 2026, 15:00.')
})

test('a reminder on the day when London’s clocks go back says which of the two hours it means', async () => {
  clock.now = new Date('2026-10-22T00:00:00Z')
  for (const [index, startsAt] of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].entries())
    await makeAppointment(db, {
      ownerId: olivia.ownerId,
      vetId,
      status: 'confirmed',
      startsAt: new Date(startsAt),
      bookedAt: new Date(Date.parse('2026-10-20T00:00:00Z') + index),
    })
  const told = await toldBy(async () => {
    clock.now = new Date('2026-10-24T00:15:00Z')
    await world.app.jobs.runSweep(remindOfAppointments(trades).name, clock.now)
    clock.now = new Date('2026-10-24T01:40:00Z')
    await world.app.jobs.runSweep(remindOfAppointments(trades).name, clock.now)
  })
  clock.now = mondayMorning
  expect(new Set(told.owner)).toEqual(
    new Set([
      'Your visit with Dr. Meera Iyer is on Sun, 25 Oct 2026, 06:00 India time (01:30 British Summer Time).',
      'Your visit with Dr. Meera Iyer is on Sun, 25 Oct 2026, 07:00 India time (01:30 Greenwich Mean Time).',
    ]),
  )
})

test('a reader without a known time zone gets the provider’s local time with its zone', async () => {
  const ravi = await world.signUp('ravi')
  await db.updateTable('users').set({ time_zone: null }).where('id', '=', ravi.userId).execute()
  const slot = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
  await ravi.call.veterinary.book({ vetId, slot, petId: null })
  await tidy()
  const [told] = (await ravi.call.notifications.list({})).rows
  expect(told!.message).toContain('on Thu, 5 Nov 2026, 10:00 India time.')
})

test('every notification about an appointment uses its reader’s time zone', async () => {
  const startsAt = new Date('2026-11-20T09:00:00Z')
  const id = await makeAppointment(db, { ownerId: olivia.ownerId, vetId, startsAt })
  const row = await selectAppointments(db).where('a.id', '=', id).executeTakeFirstOrThrow()
  const paid = { payment_id: id, payment_amount: 70_000, pay_by: startsAt } as const
  const kinds = (
    [
      row,
      { ...row, is_online: true },
      { ...row, is_online: true, ...paid, charge_at: null },
      { ...row, is_online: true, ...paid, charge_at: startsAt },
      { ...row, absence_reported_at: startsAt },
    ] as (typeof row)[]
  ).map((kind) => named(trades, kind))
  const statuses: AppointmentStatus[] = [
    'pending',
    'confirmed',
    'declined',
    'cancelled',
    'expired',
    'completed',
    'no_show',
  ]
  const sides: Side[] = ['owner', 'provider', 'system', 'admin']
  const notes = ['rescheduled', 'absence', 'contest', 'denial'] as const
  const london = { timeZone: 'Europe/London' }
  const told = kinds.flatMap((kind) => [
    ...statuses.flatMap((to) => sides.map((by) => wordsFor(kind, { to, by, reader: london }))),
    ...notes.map((what) => noteWords(kind, { what }, london)),
  ])
  const messages = told.flatMap(({ owner, provider }) =>
    [owner, provider].flatMap((words) => words?.message ?? []),
  )
  const timed = messages.filter((message) => /\d\d:\d\d/.test(message))
  expect(timed.length).toBeGreaterThan(100)
  const times = timed.flatMap((message) => message.match(/\d\d:\d\d(?: (?:\p{L}+ )+?time\b)?/gu)!)
  expect(times.filter((time) => !/(?:India|United Kingdom) time$/.test(time))).toEqual([])
  for (const message of timed) expect(message).toContain('09:00 United Kingdom time')
})
