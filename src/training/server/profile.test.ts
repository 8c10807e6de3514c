import { expect, test } from 'vitest'
import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const filled = {
  fullName: 'Kabir Shah',
  location: 'Koregaon Park, Pune',
  hourlyRate: 80_000,
  yearsExperience: null,
  specializations: ['Puppy Training' as const, 'Socialization' as const],
  offersInPerson: true,
  offersOnline: true,
  comesToOwner: false,
  refundPolicy: 'strict' as const,
  bio: null,
}

test('a trainer’s profile is returned as saved, and the trainer is listed', async () => {
  const kabir = await world.signUp('kabir')
  await confirmEmail(world.db, kabir.userId)
  expect(await kabir.call.training.profile()).toBeNull()
  expect(await kabir.call.training.saveProfile(filled)).toEqual({ ...filled, imageUrl: null })
  const standing = await kabir.call.verification.standing({ record: 'pet_trainer' })
  expect(standing).toMatchObject({ status: 'draft', isListed: true, missing: [] })
})

test.each([
  ['nothing to teach', { specializations: [] }],
  ['something nobody teaches', { specializations: ['Flying'] }],
  ['work for nothing', { hourlyRate: 0 }],
  ['a rate of less than ten rupees', { hourlyRate: 999 }],
  ['a rate of more than fifty thousand rupees', { hourlyRate: 5_000_001 }],
  ['an unknown refund policy', { refundPolicy: 'none' }],
])('%s is refused as malformed, and nothing is written', async (what, part) => {
  const person = await world.signUp(what.replaceAll(' ', '.'))
  await expect(person.call.training.saveProfile({ ...filled, ...part } as never)).rejects.toMatchObject({
    code: 'request.malformed',
  })
  expect(await person.call.training.profile()).toBeNull()
})

test('a trainer without a place is listed and can be booked', async () => {
  const meera = await world.signUp('meera')
  await confirmEmail(world.db, meera.userId)
  const saved = await meera.call.training.saveProfile({ ...filled, location: ' ' })
  expect(saved.location).toBeNull()
  const standing = await meera.call.verification.standing({ record: 'pet_trainer' })
  expect(standing).toMatchObject({ isListed: true, missing: [] })
})

test('a trainer works in person, online or both, and comes to owners’ homes only in person', async () => {
  const lata = await world.signUp('lata')
  await confirmEmail(world.db, lata.userId)
  const save = (part: Partial<typeof filled>) => lata.call.training.saveProfile({ ...filled, ...part })
  await expect(save({ offersInPerson: false, offersOnline: false })).rejects.toMatchObject({
    code: 'training.no_kind_of_session',
  })
  expect(await lata.call.training.profile()).toBeNull()
  await expect(save({ comesToOwner: true, location: ' ' })).rejects.toMatchObject({
    code: 'verification.area_needed',
  })
  expect(await save({ comesToOwner: true })).toMatchObject({ offersInPerson: true, comesToOwner: true })
  expect(await save({ comesToOwner: true, offersInPerson: false })).toMatchObject({
    offersInPerson: false,
    comesToOwner: false,
  })
  await save({ comesToOwner: true })
  const { rows } = await lata.call.training.trainers({ location: 'koregaon' })
  expect(rows.filter(({ comesToOwner }) => comesToOwner)).toHaveLength(1)
})
