import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeOffer } from './packages.factory.ts'

const world = await openWorld()
const { db, clock } = world
const price = 280_001
const asha = await world.signUp('asha')
await saveCard(world, asha)
const start = clock.now

type Days = { start: string; end: string }
async function trainerWith(name: string, holidays: Days[] = []) {
  const { userId } = await world.signUp(name)
  const trainerId = await makeTrainer(db, { userId, hourlyRate: 80_000, holidays })
  return {
    trainerId,
    offer: (validFor: number) => makeOffer(db, { trainerId, validFor, validUnit: 'days' }),
    offered: async () => (await asha.call.packages.offers({ trainerId })).rows.map(({ id }) => id),
    close: (from: string, until: string) =>
      db
        .insertInto('pet_trainer_holidays')
        .values({ id: newId<'holiday'>(), pet_trainer_id: trainerId, start_date: from, end_date: until })
        .execute(),
  }
}

const buy = (offerId: string) => asha.call.packages.buy({ offerId, price, singlePrice: 80_000, version: 1 })

async function own(offerId: string): Promise<string> {
  const { id, paymentId } = await buy(offerId)
  await pay(world, asha, paymentId)
  await (await world.sandbox()).bank.pump()
  await world.app.jobs.deliverEvents(clock.now)
  return id
}

const look = async (id: string) => (await asha.call.packages.package({ id })).package

test('a package that would expire during its trainer’s holiday is neither offered nor sold', async () => {
  const om = await trainerWith('om', [{ start: '2026-11-01', end: '2027-10-31' }])
  const [short, long] = [await om.offer(300), await om.offer(400)]
  expect(await om.offered()).toEqual([long])
  await expect(buy(short)).rejects.toMatchObject({ code: 'packages.no_open_day' })
  await buy(long)
})

test('days that are open only until the package would expire count, and the day of the purchase does', async () => {
  const lata = await trainerWith('lata', [{ start: '2026-11-03', end: '2027-10-31' }])
  const today = await lata.offer(20)
  expect(await lata.offered()).toEqual([today])
  clock.now = new Date('2026-11-02T16:00:00Z')
  // Her day is over.
  expect(await lata.offered()).toEqual([])
  await expect(buy(today)).rejects.toMatchObject({ code: 'packages.no_open_day' })
  clock.now = start
})

test('a trainer who closes after the sale can’t be booked, and the package can be returned until it expires', async () => {
  const om = await trainerWith('ravi')
  const id = await own(await om.offer(20))
  expect(await look(id)).toMatchObject({ trainer: { isBookable: true, isAway: false } })
  await om.close('2026-11-02', '2027-10-31')
  clock.now = new Date(start.getTime() + 19 * DAY)
  const { expiresAt, ...shown } = await look(id)
  expect(shown).toMatchObject({
    trainer: { isBookable: false, isAway: false },
    returnFor: { amount: price },
    returnUntil: expiresAt,
  })
  expect((await asha.call.packages.mine({})).rows.find((row) => row.id === id)).toEqual({
    ...shown,
    expiresAt,
  })
  await asha.call.packages.return({ id, refund: price })
  expect(await look(id)).toMatchObject({ status: 'returned' })
  clock.now = start
})

test('one who was open on a day of the usual time for a return closes later without extending it', async () => {
  const om = await trainerWith('kabir')
  const id = await own(await om.offer(20))
  await om.close('2026-11-05', '2027-10-31')
  expect(await look(id)).toMatchObject({ trainer: { isBookable: true }, returnFor: { amount: price } })
  clock.now = new Date(start.getTime() + 15 * DAY)
  expect(await look(id)).toMatchObject({
    trainer: { isBookable: false, isAway: false },
    returnFor: null,
    returnUntil: null,
  })
  clock.now = new Date(start.getTime() + 22 * DAY)
  await world.app.jobs.runSweep('expire-packages', clock.now)
  expect(await look(id)).toMatchObject({ status: 'expired' })
  clock.now = start
})

test('a holiday during the usual time for a return leaves the right to return until the expiry', async () => {
  const om = await trainerWith('zoya')
  const id = await own(await om.offer(40))
  await om.close('2026-11-02', '2026-11-20')
  const { expiresAt, ...shown } = await look(id)
  expect(shown).toMatchObject({ trainer: { isBookable: true }, returnUntil: expiresAt })
})

test('the invariants hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
