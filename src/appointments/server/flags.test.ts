import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { makePet, makeVaccination } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const farah = await world.signUp('farah')
const meera = await world.signUp('meera')
const stylistId = await makeStylist(db, { userId: farah.userId })
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
await vi.waitUntil(async () => (await farah.call.accounts.me()).user?.records['pet_stylist'])
await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])

const { ownerId } = asha
const { id: bruno } = await makePet(db, { ownerId, name: 'Bruno', facts: { temperament: ['may_bite'] } })
const { id: coco } = await makePet(db, { ownerId, name: 'Coco', species: 'cat' })
await makeVaccination(db, {
  petId: bruno,
  name: 'Anti-rabies',
  givenOn: '2025-11-01',
  nextDueOn: '2026-11-03',
})
await makeVaccination(db, { petId: coco, name: 'rabies', givenOn: '2026-05-01', nextDueOn: '2027-05-01' })
await makeVaccination(db, { petId: coco, name: 'FVRCP', givenOn: '2026-05-01' })

const startsAt = new Date('2026-11-04T05:00:00Z')
const first = await makeStyling(db, {
  ownerId,
  stylistId,
  startsAt,
  pets: [{ petId: bruno }, { petId: coco, biteNotes: 'Bit the last groomer' }],
})
const flags = async (id: string, by = farah, tab: 'upcoming' | 'requests' | 'past' = 'upcoming') =>
  (await by.call.appointments.visits({ tab })).rows
    .find((row) => row.id === id)!
    .flags.map(({ text }) => text)

test('a stylist sees flags for new clients, bites and core vaccinations missing on the day', async () => {
  expect(await flags(first)).toEqual([
    'New client: their first booking with you',
    'Bruno may bite, according to their owner',
    'Bruno: Rabies vaccination overdue since Tue, 3 Nov 2026',
    'Bruno: no DHPPi vaccination on record',
  ])
})

test('a bite noted at one booking is flagged at the others, and a client is new only once', async () => {
  const next = await makeStyling(db, {
    ownerId,
    stylistId,
    startsAt: new Date('2026-11-05T05:00:00Z'),
    pets: [{ petId: coco }],
  })
  expect(await flags(next)).toEqual(['Coco: bite history noted at another booking'])
})

test('a client is new to the person, not to each of their trades', async () => {
  const trainerId = await makeTrainer(db, { userId: farah.userId })
  await vi.waitUntil(async () => (await farah.call.accounts.me()).user?.records['pet_trainer'])
  const id = await makeSession(db, {
    trainerId,
    ownerId,
    petId: coco,
    startsAt: new Date('2026-11-06T05:00:00Z'),
  })
  expect(await flags(id)).toEqual(['Coco: bite history noted at another booking'])
})

test('a vet sees flags of a visit once it is accepted, and never of a request', async () => {
  const id = await makeAppointment(db, { ownerId, vetId, petId: coco, startsAt, status: 'pending' })
  expect(await flags(id, meera, 'requests')).toEqual([])
  await meera.call.appointments.accept({ id })
  expect(await flags(id, meera)).toEqual([
    'New client: their first booking with you',
    'Coco: bite history noted at another booking',
  ])
})

test('a visit that was called off or is over has none', async () => {
  const past = (at: string, status: 'completed' | 'cancelled') =>
    makeStyling(db, { ownerId, stylistId, startsAt: new Date(at), status, pets: [{ petId: bruno }] })
  const old = await past('2026-10-10T05:00:00Z', 'completed')
  const cancelled = await past('2026-11-01T05:00:00Z', 'cancelled')
  const recent = await past('2026-11-01T08:00:00Z', 'completed')
  for (const id of [old, recent, cancelled]) expect(await flags(id, farah, 'past')).toEqual([])
})

test('the owner is shown none of it, and a page of visits asks once', async () => {
  const own = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(JSON.stringify(own)).not.toContain('flags')
  expect(
    await statementsWith('told_bites', () => farah.call.appointments.visits({ tab: 'upcoming' })),
  ).toHaveLength(1)
})
