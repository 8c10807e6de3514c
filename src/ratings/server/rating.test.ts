import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeRating } from '#/ratings/server/rating.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const kabir = await world.signUp('kabir')
const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
const otherVetId = await makeVet(world.db, { userId: kabir.userId, fullName: 'Kabir Shah' })
const { ownerId } = asha

let visits = 0
const visitDone = (vet = vetId) =>
  makeAppointment(world.db, {
    ownerId,
    vetId: vet,
    startsAt: new Date(world.clock.now.getTime() - ++visits * HOUR),
    status: 'completed',
  })

const ratingOf = (id: string) =>
  world.db
    .selectFrom('providers')
    .select(['rating', 'total_reviews'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function someoneWaits(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(world.db)
  return rows.length > 0
}

test('two ratings written at the same moment both count', async () => {
  const [first, second] = [await visitDone(), await visitDone()]
  let waiting: Promise<unknown> | undefined
  await world.db.transaction().execute(async (tx) => {
    await makeRating(tx, { appointmentId: first, providerId: vetId, ownerId, stars: 5 })
    waiting = makeRating(world.db, { appointmentId: second, providerId: vetId, ownerId, stars: 2 })
    await vi.waitUntil(someoneWaits)
  })
  await waiting
  expect(await ratingOf(vetId)).toEqual({ rating: 3.5, total_reviews: 2 })
})

test('a rating that moves to another vet with its visit counts there and no longer here', async () => {
  const visit = await visitDone()
  await makeRating(world.db, { appointmentId: visit, providerId: vetId, ownerId, stars: 1 })
  await world.db.transaction().execute(async (tx) => {
    const provider_id = otherVetId
    const moved = { provider_id, provider_user_id: kabir.userId }
    await tx.updateTable('appointments').set(moved).where('id', '=', visit).execute()
    await tx.updateTable('ratings').set({ provider_id }).where('appointment_id', '=', visit).execute()
  })
  expect(await ratingOf(vetId)).toEqual({ rating: 3.5, total_reviews: 2 })
  expect(await ratingOf(otherVetId)).toEqual({ rating: 1, total_reviews: 1 })
  await world.db.deleteFrom('ratings').where('appointment_id', '=', visit).execute()
  expect(await ratingOf(otherVetId)).toEqual({ rating: null, total_reviews: 0 })
  expect(await world.findBrokenInvariants()).toEqual([])
})
