import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { makeOffer } from '#/packages/server/packages.factory.ts'
import { makeTrainer, type TrainerInput } from './training.factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
async function add(name: string, input: Omit<TrainerInput, 'userId'> = {}) {
  const { userId } = await world.signUp(name)
  return makeTrainer(world.db, { userId, fullName: name, ...input })
}
const [om, kabir, lata, hidden] = [
  await add('om', { location: 'Indiranagar, Bengaluru', specializations: ['Puppy Training'] }),
  await add('kabir', { location: 'Koregaon Park, Pune', specializations: ['Agility Training'] }),
  await add('lata', { location: null, verificationStatus: 'verified' }),
  await add('hidden', { verificationStatus: 'rejected' }),
]
await world.db
  .updateTable('providers')
  .set({ rating: 4.5, total_reviews: 3 })
  .where('id', '=', kabir!)
  .execute()

const find = async (search: Parameters<typeof asha.call.training.trainers>[0]) =>
  (await asha.call.training.trainers(search)).rows.map(({ id }) => id as string)

test('trainers are listed without verification, best rated first', async () => {
  const found = await find({})
  expect(found[0]).toBe(kabir)
  expect(found.toSorted()).toEqual([om, kabir, lata].toSorted())
  await expect(asha.call.training.trainer({ id: hidden! })).rejects.toMatchObject({
    code: 'request.not_found',
  })
})

test('a trainer who only trains online isn’t found or booked in person', async () => {
  const online = await add('online-only', { offersInPerson: false, offersOnline: true })
  expect(await find({ meeting: 'online' })).toEqual([online])
  expect(await find({ meeting: 'in_person' })).not.toContain(online)
  const slot = { date: '2026-11-05', startTime: '10:00', endTime: '11:00' }
  const booking = { trainerId: online, slot, sessionType: 'Puppy Training' as const }
  await expect(asha.call.training.book(booking)).rejects.toMatchObject({ code: 'training.not_in_person' })
})

test('trainers are found by part of their place and by what they teach', async () => {
  expect(await find({ location: 'pune' })).toEqual([kabir])
  expect(await find({ specialization: 'Puppy Training' })).toEqual(expect.arrayContaining([om]))
  expect(await find({ specialization: 'Puppy Training', location: 'pune' })).toEqual([])
})

test('the card shows the lowest package price, within the list’s statement', async () => {
  const om = await world.signUp('seller')
  const trainerId = await makeTrainer(world.db, { userId: om.userId, location: 'Baner, Pune' })
  const packagesFrom = async () => {
    const { rows } = await asha.call.training.trainers({ location: 'baner' })
    return rows[0]!.packagesFrom?.amount ?? null
  }
  expect(await packagesFrom()).toBeNull()
  await makeOffer(world.db, { trainerId, price: 280_000 })
  const cheap = await makeOffer(world.db, { trainerId, price: 150_000 })
  expect(await packagesFrom()).toBe(150_000)
  const ask = () => asha.call.training.trainers({})
  await ask()
  const sent = await statementsWith('package_offers', ask)
  expect(sent).toHaveLength(1)
  await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_trainer'])
  await om.call.packages.withdrawOffer({ id: cheap })
  expect(await packagesFrom()).toBe(280_000)
  await world.db
    .insertInto('message_blocks')
    .values({
      blocker_id: om.userId,
      blocked_id: asha.userId,
      created_at: world.clock.now,
      blocked_name: 'Asha',
      pet_names: '{}',
    })
    .execute()
  expect(await packagesFrom()).toBeNull()
})

test('where the operator demands verification, only verified ones are listed', async () => {
  const strict = await openWorld({ VERIFY_PROVIDERS: 'all' })
  const ravi = await strict.signUp('ravi')
  const { userId } = await strict.signUp('om')
  await makeTrainer(strict.db, { userId })
  expect((await ravi.call.training.trainers({})).rows).toEqual([])
})
