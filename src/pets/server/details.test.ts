import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { dayOf } from '#/kernel/time.ts'
import { ageOn } from '#/pets/birth.ts'
import { makePet } from './factory.ts'
import { makePhoto, whatIsKept } from './photo.factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'not refused',
    (error: { code: string }) => error.code,
  )

const everything: Omit<Parameters<typeof asha.call.pets.change>[0], 'id'> = {
  name: 'Bruno',
  species: 'dog',
  breed: 'Labrador Retriever',
  isMixed: true,
  sex: 'male',
  sizeLbs: 68.3,
  isNeutered: true,
  microchip: '956000012345678',
  colour: 'Black, a white star on the chest',
  temperament: ['playful', 'may_bite'],
  goodWithDogs: true,
  goodWithCats: false,
  goodWithChildren: null,
  allergies: 'Chicken',
  conditions: 'Hip dysplasia',
  medicines: 'Carprofen 50 mg, mornings',
  vetName: 'Dr. Meera Iyer',
  vetPhone: '+91 80 4000 1234',
  insurancePolicyNumber: 'PI/2026/0042',
  feedingNotes: 'Twice a day\n200 g each',
  toiletNotes: 'After every meal',
  walkNotes: 'Pulls at first',
  fearNotes: 'Fireworks',
}

test('all details of a pet are returned, to its owner only', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const told = await asha.call.pets.change({ id, ...everything, birth: { date: '2021-03-14' } })
  expect(told).toMatchObject({
    ...everything,
    dateOfBirth: '2021-03-14',
    isBirthEstimated: false,
    status: 'active',
    vaccinations: [],
  })
  expect(await asha.call.pets.get({ id })).toEqual(told)
})

test('a change affects only the given fields, so that two tabs don’t overwrite each other', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId, name: 'Luna', species: 'cat' })
  await Promise.all([
    asha.call.pets.change({ id, allergies: 'Fish' }),
    asha.call.pets.change({ id, feedingNotes: 'Dry food' }),
    asha.call.pets.change({ id, goodWithCats: true }),
    asha.call.pets.change({ id, birth: { age: { years: 3, months: 2 } } }),
  ])
  expect(await asha.call.pets.change({ id, name: 'Luna Bai' })).toMatchObject({
    name: 'Luna Bai',
    species: 'cat',
    allergies: 'Fish',
    feedingNotes: 'Dry food',
    goodWithCats: true,
    dateOfBirth: '2023-09-01',
  })
  expect(await asha.call.pets.change({ id })).toMatchObject({ name: 'Luna Bai', allergies: 'Fish' })
  const cleared = { allergies: ' ', feedingNotes: null, goodWithCats: null, birth: null }
  expect(await asha.call.pets.change({ id, ...cleared })).toMatchObject({
    allergies: null,
    feedingNotes: null,
    goodWithCats: null,
    dateOfBirth: null,
    isBirthEstimated: false,
  })
})

test('an age becomes a day that is known to be a guess, and a day makes it certain again', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const guessed = await asha.call.pets.change({ id, birth: { age: { years: 0, months: 0 } } })
  expect(guessed).toMatchObject({ dateOfBirth: '2026-11-01', isBirthEstimated: true })
  const known = await asha.call.pets.change({ id, birth: { date: '2026-10-30' } })
  expect(known).toMatchObject({ dateOfBirth: '2026-10-30', isBirthEstimated: false })
})

test('three years are three years at every hour, wherever the day is looked at', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const atFirst = world.clock.now
  for (let hour = 0; hour < 24; hour += 4) {
    world.clock.now = new Date(Date.UTC(2026, 10, 2, hour, 30))
    const { dateOfBirth } = await asha.call.pets.change({ id, birth: { age: { years: 3, months: 0 } } })
    for (const zone of ['Pacific/Kiritimati', 'Asia/Kolkata', 'America/New_York', 'Etc/GMT+12'])
      expect(ageOn(dayOf(world.clock.now, zone), dateOfBirth!)).toEqual({ years: 3, months: 0 })
  }
  world.clock.now = atFirst
})

test('a birthday can’t be in the future, except for time zones where tomorrow has begun', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  expect(await refusal(asha.call.pets.change({ id, birth: { date: '2026-11-03' } }))).toBe(
    'pets.born_in_future',
  )
  world.clock.now = new Date('2026-11-02T10:00:00Z')
  expect((await asha.call.pets.change({ id, birth: { date: '2026-11-03' } })).dateOfBirth).toBe('2026-11-03')
})

test('no animal is older than its kind becomes, whichever of the two is changed', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId, species: 'other' })
  await asha.call.pets.change({ id, birth: { age: { years: 80, months: 0 } } })
  expect(await refusal(asha.call.pets.change({ id, species: 'dog' }))).toBe('pets.too_old')
  expect(await refusal(asha.call.pets.change({ id, birth: { date: '1902-01-01' } }))).toBe('pets.too_old')
  expect(await asha.call.pets.get({ id })).toMatchObject({ species: 'other', dateOfBirth: '1946-11-01' })
  expect(
    await asha.call.pets.change({ id, species: 'dog', birth: { age: { years: 35, months: 11 } } }),
  ).toMatchObject({ species: 'dog' })
})

test('a microchip number belongs to one pet; a second one is refused without naming the first', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const { id: ravis } = await makePet(world.db, { ownerId: ravi.ownerId })
  await ravi.call.pets.change({ id: ravis, microchip: '981 000 0000 00001' })
  const { id: other } = await makePet(world.db, { ownerId: asha.ownerId })
  await asha.call.pets.change({ id: other, microchip: '981000000000002' })
  const answers = await Promise.all(
    ['981000000000001', '981000000000002'].map((microchip) =>
      asha.call.pets.change({ id, microchip, name: 'Rex' }).catch((error) => JSON.stringify(error)),
    ),
  )
  expect(answers[0]).toContain('pets.microchip_taken')
  expect(answers[0]).toBe(answers[1])
  expect(answers[0]).not.toContain(ravis)
  expect(await asha.call.pets.get({ id })).toMatchObject({ microchip: null, name: 'Bruno' })
  await ravi.call.pets.change({ id: ravis, microchip: null })
  expect((await asha.call.pets.change({ id, microchip: '981000000000001' })).microchip).toBe(
    '981000000000001',
  )
})

test('of two who register one microchip at once, one wins', async () => {
  for (let round = 0; round < 5; round++) {
    const microchip = `98200000000000${round}`
    const pets = await Promise.all([asha, ravi].map(({ ownerId }) => makePet(world.db, { ownerId })))
    const answers = await Promise.all(
      [asha, ravi].map(({ call }, index) =>
        call.pets.change({ id: pets[index]!.id, microchip }).then(
          () => 'registered',
          ({ code, status }) => `${code} ${status}`,
        ),
      ),
    )
    expect(answers.toSorted()).toEqual(['pets.microchip_taken 409', 'registered'])
  }
})

test('every endpoint answers someone else’s pet like one that doesn’t exist', async () => {
  const { id } = await makePet(world.db, { ownerId: ravi.ownerId, name: 'Tiger' })
  const given = { name: 'Rabies', givenOn: '2026-01-01' }
  const { id: vaccination } = await ravi.call.pets.addVaccination({ petId: id, ...given })
  const { pets } = asha.call
  const attempts = (id: string, of: string) => [
    () => pets.get({ id }),
    () => pets.change({ id, name: 'Mine' }),
    () => pets.archive({ id }),
    () => pets.remember({ id }),
    () => pets.bringBack({ id }),
    () => pets.addVaccination({ petId: id, ...given }),
    () => pets.changeVaccination({ petId: id, id: of, ...given }),
    () => pets.removeVaccination({ petId: id, id: of }),
  ]
  const askAll = (tries: (() => Promise<unknown>)[]) =>
    Promise.all(tries.map((ask) => ask().then(String, (error) => JSON.stringify(error))))
  const theirs = await askAll(attempts(id, vaccination))
  expect(theirs).toEqual(await askAll(attempts(newId(), newId())))
  expect(new Set(theirs).size).toBe(1)
  expect(theirs[0]).toContain('request.not_found')
  const { id: own } = await makePet(world.db, { ownerId: asha.ownerId })
  const moved = { petId: own, id: vaccination }
  expect(await refusal(pets.removeVaccination(moved))).toBe('request.not_found')
  expect(await refusal(pets.changeVaccination({ ...moved, ...given }))).toBe('request.not_found')
  expect(await ravi.call.pets.get({ id })).toMatchObject({ name: 'Tiger', vaccinations: [given] })
})

test('without a login no pet can be read or changed', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  expect(await refusal(world.visitor.pets.get({ id }))).toBe('request.signed_out')
  expect(await refusal(world.visitor.pets.change({ id, name: 'Mine' }))).toBe('request.signed_out')
  expect(await refusal(world.visitor.pets.archive({ id }))).toBe('request.signed_out')
})

test.each<[string, object]>([
  ['no name', { name: ' ' }],
  ['no name at all', { name: null }],
  ['a chip of 14 digits', { microchip: '95600001234567' }],
  ['a chip with a letter', { microchip: '95600001234567A' }],
  ['a day that does not exist', { birth: { date: '2026-02-30' } }],
  ['a negative age', { birth: { age: { years: -1, months: 0 } } }],
  ['twelve months', { birth: { age: { years: 0, months: 12 } } }],
  ['half a year', { birth: { age: { years: 0.5, months: 0 } } }],
  ['a birth of neither kind', { birth: {} }],
  ['an unknown temperament', { temperament: ['evil'] }],
  ['an unknown sex', { sex: 'unknown' }],
  ['a yes in words', { goodWithDogs: 'yes' }],
  ['words as a phone number', { vetPhone: 'ask me' }],
  ['a note of 5001 characters', { fearNotes: 'x'.repeat(5001) }],
  ['marks of 501 characters', { colour: 'x'.repeat(501) }],
  ['a policy number of 61 characters', { insurancePolicyNumber: 'x'.repeat(61) }],
  ['more than 400 lb', { sizeLbs: 400.1 }],
])('%s is refused as malformed, and the pet stays as it was', async (_what, change) => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const before = await asha.call.pets.get({ id })
  const call = asha.call.pets.change({ id, colour: 'Brown', ...change } as never)
  await expect(call).rejects.toMatchObject({ code: 'request.malformed', status: 400 })
  expect(await asha.call.pets.get({ id })).toEqual(before)
})

test('a status, an owner or an id that is smuggled in changes nothing', async () => {
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const smuggled = { status: 'in_memory', ownerId: ravi.ownerId, owner_id: ravi.ownerId, photoUrl: '/x' }
  await asha.call.pets.change({ id, name: 'Rex', ...smuggled } as never)
  expect(await asha.call.pets.get({ id })).toMatchObject({ name: 'Rex', status: 'active', photoUrl: null })
})

test('a new photo replaces the old file, and an empty one removes it', async () => {
  const { id, photoUrl: first } = await asha.call.pets.add({
    name: 'Coco',
    species: 'bird',
    photo: await makePhoto(),
  })
  const before = await whatIsKept(world)
  const { photoUrl: second } = await asha.call.pets.change({ id, photo: await makePhoto('other.jpg') })
  expect(second).not.toBe(first)
  expect((await whatIsKept(world)).uploads).toBe(before.uploads)
  expect(await world.findBrokenInvariants()).toEqual([])
  expect((await asha.call.pets.change({ id, name: 'Coco Bird' })).photoUrl).toBe(second)
  expect((await asha.call.pets.change({ id, photo: null })).photoUrl).toBeNull()
  expect((await whatIsKept(world)).uploads).toBe(before.uploads - 1)
  const kept = await whatIsKept(world)
  const bad = new File(['hello'], 'photo.jpg', { type: 'image/jpeg' })
  expect(await refusal(asha.call.pets.change({ id, photo: bad, name: 'No' }))).toBe('picture.wrong_kind')
  expect(await whatIsKept(world)).toEqual(kept)
})

test('an archived pet can be restored, and so can one marked as died by mistake', async () => {
  const zoya = await world.signUp('zoya')
  const { id } = await makePet(world.db, { ownerId: zoya.ownerId, name: 'Mithu' })
  const names = async (which?: 'past') =>
    (await zoya.call.pets.list({ which })).rows.map(({ name, status }) => `${name} ${status}`)
  expect((await zoya.call.pets.archive({ id })).status).toBe('archived')
  expect((await zoya.call.pets.archive({ id })).status).toBe('archived')
  expect(await names()).toEqual([])
  expect(await names('past')).toEqual(['Mithu archived'])
  expect((await zoya.call.pets.bringBack({ id })).status).toBe('active')
  expect(await names()).toEqual(['Mithu active'])
  expect((await zoya.call.pets.remember({ id })).status).toBe('in_memory')
  await expect(zoya.call.pets.archive({ id })).rejects.toMatchObject({
    code: 'pets.move_not_allowed',
    status: 409,
  })
  expect(await names('past')).toEqual(['Mithu in_memory'])
  expect((await zoya.call.pets.bringBack({ id })).status).toBe('active')
})
