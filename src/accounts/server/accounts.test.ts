import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { ask } from './sign-in.factory.ts'

const world = await openWorld()

test('a new account has a profile and an owner record from the start', async () => {
  const asha = await world.signUp('asha')
  const profile = await world.db
    .selectFrom('profiles')
    .selectAll()
    .where('id', '=', asha.userId)
    .executeTakeFirst()
  expect(profile?.role).toBe('pet_owner')
  const { user } = await asha.call.accounts.me()
  expect(user).toMatchObject({
    email: 'asha@example.org',
    role: 'pet_owner',
    records: { pet_owner: asha.ownerId },
  })
})

test('choosing a role gives no record, and an unknown role becomes pet_owner', async () => {
  const ravi = await world.signUp('ravi')
  await ravi.call.accounts.chooseRole({ role: 'veterinary_doctor' })
  const vet = await ravi.call.accounts.me()
  expect(vet.user?.role).toBe('veterinary_doctor')
  expect(vet.user?.records).toEqual({ pet_owner: ravi.ownerId })
  await ravi.call.accounts.chooseRole({ role: 'admin' })
  expect((await ravi.call.accounts.me()).user?.role).toBe('pet_owner')
})

test('choosing a role returns whether the user has its record, in any state', async () => {
  const nila = await world.signUp('nila')
  expect(await nila.call.accounts.chooseRole({ role: 'veterinary_doctor' })).toEqual({ hasRecord: false })
  await makeVet(world.db, { userId: nila.userId, fullName: 'Nila Rao', verificationStatus: 'draft' })
  expect(await nila.call.accounts.chooseRole({ role: 'veterinary_doctor' })).toEqual({ hasRecord: true })
  expect((await nila.call.accounts.me()).user?.records).toEqual({ pet_owner: nila.ownerId })
  expect((await nila.call.accounts.me()).user?.profiles).toEqual(['pet_owner', 'veterinary_doctor'])
})

test('the next setup step is returned: no profile, no record of the role, no name', async () => {
  const step = async (call: typeof tara.call) => (await call.accounts.me()).user?.setup
  const tara = await world.signUp('tara')
  expect(await step(tara.call)).toBeNull()
  await tara.call.accounts.chooseRole({ role: 'pet_sitter' })
  expect(await step(tara.call)).toBe('record')
  await world.db
    .insertInto('pet_sitters')
    .values({ id: newId(), user_id: tara.userId, full_name: 'Tara' })
    .execute()
  await expect.poll(() => step(tara.call)).toBeNull()
  await world.db.updateTable('users').set({ name: '' }).where('id', '=', tara.userId).execute()
  expect(await step(tara.call)).toBe('name')
  await world.db.deleteFrom('profiles').where('id', '=', tara.userId).execute()
  expect(await step(tara.call)).toBe('role')
})

test('only the ways to log in that the operator has set up are offered', async () => {
  expect(await world.visitor.accounts.waysIn()).toEqual({ google: false, facebook: false, phone: true })
  for (const provider of ['google', 'facebook']) {
    const { status, body } = await ask(world.url, '/sign-in/social', { provider, from: 'login' })
    expect([status, body['code']]).toEqual([404, 'PROVIDER_NOT_FOUND'])
  }
})

test('me answers people who are not logged in, and the other endpoints refuse them', async () => {
  expect(await world.visitor.accounts.me()).toEqual({ user: null })
  await expect(world.visitor.accounts.chooseRole({ role: 'pet_sitter' })).rejects.toMatchObject({
    code: 'request.signed_out',
    status: 401,
  })
})

test('a deleted session stops working within one request', async () => {
  const zoya = await world.signUp('zoya')
  expect((await zoya.call.accounts.me()).user).not.toBeNull()
  await world.db.deleteFrom('sessions').where('user_id', '=', zoya.userId).execute()
  await expect.poll(async () => (await zoya.call.accounts.me()).user).toBeNull()
})

test('a name from sign-up loses its invisible characters, like one from the profile', async () => {
  const body = {
    email: 'bidi@example.org',
    password: 'a long walk at dawn',
    name: ' A\u202eevil\u200b\u061c Iyer',
  }
  expect((await ask(world.url, '/sign-up/email', body)).status).toBe(200)
  const { name } = await world.db
    .selectFrom('users')
    .select('name')
    .where('contact_email', '=', 'bidi@example.org')
    .executeTakeFirstOrThrow()
  expect(name).toBe('Aevil Iyer')
})
