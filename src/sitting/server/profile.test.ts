import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { mostPhotos } from '#/sitting/rules.ts'

const world = await openWorld()
const record = 'pet_sitter' as const
const filled = {
  fullName: 'Ravi Nair',
  location: 'Indiranagar, Bengaluru',
  services: ['hostel-checkin' as const, 'dog-walking' as const],
  hourlyRate: 25_000,
  nightlyRate: 120_000,
  experienceYears: 0,
  maxPets: 2,
  sizesAccepted: ['small' as const, 'medium' as const],
  homeKind: 'apartment' as const,
  hasGarden: false,
  hasOwnPets: true,
  hasChildren: false,
  isSmokeFree: true,
  cancellationPolicy: 'standard' as const,
  bio: 'Two cats, much patience.',
}

test('a sitter is listed after the first complete save', async () => {
  const ravi = await world.signUp('ravi')
  expect(await ravi.call.sitting.profile()).toBeNull()
  expect(await ravi.call.sitting.saveProfile(filled)).toEqual({ ...filled, imageUrl: null, photos: [] })
  expect(await ravi.call.verification.standing({ record })).toMatchObject({
    status: 'draft',
    isListed: true,
    needsVerification: false,
    missing: [],
  })
  const { user } = await ravi.call.accounts.me()
  expect(user?.records).toHaveProperty('pet_sitter')
})

test('where the operator wants everyone verified, being complete is not enough', async () => {
  const strict = await openWorld({ VERIFY_PROVIDERS: 'all' })
  const ravi = await strict.signUp('ravi')
  await ravi.call.sitting.saveProfile(filled)
  const standing = () => ravi.call.verification.standing({ record })
  expect(await standing()).toMatchObject({ isListed: false, needsVerification: true })
  await strict.db.updateTable('pet_sitters').set({ verification_status: 'verified' }).execute()
  expect(await standing()).toMatchObject({ isListed: true })
})

test.each([
  ['no service', { services: [] }],
  ['a service nobody knows', { services: ['cat-shaving'] }],
  ['nothing an hour', { hourlyRate: 0 }],
  ['less than ten rupees an hour', { hourlyRate: 999 }],
  ['more than fifty thousand rupees an hour', { hourlyRate: 5_000_001 }],
  ['more than fifty thousand rupees a night', { nightlyRate: 5_000_001 }],
  ['half a paisa', { hourlyRate: 0.5 }],
  ['no place', { location: ' ' }],
  ['less than no experience', { experienceYears: -1 }],
  ['no pets at all', { maxPets: 0 }],
  ['21 pets', { maxPets: 21 }],
  ['an unknown policy', { cancellationPolicy: 'none' }],
])('%s is refused as malformed, and nothing is written', async (what, part) => {
  const person = await world.signUp(what.replaceAll(' ', '.'))
  await expect(person.call.sitting.saveProfile({ ...filled, ...part } as never)).rejects.toMatchObject({
    code: 'request.malformed',
  })
  expect(await person.call.sitting.profile()).toBeNull()
})

test('at most six photos are kept, also when added at once, and only their owner can remove them', async () => {
  const zoya = await world.signUp('zoya')
  const noor = await world.signUp('noor')
  for (const person of [zoya, noor]) await person.call.sitting.saveProfile(filled)
  const photo = await makePhoto('home.jpg')
  for (let n = 1; n < mostPhotos; n++) await zoya.call.sitting.addPhoto({ photo })
  const added = await Promise.allSettled([1, 2].map(() => zoya.call.sitting.addPhoto({ photo })))
  const refused = added.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(refused[0]!.reason).toMatchObject({ code: 'sitting.too_many_photos', status: 409 })
  const { photos } = (await zoya.call.sitting.profile())!
  expect(photos).toHaveLength(mostPhotos)
  await expect(noor.call.sitting.removePhoto({ url: photos[0]! })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await zoya.call.sitting.removePhoto({ url: photos[0]! })
  expect((await zoya.call.sitting.profile())!.photos).toEqual(photos.slice(1))
  const asha = await world.signUp('asha')
  await expect(asha.call.sitting.addPhoto({ photo })).rejects.toMatchObject({ code: 'request.not_found' })
})
