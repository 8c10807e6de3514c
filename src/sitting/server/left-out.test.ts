import { expect, test } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

const world = await openWorld({ SITTING_PAYMENTS: 'off' })
const { db, clock } = world
const [asha, ravi] = [await world.signUp('asha'), await world.signUp('ravi')]

test('a weekly repeat leaves out the days on which its sitter already has the pet, as the form said', async () => {
  clock.now = mondayMorning
  const mia = await world.signUp('mia')
  const sitterId = await makeSitter(db, { userId: mia.userId, fullName: 'Mia Rao', maxPets: 1 })
  await expect.poll(async () => (await mia.call.accounts.me()).user?.records['pet_sitter']).toBeTruthy()
  const simba = await makePet(db, { ownerId: asha.ownerId, name: 'Simba' })
  const rest = {
    sitters: [{ id: sitterId }],
    petIds: [simba.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
  }
  const stayFrom = async (startDate: string, endDate: string) => {
    const { requests } = await asha.call.sitting.request({
      ...rest,
      service: 'hostel-checkin',
      startDate,
      endDate,
    })
    await mia.call.appointments.accept({ id: requests[0]!.id })
  }
  // Thursday to Sunday, and seven weeks later, when the days of the repeat aren't made yet.
  await stayFrom('2026-12-03', '2026-12-06')
  await stayFrom('2027-01-14', '2027-01-17')
  const walks = {
    service: 'dog-walking' as const,
    schedule: 'repeat-weekly' as const,
    startDate: '2026-12-03',
    endDate: null,
    daysOfWeek: ['thursday' as const, 'friday' as const],
    startTime: '10:00',
    endTime: '11:00',
  }
  const leftOut = { id: sitterId, petIds: [simba.id] }
  expect(await asha.call.sitting.leftOut({ ...walks, ...leftOut })).toEqual({
    days: [
      { day: '2026-12-03', reason: 'booked' },
      { day: '2026-12-04', reason: 'booked' },
    ],
    isAskedAlready: false,
    hours: null,
  })
  const { requests } = await asha.call.sitting.request({ ...rest, ...walks })
  await mia.call.appointments.accept({ id: requests[0]!.id })
  const days = async () =>
    (
      await db
        .selectFrom('sitting_details as d')
        .innerJoin('sitting_requests as r', 'r.id', 'd.request_id')
        .where('r.sitter_id', '=', sitterId)
        .where('r.schedule_type', '=', 'repeat-weekly')
        .select('d.day')
        .orderBy('d.day')
        .execute()
    ).map(({ day }) => day)
  expect((await days()).slice(0, 3)).toEqual(['2026-12-10', '2026-12-11', '2026-12-17'])
  // Four weeks before the second stay.
  clock.now = new Date('2027-01-05T03:30:00Z')
  for (let round = 0; round < 2; round++) await world.app.jobs.runSweep('extend-sitting-repeats', clock.now)
  const made = await days()
  expect(made).toContain('2027-01-21')
  for (const day of ['2027-01-14', '2027-01-15']) expect(made).not.toContain(day)
  // A whole repeat on taken days, and a second stay then, are refused, and the form says so.
  const again = { ...walks, startDate: '2027-01-21', endDate: '2027-01-22' }
  expect(await asha.call.sitting.leftOut({ ...again, ...leftOut })).toMatchObject({ isAskedAlready: true })
  await expect(asha.call.sitting.request({ ...rest, ...again })).rejects.toMatchObject({
    code: 'sitting.asked_already',
  })
  const twice = { service: 'hostel-checkin' as const, startDate: '2027-01-15', endDate: '2027-01-16' }
  expect(await asha.call.sitting.leftOut({ ...twice, ...leftOut })).toEqual({
    days: [],
    isAskedAlready: true,
    hours: null,
  })
  const mine = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
  expect(mine.find(({ series }) => series)?.series?.gaps.map(({ reason }) => reason)).toContain('booked')
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a weekly repeat is accepted although a day that it left out is free again, and full again', async () => {
  clock.now = mondayMorning
  const om = await world.signUp('om')
  const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', maxPets: 1 })
  await expect.poll(async () => (await om.call.accounts.me()).user?.records['pet_sitter']).toBeTruthy()
  const ask = async (who: typeof asha, petId: string, when: object) => {
    const { requests } = await who.call.sitting.request({
      service: 'dog-walking',
      startDate: '2026-12-03',
      endDate: null,
      startTime: '10:00',
      endTime: '11:00',
      sitters: [{ id: sitterId }],
      petIds: [petId],
      emergencyName: 'Kavya Verma',
      emergencyPhone: '+919810012345',
      getsAlong: true,
      ...when,
    } as Parameters<typeof who.call.sitting.request>[0])
    return requests[0]!.id
  }
  const bruno = await makePet(db, { ownerId: asha.ownerId })
  const one = await ask(asha, bruno.id, {})
  await om.call.appointments.accept({ id: one })
  const weekly = await ask(asha, bruno.id, { schedule: 'repeat-weekly', daysOfWeek: ['thursday'] })
  await asha.call.appointments.cancel({ id: one })
  const other = await ask(ravi, (await makePet(db, { ownerId: ravi.ownerId })).id, {})
  await om.call.appointments.accept({ id: other })
  expect(await om.call.appointments.accept({ id: weekly })).toMatchObject({ status: 'confirmed' })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(rows.find(({ id }) => id === weekly)).toMatchObject({ date: '2026-12-10' })
  expect(await world.findBrokenInvariants()).toEqual([])
})
