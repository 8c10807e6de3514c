import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeSession, makeTrainer } from '#/training/server/training.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const om = await world.signUp('om')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
const trainerId = await makeTrainer(db, { userId: om.userId })
const inHours = (count: number) => new Date(world.clock.now.getTime() + count * HOUR)

test('owners filter their appointments by kind, and learn which kinds they have', async () => {
  const { appointments: own } = asha.call
  expect(await own.kinds()).toEqual({ trades: [] })
  const { ownerId } = asha
  const visit = await makeAppointment(db, { ownerId, vetId, startsAt: inHours(48), status: 'confirmed' })
  expect(await own.kinds()).toEqual({ trades: ['veterinary'] })
  const session = await makeSession(db, { ownerId, trainerId, startsAt: inHours(24), status: 'confirmed' })
  await makeSession(db, { ownerId, trainerId, startsAt: inHours(72), status: 'cancelled' })
  expect(await own.kinds()).toEqual({ trades: ['veterinary', 'training'] })
  expect(await ravi.call.appointments.kinds()).toEqual({ trades: [] })

  const ids = async (trade?: 'veterinary' | 'training' | 'styling') =>
    (await own.appointments({ tab: 'upcoming', ...(trade && { trade }) })).rows.map(({ id }) => id)
  expect(await ids()).toEqual([session, visit])
  expect(await ids('veterinary')).toEqual([visit])
  expect(await ids('training')).toEqual([session])
  expect(await ids('styling')).toEqual([])
  expect((await own.appointments({ tab: 'past', trade: 'training' })).rows).toHaveLength(1)
})
