import { expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { makeMember } from '#/households/server/household.factory.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import { eraseThoseWhoLeft } from './sweeps.ts'

const world = await openWorld()
const { db } = world
let people = 0

async function openHousehold() {
  const [owner, caregiver] = (await Promise.all(
    ['owner', 'caregiver'].map((name) => world.signUp(`${name}${people++}`)),
  )) as [Person, Person]
  const { id: petId } = await makePet(db, { ownerId: owner.ownerId, name: 'Bruno' })
  const { id: other } = await makePet(db, { ownerId: owner.ownerId, name: 'Kavi' })
  const member = await makeMember(db, {
    userId: owner.userId,
    memberId: caregiver.userId,
    email: caregiver.email,
    petIds: [petId],
    now: mondayMorning,
  })
  await owner.call.households.share({ id: member, petIds: [petId, other] })
  const shared = await makeMember(db, {
    userId: caregiver.userId,
    memberId: null,
    email: owner.email,
    petIds: [(await makePet(db, { ownerId: caregiver.ownerId })).id],
    now: mondayMorning,
  })
  await world.app.jobs.deliverEvents(world.clock.now)
  return { owner, caregiver, member, shared }
}

async function erase(person: Person) {
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', person.userId).execute()
  await person.call.privacy.leave({ confirmed: true })
  world.clock.now = new Date(mondayMorning.getTime() + 15 * DAY)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, world.clock.now)
  world.clock.now = mondayMorning
}

const rowsOf = async ({ userId, email }: Person) =>
  db
    .selectFrom('household_members')
    .select('id')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('member_id', '=', userId), eb('email', '=', email)]))
    .execute()

test('an erased owner’s household is gone, and so is their name in the caregiver’s notifications', async () => {
  const { owner, caregiver } = await openHousehold()
  const noticesOf = async () =>
    (await caregiver.call.notifications.list({ type: 'household_changed' })).rows.map(
      ({ message }) => message,
    )
  expect(await noticesOf()).toEqual([expect.stringMatching(`^owner${people - 2} has changed them`)])
  await erase(owner)
  expect(await rowsOf(owner)).toEqual([])
  expect(await noticesOf()).toEqual(['This was about a person who has since deleted their account.'])
})

test('an erased caregiver is no member any more, and invitations to their address are gone', async () => {
  const { owner, caregiver } = await openHousehold()
  await erase(caregiver)
  expect(await rowsOf(caregiver)).toEqual([])
  expect((await owner.call.households.mine()).members).toEqual([])
})
