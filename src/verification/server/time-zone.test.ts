import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld({ DEFAULT_TIME_ZONE: 'Europe/London' })

test('a calendar starts in the operator’s time zone and keeps the one its provider chooses', async () => {
  const kabir = await world.signUp('kabir')
  const profile = {
    fullName: 'Kabir Shah',
    location: null,
    hourlyRate: 4_000,
    yearsExperience: null,
    specializations: ['Puppy Training' as const],
    offersInPerson: true,
    offersOnline: true,
    comesToOwner: false,
    refundPolicy: 'standard' as const,
    bio: null,
  }
  const zone = async () =>
    (await world.db.selectFrom('pet_trainers').select('time_zone').executeTakeFirstOrThrow()).time_zone
  await kabir.call.training.saveProfile(profile)
  expect(await zone()).toBe('Europe/London')
  await world.db.updateTable('pet_trainers').set({ time_zone: 'Asia/Kolkata' }).execute()
  await kabir.call.training.saveProfile({ ...profile, bio: 'Patient' })
  expect(await zone()).toBe('Asia/Kolkata')
})
