import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { maxVaccinations } from '#/pets/rules.ts'
import { makePet, makeVaccination } from './factory.ts'

const world = await openWorld()
const asha = await world.signUp('asha')
const { pets } = asha.call

const aPet = async () => (await makePet(world.db, { ownerId: asha.ownerId, now: world.clock.now })).id

test('vaccinations are noted, corrected and taken away, the last given first', async () => {
  const petId = await aPet()
  const rabies = await pets.addVaccination({
    petId,
    name: ' Rabies ',
    givenOn: '2026-01-10',
    nextDueOn: '2027-01-10',
  })
  expect(rabies).toMatchObject({ name: 'Rabies', givenOn: '2026-01-10', nextDueOn: '2027-01-10' })
  const lepto = await pets.addVaccination({ petId, name: 'Leptospirosis', givenOn: '2026-03-01' })
  expect((await pets.get({ id: petId })).vaccinations).toEqual([lepto, rabies])
  const { id } = rabies
  await pets.changeVaccination({ petId, id, name: 'Rabies', givenOn: '2026-04-10', nextDueOn: null })
  expect(
    (await pets.get({ id: petId })).vaccinations.map(({ name, nextDueOn }) => [name, nextDueOn]),
  ).toEqual([
    ['Rabies', null],
    ['Leptospirosis', null],
  ])
  await pets.removeVaccination({ petId, id })
  expect((await pets.get({ id: petId })).vaccinations).toEqual([lepto])
  await expect(pets.removeVaccination({ petId, id })).rejects.toMatchObject({ code: 'request.not_found' })
})

test('none was given tomorrow, and none is due before it was given', async () => {
  const petId = await aPet()
  const given = { petId, name: 'Rabies' }
  const id = await makeVaccination(world.db, { petId, givenOn: '2026-01-01' })
  const refused = (code: string) => ({ code, status: 422 })
  const tomorrow = { ...given, givenOn: '2026-11-03' }
  const backwards = { ...given, givenOn: '2026-05-05', nextDueOn: '2026-05-05' }
  await expect(pets.addVaccination(tomorrow)).rejects.toMatchObject(refused('pets.given_in_future'))
  await expect(pets.changeVaccination({ id, ...tomorrow })).rejects.toMatchObject(
    refused('pets.given_in_future'),
  )
  await expect(pets.addVaccination(backwards)).rejects.toMatchObject(refused('pets.due_before_given'))
  await expect(pets.changeVaccination({ id, ...backwards })).rejects.toMatchObject(
    refused('pets.due_before_given'),
  )
  await expect(pets.addVaccination({ ...given, name: ' ', givenOn: '2026-01-01' })).rejects.toMatchObject({
    code: 'request.malformed',
  })
  expect((await pets.get({ id: petId })).vaccinations).toHaveLength(1)
})

test('a pet has a hundred at most, also when the last are noted at the same moment', async () => {
  const petId = await aPet()
  for (let n = 1; n < maxVaccinations; n++) await makeVaccination(world.db, { petId, givenOn: '2020-01-01' })
  const answers = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      pets.addVaccination({ petId, name: `Last ${n}`, givenOn: '2026-01-01' }).then(
        () => 'noted',
        ({ code, status }) => `${code} ${status}`,
      ),
    ),
  )
  expect(answers.toSorted()).toEqual(['noted', ...Array(3).fill('pets.too_many_vaccinations 409')])
})

test('a repeat under the same key adds one', async () => {
  const petId = await aPet()
  const given = { petId, name: 'Rabies', givenOn: '2026-01-01' }
  const context = { key: 'note-rabies-once' }
  const answers = await Promise.all([1, 2, 3].map(() => pets.addVaccination(given, { context })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect((await pets.get({ id: petId })).vaccinations).toHaveLength(1)
})

test('the list shows the next due vaccination, by each vaccine’s latest dose, in one statement', async () => {
  const petId = await aPet()
  const listed = async () => (await pets.list()).rows.find(({ id }) => id === petId)!.nextVaccination
  expect(await listed()).toBeNull()
  await makeVaccination(world.db, { petId, name: 'Rabies', givenOn: '2024-06-01', nextDueOn: '2025-06-01' })
  expect(await listed()).toEqual({ name: 'Rabies', dueOn: '2025-06-01' })
  await makeVaccination(world.db, { petId, name: 'rabies', givenOn: '2025-06-10', nextDueOn: '2027-06-10' })
  expect(await listed()).toEqual({ name: 'rabies', dueOn: '2027-06-10' })
  await makeVaccination(world.db, { petId, name: 'DHPPi', givenOn: '2026-02-01', nextDueOn: '2027-02-01' })
  expect(await listed()).toEqual({ name: 'DHPPi', dueOn: '2027-02-01' })
  await makeVaccination(world.db, { petId, name: 'Deworming', givenOn: '2026-10-01' })
  expect(await listed()).toEqual({ name: 'DHPPi', dueOn: '2027-02-01' })

  expect(await statementsWith('"pets"', () => pets.list())).toHaveLength(1)
})
