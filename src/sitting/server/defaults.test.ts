import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

const world = await openWorld({ SITTING_PAYMENTS: 'off' })
const { db } = world

test('a request is filled in from the profile, the pets’ pages and the last request, each for its own owner', async () => {
  const [asha, ravi, om] = [await world.signUp('asha'), await world.signUp('ravi'), await world.signUp('om')]
  const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', maxPets: 4 })
  const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  const known = () => asha.call.sitting.requestDefaults({})
  expect(await known()).toEqual({
    emergencyName: null,
    emergencyPhone: null,
    pets: [{ id: bruno.id, getsAlong: null, specialCare: null }],
  })
  await db
    .updateTable('pets')
    .set({ medicines: 'Cetirizine', fear_notes: 'Thunder' })
    .where('id', '=', bruno.id)
    .execute()
  expect((await known()).pets[0]).toMatchObject({ specialCare: 'Medicines: Cetirizine\nFears: Thunder' })

  await asha.call.sitting.request({
    service: 'dog-walking',
    startDate: '2026-12-03',
    endDate: null,
    startTime: '10:00',
    endTime: '11:00',
    sitters: [{ id: sitterId }],
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    specialCare: 'Only in the shade',
  })
  const coco = await makePet(db, { ownerId: asha.ownerId, name: 'Coco' })
  const { pets, ...contact } = await known()
  expect(contact).toEqual({ emergencyName: 'Kavya Verma', emergencyPhone: '+919810012345' })
  expect(pets.find(({ id }) => id === bruno.id)).toEqual({
    id: bruno.id,
    getsAlong: true,
    specialCare: 'Only in the shade',
  })
  expect(pets.find(({ id }) => id === coco.id)).toMatchObject({ getsAlong: null, specialCare: null })

  // The page and the profile come before the last request; half a contact doesn't mix with another.
  await db.updateTable('pets').set({ good_with_dogs: false }).where('id', '=', bruno.id).execute()
  const say = (name: string | null, phone: string | null) =>
    db
      .updateTable('pet_owners')
      .set({ emergency_contact_name: name, emergency_contact_phone: phone })
      .where('id', '=', asha.ownerId)
      .execute()
  await say('Meena Verma', null)
  expect(await known()).toMatchObject({ emergencyName: 'Kavya Verma', emergencyPhone: '+919810012345' })
  await say('Meena Verma', '+919810054321')
  const later = await known()
  expect(later).toMatchObject({ emergencyName: 'Meena Verma', emergencyPhone: '+919810054321' })
  expect(later.pets.find(({ id }) => id === bruno.id)).toMatchObject({ getsAlong: false })
  expect(await ravi.call.sitting.requestDefaults({})).toEqual({
    emergencyName: null,
    emergencyPhone: null,
    pets: [],
  })
})
