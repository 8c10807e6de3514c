import { expect, test } from 'vitest'
import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld()
const filled = {
  fullName: 'Zoya Khan',
  location: 'Bandra, Mumbai',
  hourlyRate: 90_000,
  yearsExperience: 6,
  specializations: ['Bath & Brush' as const, 'Nail Trimming' as const],
  maxPets: 3,
  comesToOwner: false,
  bio: 'Calm hands.',
}

test('a stylist’s profile is returned as saved, and the stylist is listed', async () => {
  const zoya = await world.signUp('zoya')
  await confirmEmail(world.db, zoya.userId)
  expect(await zoya.call.styling.profile()).toBeNull()
  expect(await zoya.call.styling.saveProfile(filled)).toEqual({ ...filled, imageUrl: null })
  const standing = await zoya.call.verification.standing({ record: 'pet_stylist' })
  expect(standing).toMatchObject({ status: 'draft', isListed: true, missing: [] })
})

test('changing a verified name needs a new check, during which the stylist stays listed', async () => {
  const noor = await world.signUp('noor')
  await confirmEmail(world.db, noor.userId)
  await noor.call.styling.saveProfile(filled)
  await world.db
    .updateTable('pet_stylists')
    .set({ verification_status: 'verified' })
    .where('user_id', '=', noor.userId)
    .execute()
  await noor.call.styling.saveProfile({ ...filled, fullName: 'Noor Jahan' })
  expect(await noor.call.verification.standing({ record: 'pet_stylist' })).toMatchObject({
    status: 'submitted',
    isListed: true,
  })
})

test.each([0, 6])('%i pets per appointment are refused', async (maxPets) => {
  const ravi = await world.signUp(`ravi${maxPets}`)
  const wrong = { ...filled, maxPets }
  await expect(ravi.call.styling.saveProfile(wrong)).rejects.toMatchObject({ code: 'request.malformed' })
})

test('a service nobody offers is refused', async () => {
  const ravi = await world.signUp('ravi')
  const wrong = { ...filled, specializations: ['Tattoos'] } as never
  await expect(ravi.call.styling.saveProfile(wrong)).rejects.toMatchObject({ code: 'request.malformed' })
})
