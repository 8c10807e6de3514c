import { expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter, makeSittingRequest, type SitterInput } from './sitter.factory.ts'

// It is Monday, 2 November 2026, 09:00 in Kolkata. Racers each keep a connection while they wait for the lock.
const world = await openWorld({ DATABASE_POOL: '20' })
const { db, clock } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const rani = await makePet(db, { ownerId: ravi.ownerId, name: 'Rani' })
const methods = new Map([
  [asha, await makeMethod(db, asha.userId)],
  [ravi, await makeMethod(db, ravi.userId)],
])

async function house(name: string, rest: Partial<SitterInput> = {}) {
  const person = await world.signUp(name)
  const id = await makeSitter(db, { userId: person.userId, fullName: 'Om Prakash', maxPets: 1, ...rest })
  return { person, id }
}
type Home = Awaited<ReturnType<typeof house>>
const homes = {
  om: await house('om', {
    hours: { days: ['tuesday', 'wednesday', 'thursday'], start: '09:00', end: '18:00' },
  }),
  tara: await house('tara', { maxPets: 2 }),
  uma: await house('uma'),
  nila: await house('nila'),
  zoya: await house('zoya'),
  hema: await house('hema', { maxPets: 3 }),
  veda: await house('veda', { maxPets: 2 }),
  gita: await house('gita', { maxPets: 2 }),
}

type Asked = Parameters<Person['call']['sitting']['request']>[0]

/** Returns an accepted walk of an hour. */
async function walk(owner: Person, home: Home, rest: Partial<Asked> = {}) {
  const { requests } = await owner.call.sitting.request({
    service: 'dog-walking',
    startDate: '2026-11-10',
    startTime: '10:00',
    endTime: '11:00',
    sitters: [{ id: home.id }],
    petIds: [owner === asha ? bruno.id : rani.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
    paymentMethodId: methods.get(owner)!,
    ...rest,
  })
  const { id } = requests[0]!
  await home.person.call.appointments.accept({ id })
  return id
}
const askFor = (owner: Person, id: string, date: string, startTime: string) =>
  owner.call.sitting.askToMove({ id: id as never, date, startTime })
const timeOf = (id: string) =>
  db
    .selectFrom('appointments')
    .select(['starts_at', 'ends_at', 'status', 'price', 'reschedules'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const holdsOf = (id: string) =>
  db
    .selectFrom('calendar_holds')
    .select(['lane', 'during'])
    .where('appointment_id', '=', id)
    .orderBy('lane')
    .execute()
const newsOf = async (person: Person) =>
  (await person.call.notifications.list({})).rows.map(({ title }) => title)

test('a walk moves once its sitter agrees: until then the old time stays, and price and payment stay with it', async () => {
  const { om } = homes
  const id = await walk(asha, om)
  const before = await timeOf(id)
  const asked = await askFor(asha, id, '2026-11-11', '16:30')
  expect(asked).toMatchObject({
    appointmentId: id,
    side: 'owner',
    date: '2026-11-11',
    startTime: '16:30',
    endTime: '17:30',
    answerBy: new Date('2026-11-03T03:30:00Z'),
  })
  expect(await timeOf(id)).toEqual(before)
  expect((await om.person.call.sitting.moves()).rows).toMatchObject([{ id: asked.id, side: 'sitter' }])
  await expect(askFor(asha, id, '2026-11-12', '10:00')).rejects.toMatchObject({ code: 'sitting.move_asked' })
  await world.app.jobs.deliverEvents(clock.now)
  expect(await newsOf(om.person)).toContain('asha asks for another time')
  await om.person.call.sitting.agreeToMove({ id: asked.id })
  expect(await timeOf(id)).toMatchObject({
    starts_at: new Date('2026-11-11T11:00:00Z'),
    ends_at: new Date('2026-11-11T12:00:00Z'),
    status: 'confirmed',
    price: before.price,
    reschedules: 1,
  })
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  // A day before the new start.
  expect(rows.find((row) => row.id === id)?.payment?.chargeAt).toEqual(new Date('2026-11-10T11:00:00Z'))
  const request = await db
    .selectFrom('booking_requests')
    .selectAll()
    .where('pet_sitter_id', '=', om.id)
    .executeTakeFirstOrThrow()
  expect(request).toMatchObject({ start_date: '2026-11-11', start_time: '16:30', end_time: '17:30' })
  expect((await om.person.call.sitting.moves()).rows).toEqual([])
  await expect(om.person.call.sitting.agreeToMove({ id: asked.id })).rejects.toMatchObject({
    code: 'sitting.move_over',
  })
  await world.app.jobs.deliverEvents(clock.now)
  expect(await newsOf(asha)).toContain('Appointment moved')
  expect(await newsOf(om.person)).not.toContain('Appointment moved')
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a paid visit moves without another charge, and its refund still goes by the first time', async () => {
  const { tara } = homes
  const id = await walk(ravi, tara, { startDate: '2026-11-18' })
  const { rows } = await ravi.call.appointments.appointments({ tab: 'upcoming' })
  const { payment } = rows.find((row) => row.id === id)!
  await pay(world, ravi, payment!.id)
  const { id: move } = await askFor(ravi, id, '2026-11-27', '10:00')
  await tara.person.call.sitting.agreeToMove({ id: move })
  const paid = await db
    .selectFrom('payments')
    .select(['status', 'closed_at'])
    .where('id', '=', payment!.id)
    .executeTakeFirstOrThrow()
  expect(paid).toMatchObject({ status: 'completed', closed_at: null })
  const holds = await db
    .selectFrom('calendar_holds')
    .select(['expires_at'])
    .where('appointment_id', '=', id)
    .execute()
  expect(holds).toEqual([{ expires_at: null }])
  const { first_starts_at } = await db
    .selectFrom('appointments')
    .select('first_starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(first_starts_at).toEqual(new Date('2026-11-18T04:30:00Z'))
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('only times that the sitter works and has room for can be asked for, and no other length', async () => {
  const { om } = homes
  const [row] = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
  const id = row!.id
  const refused = (date: string, time: string, code: string) =>
    expect(askFor(asha, id, date, time)).rejects.toMatchObject({ code })
  await refused('2026-11-11', '16:30', 'sitting.move_same_time')
  await refused('2026-11-11', '17:30', 'sitting.closed')
  await refused('2026-11-13', '10:00', 'sitting.closed')
  await refused('2026-11-01', '10:00', 'sitting.past')
  await refused('2027-11-10', '10:00', 'sitting.too_far')
  await refused('2026-11-11', '23:30', 'sitting.move_over_midnight')
  await om.person.call.booking.addHoliday({
    trade: 'sitting',
    startDate: '2026-11-12',
    endDate: '2026-11-12',
  })
  await refused('2026-11-12', '10:00', 'sitting.away')
  const taken = await walk(ravi, om, { startDate: '2026-11-17' })
  await refused('2026-11-17', '10:30', 'sitting.full')
  // Over its own time is fine, and over the other's end too.
  await refused('2026-11-17', '09:59', 'sitting.full')
  const own = await askFor(asha, id, '2026-11-11', '16:00')
  await asha.call.sitting.withdrawMove({ id: own.id })
  await expect(om.person.call.sitting.declineMove({ id: own.id })).rejects.toMatchObject({
    code: 'sitting.move_over',
  })
  await expect(askFor(asha, taken, '2026-11-18', '10:00')).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await expect(ravi.call.sitting.withdrawMove({ id: own.id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await world.app.jobs.deliverEvents(clock.now)
  expect(await newsOf(om.person)).toContain('asha keeps the old time')
})

test('a visit moves twice at most, up to 24 hours before, and a stay or an unanswered request not at all', async () => {
  const { tara } = homes
  const id = await walk(asha, tara)
  for (const startTime of ['12:00', '14:00']) {
    const { id: move } = await askFor(asha, id, '2026-11-10', startTime)
    await tara.person.call.sitting.agreeToMove({ id: move })
  }
  const notAllowed = { code: 'appointments.move_not_allowed' }
  await expect(askFor(asha, id, '2026-11-10', '16:00')).rejects.toMatchObject(notAllowed)
  const soon = await walk(asha, tara, { startDate: '2026-11-03', startTime: '08:00', endTime: '09:00' })
  await expect(askFor(asha, soon, '2026-11-10', '18:00')).rejects.toMatchObject(notAllowed)
  const stay = await walk(asha, tara, {
    service: 'hostel-checkin',
    startDate: '2026-11-20',
    endDate: '2026-11-22',
  })
  await expect(askFor(asha, stay, '2026-11-24', '10:00')).rejects.toMatchObject(notAllowed)
  const { requests } = await ravi.call.sitting.request({
    service: 'dog-walking',
    startDate: '2026-11-25',
    startTime: '10:00',
    endTime: '11:00',
    sitters: [{ id: tara.id }],
    petIds: [rani.id],
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    getsAlong: true,
    disclaimerAccepted: true,
    paymentMethodId: methods.get(ravi)!,
  })
  await expect(askFor(ravi, requests[0]!.id, '2026-11-26', '10:00')).rejects.toMatchObject(notAllowed)
  // At another time, the owner has this sitter for the same pet.
  const other = await walk(asha, tara, { startDate: '2026-11-12' })
  await expect(askFor(asha, other, '2026-11-10', '14:30')).rejects.toMatchObject({
    code: 'sitting.asked_already',
  })
})

test('a sitter who declines or doesn’t answer keeps the old time, and the owner is told', async () => {
  const { uma } = homes
  const id = await walk(asha, uma)
  const before = await timeOf(id)
  const first = await askFor(asha, id, '2026-11-12', '10:00')
  await expect(asha.call.sitting.agreeToMove({ id: first.id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  await uma.person.call.sitting.declineMove({ id: first.id })
  const second = await askFor(asha, id, '2026-11-12', '11:00')
  const later = new Date(second.answerBy.getTime())
  expect(await world.app.jobs.runSweep('lapse-sitting-moves', new Date(later.getTime() - 1))).toBe(0)
  expect(await world.app.jobs.runSweep('lapse-sitting-moves', later)).toBe(1)
  expect(await timeOf(id)).toEqual(before)
  await world.app.jobs.deliverEvents(clock.now)
  const news = await newsOf(asha)
  expect(news).toContain('Om Prakash keeps the old time')
  expect(news).toContain('Om Prakash didn’t answer in time')
  for (let times = 3; times <= 6; times++) {
    const { id: move } = await askFor(asha, id, '2026-11-12', '10:00')
    await asha.call.sitting.withdrawMove({ id: move })
  }
  await expect(askFor(asha, id, '2026-11-12', '10:00')).rejects.toMatchObject({
    code: 'sitting.move_too_often',
  })
})

test('one day of a weekly repeat moves, to a day that the repeat doesn’t have', async () => {
  const { hema } = homes
  const first = await walk(asha, hema, {
    schedule: 'repeat-weekly',
    startDate: '2026-11-09',
    daysOfWeek: ['monday', 'wednesday'],
  })
  const dayOf = async (id: string) =>
    (await db.selectFrom('sitting_details').select('day').where('appointment_id', '=', id).executeTakeFirst())
      ?.day
  await expect(askFor(asha, first, '2026-11-11', '15:00')).rejects.toMatchObject({
    code: 'sitting.move_series_day',
  })
  await expect(askFor(asha, first, '2026-12-14', '15:00')).rejects.toMatchObject({
    code: 'sitting.move_series_day',
  })
  const { id: move } = await askFor(asha, first, '2026-11-10', '15:00')
  await hema.person.call.sitting.agreeToMove({ id: move })
  expect(await dayOf(first)).toBe('2026-11-10')
  // Its old day is free in the repeat again.
  const back = await askFor(asha, first, '2026-11-09', '16:00')
  await hema.person.call.sitting.agreeToMove({ id: back.id })
  expect(await dayOf(first)).toBe('2026-11-09')
  expect(await timeOf(first)).toMatchObject({ starts_at: new Date('2026-11-09T10:30:00Z') })
  const { series_id } = await db
    .selectFrom('appointments')
    .select('series_id')
    .where('id', '=', first)
    .executeTakeFirstOrThrow()
  await world.app.jobs.runSweep('extend-sitting-repeats', new Date('2026-11-08T06:00:00Z'))
  const { cancelled } = await asha.call.sitting.pause({
    requestId: series_id! as never,
    startDate: '2026-11-09',
    endDate: '2026-11-09',
  })
  expect(cancelled).toBe(1)
  expect((await timeOf(first)).status).toBe('cancelled')
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('of two moves into the last place, one wins', async () => {
  const { nila } = homes
  for (let round = 0; round < 4; round++) {
    const day = `2026-11-${10 + round}`
    const mine = await walk(asha, nila, { startDate: day, startTime: '08:00', endTime: '09:00' })
    const theirs = await walk(ravi, nila, { startDate: day, startTime: '09:00', endTime: '10:00' })
    const moves = [await askFor(asha, mine, day, '12:00'), await askFor(ravi, theirs, day, '12:30')]
    const answers = await Promise.allSettled(
      moves.map(({ id }) => nila.person.call.sitting.agreeToMove({ id })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const lost = answers.find((answer) => answer.status === 'rejected')
    expect(lost?.reason).toMatchObject({ code: 'sitting.full' })
  }
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a move that races its cancellation leaves it cancelled', async () => {
  const { zoya } = homes
  for (let round = 0; round < 4; round++) {
    const day = `2026-11-${10 + round}`
    const id = await walk(asha, zoya, { startDate: day })
    const { id: move } = await askFor(asha, id, day, '14:00')
    const [moved, cancelled] = await Promise.allSettled([
      zoya.person.call.sitting.agreeToMove({ id: move }),
      asha.call.appointments.cancel({ id: id as never }),
    ])
    expect(cancelled.status).toBe('fulfilled')
    expect(await timeOf(id)).toMatchObject({
      status: 'cancelled',
      reschedules: moved.status === 'fulfilled' ? 1 : 0,
    })
    if (moved.status === 'rejected') expect(moved.reason).toMatchObject({ code: 'sitting.move_over' })
    expect(await holdsOf(id)).toEqual([])
  }
})

test('a move that races the visit’s start ends in one of the two', async () => {
  const { zoya } = homes
  for (let round = 0; round < 6; round++) {
    clock.now = mondayMorning
    const day = `2026-11-${16 + round}`
    const requestId = await makeSittingRequest(db, {
      ownerId: ravi.ownerId,
      sitterId: zoya.id,
      startsAt: new Date(`${day}T04:30:00Z`),
      minutes: 60,
      service: 'dog-walking',
      petIds: [rani.id],
    })
    const { appointment_id: id } = await db
      .selectFrom('sitting_details')
      .select('appointment_id')
      .where('request_id', '=', requestId)
      .executeTakeFirstOrThrow()
    const { id: move } = await askFor(ravi, id, day, '14:00')
    const answer_by = new Date(`${day}T04:29:00Z`)
    await db.updateTable('sitting_moves').set({ answer_by }).where('id', '=', move).execute()
    // Ten minutes before the old start.
    clock.now = new Date(`${day}T04:20:00Z`)
    const [moved, started] = await Promise.allSettled([
      zoya.person.call.sitting.agreeToMove({ id: move }),
      zoya.person.call.sitting.addToCard({
        appointmentId: id as never,
        day,
        entry: { kind: 'start', id: newId(), age: 0 },
      }),
    ])
    const codes = [moved, started].map((one) => (one.status === 'rejected' ? one.reason.code : null))
    expect([
      ['sitting.move_over', null],
      [null, 'sitting.too_early'],
    ]).toContainEqual(codes)
    const row = await timeOf(id)
    expect(row.starts_at).toEqual(new Date(`${day}T${moved.status === 'fulfilled' ? '08:30' : '04:30'}:00Z`))
  }
  clock.now = mondayMorning
})

test('pets give up their places for one that moves, each staying where there is room', async () => {
  const { veda } = homes
  const at = (startTime: string, endTime: string) => ({ startDate: '2026-11-10', startTime, endTime })
  const coco = await makePet(db, { ownerId: asha.ownerId, name: 'Coco' })
  const early = await walk(asha, veda, at('08:00', '10:00'))
  const long = await walk(ravi, veda, at('09:00', '12:00'))
  const late = await walk(asha, veda, { ...at('15:00', '17:00'), petIds: [coco.id] })
  // From 10 to 12 there is room beside the long one, and from 12 on everywhere.
  const { id: move } = await askFor(asha, late, '2026-11-10', '10:00')
  await veda.person.call.sitting.agreeToMove({ id: move })
  const lanes = await Promise.all(
    [early, long, late].map(async (id) => (await holdsOf(id)).map(({ lane }) => lane)),
  )
  expect(lanes.flat().every((lane) => lane === 1 || lane === 2)).toBe(true)
  expect(lanes[1]).not.toEqual(lanes[2])
  expect(await world.findBrokenInvariants()).toEqual([])
})

const refundStart = async (id: string) =>
  (
    await db
      .selectFrom('appointments')
      .select('first_starts_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).first_starts_at

test('a sitter proposes another time: the owner agrees or not, it isn’t a move of theirs, and the later start decides their refund', async () => {
  const { gita } = homes
  const sitter = gita.person
  const id = await walk(ravi, gita, { startDate: '2026-11-17' })
  const propose = (date: string, startTime: string) =>
    sitter.call.sitting.askToMove({ id: id as never, date, startTime })
  const first = await propose('2026-11-19', '16:00')
  expect(first).toMatchObject({ side: 'sitter', askedBy: 'sitter', startTime: '16:00' })
  await world.app.jobs.deliverEvents(clock.now)
  expect(await newsOf(ravi)).toContain('Om Prakash proposes another time')
  // Nobody answers their own question, and nobody else either.
  for (const call of [sitter.call, asha.call])
    await expect(call.sitting.agreeToMove({ id: first.id })).rejects.toMatchObject({
      code: 'request.not_found',
    })
  await expect(ravi.call.sitting.withdrawMove({ id: first.id })).rejects.toMatchObject({
    code: 'request.not_found',
  })
  const open = (await ravi.call.sitting.moves()).rows.find((row) => row.id === first.id)
  expect(open).toMatchObject({ side: 'owner', askedBy: 'sitter' })
  await ravi.call.sitting.declineMove({ id: first.id })
  await world.app.jobs.deliverEvents(clock.now)
  expect(await newsOf(sitter)).toContain('ravi keeps the old time')
  const { id: second } = await propose('2026-11-18', '08:00')
  await sitter.call.sitting.withdrawMove({ id: second })
  const { id: third } = await propose('2026-11-19', '16:00')
  const races = await Promise.allSettled([
    ravi.call.sitting.agreeToMove({ id: third }),
    ravi.call.sitting.agreeToMove({ id: third }),
    sitter.call.sitting.withdrawMove({ id: third }),
  ])
  const won = races.filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
  if (races[2]!.status === 'rejected') {
    const startsAt = new Date('2026-11-19T10:30:00Z')
    expect(await timeOf(id)).toMatchObject({ starts_at: startsAt, reschedules: 0 })
    expect(await refundStart(id)).toEqual(startsAt)
  }
  await expect(propose('2026-11-20', '08:00')).rejects.toMatchObject({ code: 'sitting.move_too_often' })
  expect(await world.findBrokenInvariants()).toEqual([])
})
