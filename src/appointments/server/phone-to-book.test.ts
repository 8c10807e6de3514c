import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld({ PHONE_TO_BOOK: 'on' })

test('where the operator demands it, a phone number is confirmed before a visit is booked', async () => {
  const asha = await world.signUp('asha')
  const meera = await world.signUp('meera')
  const vetId = await makeVet(world.db, { userId: meera.userId, fullName: 'Meera Iyer' })
  const slot = { date: '2026-11-03', startTime: '10:00', endTime: '10:30' }
  // An unconfirmed number in a profile proves nothing.
  await world.db
    .updateTable('pet_owners')
    .set({ phone_number: '+919812345678' })
    .where('user_id', '=', asha.userId)
    .execute()
  await expect(asha.call.veterinary.book({ vetId, slot })).rejects.toMatchObject({
    code: 'appointments.phone_needed',
    status: 403,
  })

  const phoneNumber = '+919812345678'
  await ask(world.url, '/phone-codes', { phoneNumber })
  const code = (await readOutbox(world.dataDir, 1))[0]!.text.slice(0, 6)
  const linked = await ask(world.url, '/phone', { phoneNumber, code }, { cookie: asha.cookie })
  expect(linked.status).toBe(200)
  expect(await asha.call.veterinary.book({ vetId, slot })).toMatchObject({ status: 'pending' })
})
