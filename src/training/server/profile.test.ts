import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const filled = {
  fullName: 'Kabir Shah',
  location: 'Koregaon Park, Pune',
  hourlyRate: 80_000,
  yearsExperience: null,
  specializations: ['Puppy Training' as const, 'Socialization' as const],
  offersOnline: true,
  bio: null,
}

test('a trainer’s profile is returned as saved, and the trainer is listed', async () => {
  const kabir = await world.signUp('kabir')
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
])('%s is refused as malformed, and nothing is written', async (what, part) => {
  const person = await world.signUp(what.replaceAll(' ', '.'))
  await expect(person.call.training.saveProfile({ ...filled, ...part } as never)).rejects.toMatchObject({
    code: 'request.malformed',
  })
  expect(await person.call.training.profile()).toBeNull()
})

test('a trainer without a place is listed and can be booked', async () => {
  const meera = await world.signUp('meera')
  const { fullName, hourlyRate, specializations, offersOnline } = filled
  const saved = await meera.call.training.saveProfile({
    fullName,
    hourlyRate,
    specializations,
    offersOnline,
    location: ' ',
    yearsExperience: null,
    bio: null,
  })
  expect(saved.location).toBeNull()
  const standing = await meera.call.verification.standing({ record: 'pet_trainer' })
  expect(standing).toMatchObject({ isListed: true, missing: [] })
})
