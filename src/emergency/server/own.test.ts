import { expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makePet, makeVaccination } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const [asha, ravi] = await Promise.all(['asha', 'ravi'].map(world.signUp))

async function bookedVet(fullName: string, phoneNumber: string, startsAt: Date, more: object = {}) {
  const vet = await world.signUp(fullName.toLowerCase().replaceAll(' ', '-'))
  const vetId = await makeVet(db, { userId: vet.userId, fullName, phoneNumber, ...more })
  await makeAppointment(db, { vetId, ownerId: asha!.ownerId, startsAt, status: 'completed' })
}

test('an owner gets their pets’ health facts and the numbers of their vets, usual vets first', async () => {
  const vet = { vet_name: 'Jayanagar Pet Clinic', vet_phone: '080 2222 0001' }
  const { id } = await makePet(db, {
    ownerId: asha!.ownerId,
    name: 'Bruno',
    sizeLbs: 26.5,
    facts: { ...vet, allergies: 'Penicillin', microchip: '900123456789012' },
  })
  await makePet(db, {
    ownerId: asha!.ownerId,
    name: 'Kavi',
    species: 'cat',
    facts: { ...vet, vet_phone: '08022220001' },
  })
  await makePet(db, {
    ownerId: asha!.ownerId,
    name: 'Rani',
    facts: { ...vet, status: 'in_memory', status_changed_at: mondayMorning },
  })
  await makePet(db, { ownerId: ravi!.ownerId, name: 'Not hers', facts: { vet_phone: '080 2222 0009' } })
  await makeVaccination(db, { petId: id, name: 'Rabies', givenOn: '2024-11-01' })
  await makeVaccination(db, { petId: id, name: 'rabies', givenOn: '2025-11-01' })
  await bookedVet('Meera Iyer', '+91 00000 22301', new Date('2026-10-01T04:30:00Z'))
  await bookedVet('Kabir Shah', '+91 00000 22302', new Date('2026-10-05T04:30:00Z'))
  await bookedVet('Not Checked', '+91 00000 22303', new Date('2026-10-07T04:30:00Z'), {
    verificationStatus: 'suspended',
  })
  const { vets, pets, at } = await asha!.call.emergency.own()
  expect(at).toEqual(mondayMorning)
  expect(vets).toEqual([
    { name: 'Jayanagar Pet Clinic', phone: '080 2222 0001', of: ['Bruno', 'Kavi'] },
    { name: 'Dr. Kabir Shah', phone: '+91 00000 22302', of: [] },
    { name: 'Dr. Meera Iyer', phone: '+91 00000 22301', of: [] },
  ])
  expect(pets).toMatchObject([
    {
      name: 'Bruno',
      sizeLbs: 26.5,
      allergies: 'Penicillin',
      microchip: '900123456789012',
      vaccinations: [{ name: 'rabies', givenOn: '2025-11-01' }],
    },
    { name: 'Kavi', vaccinations: [] },
  ])
})

test('people without pets get nothing', async () => {
  const meera = await world.signUp('meera')
  await makeVet(db, { userId: meera.userId, fullName: 'Meera Rao' })
  await vi.waitUntil(async () => (await meera.call.accounts.me()).user?.records['veterinary_doctor'])
  expect(await meera.call.emergency.own()).toMatchObject({ vets: [], pets: [] })
})
