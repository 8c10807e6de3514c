import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
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

test('users are found by part of their name, e-mail or phone, the newest first', async () => {
  expect(await found('')).toEqual(['meera', 'ravi', 'asha'])
  expect(await found('ASH')).toEqual(['asha'])
  expect(await found('ravi@example')).toEqual(['ravi'])
  expect(await found('98765')).toEqual(['ravi'])
  expect(await found('+91 98765-43210')).toEqual(['ravi'])
  expect(await found('12')).toEqual([])
})

test('what is typed is taken as it is: percent, underscore, backslash, NUL', async () => {
  for (const search of ['%', '_', '\\', "'; drop table users; --", 'a%a', 'r_vi'])
    expect(await found(search)).toEqual([])
  expect(await found('as\u0000ha')).toEqual(['asha'])
})

test('a list goes on where it stopped, each user once, with and without a search', async () => {
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

test('a user is shown with records, counts and sessions, and neither password nor token', async () => {
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

test('a user that does not exist is not found, whatever is asked of it', async () => {
  const id = newId<'user'>()
  const refused = { code: 'request.not_found', status: 404 }
  await expect(call.user({ id })).rejects.toMatchObject(refused)
  await expect(call.suspend({ id, reason: 'None' })).rejects.toMatchObject(refused)
  await expect(call.liftSuspension({ id })).rejects.toMatchObject(refused)
  await expect(call.endSessions({ id })).rejects.toMatchObject(refused)
  expect((await call.log({ subjectId: id })).rows).toEqual([])
})
