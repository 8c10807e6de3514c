import { expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter, type SitterInput } from './sitter.factory.ts'

const world = await openWorld()
const { db } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno', sizeLbs: 30 })
const method = await makeMethod(db, asha.userId)

const indiranagar = { latitude: 12.98, longitude: 77.64 }
const koramangala = { latitude: 12.93, longitude: 77.62 }
const mumbai = { latitude: 19.07, longitude: 72.88 }

async function house(
  name: string,
  at: typeof indiranagar,
  rest: Omit<SitterInput, 'userId'> = {},
): Promise<{ person: Person; id: string }> {
  const person = await world.signUp(name)
  const id = await makeSitter(db, { userId: person.userId, fullName: name, ...rest })
  await db
    .updateTable('providers')
    .set({ ...at, is_placed: true })
    .where('id', '=', id)
    .execute()
  return { person, id }
}

const leela = await house('Leela', indiranagar)
const nisha = await house('Nisha', koramangala)
const omar = await house('Omar', koramangala)
const tara = await house('Tara', indiranagar)
const others = {
  away: await house('Uma', koramangala, { holidays: [{ start: '2026-11-01', end: '2027-01-31' }] }),
  small: await house('Veda', koramangala, { sizes: ['small'] }),
  far: await house('Kiran', mumbai),
}
const all = [leela, nisha, omar, tara, ...Object.values(others)]

type Asked = Parameters<Person['call']['sitting']['request']>[0]
const ask = async (sitters: { id: string }[], rest: Partial<Asked> = {}) => {
  const { requests } = await asha.call.sitting.request({
    service: 'hostel-checkin',
    startDate: '2026-11-10',
    endDate: '2026-11-13',
    sitters: sitters.map(({ id }) => ({ id })),
    petIds: [bruno.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
    paymentMethodId: method,
    ...rest,
  })
  return requests.map((request) => request.id)
}
const offered = async (id: string) => {
  const found = await asha.call.sitting.replacements({ id })
  return found && { ...found, sitters: found.sitters.map(({ name }) => name).toSorted() }
}
const lastMessage = async () => {
  await world.app.jobs.deliverEvents(world.clock.now)
  return (await asha.call.notifications.list({})).rows[0]!.message
}

test('after a decline the owner is offered others nearby with room for the pets on those days', async () => {
  const [id] = await ask([leela])
  expect(await offered(id!)).toBeNull()
  await leela.person.call.appointments.decline({ id: id!, reason: 'I’m ill.' })
  expect(await offered(id!)).toMatchObject({
    service: 'hostel-checkin',
    startDate: '2026-11-10',
    endDate: '2026-11-13',
    petIds: [bruno.id],
    near: 'Indiranagar, Bengaluru',
    within: 25,
    sitters: ['Nisha', 'Omar', 'Tara'],
  })
  expect(await lastMessage()).toMatch(
    /can’t take .*I’m ill\. \w+, \w+, and \w+ have room then: you can ask one of them under Appointments\.$/,
  )
  for (const person of [ravi, leela.person])
    await expect(person.call.sitting.replacements({ id: id! })).rejects.toMatchObject({
      code: 'request.not_found',
    })
})

test('a sitter on either side of a block isn’t offered, nor one who declined the same request', async () => {
  const [first, second] = await ask([leela, nisha], { startDate: '2026-11-16', endDate: '2026-11-18' })
  const sitterOf = async (id: string) =>
    (await db.selectFrom('appointments').select('provider_id').where('id', '=', id).executeTakeFirstOrThrow())
      .provider_id
  for (const id of [first!, second!]) {
    const sitterId = await sitterOf(id)
    const { person } = all.find((one) => one.id === sitterId)!
    // The other sitter has not answered yet.
    await person.call.appointments.decline({ id, reason: 'I’m full.' })
    if (id === first) expect(await offered(id)).toBeNull()
  }
  expect((await offered(first!))!.sitters).toEqual(['Omar', 'Tara'])
  await db
    .insertInto('message_blocks')
    .values([
      {
        blocker_id: asha.userId,
        blocked_id: omar.person.userId,
        blocked_name: 'Omar',
        pet_names: '{}',
        created_at: world.clock.now,
      },
      {
        blocker_id: tara.person.userId,
        blocked_id: asha.userId,
        blocked_name: 'Asha',
        pet_names: '{}',
        created_at: world.clock.now,
      },
    ])
    .execute()
  expect((await offered(first!))!.sitters).toEqual([])
  await db.deleteFrom('message_blocks').execute()
})

test('a day that a sitter cancels is offered alone, and the rest of an ended repeat once, until the owner has asked again', async () => {
  const weekly = {
    service: 'day-care' as const,
    schedule: 'repeat-weekly' as const,
    startDate: '2026-11-19',
    endDate: null,
    daysOfWeek: ['thursday' as const],
  }
  const [id] = await ask([leela], weekly)
  await leela.person.call.appointments.accept({ id: id! })
  const made = await db
    .selectFrom('sitting_details as d')
    .innerJoin('sitting_details as asking', 'asking.request_id', 'd.request_id')
    .select(['d.appointment_id', 'd.request_id'])
    .where('asking.appointment_id', '=', id!)
    .orderBy('d.day')
    .execute()
  expect(made.length).toBeGreaterThan(2)
  const [, second, third] = made.map((row) => row.appointment_id)
  await leela.person.call.appointments.cancel({ id: second! })
  expect(await offered(second!)).toMatchObject({
    schedule: 'one-time',
    startDate: '2026-11-26',
    endDate: null,
  })
  await leela.person.call.sitting.end({ requestId: made[0]!.request_id })
  expect(await offered(id!)).toMatchObject({
    schedule: 'repeat-weekly',
    startDate: '2026-11-19',
    daysOfWeek: ['thursday'],
    sitters: ['Nisha', 'Omar', 'Tara'],
  })
  expect(await offered(third!)).toBeNull()
  await ask([nisha], weekly)
  expect(await offered(id!)).toBeNull()
})

test('what the owner cancels, or what is past, offers nobody', async () => {
  const [own, lost] = [
    ...(await ask([omar], { startDate: '2026-12-01', endDate: '2026-12-02' })),
    ...(await ask([omar], { startDate: '2026-12-03', endDate: '2026-12-04' })),
  ]
  await asha.call.appointments.cancel({ id: own! })
  expect(await offered(own!)).toBeNull()
  world.clock.now = new Date('2026-11-03T04:00:00Z')
  await world.app.jobs.runSweep('expire-unanswered-appointments', world.clock.now)
  expect((await offered(lost!))!.sitters).toEqual(['Leela', 'Nisha', 'Tara'])
  world.clock.now = new Date('2026-12-03T06:00:00Z')
  expect(await offered(lost!)).toBeNull()
})

test('where no other sitter has room, the owner is told so', async () => {
  world.clock.now = new Date('2026-11-02T03:30:00Z')
  const [id] = await ask([others.far], { startDate: '2026-11-23', endDate: '2026-11-24' })
  await others.far.person.call.appointments.decline({ id: id!, reason: 'I’m full.' })
  expect((await offered(id!))!.sitters).toEqual([])
  expect(await lastMessage()).toContain(
    'We found no other sitter nearby with room then. You can search further away under Appointments.',
  )
})
