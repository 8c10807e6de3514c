import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { maxPets } from '#/pets/rules.ts'
import { petsText } from '#/pets/text.ts'
import { makePet } from './factory.ts'
import { makePhoto, whatIsKept } from './photo.factory.ts'
import { findOwnPet } from './queries.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')

const actorOf = ({ userId, ownerId }: Person) => ({
  userId,
  sessionId: '',
  role: 'pet_owner',
  records: { pet_owner: ownerId },
})

test('a pet with all its details is returned as given', async () => {
  const added = await asha.call.pets.add({
    name: '  Bruno ',
    species: 'dog',
    breed: 'Indie',
    sizeLbs: 26.5,
    photo: await makePhoto(),
  })
  expect(added).toMatchObject({ name: 'Bruno', species: 'dog', breed: 'Indie', sizeLbs: 26.5 })
  const { rows, nextCursor } = await asha.call.pets.list()
  expect(rows).toEqual([added])
  expect(nextCursor).toBeNull()
})

test('the pets of others never show', async () => {
  const { id } = await makePet(world.db, { ownerId: ravi.ownerId, name: 'Tiger' })
  const { rows } = await asha.call.pets.list()
  expect(rows.map(({ name }) => name)).not.toContain('Tiger')
  expect((await asha.call.pets.list({ cursor: id })).rows.map((pet) => pet.name)).not.toContain('Tiger')
  expect(await findOwnPet(world.db, actorOf(asha), id)).toBeUndefined()
  expect(await findOwnPet(world.db, actorOf(ravi), id)).toMatchObject({ name: 'Tiger' })
})

test('someone without an owner profile gets an empty list, and can add nothing', async () => {
  const meera = await world.signUp('meera')
  await world.db.deleteFrom('pet_owners').where('user_id', '=', meera.userId).execute()
  await expect.poll(() => meera.call.pets.list()).toEqual({ rows: [], nextCursor: null })
  await expect
    .poll(() => meera.call.pets.add({ name: 'Coco', species: 'bird' }).catch((error) => error.code))
    .toBe('request.forbidden')
})

test('simultaneous additions respect the limit of pets, and the others are refused', async () => {
  const noor = await world.signUp('noor')
  for (let n = 2; n <= maxPets; n++) await makePet(world.db, { ownerId: noor.ownerId })
  const [first] = (await noor.call.pets.list()).rows
  await noor.call.pets.archive({ id: first!.id })
  const added = await Promise.allSettled(
    [1, 2, 3, 4].map((n) => noor.call.pets.add({ name: `Pet ${n}`, species: 'cat' })),
  )
  const refused = added.filter((one) => one.status === 'rejected')
  expect(refused).toHaveLength(3)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'pets.too_many', status: 409 })
  expect(petsText['pets.too_many']).toContain('50 pets')
})

test('without a login no pets can be seen or added', async () => {
  const refused = { code: 'request.signed_out', status: 401 }
  await expect(world.visitor.pets.list()).rejects.toMatchObject(refused)
  await expect(world.visitor.pets.add({ name: 'Coco', species: 'bird' })).rejects.toMatchObject(refused)
})

test('pages of 20, newest first, take one statement each', async () => {
  const zoya = await world.signUp('zoya')
  for (let n = 1; n <= 41; n++) await makePet(world.db, { ownerId: zoya.ownerId, name: `Pet ${n}` })
  await zoya.call.pets.list()
  expect(await statementsWith('"pets"', () => zoya.call.pets.list())).toHaveLength(1)
  const first = await zoya.call.pets.list()
  const second = await zoya.call.pets.list({ cursor: first.nextCursor! })
  const third = await zoya.call.pets.list({ cursor: second.nextCursor! })
  const listed = [first, second, third].flatMap(({ rows }) => rows)
  expect(new Set(listed.map(({ name }) => name)).size).toBe(41)
  expect(listed.map(({ id }) => id)).toEqual(
    listed
      .map(({ id }) => id)
      .toSorted()
      .reverse(),
  )
  expect(third.nextCursor).toBeNull()
})

const good = { name: 'Simba', species: 'cat' }
test.each<[string, unknown]>([
  ['no name', { species: 'cat' }],
  ['a blank name', { ...good, name: ' \u0000 \u202e ' }],
  ['a name of 61 characters', { ...good, name: 'x'.repeat(61) }],
  ['a name that is no text', { ...good, name: { $ne: null } }],
  ['no species', { name: 'Simba' }],
  ['an unknown species', { ...good, species: 'dragon' }],
  ['a breed of 61 characters', { ...good, breed: 'x'.repeat(61) }],
  ['no weight at all', { ...good, sizeLbs: 0 }],
  ['a negative weight', { ...good, sizeLbs: -1 }],
  ['more than 400 lb', { ...good, sizeLbs: 400.1 }],
  ['two decimals', { ...good, sizeLbs: 12.34 }],
  ['a weight in words', { ...good, sizeLbs: 'heavy' }],
  ['a weight that is no number', { ...good, sizeLbs: Number.NaN }],
  ['a photo that is a word', { ...good, photo: 'photo.jpg' }],
  ['a list', [good]],
])('%s is refused as malformed, and nothing is written', async (_what, input) => {
  const before = await whatIsKept(world)
  await expect(asha.call.pets.add(input as never)).rejects.toMatchObject({
    code: 'request.malformed',
    status: 400,
  })
  expect(await whatIsKept(world)).toEqual(before)
})

test('the REST face takes JSON, and leaves photos to the other', async () => {
  const headers = { cookie: asha.cookie }
  const body = JSON.stringify({ name: 'Mithu', species: 'bird', sizeLbs: 0.1 })
  const url = `${world.url}/api/pets`
  const added = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  expect(added.status).toBe(200)
  expect(await added.json()).toMatchObject({ name: 'Mithu', sizeLbs: 0.1, photoUrl: null })
  const form = new FormData()
  form.set('name', 'Mithu')
  expect((await fetch(url, { method: 'POST', headers, body: form })).status).toBe(415)
})
