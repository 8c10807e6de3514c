import { expect, test } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { call } = await openDesk(world, 'desk')
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer' })
await db
  .updateTable('pet_owners')
  .set({ phone_number: '+919876543210' })
  .where('user_id', '=', ravi.userId)
  .execute()

const found = async (search: string) => (await call.users({ search })).rows.map(({ name }) => name)

test('users are found by part of their name, email or phone, the newest first', async () => {
  expect(await found('')).toEqual(['meera', 'ravi', 'asha'])
  expect(await found('ASH')).toEqual(['asha'])
  expect(await found('ravi@example')).toEqual(['ravi'])
  expect(await found('98765')).toEqual(['ravi'])
  expect(await found('+91 98765-43210')).toEqual(['ravi'])
  expect(await found('12')).toEqual([])
})

test('a person who signed up by phone is found by that number, and has no address to show', async () => {
  await ask(world.url, '/phone-codes', { phoneNumber: '+919123456780' })
  const [text] = await readOutbox(world.dataDir, 1)
  const code = text!.text.slice(0, 6)
  await ask(world.url, '/sign-in/phone', { phoneNumber: '+919123456780', code })
  const { rows } = await call.users({ search: '91234 56780' })
  expect(rows).toMatchObject([{ name: '', email: null, phone: null, signInPhone: '+919123456780' }])
  expect(await call.user({ id: rows[0]!.id })).toMatchObject({ email: null, waysIn: ['phone'] })
  // The placeholder in `users.email` can't be searched for.
  expect((await call.users({ search: 'no-email' })).rows).toEqual([])
  expect((await call.users({ search: rows[0]!.id.slice(0, 8) })).rows).toEqual([])
  await db
    .updateTable('pet_owners')
    .set({ phone_number: '+919123456781' })
    .where('user_id', '=', rows[0]!.id)
    .execute()
  expect((await call.users({ search: '12345678' })).rows).toMatchObject([
    { phone: '+919123456781', signInPhone: '+919123456780' },
  ])
  await db.deleteFrom('users').where('id', '=', rows[0]!.id).execute()
})

test('a common word fills a page from the newest, and continues with those who joined long ago', async () => {
  const crowd = Array.from({ length: 500 }, () => newId<'user'>())
    .sort()
    .map((id, at) => ({
      id,
      name: at < 60 ? `Barker ${at}` : `Meower ${at}`,
      email: `crowd-${at}@example.net`,
    }))
  await db.insertInto('users').values(crowd).execute()
  const names: string[] = []
  let cursor: string | undefined
  do {
    const page = await call.users({ search: 'barker', ...(cursor && { cursor }) })
    names.push(...page.rows.map(({ name }) => name))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(names).toEqual(
    crowd
      .slice(0, 60)
      .map(({ name }) => name)
      .reverse(),
  )
  const { rows } = await call.users({ search: 'meower' })
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, at) => `Meower ${499 - at}`))
  await db.deleteFrom('users').where('email', 'like', 'crowd-%').execute()
})

test('typed text is taken literally: percent, underscore, backslash, NUL', async () => {
  for (const search of ['%', '_', '\\', "'; drop table users; --", 'a%a', 'r_vi'])
    expect(await found(search)).toEqual([])
  expect(await found('as\u0000ha')).toEqual(['asha'])
})

test('a list continues where it stopped, each user once, with and without a search', async () => {
  const many = Array.from({ length: 45 }, () => newId<'user'>())
    .sort()
    .map((id, number) => ({ id, name: `Walker ${number}`, email: `walker-${number}@example.net` }))
  await db.insertInto('users').values(many).execute()
  for (const [index, { id }] of many.entries())
    if (index % 2)
      await db
        .updateTable('pet_owners')
        .set({ phone_number: `+4412345${100 + index}` })
        .where('user_id', '=', id)
        .execute()
  const all = async (search: string) => {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const page = await call.users({ search, ...(cursor && { cursor }) })
      expect(page.rows.length).toBeLessThanOrEqual(20)
      names.push(...page.rows.map(({ name }) => name))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return names
  }
  const newestFirst = many.map(({ name }) => name).reverse()
  expect(await all('walker')).toEqual(newestFirst)
  expect(await all('')).toEqual([...newestFirst, 'meera', 'ravi', 'asha'])
  expect(await all('12345')).toEqual(newestFirst.filter((_, index) => (44 - index) % 2 === 1))
})

test('a user is shown with records, counts and sessions, but no password or token', async () => {
  const pet = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
  for (const [startsAt, status] of [
    ['2026-11-05T05:00:00Z', 'confirmed'],
    ['2026-10-05T05:00:00Z', 'completed'],
  ] as const)
    await makeAppointment(db, {
      ownerId: asha.ownerId,
      vetId,
      petId: pet.id,
      startsAt: new Date(startsAt),
      status,
    })
  await db
    .updateTable('sessions')
    .set({ expires_at: new Date('2027-01-01') })
    .execute()
  expect(await call.user({ id: asha.userId })).toMatchObject({
    name: 'asha',
    email: 'asha@example.org',
    role: 'pet_owner',
    suspendedAt: null,
    waysIn: ['credential'],
    pets: 1,
    records: [],
    asOwner: { upcoming: 1, all: 2 },
    asProvider: { upcoming: 0, all: 0 },
    sessions: [{ device: expect.any(String), startedAt: expect.any(Date) }],
  })
  const vet = await call.user({ id: meera.userId })
  expect(vet).toMatchObject({
    records: [{ record: 'veterinary_doctor', name: 'Meera Iyer', status: 'verified' }],
    asProvider: { upcoming: 1, all: 2 },
  })
  const { password } = await db
    .selectFrom('accounts')
    .select('password')
    .where('user_id', '=', meera.userId)
    .executeTakeFirstOrThrow()
  const { token } = await db
    .selectFrom('sessions')
    .select('token')
    .where('user_id', '=', meera.userId)
    .executeTakeFirstOrThrow()
  for (const secret of [password!, token]) expect(JSON.stringify(vet)).not.toContain(secret)
})

test('an unknown user is not found by any endpoint', async () => {
  const id = newId<'user'>()
  const refused = { code: 'request.not_found', status: 404 }
  await expect(call.user({ id })).rejects.toMatchObject(refused)
  await expect(call.suspend({ id, reason: 'None' })).rejects.toMatchObject(refused)
  await expect(call.liftSuspension({ id })).rejects.toMatchObject(refused)
  await expect(call.endSessions({ id })).rejects.toMatchObject(refused)
  expect((await call.log({ subjectId: id })).rows).toEqual([])
})
