import { expect, test } from 'vitest'
import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { makePet } from '#/pets/server/factory.ts'
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
  await confirmEmail(world.db, ravi.userId)
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
  await confirmEmail(strict.db, ravi.userId)
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
  const asha = await world.signUp('asha.k')
  await expect(asha.call.sitting.addPhoto({ photo })).rejects.toMatchObject({ code: 'request.not_found' })
})

test('a sitter is listed, found and asked only with a confirmed email or phone, and accepts nothing without', async () => {
  const { db } = world
  const asha = await world.signUp('asha.u')
  const mallory = await world.signUp('mallory.k')
  await mallory.call.sitting.saveProfile({ ...filled, fullName: 'Mallory' })
  const { id } = await db
    .selectFrom('pet_sitters')
    .select('id')
    .where('user_id', '=', mallory.userId)
    .executeTakeFirstOrThrow()
  const isFound = async () =>
    (await asha.call.sitting.sitters({})).rows.some((row) => (row.id as string) === id)
  const page = () => world.visitor.sitting.sitter({ id })
  const standing = () => mallory.call.verification.standing({ record })
  const request = {
    service: 'hostel-checkin' as const,
    startDate: '2026-11-10' as const,
    endDate: '2026-11-13' as const,
    sitters: [{ id }],
    petIds: [(await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })).id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
    paymentMethodId: await makeMethod(db, asha.userId),
  }
  const ask = () => asha.call.sitting.request(request)
  const missing = { code: 'request.not_found' }
  expect(await standing()).toMatchObject({ isListed: false, needsConfirmation: true, missing: [] })
  expect(await isFound()).toBe(false)
  await expect(page()).rejects.toMatchObject(missing)
  await expect(ask()).rejects.toMatchObject(missing)

  const phone = { id: newId(), user_id: mallory.userId, account_id: '+919812300001', issuer: 'local:phone' }
  await db
    .insertInto('accounts')
    .values({ ...phone, provider_id: 'phone' })
    .execute()
  expect(await standing()).toMatchObject({ isListed: true, needsConfirmation: false })
  expect(await isFound()).toBe(true)
  const { requests } = await ask()
  await db.deleteFrom('accounts').where('id', '=', phone.id).execute()
  expect(await isFound()).toBe(false)
  const accept = () => mallory.call.appointments.accept({ id: requests[0]!.id })
  await expect(accept()).rejects.toMatchObject({ code: 'appointments.confirm_first' })
  await confirmEmail(db, mallory.userId)
  expect(await page()).toMatchObject({ fullName: 'Mallory' })
  expect(await accept()).toMatchObject({ status: 'confirmed' })
})

test('an administrator’s check lists a sitter whose email and phone aren’t confirmed', async () => {
  const tara = await world.signUp('tara.k')
  await tara.call.sitting.saveProfile(filled)
  await world.db
    .updateTable('pet_sitters')
    .set({ verification_status: 'verified' })
    .where('user_id', '=', tara.userId)
    .execute()
  expect(await tara.call.verification.standing({ record })).toMatchObject({
    isListed: true,
    needsConfirmation: false,
  })
})
