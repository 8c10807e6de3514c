import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makePet } from '#/pets/server/factory.ts'

const world = await openWorld()

/** Signs up somebody who came by phone and hasn't said their name. */
async function signUpUnnamed(handle: string) {
  const person = await world.signUp(handle)
  await world.db.updateTable('users').set({ name: '' }).where('id', '=', person.userId).execute()
  const nameOf = async () => (await person.call.accounts.me()).user?.name
  await expect.poll(nameOf).toBe('')
  return { ...person, nameOf }
}

test('a person without a name is asked for it before others see them, and can go on at once', async () => {
  const asha = await signUpUnnamed('asha')
  await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', asha.userId).execute()
  const { id } = await makePet(world.db, { ownerId: asha.ownerId })
  const invite = () => asha.call.households.invite({ email: 'ravi@example.org', petIds: [id] })
  await expect(invite()).rejects.toMatchObject({ code: 'request.name_needed', status: 403 })
  expect((await asha.call.households.mine()).members).toEqual([])
  await asha.call.accounts.changeProfile({ name: 'Asha Verma' })
  await invite()
  expect((await asha.call.households.mine()).members).toHaveLength(1)
})

test('the name can come with the role', async () => {
  const ravi = await signUpUnnamed('ravi')
  await ravi.call.accounts.chooseRole({ role: 'pet_owner', name: '  Ravi Kumar ' })
  expect((await ravi.call.accounts.me()).user).toMatchObject({ name: 'Ravi Kumar', setup: null })
})

test('a provider without a name takes the one of their profile, and others keep theirs', async () => {
  const profile = {
    fullName: 'Kavya Menon',
    location: 'Koregaon Park, Pune',
    hourlyRate: 80_000,
    yearsExperience: null,
    specializations: ['Puppy Training' as const],
    offersInPerson: true,
    offersOnline: false,
    comesToOwner: false,
    refundPolicy: 'strict' as const,
    bio: null,
  }
  const kavya = await signUpUnnamed('kavya')
  await kavya.call.training.saveProfile(profile)
  await expect.poll(kavya.nameOf).toBe('Kavya Menon')
  const dev = await world.signUp('dev')
  await dev.call.training.saveProfile({ ...profile, fullName: 'Dev Trains Dogs' })
  expect((await dev.call.accounts.me()).user?.name).toBe('dev')
})

test('a name that passes for a contact or for the operator is refused wherever names are set', async () => {
  const mallory = await world.signUp('mallory.n')
  const { call } = mallory
  const pet = await call.pets.add({ name: 'Bruno', species: 'dog' })
  const owner = { phoneNumber: null, address: null, city: 'Pune' }
  const trainer = {
    fullName: 'Mallory',
    location: 'Pune',
    hourlyRate: 80_000,
    yearsExperience: null,
    specializations: ['Puppy Training' as const],
    offersInPerson: true,
    offersOnline: false,
    comesToOwner: false,
    refundPolicy: 'standard' as const,
    bio: null,
  }
  const refused = { code: 'request.name_refused' }
  for (const name of ['https://evil.example', 'evil@ybl UPI', 'Pawfolk Support', 'Ｐ4wf0lk']) {
    await expect(call.accounts.chooseRole({ role: 'pet_owner', name })).rejects.toMatchObject(refused)
    await expect(call.accounts.changeProfile({ name })).rejects.toMatchObject(refused)
    await expect(call.owners.saveProfile({ ...owner, fullName: name })).rejects.toMatchObject(refused)
    await expect(call.training.saveProfile({ ...trainer, fullName: name })).rejects.toMatchObject(refused)
    await expect(call.pets.add({ name, species: 'dog' })).rejects.toMatchObject(refused)
    await expect(call.pets.change({ id: pet.id, name })).rejects.toMatchObject(refused)
  }
  for (const bio of ['See https://evil.example', 'Pay to evil@ybl'])
    await expect(call.training.saveProfile({ ...trainer, bio })).rejects.toMatchObject({
      code: 'request.links_refused',
    })
  expect((await call.accounts.me()).user).toMatchObject({ name: 'mallory.n', profiles: ['pet_owner'] })
  await call.training.saveProfile(trainer)
})

test('a sign-up with a name that is refused leaves the name to be asked for', async () => {
  const nameAfter = async (name: string) => {
    const email = `${name.length}.names@example.org`
    const { status } = await ask(world.url, '/sign-up/email', {
      email,
      password: 'a long walk at dawn',
      name,
    })
    expect(status).toBe(200)
    return (
      await world.db.selectFrom('users').select('name').where('email', '=', email).executeTakeFirstOrThrow()
    ).name
  }
  expect(await nameAfter('Pawfolk Support')).toBe('')
  expect(await nameAfter('https://evil.example')).toBe('')
  expect(await nameAfter('Asha Verma')).toBe('Asha Verma')
})
