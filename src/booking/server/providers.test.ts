import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makeProvider } from './provider.factory.ts'

const world = await openWorld()
const { db } = world

const findProvider = (id: string) =>
  db.selectFrom('providers').selectAll().where('id', '=', id).executeTakeFirst()

test.each([
  ['Meera Iyer', 'Meera Iyer', 'Dr. Meera Iyer'],
  ['Dr. Kabir Shah', 'Kabir Shah', 'Dr. Kabir Shah'],
  ['dr Om Nair', 'Om Nair', 'Dr. Om Nair'],
  ['Drishti Rao', 'Drishti Rao', 'Dr. Drishti Rao'],
  ['Former user', 'Former user', 'Former user'],
])('a vet who enters %s is named %s and addressed as %s', async (written, fullName, addressedAs) => {
  const { userId } = await world.signUp(written.toLowerCase().replace(/\W/g, ''))
  const id = await makeVet(db, { userId, fullName: written })
  expect(await findProvider(id)).toMatchObject({ full_name: fullName, addressed_as: addressedAs })
})

test('trainers and stylists have no title', async () => {
  for (const trade of ['training', 'styling'] as const) {
    const { userId } = await world.signUp(trade)
    const provider = await findProvider(await makeProvider(db, trade, userId))
    expect(provider?.addressed_as).toBe(provider?.full_name)
  }
})

test('a provider row follows its record and is deleted with it', async () => {
  const { userId } = await world.signUp('sana')
  const id = await makeVet(db, { userId, fullName: 'Sana Mir' })
  await db
    .updateTable('veterinary_doctors')
    .set({ location: 'Indiranagar, Bengaluru', consultation_fee: 70_000, verification_status: 'suspended' })
    .where('id', '=', id)
    .execute()
  expect(await findProvider(id)).toMatchObject({
    location: 'Indiranagar, Bengaluru',
    price: 70_000,
    verification_status: 'suspended',
  })
  await db.deleteFrom('veterinary_doctors').where('id', '=', id).execute()
  expect(await findProvider(id)).toBeUndefined()
})
