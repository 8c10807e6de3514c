import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePet, makeVaccination } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' })
for (const vet of [meera, kabir])
  await vi.waitUntil(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])

const { id: petId } = await makePet(world.db, {
  ownerId: asha.ownerId,
  facts: { microchip: '956000012345678', allergies: 'Chicken', insurance_policy_number: 'PI/42' },
})
await makeVaccination(world.db, { petId, givenOn: '2026-01-10', nextDueOn: '2027-01-10' })
let visits = 0
const visit = (status: AppointmentStatus, pet: string | null = petId) =>
  makeAppointment(world.db, {
    ownerId: asha.ownerId,
    vetId,
    petId: pet,
    startsAt: new Date(Date.parse('2026-11-03T04:00:00Z') + visits++ * HOUR),
    status,
  })
const notFound = { code: 'request.not_found', status: 404 }

test('from a confirmed visit its vet reads how to care for the pet, and never the number of its chip', async () => {
  const answer = await meera.call.appointments.visitPet({ id: await visit('confirmed') })
  expect(answer).toMatchObject({
    name: 'Bruno',
    allergies: 'Chicken',
    vaccinations: [{ name: 'Rabies', givenOn: '2026-01-10', nextDueOn: '2027-01-10' }],
  })
  expect(JSON.stringify(answer)).not.toContain('956000012345678')
})

test.each(['pending', 'declined', 'cancelled', 'expired', 'no_show'] as const)(
  'not while, or after, a visit is %s',
  async (status) => {
    await expect(meera.call.appointments.visitPet({ id: await visit(status) })).rejects.toMatchObject(
      notFound,
    )
  },
)

test('accepting opens it, and cancelling closes it again', async () => {
  const id = await visit('pending')
  await expect(meera.call.appointments.visitPet({ id })).rejects.toMatchObject(notFound)
  await meera.call.appointments.accept({ id })
  expect(await meera.call.appointments.visitPet({ id })).toMatchObject({ name: 'Bruno' })
  await asha.call.appointments.cancel({ id })
  await expect(meera.call.appointments.visitPet({ id })).rejects.toMatchObject(notFound)
})

test('14 days after the end it is over', async () => {
  const startsAt = new Date('2026-10-19T03:00:00Z')
  const id = await makeAppointment(world.db, {
    ownerId: asha.ownerId,
    vetId,
    petId,
    startsAt,
    status: 'completed',
  })
  const begin = world.clock.now
  world.clock.now = new Date('2026-11-02T03:30:00Z')
  expect(await meera.call.appointments.visitPet({ id })).toMatchObject({ name: 'Bruno' })
  world.clock.now = new Date('2026-11-02T03:30:01Z')
  await expect(meera.call.appointments.visitPet({ id })).rejects.toMatchObject(notFound)
  world.clock.now = begin
})

test('only the visit’s vet can read it: not another vet or the owner, nor without a visit or a pet', async () => {
  const id = await visit('confirmed')
  await expect(kabir.call.appointments.visitPet({ id })).rejects.toMatchObject(notFound)
  await expect(asha.call.appointments.visitPet({ id })).rejects.toMatchObject({ code: 'request.forbidden' })
  await expect(meera.call.appointments.visitPet({ id: newId() })).rejects.toMatchObject(notFound)
  const without = await visit('confirmed', null)
  await expect(meera.call.appointments.visitPet({ id: without })).rejects.toMatchObject(notFound)
})

test('an archived pet stays in its booking, and cannot be booked for', async () => {
  const { id: archived } = await makePet(world.db, { ownerId: asha.ownerId, name: 'Rani' })
  const id = await visit('confirmed', archived)
  await asha.call.pets.archive({ id: archived })
  expect(await meera.call.appointments.visitPet({ id })).toMatchObject({ name: 'Rani' })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(rows.find((row) => row.id === id)!.pets).toMatchObject([{ name: 'Rani' }])
  const slot = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
  await expect(asha.call.veterinary.book({ vetId, slot, petId: archived })).rejects.toMatchObject({
    code: 'appointments.pet_not_found',
    status: 422,
  })
})
