import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makeStylist } from '#/styling/server/styling.factory.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { counts } = world.visitor.appointments
const nothing = { providers: { veterinary: 0, training: 0, styling: 0, sitting: 0 }, cities: 0, completed: 0 }
const later = (minutes: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000)
}

test('anyone learns how many providers, cities and appointments there are: none at first', async () => {
  expect(await counts()).toEqual(nothing)
})

test('listed providers of every trade, their cities and what took place are counted, every five minutes', async () => {
  const asha = await world.signUp('asha')
  const places = ['Indiranagar, Bengaluru', 'Whitefield, bengaluru ', 'Pune']
  for (const [index, location] of places.entries()) {
    const { userId } = await world.signUp(`vet${index}`)
    const vetId = await makeVet(world.db, { userId, fullName: 'Meera Iyer', location })
    for (const [ago, status] of (['completed', 'cancelled', 'no_show'] as const).entries()) {
      const startsAt = new Date(world.clock.now.getTime() - (ago + 1) * DAY)
      await makeAppointment(world.db, { ownerId: asha.ownerId, vetId, startsAt, status })
    }
  }
  const { userId } = await world.signUp('kabir')
  await makeVet(world.db, {
    userId,
    fullName: 'Kabir Shah',
    location: 'Delhi',
    verificationStatus: 'submitted',
  })
  const om = await world.signUp('om')
  const trainerId = await makeTrainer(world.db, { userId: om.userId, location: 'Baner, Pune' })
  const startsAt = new Date(world.clock.now.getTime() - DAY)
  await makeSession(world.db, { trainerId, ownerId: asha.ownerId, startsAt, status: 'completed' })
  const farah = await world.signUp('farah')
  await makeStylist(world.db, { userId: farah.userId, location: null })
  const hidden = await world.signUp('hidden')
  await makeStylist(world.db, { userId: hidden.userId, location: 'Delhi', specializations: [] })

  expect(await counts()).toEqual(nothing)
  later(5)
  expect(await counts()).toEqual({
    providers: { veterinary: 3, training: 1, styling: 1, sitting: 0 },
    cities: 2,
    completed: 4,
  })
})

test('a crowd that asks at once is counted for once, also by a clock that was set back', async () => {
  const statements = vi.spyOn(pg.Query.prototype, 'submit')
  const asked = () =>
    statements.mock.contexts.filter((query) =>
      (query as unknown as pg.QueryConfig).text?.includes('as cities'),
    ).length
  for (const minutes of [6, -60]) {
    statements.mockClear()
    later(minutes)
    await Promise.all(Array.from({ length: 20 }, () => counts()))
    expect(asked()).toBe(1)
  }
  statements.mockRestore()
})
