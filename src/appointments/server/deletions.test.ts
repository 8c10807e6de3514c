import { afterEach, expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()

/** Makes Asha with a pet, Dr. Meera Iyer, and an upcoming visit, a request and a rated past visit between them. */
async function makeBoth() {
  const asha = await world.signUp('asha')
  const meera = await world.signUp('meera')
  const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
  const bruno = await makePet(world.db, { ownerId: asha.ownerId, name: 'Bruno' })
  const visit = { ownerId: asha.ownerId, vetId, petId: bruno.id }
  const at = (time: string) => new Date(`2026-11-03T${time}:00Z`)
  const done = await makeAppointment(world.db, { ...visit, startsAt: at('02:00'), status: 'completed' })
  await makeRating(world.db, { appointmentId: done, providerId: vetId, ownerId: asha.ownerId, stars: 5 })
  await makeAppointment(world.db, { ...visit, startsAt: at('04:30'), status: 'pending' })
  await makeAppointment(world.db, { ...visit, startsAt: at('06:30'), status: 'confirmed' })
  return { asha, meera, vetId, bruno }
}

const count = async (table: 'appointments' | 'calendar_holds' | 'ratings') =>
  (await world.db.selectFrom(table).selectAll().execute()).length
const counts = async () => [
  await count('appointments'),
  await count('calendar_holds'),
  await count('ratings'),
]

afterEach(async () => {
  const broken = await world.findBrokenInvariants()
  await world.db.deleteFrom('users').execute()
  expect(broken).toEqual([])
})

test('an owner’s account goes with its appointments, and the vet’s time is free again', async () => {
  const { asha, meera } = await makeBoth()
  expect(await counts()).toEqual([3, 2, 1])
  await world.db.deleteFrom('users').where('id', '=', asha.userId).execute()
  expect(await counts()).toEqual([0, 0, 0])
  const vet = await world.db
    .selectFrom('providers')
    .select(['rating', 'total_reviews'])
    .where('user_id', '=', meera.userId)
    .executeTakeFirst()
  expect(vet).toEqual({ rating: null, total_reviews: 0 })
})

test('a vet’s record goes with its appointments and what they held', async () => {
  const { vetId } = await makeBoth()
  await world.db.deleteFrom('veterinary_doctors').where('id', '=', vetId).execute()
  expect(await counts()).toEqual([0, 0, 0])
})

test('a vet’s account goes with their record, appointments and what they held', async () => {
  const { meera } = await makeBoth()
  await world.db.deleteFrom('users').where('id', '=', meera.userId).execute()
  expect(await counts()).toEqual([0, 0, 0])
})

test('deleting an appointment deletes its hold, and deleting a pet keeps its appointments', async () => {
  const { bruno } = await makeBoth()
  await world.db.deleteFrom('pets').where('id', '=', bruno.id).execute()
  expect(await counts()).toEqual([3, 2, 1])
  await world.db.deleteFrom('appointments').where('status', '=', 'pending').execute()
  expect(await counts()).toEqual([2, 1, 1])
})

test('a hold does not go while an appointment needs it', async () => {
  await makeBoth()
  await expect(world.db.deleteFrom('calendar_holds').execute()).rejects.toMatchObject({
    constraint: 'appointments_hold',
  })
  expect(await counts()).toEqual([3, 2, 1])
})
