import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { placeProviders } from '#/booking/server/place-providers.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { findPlacesNamed } from '#/location/server/index.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { demoPositions } from '../../../db/seed/positions.ts'
import { seedDemo } from '../../../db/seed/seed-demo.ts'

const world = await openWorld()
const { db, clock } = world
const looking = {
  config: readConfig({ DEFAULT_TIME_ZONE: 'Asia/Kolkata' }),
  log: createLog('error'),
  db,
  now: clock.now,
}

test('the demo’s providers have the positions that a look-up finds, from the start', async () => {
  await seedDemo(db, { now: clock.now, timeZone: 'Asia/Kolkata', storeFile: async () => undefined })
  const rows = await db
    .selectFrom('providers')
    .select(['location', 'is_placed'])
    .where('location', 'is not', null)
    .execute()
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter(({ is_placed }) => !is_placed)).toEqual([])
  for (const [name, position] of Object.entries(demoPositions)) {
    const [place] = await findPlacesNamed(looking, name)
    expect(place, name).toMatchObject(position)
  }
})

test('a provider gets a position soon after their place changes, and an unknown place is looked up once', async () => {
  const { userId } = await world.signUp('meera')
  const id = await makeVet(db, { userId, fullName: 'Meera Iyer', location: 'Powai, Mumbai' })
  const sweep = placeProviders(looking)
  const run = () => sweep.run({ db, now: clock.now, announce: async () => undefined })
  const position = () =>
    db
      .selectFrom('providers')
      .select(['latitude', 'longitude', 'is_placed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await run()).toBe(1)
  expect(await position()).toEqual({ latitude: 19.13, longitude: 72.92, is_placed: true })
  expect(await run()).toBe(0)
  await db.updateTable('veterinary_doctors').set({ location: 'Xyzzyplugh' }).where('id', '=', id).execute()
  expect(await position()).toEqual({ latitude: null, longitude: null, is_placed: false })
  expect(await run()).toBe(1)
  expect(await position()).toEqual({ latitude: null, longitude: null, is_placed: true })
})
