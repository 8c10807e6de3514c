import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const filled = {
  fullName: 'Asha Verma',
  phoneNumber: '+91 98450 12345',
  address: '7 Palm Street',
  city: 'Bengaluru',
  emergencyContactName: 'Ravi',
  emergencyContactPhone: '080 4112 2314',
}

test('everyone has an owner’s profile, with the name of the account', async () => {
  const asha = await world.signUp('asha')
  expect(await asha.call.owners.profile()).toMatchObject({ fullName: 'asha', city: null })
  expect(await asha.call.owners.saveProfile(filled)).toEqual(filled)
  expect(await asha.call.owners.profile()).toEqual(filled)
  await expect.poll(async () => (await asha.call.accounts.me()).user?.name).toBe('Asha Verma')
})

test('users see only their own notifications', async () => {
  const ravi = await world.signUp('ravi')
  expect(JSON.stringify(await ravi.call.owners.profile())).not.toContain('Asha')
  await expect(world.visitor.owners.profile()).rejects.toMatchObject({ code: 'request.signed_out' })
})

test.each([
  ['no name', { fullName: '' }],
  ['no city', { city: ' ' }],
  ['a phone in words', { phoneNumber: 'call me' }],
])('%s is refused as malformed', async (what, part) => {
  const person = await world.signUp(what.replaceAll(' ', '.'))
  await expect(person.call.owners.saveProfile({ ...filled, ...part })).rejects.toMatchObject({
    code: 'request.malformed',
  })
  expect(await person.call.owners.profile()).toMatchObject({ city: null })
})
