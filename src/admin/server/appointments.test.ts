import { beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { type AppointmentInput, makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const nadia = await openDesk(world, 'nadia')
const omar = await openDesk(world, 'omar')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
const hour = 3_600_000

let visits = 0
const past = (status: AppointmentInput['status'], more: Partial<AppointmentInput> = {}) =>
  makeAppointment(db, {
    ownerId: asha.ownerId,
    vetId,
    status,
    startsAt: new Date(start.getTime() - ++visits * 2 * hour),
    ...more,
  })
const settled = async () => {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}
const titlesOf = async (person: typeof asha) =>
  (await person.call.notifications.list({})).rows.map(({ title, message }) => `${title}: ${message}`)
const refused = { code: 'appointments.move_not_allowed', status: 409 }

beforeEach(() => {
  world.clock.now = start
  return async () => {
    await settled()
    expect(await world.findBrokenInvariants()).toEqual([])
  }
})

test('support can read an appointment but not correct it, since payouts and claims depend on its state', async () => {
  const support = await openDesk(world, 'farah', 'support')
  const id = await past('no_show')
  expect(await support.call.appointment({ reference: id })).toMatchObject({ id, status: 'no_show' })
  await expect(
    support.call.correctAppointment({ id, to: 'completed', note: 'They called.' }),
  ).rejects.toMatchObject({ code: 'request.administrators_only', status: 403 })
})

test('correcting a wrong no-show notifies both sides with the reason, and history and log record it', async () => {
  const id = await past('no_show')
  expect(await nadia.call.appointment({ reference: id })).toMatchObject({
    id,
    status: 'no_show',
    correctTo: 'completed',
    history: [],
    payment: null,
    owner: { id: asha.userId, name: 'asha' },
    provider: { id: meera.userId, name: 'Dr. Meera Iyer' },
  })
  await nadia.call.correctAppointment({ id, to: 'completed', note: 'The owner sent a photo of the visit.' })
  await settled()
  const corrected = await omar.call.appointment({ reference: id })
  expect(corrected).toMatchObject({
    status: 'completed',
    correctTo: 'no_show',
    history: [{ by: 'support', what: 'corrected', status: 'completed', at: start }],
  })
  for (const person of [asha, meera]) {
    expect((await person.call.appointments.history({ id })).rows).toMatchObject([
      { by: 'support', what: 'corrected', reason: 'The owner sent a photo of the visit.' },
    ])
    expect((await titlesOf(person))[0]).toMatch(
      /^Appointment corrected: Support noted .* as completed: it took place\. Note: The owner sent a photo of the visit\.$/,
    )
  }
  expect((await omar.call.log({ subjectId: id })).rows).toMatchObject([
    {
      action: 'appointment.corrected',
      admin: { name: 'nadia' },
      reason: 'The owner sent a photo of the visit.',
      before: { status: 'no_show' },
      after: { status: 'completed' },
    },
  ])
  expect(JSON.stringify((await asha.call.appointments.history({ id })).rows)).not.toContain('nadia')
  await asha.call.ratings.rate({ id, stars: 4 })
})

test('only final states can be corrected, only to what they may have been, and not while something depends on them', async () => {
  const correct = (id: string, to: 'completed' | 'no_show') =>
    nadia.call.correctAppointment({ id, to, note: 'As I heard.' })
  const upcoming = { startsAt: new Date(start.getTime() + 24 * hour) }
  for (const id of [
    await past('declined'),
    await makeAppointment(db, {
      ownerId: asha.ownerId,
      vetId,
      status: 'confirmed' as const,
      startsAt: new Date('2026-10-20T05:00:00Z'),
    }),
    await past('cancelled', upcoming),
  ]) {
    expect((await nadia.call.appointment({ reference: id })).correctTo).toBeNull()
    for (const to of ['completed', 'no_show'] as const)
      await expect(correct(id, to)).rejects.toMatchObject(refused)
  }
  for (const from of ['cancelled', 'expired'] as const) {
    const id = await past(from)
    await expect(correct(id, 'no_show')).rejects.toMatchObject(refused)
    await correct(id, 'completed')
    expect(await nadia.call.appointment({ reference: id })).toMatchObject({ status: 'completed' })
  }
  const rated = await past('completed')
  await asha.call.ratings.rate({ id: rated, stars: 2 })
  await expect(correct(rated, 'no_show')).rejects.toMatchObject(refused)
  const [{ id: ratingId } = { id: '' }] = (await nadia.call.ratings({})).rows
  await nadia.call.removeRating({ id: ratingId, part: 'rating', reason: 'They were never there.' })
  await correct(rated, 'no_show')
  const claimed = await past('completed')
  await asha.call.appointments.reportAbsence({ id: claimed })
  await expect(correct(claimed, 'no_show')).rejects.toMatchObject(refused)
  await expect(
    nadia.call.correctAppointment({ id: claimed, to: 'no_show', note: ' ' }),
  ).rejects.toMatchObject({ code: 'request.malformed' })
})

test('a vet can’t undo an admin’s correction; the owner can still claim within a day', async () => {
  const id = await past('no_show')
  await nadia.call.correctAppointment({ id, to: 'completed', note: 'There is a photo of the visit.' })
  await expect(meera.call.appointments.reportNoShow({ id })).rejects.toMatchObject({
    code: 'appointments.move_not_allowed',
  })
  const { rows } = await meera.call.appointments.visits({ tab: 'past' })
  expect(rows.find((row) => row.id === id)).toMatchObject({ correctedAt: start })
  world.clock.now = new Date(start.getTime() + 24 * hour - 1)
  await asha.call.appointments.reportAbsence({ id })
  await meera.call.appointments.denyAbsence({ id })
})

test('of two admins who correct an appointment at once, one is refused because it has changed', async () => {
  const id = await past('completed')
  const both = await Promise.allSettled([
    nadia.call.correctAppointment({ id, to: 'no_show', note: 'Nobody came.' }),
    omar.call.correctAppointment({ id, to: 'no_show', note: 'Nobody was there.' }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: refused })
  expect((await nadia.call.appointment({ reference: id })).history).toHaveLength(1)
})

test('a refund stays, is found by its receipt, and is not made again', async () => {
  const card = await saveCard(world, asha)
  const booked = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-02', startTime: '12:00', endTime: '12:30' },
    appointmentType: 'teleconsultation' as const,
    contactMethod: 'zoom' as const,
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  const { id } = booked
  await pay(world, asha, booked.payment!.id)
  await settled()
  const giveUp = async (hours: number) => {
    world.clock.now = new Date(booked.startsAt.getTime() + hours * hour)
    await jobs.runSweep('give-up-absent-appointments', world.clock.now)
    await settled()
  }
  world.clock.now = new Date(booked.startsAt.getTime() + hour / 2)
  await asha.call.appointments.reportAbsence({ id })
  await giveUp(25)
  const paidBack = { status: 'refunded', amount: 60_000, refunded: 60_000, receiptNumber: 'PF-000001' }
  for (const reference of ['PF-000001', 'pf 1', '1', id])
    expect(await nadia.call.appointment({ reference }), reference).toMatchObject({
      id,
      status: 'cancelled',
      correctTo: 'completed',
      payment: paidBack,
    })
  const money = () => db.selectFrom('ledger_entries').select(['account', 'amount']).orderBy('id').execute()
  const before = await money()
  await nadia.call.correctAppointment({ id, to: 'completed', note: 'Both were in the call.' })
  await giveUp(60)
  expect(await nadia.call.appointment({ reference: id })).toMatchObject({
    status: 'completed',
    payment: paidBack,
  })
  expect(await money()).toEqual(before)
  expect((await titlesOf(asha))[0]).toContain('This doesn’t change what was paid or refunded.')
  const told = (await asha.call.appointments.appointments({ tab: 'past' })).rows.find((one) => one.id === id)
  expect(told).toMatchObject({ status: 'completed', cancelledBy: null, cancelledAt: null })
})

test('an admin lists a user’s appointments, as owner and as vet, the latest first, page by page', async () => {
  for (let number = 0; number < 21; number++) await past('completed')
  for (const { userId } of [asha, meera]) {
    const first = await nadia.call.appointmentsOf({ id: userId })
    expect(first.rows).toHaveLength(20)
    const second = await nadia.call.appointmentsOf({ id: userId, cursor: first.nextCursor! })
    const times = [...first.rows, ...second.rows].map(({ startsAt }) => startsAt.getTime())
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(times.length)
  }
  for (const reference of ['PF-999999', 'nonsense', '00000000-0000-7000-8000-000000000000'])
    await expect(nadia.call.appointment({ reference }), reference).rejects.toMatchObject({
      code: 'request.not_found',
    })
})
