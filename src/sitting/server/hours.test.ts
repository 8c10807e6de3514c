import { expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata.
const world = await openWorld({ SITTING_PAYMENTS: 'off' })
const { db } = world
const asha = await world.signUp('asha')
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

async function house(name: string) {
  const person = await world.signUp(name)
  return {
    person,
    id: await makeSitter(db, { userId: person.userId, fullName: 'Leela Rao', location: name }),
  }
}
const homes = {
  leela: await house('leela'),
  meera: await house('meera'),
  tara: await house('tara'),
  uma: await house('uma'),
  nila: await house('nila'),
}

const workdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const range = (startTime: string, endTime: string) => ({ startTime, endTime, slotMinutes: 10 })
const saveWeek = (
  person: Person,
  more: object = {},
  hours = [range('09:00', '13:00'), range('13:00', '18:00')],
) =>
  person.call.booking.saveWeek({
    trade: 'sitting',
    days: workdays.map((day) => ({ day, isOpen: true, ranges: hours })),
    ...more,
  })

type Asked = Parameters<Person['call']['sitting']['request']>[0]
const asked = (id: string, rest: Partial<Asked> = {}): Asked => ({
  service: 'day-care',
  startDate: '2026-11-10',
  startTime: '10:00',
  endTime: '16:00',
  sitters: [{ id }],
  petIds: [bruno.id],
  emergencyName: 'Kavya Verma',
  emergencyPhone: '+919810012345',
  getsAlong: true,
  ...rest,
})
const ask = async (id: string, rest: Partial<Asked> = {}) =>
  (await asha.call.sitting.request(asked(id, rest))).requests[0]!.id
const leftOut = (
  { service, startDate, startTime, endTime, endDate, schedule, daysOfWeek }: Asked,
  id: string,
) =>
  asha.call.sitting.leftOut({
    id,
    service,
    startDate,
    petIds: [bruno.id],
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
    ...(endDate && { endDate }),
    ...(schedule && { schedule }),
    ...(daysOfWeek && { daysOfWeek }),
  })

test('a sitter without hours can be asked for any time, and says so', async () => {
  const { id } = homes.leela
  const page = await asha.call.sitting.sitter({ id })
  expect(page.hours).toBeNull()
  const early = await ask(id, { service: 'dog-walking', startTime: '05:00', endTime: '06:00' })
  await homes.leela.person.call.appointments.accept({ id: early })
  const { days } = await asha.call.sitting.calendar({ id })
  expect(new Set(days.map(({ state }) => state))).toEqual(new Set(['free']))
})

test('walks and day care are found, asked for and accepted within the hours alone', async () => {
  const { id, person } = homes.meera
  const pending = await ask(id, { startTime: '07:00', endTime: '12:00' })
  await saveWeek(person, { knownOutside: [pending] })
  expect((await asha.call.sitting.sitter({ id })).hours).toBe('Mon–Fri, 9:00–18:00')
  await expect(person.call.appointments.accept({ id: pending })).rejects.toMatchObject({
    code: 'appointments.outside_hours',
  })
  const late = { startTime: '16:00', endTime: '18:30' }
  await expect(ask(id, late)).rejects.toMatchObject({
    code: 'sitting.closed',
    data: { hours: { day: '2026-11-10', times: [{ startTime: '09:00', endTime: '18:00' }] } },
  })
  expect(await leftOut(asked(id, late), id)).toMatchObject({
    days: [],
    hours: { day: '2026-11-10', times: [{ startTime: '09:00', endTime: '18:00' }] },
  })
  // A Saturday.
  await expect(ask(id, { startDate: '2026-11-14' })).rejects.toMatchObject({
    code: 'sitting.closed',
    data: { hours: { day: '2026-11-14', times: [] } },
  })
  const find = async (rest: object) =>
    (
      await asha.call.sitting.sitters({ service: 'day-care', startDate: '2026-11-11', q: 'meera', ...rest })
    ).rows.map((row) => row.id)
  expect(await find({ startTime: '13:00', endTime: '18:00' })).toEqual([id])
  expect(await find({ startTime: '13:00', endTime: '18:30' })).toEqual([])
  // Across two ranges that touch.
  const across = await ask(id, { startDate: '2026-11-11', startTime: '09:00', endTime: '18:00' })
  await person.call.appointments.accept({ id: across })
  const { days } = await asha.call.sitting.calendar({ id })
  expect(days.find(({ date }) => date === '2026-11-14')?.state).toBe('closed')
})

test('a stay needs hours at drop-off and pick-up, and no closed date or holiday between', async () => {
  const { id, person } = homes.tara
  await saveWeek(person)
  const stay = { service: 'hostel-checkin', startTime: '18:00', endTime: '09:00' } as const
  // From Friday to Monday, over a weekend without hours.
  const over = await ask(id, { ...stay, startDate: '2026-11-13', endDate: '2026-11-16' })
  await person.call.appointments.accept({ id: over })
  await expect(ask(id, { ...stay, startDate: '2026-11-14', endDate: '2026-11-16' })).rejects.toMatchObject({
    code: 'sitting.closed',
    data: { hours: { day: '2026-11-14', times: [] } },
  })
  await expect(
    ask(id, { ...stay, startDate: '2026-11-19', endDate: '2026-11-20', endTime: '08:00' }),
  ).rejects.toMatchObject({ data: { hours: { day: '2026-11-20' } } })
  const closing = { trade: 'sitting' as const, date: '2026-11-15', isOpen: false, ranges: [] }
  const refusal = await person.call.booking.saveDate(closing).catch((error) => error)
  expect(refusal).toMatchObject({
    code: 'booking.bookings_outside',
    data: { bookings: [{ id: over, status: 'confirmed', petName: 'Bruno' }] },
  })
  const saved = await person.call.booking.saveDate({ ...closing, knownOutside: [over] })
  expect(saved.outside.map((one) => one.id)).toEqual([over])
  await person.call.booking.addHoliday({ trade: 'sitting', startDate: '2026-11-25', endDate: '2026-11-25' })
  await expect(ask(id, { ...stay, startDate: '2026-11-24', endDate: '2026-11-26' })).rejects.toMatchObject({
    code: 'sitting.away',
  })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a weekly repeat leaves out the days outside of the hours, says so before, and keeps doing so', async () => {
  const { id, person } = homes.uma
  await saveWeek(person)
  const repeat = {
    schedule: 'repeat-weekly',
    startDate: '2026-11-09',
    daysOfWeek: ['monday', 'saturday'],
  } as const
  const plan = asked(id, { ...repeat, daysOfWeek: [...repeat.daysOfWeek] })
  const left = await leftOut(plan, id)
  expect(left.hours).toBeNull()
  expect(left.days.map(({ day, reason }) => `${day} ${reason}`)).toEqual(
    ['14', '21', '28'].map((day) => `2026-11-${day} closed`).concat('2026-12-05 closed'),
  )
  const all = { ...plan, daysOfWeek: ['saturday' as const] }
  await expect(asha.call.sitting.request(all)).rejects.toMatchObject({ code: 'sitting.closed' })
  expect((await leftOut(all, id)).hours).toMatchObject({ day: '2026-11-14', times: [] })
  const request = (await asha.call.sitting.request(plan)).requests[0]!.id
  await person.call.appointments.accept({ id: request })
  const gaps = () => db.selectFrom('sitting_gaps').select(['day', 'reason']).orderBy('day').execute()
  expect((await gaps()).map(({ reason }) => reason)).toEqual(['closed', 'closed', 'closed', 'closed'])
  const days = async () =>
    (
      await db
        .selectFrom('sitting_details')
        .innerJoin('appointments as a', 'a.id', 'appointment_id')
        .where('a.provider_id', '=', id)
        .select('day')
        .orderBy('day')
        .execute()
    ).map(({ day }) => day)
  expect(await days()).toEqual(['2026-11-09', '2026-11-16', '2026-11-23', '2026-11-30'])
  // The next Monday has hours that don't fit.
  await person.call.booking.saveDate({
    trade: 'sitting',
    date: '2026-12-07',
    isOpen: true,
    ranges: [range('09:00', '11:00')],
  })
  const start = world.clock.now
  await world.app.jobs.runSweep('extend-sitting-repeats', new Date('2026-11-12T06:00:00Z'))
  expect((await gaps()).at(-1)).toEqual({ day: '2026-12-07', reason: 'closed' })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(rows.find((row) => row.series)?.series?.gaps.at(-1)).toEqual({ day: '2026-12-07', reason: 'closed' })
  world.clock.now = start
})

test('a request that is accepted while its hours go is either listed or refused', async () => {
  const { id, person } = homes.nila
  for (let round = 1; round <= 5; round++) {
    await db.deleteFrom('pet_sitter_schedules').where('pet_sitter_id', '=', id).execute()
    const day = `2026-11-1${round}`
    const pending = await ask(id, { startDate: day, startTime: '06:00', endTime: '07:00' })
    const hours = { trade: 'sitting' as const, date: day, isOpen: true, ranges: [range('09:00', '12:00')] }
    const [accepted, saved] = await Promise.allSettled([
      person.call.appointments.accept({ id: pending }),
      person.call.booking.saveDate({ ...hours, knownOutside: [pending] }),
    ])
    expect(saved.status).toBe('fulfilled')
    const row = await db
      .selectFrom('appointments')
      .select('status')
      .where('id', '=', pending)
      .executeTakeFirstOrThrow()
    expect(row.status).toBe(accepted.status === 'fulfilled' ? 'confirmed' : 'pending')
    const { outside } = await person.call.booking.availability({ trade: 'sitting' })
    expect(outside.map((one) => one.id)).toContain(pending)
  }
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('somebody else’s rows can’t be changed as a sitter', async () => {
  const { person } = homes.meera
  const range = { id: newId<'schedule'>(), startTime: '09:00', endTime: '10:00', slotMinutes: 10 }
  await expect(
    person.call.booking.saveWeek({
      trade: 'sitting',
      days: [{ day: 'monday', isOpen: true, ranges: [range] }],
    }),
  ).rejects.toMatchObject({ code: 'request.not_found' })
  await expect(asha.call.booking.availability({ trade: 'sitting' })).rejects.toMatchObject({
    code: 'request.not_found',
  })
})
