import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import type { Person } from '#/app/testing/people.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import { roundTripsWith } from '#/kernel/testing/statements.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter, type SitterInput } from './sitter.factory.ts'

// Racers each keep a connection while they wait for the lock.
const world = await openWorld({ DATABASE_POOL: '20' })
const { db } = world
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const om = await world.signUp('om')
const omId = await sitter(om, { hourlyRate: 20_000, nightlyRate: 100_000, maxPets: 2 })
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })
const rani = await makePet(db, { ownerId: ravi.ownerId, name: 'Rani' })

function sitter(person: Person, rest: Omit<SitterInput, 'userId'> = {}) {
  return makeSitter(db, { userId: person.userId, fullName: 'Om Prakash', ...rest })
}

// Made before the tests, because the server hears of a new record a moment later.
const houses = {
  two: await house('meera', { maxPets: 2 }),
  one: await house('tara', { maxPets: 1, hourlyRate: 10_000 }),
  first: await house('uma'),
  second: await house('veda'),
  third: await house('kiran'),
  days: await house('zoya'),
  barred: await house('hema'),
  walker: await house('nila', {
    hourlyRate: 30_000,
    holidays: [{ start: '2026-11-11', end: '2026-11-12' }],
  }),
}

async function house(name: string, rest: Omit<SitterInput, 'userId'> = {}) {
  const person = await world.signUp(name)
  return { person, id: await sitter(person, { ...rest, location: 'Bandra, Mumbai' }) }
}

const method = await makeMethod(db, asha.userId)
const ravisMethod = await makeMethod(db, ravi.userId)
type Asked = Parameters<Person['call']['sitting']['request']>[0]
const asked = (rest: Partial<Asked> = {}): Asked => ({
  service: 'hostel-checkin',
  startDate: '2026-11-10',
  endDate: '2026-11-13',
  sitters: [{ id: omId }],
  petIds: [bruno.id],
  emergencyName: 'Kavya Verma',
  emergencyPhone: '+919810012345',
  getsAlong: true,
  disclaimerAccepted: true,
  paymentMethodId: method,
  ...rest,
})
const ask = async (rest: Parameters<typeof asked>[0] = {}) =>
  (await asha.call.sitting.request(asked(rest))).requests[0]!.id
const upcoming = async (person: Person) =>
  (await person.call.appointments.appointments({ tab: 'upcoming' })).rows

test('a request waits for the sitter without taking a place, and acceptance takes one and opens the payment', async () => {
  await db.updateTable('pets').set({ pet_size_lbs: 69.5 }).where('id', '=', bruno.id).execute()
  const id = await ask({ comment: 'He snores.', area: 'Indiranagar', location: '12 Double Road' })
  const { rows } = await om.call.appointments.visits({ tab: 'requests' })
  expect(rows[0]).toMatchObject({
    id,
    title: 'Hostel stay',
    status: 'pending',
    reason: 'He snores.',
    nights: 3,
    price: { amount: 300_000, currency: 'INR' },
    pets: [{ name: 'Bruno' }],
    answerBy: new Date('2026-11-03T03:30:00Z'),
  })
  const facts = rows[0]!.facts.map(({ text }) => text)
  expect(facts).toContain('Area: Indiranagar')
  expect(facts).toContain('Weight: Bruno 31.5 kg (69.5 lb)')
  for (const secret of ['Kavya', 'Double Road']) expect(JSON.stringify(rows)).not.toContain(secret)
  expect(await db.selectFrom('calendar_holds').selectAll().execute()).toEqual([])
  await om.call.appointments.accept({ id })
  const [own] = await upcoming(asha)
  expect(own).toMatchObject({
    id,
    status: 'confirmed',
    awaitsPayment: true,
    payment: { amount: { amount: 300_000, currency: 'INR' }, chargeAt: new Date('2026-11-09T03:30:00Z') },
  })
  const { rows: visits } = await om.call.appointments.visits({ tab: 'upcoming' })
  for (const secret of ['Kavya', 'Double Road', asha.email])
    expect(JSON.stringify(visits)).not.toContain(secret)
  expect(JSON.stringify(visits[0]!.facts)).toContain('once it’s paid')
  expect(await db.selectFrom('calendar_holds').select('lane').execute()).toEqual([{ lane: 1 }])
  const [row] = await db.selectFrom('booking_requests').selectAll().execute()
  expect(row).toMatchObject({
    pet_sitter_id: omId,
    start_date: '2026-11-10',
    end_date: '2026-11-13',
    service_type: 'hostel-checkin',
    status: 'accepted',
    comment: 'He snores.',
    schedule_type: 'one-time',
    gets_along_with_other_dogs: true,
    dog_size_lbs: 70,
  })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a sitter without room is not found for those days, and can’t accept', async () => {
  const search = {
    service: 'hostel-checkin',
    startDate: '2026-11-11',
    endDate: '2026-11-12',
    q: 'Indiranagar',
  } as const
  const found = async (rest = {}) =>
    (await ravi.call.sitting.sitters({ ...search, ...rest })).rows.map(({ id }) => id)
  expect(await found()).toEqual([omId])
  const second = await ravi.call.sitting.request(
    asked({
      startDate: '2026-11-12',
      endDate: '2026-11-14',
      petIds: [rani.id],
      paymentMethodId: ravisMethod,
    }),
  )
  const third = await ravi.call.sitting.request(
    asked({
      startDate: '2026-11-09',
      endDate: '2026-11-12',
      petIds: [(await makePet(db, { ownerId: ravi.ownerId })).id],
      paymentMethodId: ravisMethod,
    }),
  )
  // Nobody has accepted them, so there is still room for one.
  expect(await found()).toEqual([omId])
  await om.call.appointments.accept({ id: second.requests[0]!.id })
  expect(await found({ startDate: '2026-11-12', endDate: '2026-11-13' })).toEqual([])
  expect(await found({ startDate: '2026-11-14', endDate: '2026-11-15' })).toEqual([omId])
  const over = om.call.appointments.accept({ id: third.requests[0]!.id })
  await expect(over).rejects.toMatchObject({ code: 'appointments.no_longer_free' })
  const { days } = await world.visitor.sitting.calendar({ id: omId })
  const state = (date: string) => days.find((day) => day.date === date)?.state
  expect(
    ['2026-11-08', '2026-11-09', '2026-11-11', '2026-11-12', '2026-11-14', '2026-11-15'].map(state),
  ).toEqual(['free', 'free', 'free', 'full', 'free', 'free'])
  const fourth = ask({ startDate: '2026-11-12', endDate: '2026-11-13' })
  await expect(fourth).rejects.toMatchObject({ code: 'sitting.full' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('pets change places so that one more fits wherever there is room', async () => {
  const { person: meera, id } = houses.two
  const stay = async (startDate: string, endDate: string) => {
    const { requests } = await asha.call.sitting.request(
      asked({
        sitters: [{ id }],
        startDate,
        endDate,
        startTime: '12:00',
        endTime: '10:00',
        petIds: [(await makePet(db, { ownerId: asha.ownerId })).id],
      }),
    )
    await meera.call.appointments.accept({ id: requests[0]!.id })
  }
  await stay('2026-11-10', '2026-11-12')
  await stay('2026-11-11', '2026-11-14')
  await stay('2026-11-15', '2026-11-18')
  await stay('2026-11-12', '2026-11-16')
  await stay('2026-11-14', '2026-11-15')
  const lanes = await db
    .selectFrom('calendar_holds')
    .select('lane')
    .where('provider_user_id', '=', meera.userId)
    .execute()
  expect(lanes.every(({ lane }) => lane === 1 || lane === 2)).toBe(true)
  await expect(stay('2026-11-12', '2026-11-13')).rejects.toMatchObject({ code: 'sitting.full' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('of acceptances that race for the last place, one wins', async () => {
  const { person: tara, id } = houses.one
  const walk = { service: 'dog-walking', startTime: '07:00', endTime: '08:00', endDate: null } as const
  const ids = await Promise.all(
    [asha, ravi, asha, ravi].map(async (owner, index) => {
      const own = owner === asha ? {} : { paymentMethodId: ravisMethod }
      const petIds = [(await makePet(db, { ownerId: owner.ownerId })).id]
      const sent = await owner.call.sitting.request(
        asked({ ...walk, startDate: '2026-11-20', ...own, petIds, sitters: [{ id }], comment: `${index}` }),
      )
      return sent.requests[0]!.id
    }),
  )
  const answers = await Promise.allSettled(ids.map((one) => tara.call.appointments.accept({ id: one })))
  const won = answers.filter(({ status }) => status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({ code: 'appointments.no_longer_free' })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the first of several sitters to accept gets the request, also when they race, and the others are withdrawn', async () => {
  const sitters = [houses.first, houses.second, houses.third]
  const { requests } = await asha.call.sitting.request(
    asked({
      startDate: '2026-11-24',
      endDate: '2026-11-25',
      specialCare: 'Pills at noon',
      sitters: sitters.map(({ id }) => ({ id })),
    }),
  )
  expect(requests).toHaveLength(3)
  const answers = await Promise.allSettled(
    requests.map(({ id, sitterId }) =>
      sitters.find((one) => one.id === sitterId)!.person.call.appointments.accept({ id }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const rows = await db
    .selectFrom('appointments')
    .select(['status', 'closing_reason'])
    .where(
      'id',
      'in',
      requests.map(({ id }) => id),
    )
    .orderBy('status')
    .execute()
  expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'cancelled', 'confirmed'])
  expect(rows[0]!.closing_reason).toBe('Another sitter accepted the request first')
  await world.app.jobs.deliverEvents(world.clock.now)
  const told = (await asha.call.notifications.list({})).rows.map(({ message }) => message)
  expect(told[0]).toMatch(/expects you .*We withdrew your request from Om Prakash and Om Prakash\.$/)
  expect(told.filter((message) => message.includes('cancelled'))).toEqual([])
  for (const { person, id } of sitters) {
    const isWinner = requests.some(
      (request, index) => request.sitterId === id && answers[index]!.status === 'fulfilled',
    )
    const [last] = (await person.call.notifications.list({})).rows
    if (!isWinner)
      expect(last).toMatchObject({
        title: 'Request withdrawn',
        message: expect.stringMatching(/ request for .+ is off: another sitter accepted it first\.$/),
      })
    expect((await person.call.appointments.figures()).answers).toEqual(
      isWinner ? { answered: 1, asked: 1 } : null,
    )
    const card = (await person.call.appointments.visits({ tab: 'past' })).rows.find((row) =>
      requests.some((request) => request.id === row.id),
    )
    if (!isWinner) expect(JSON.stringify(card)).not.toContain('Pills at noon')
  }
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a request that nobody answers expires a day later, or two hours before it begins', async () => {
  const id = await ask({ startDate: '2026-12-01', endDate: '2026-12-02' })
  const soon = await ask({ service: 'day-care', startDate: '2026-11-02', endDate: null, startTime: '14:00' })
  const answers = async () => (await asha.call.sitting.sitter({ id: omId })).reliability.answers
  const before = await answers()
  const status = async (one: string) =>
    (await db.selectFrom('appointments').select('status').where('id', '=', one).executeTakeFirstOrThrow())
      .status
  world.clock.now = new Date('2026-11-02T06:31:00Z')
  await world.app.jobs.runSweep('expire-unanswered-appointments', world.clock.now)
  expect([await status(id), await status(soon)]).toEqual(['pending', 'expired'])
  // Few can answer at such short notice.
  expect(await answers()).toEqual(before)
  world.clock.now = new Date('2026-11-03T03:31:00Z')
  await world.app.jobs.runSweep('expire-unanswered-appointments', world.clock.now)
  expect(await status(id)).toBe('expired')
  expect((await answers())!.asked).toBeGreaterThan(before!.asked)
})

test('a weekly repeat has appointments four weeks ahead, leaves out days away, pauses, goes on and ends', async () => {
  const { person: nila, id } = houses.walker
  const { requests } = await asha.call.sitting.request(
    asked({
      service: 'dog-walking',
      schedule: 'repeat-weekly',
      startDate: '2026-11-04',
      endDate: null,
      daysOfWeek: ['wednesday', 'saturday'],
      startTime: '07:00',
      endTime: '08:30',
      sitters: [{ id, price: 45_000 }],
    }),
  )
  await nila.call.appointments.accept({ id: requests[0]!.id })
  const days = async () =>
    await db
      .selectFrom('sitting_details as d')
      .innerJoin('appointments as a', 'a.id', 'd.appointment_id')
      .select(['d.day', 'a.status', 'd.request_id'])
      .where('a.provider_id', '=', id)
      .orderBy('d.day')
      .execute()
  const made = await days()
  expect(made.map(({ day }) => day)).toEqual([
    '2026-11-04',
    '2026-11-07',
    '2026-11-14',
    '2026-11-18',
    '2026-11-21',
    '2026-11-25',
    '2026-11-28',
  ])
  const requestId = made[0]!.request_id
  expect(await db.selectFrom('sitting_gaps').select(['day', 'reason']).execute()).toEqual([
    { day: '2026-11-11', reason: 'away' },
  ])
  expect((await upcoming(asha)).filter((one) => one.provider.id === id)).toHaveLength(7)
  await asha.call.sitting.pause({ requestId, startDate: '2026-11-16', endDate: '2026-12-03' })
  world.clock.now = new Date('2026-11-09T03:30:00Z')
  await world.app.jobs.runSweep('extend-sitting-repeats', world.clock.now)
  const later = await days()
  expect(later.map(({ day, status }) => `${day} ${status}`)).toEqual([
    '2026-11-04 confirmed',
    '2026-11-07 confirmed',
    '2026-11-14 confirmed',
    '2026-11-18 cancelled',
    '2026-11-21 cancelled',
    '2026-11-25 cancelled',
    '2026-11-28 cancelled',
    '2026-12-05 confirmed',
  ])
  const stranger = ravi.call.sitting.end({ requestId })
  await expect(stranger).rejects.toMatchObject({ code: 'request.not_found' })
  expect(await nila.call.sitting.end({ requestId })).toEqual({ cancelled: 2 })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('accepting two weeks takes as many round trips to the database as accepting two days', async () => {
  world.clock.now = mondayMorning
  const { person, id } = houses.days
  const tripsFor = async (startDate: string, endDate: string) => {
    const sent = await ask({ service: 'day-care', startDate, endDate, sitters: [{ id }] })
    return roundTripsWith('insert into "charges"', () => person.call.appointments.accept({ id: sent }))
  }
  const few = await tripsFor('2026-12-14', '2026-12-15')
  expect(await tripsFor('2026-12-16', '2026-12-29')).toBe(few)
  expect(few).toBeLessThan(20)
})

test('a request needs a payment method of the owner’s own, the terms, and the price that was shown', async () => {
  world.clock.now = mondayMorning
  const to = { sitters: [{ id: houses.first.id, price: 60_000 }] }
  const day = {
    ...to,
    service: 'day-care',
    startDate: '2026-12-10',
    endDate: null,
    endTime: '12:00',
  } as const
  const refused = (rest: Parameters<typeof asked>[0], code: string) =>
    expect(ask({ ...day, ...rest })).rejects.toMatchObject({ code })
  await refused({ paymentMethodId: ravisMethod }, 'appointments.payment_method_needed')
  await refused({ disclaimerAccepted: false }, 'appointments.terms_needed')
  await refused({ sitters: [{ id: houses.first.id, price: 50_000 }] }, 'appointments.price_changed')
  await refused(
    { service: 'dog-walking', petIds: [(await makePet(db, { ownerId: asha.ownerId, species: 'cat' })).id] },
    'sitting.dogs_only',
  )
  expect(await ask(day)).toBeTruthy()
})

test('a stay that isn’t paid 23 hours before it begins is off, and both sides are told', async () => {
  world.clock.now = mondayMorning
  const { person: tara, id: sitterId } = houses.one
  const id = await ask({ sitters: [{ id: sitterId }], startDate: '2026-12-14', endDate: '2026-12-15' })
  await tara.call.appointments.accept({ id })
  world.clock.now = new Date('2026-12-13T04:31:00Z')
  await world.app.jobs.runSweep('payments-end-times-to-pay', world.clock.now)
  await world.app.jobs.deliverEvents(world.clock.now)
  const row = await db
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.status).toBe('expired')
  const told = async (person: Person) => (await person.call.notifications.list({})).rows[0]!.message
  expect(await told(asha)).toContain('wasn’t paid in time, so it expired')
  expect(await told(tara)).toContain('so it’s off, and your place is free again')
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a suspended owner hears that the charge of an accepted stay is paused, and until when it can be paid', async () => {
  world.clock.now = mondayMorning
  const { person: veda, id: sitterId } = houses.second
  const gita = await world.signUp('gita')
  const { requests } = await gita.call.sitting.request(
    asked({
      sitters: [{ id: sitterId }],
      startDate: '2026-12-20',
      endDate: '2026-12-21',
      petIds: [(await makePet(db, { ownerId: gita.ownerId })).id],
      paymentMethodId: await makeMethod(db, gita.userId),
    }),
  )
  await veda.call.appointments.accept({ id: requests[0]!.id })
  const { call } = await openDesk(world, 'farah')
  await call.suspend({ id: gita.userId, reason: 'Reported' })
  await world.app.jobs.deliverEvents(world.clock.now)
  const told = await db
    .selectFrom('notifications')
    .select(['title', 'message'])
    .where('user_id', '=', gita.userId)
    .where('title', '=', 'Automatic payment paused')
    .execute()
  expect(told.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/Om Prakash .*20 Dec 2026.* If it isn’t paid by .*19 Dec 2026/),
  )
})

test('at short notice a saved method is charged at once, and the owner has two hours', async () => {
  world.clock.now = mondayMorning
  const { person: uma, id: sitterId } = houses.first
  const soon = { service: 'day-care', startDate: '2026-11-02', endDate: null, startTime: '16:00' } as const
  const id = await ask({ ...soon, sitters: [{ id: sitterId }] })
  await uma.call.appointments.accept({ id })
  const [row] = (await upcoming(asha)).filter((one) => one.id === id)
  expect(row!.payment).toMatchObject({
    chargeAt: mondayMorning,
    payBy: new Date(mondayMorning.getTime() + 7_200_000),
  })
})

test('a repeat with a last day goes on until then, and can be ended meanwhile', async () => {
  world.clock.now = mondayMorning
  const { person: veda, id } = houses.third
  const { requests } = await asha.call.sitting.request(
    asked({
      service: 'day-care',
      schedule: 'repeat-weekly',
      startDate: '2026-11-09',
      endDate: '2026-11-23',
      daysOfWeek: ['monday'],
      sitters: [{ id }],
    }),
  )
  await veda.call.appointments.accept({ id: requests[0]!.id })
  await world.app.jobs.runSweep('extend-sitting-repeats', world.clock.now)
  const own = (await upcoming(asha)).filter((one) => one.provider.id === id && one.title === 'Day care')
  expect(own).toHaveLength(3)
  const [{ series }] = own as [(typeof own)[number]]
  expect(series).toMatchObject({ repeats: true, hasEnded: false })
  await asha.call.sitting.pause({ requestId: series!.id, startDate: '2026-11-16', endDate: '2026-11-16' })
  expect(await asha.call.sitting.end({ requestId: series!.id })).toEqual({ cancelled: 2 })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('the end of a repeat is one notice to each side, with the days, and the refund to the owner', async () => {
  world.clock.now = mondayMorning
  const { person: kiran, id } = houses.third
  const weekly = { service: 'day-care', schedule: 'repeat-weekly', startDate: '2026-12-01' } as const
  const first = await ask({ ...weekly, endDate: null, daysOfWeek: ['tuesday', 'friday'], sitters: [{ id }] })
  await kiran.call.appointments.accept({ id: first })
  const own = (await upcoming(asha)).filter((one) => one.provider.id === id && one.date >= '2026-12-01')
  const paid = own.slice(0, 2).map(({ payment }) => payment!)
  for (const { id: paymentId } of paid) await pay(world, asha, paymentId)
  const desk = await openDesk(world, 'nadia')
  await desk.call.refund({ id: paid[0]!.id, amount: 10_000, reason: 'Bruno was ill' })
  await world.app.jobs.deliverEvents(world.clock.now)
  const told = async (person: Person) =>
    (await person.call.notifications.list({ type: 'appointment_cancelled' })).rows
  const before = { asha: (await told(asha)).length, kiran: (await told(kiran)).length }
  await kiran.call.sitting.end({ requestId: own[0]!.series!.id })
  await world.app.jobs.deliverEvents(world.clock.now)
  const [toAsha, ...olderOfAsha] = await told(asha)
  const [toKiran, ...olderOfKiran] = await told(kiran)
  expect([olderOfAsha.length, olderOfKiran.length]).toEqual([before.asha, before.kiran])
  const days = '8 upcoming days were cancelled, from Tue, 1 Dec 2026 to Fri, 25 Dec 2026.'
  expect(toAsha).toMatchObject({ title: 'Weekly day care ended' })
  const [one, other] = paid.map(({ amount }) => amount)
  const refund = formatMoney({ ...one!, amount: one!.amount - 10_000 + other!.amount })
  expect(toAsha!.message).toContain(
    `Om Prakash ended Bruno’s weekly day care. ${days} We’ll refund you ${refund}.`,
  )
  expect(toKiran!.message).toBe(`You ended Bruno’s weekly day care with asha. ${days}`)
})

test('an owner who pauses or ends a repeat with a suspended sitter is refunded in full, however late', async () => {
  world.clock.now = mondayMorning
  const { person: hema, id } = houses.barred
  const weekly = { service: 'day-care', schedule: 'repeat-weekly', startDate: '2026-11-03' } as const
  const first = await ask({ ...weekly, endDate: null, daysOfWeek: ['tuesday', 'friday'], sitters: [{ id }] })
  await hema.call.appointments.accept({ id: first })
  const [tuesday, friday] = (await upcoming(asha)).filter((one) => one.provider.id === id)
  for (const { payment } of [tuesday!, friday!]) await pay(world, asha, payment!.id)
  await world.app.jobs.deliverEvents(world.clock.now)
  await db.updateTable('pet_sitters').set({ verification_status: 'suspended' }).where('id', '=', id).execute()
  const requestId = tuesday!.series!.id
  const shown = async (appointmentId: string) =>
    (await asha.call.appointments.appointments({ tab: 'past', series: requestId })).rows.find(
      (one) => one.id === appointmentId,
    )
  const inFull = {
    status: 'cancelled',
    cancelledBy: 'system',
    payment: { refunded: tuesday!.payment!.amount.amount },
  }
  // Too late for a refund by the policy.
  world.clock.now = new Date(tuesday!.startsAt.getTime() - HOUR)
  await asha.call.sitting.pause({ requestId, startDate: '2026-11-03', endDate: '2026-11-03' })
  expect(await shown(tuesday!.id)).toMatchObject(inFull)
  world.clock.now = new Date(friday!.startsAt.getTime() - HOUR)
  await asha.call.sitting.end({ requestId })
  expect(await shown(friday!.id)).toMatchObject(inFull)
  await world.app.jobs.deliverEvents(world.clock.now)
  const told = (await asha.call.notifications.list({ type: 'appointment_cancelled' })).rows[0]!.message
  expect(told).toContain(`We’ll refund you ${formatMoney(friday!.payment!.amount)}.`)
})

test('a day that is paused late and then resumed is paid once', async () => {
  world.clock.now = mondayMorning
  const { person: veda, id } = houses.third
  const weekly = { service: 'day-care', schedule: 'repeat-weekly', startDate: '2026-11-11' } as const
  const first = await ask({ ...weekly, endDate: null, daysOfWeek: ['wednesday'], sitters: [{ id }] })
  await veda.call.appointments.accept({ id: first })
  const requestId = (await upcoming(asha)).find((one) => one.id === first)!.series!.id
  const shown = async (tab: 'upcoming' | 'past') =>
    (await asha.call.appointments.appointments({ tab, series: requestId })).rows.filter(
      ({ date }) => date === '2026-11-11',
    )
  const [before] = await shown('upcoming')
  await db.updateTable('appointments').set({ refund_policy: 'strict' }).where('id', '=', before!.id).execute()
  await pay(world, asha, before!.payment!.id)
  await world.app.jobs.deliverEvents(world.clock.now)
  world.clock.now = new Date(before!.startsAt.getTime() - 30 * HOUR)
  await asha.call.sitting.pause({ requestId, startDate: '2026-11-11', endDate: '2026-11-11' })
  const amount = before!.payment!.amount.amount
  const refunded = async () => (await shown('past')).find((one) => one.id === before!.id)!.payment!.refunded
  expect(await refunded()).toBeLessThan(amount)
  const [{ series }] = (await upcoming(asha)).filter((one) => one.series?.id === requestId) as [
    typeof before & {},
  ]
  const resumed = await asha.call.sitting.resume({ requestId, pauseId: series!.pauses[0]!.id })
  expect(resumed.made).toEqual(['2026-11-11'])
  await world.app.jobs.deliverEvents(world.clock.now)
  // Otherwise pausing and resuming would cancel for free.
  expect(await refunded()).toBeLessThan(amount)
  const [again] = await shown('upcoming')
  expect(again!.payment).toMatchObject({ status: 'created', refunded: 0 })
  await pay(world, asha, again!.payment!.id)
  await world.app.jobs.deliverEvents(world.clock.now)
  expect(await refunded()).toBe(amount)
  const { rows: told } = await veda.call.notifications.list({ type: 'sitting_changed' })
  expect(told[0]).toMatchObject({ title: 'Late pause refunded' })
  await asha.call.sitting.end({ requestId })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('one pet is asked for once at one sitter and time, also by requests that race, and at any other time again', async () => {
  world.clock.now = mondayMorning
  const to = { service: 'day-care' as const, sitters: [{ id: houses.days.id }], petIds: [rani.id] }
  const askFor = (rest: Parameters<typeof asked>[0]) =>
    ravi.call.sitting.request(asked({ ...to, paymentMethodId: ravisMethod, ...rest }))
  const answers = await Promise.allSettled(
    ['09:00', '12:00', '10:00'].map((startTime) =>
      askFor({ startDate: '2026-11-24', endDate: '2026-11-26', startTime, endTime: '16:00' }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected')
      expect(answer.reason).toMatchObject({
        code: 'sitting.asked_already',
        data: { sitterId: houses.days.id },
      })
  const refused = (rest: Parameters<typeof asked>[0]) =>
    expect(askFor(rest)).rejects.toMatchObject({ code: 'sitting.asked_already' })
  // Of a request that waits for its answer, only the first day is an appointment.
  await refused({ startDate: '2026-11-26', endDate: null })
  await refused({ startDate: '2026-11-25', endDate: '2026-11-27', service: 'hostel-checkin' })
  const other = await makePet(db, { ownerId: ravi.ownerId })
  const { requests } = await askFor({ startDate: '2026-11-26', endDate: null, petIds: [other.id] })
  await askFor({ startDate: '2026-11-26', endDate: null, startTime: '16:00', endTime: '18:00' })
  await askFor({ startDate: '2026-11-26', endDate: null, sitters: [{ id: houses.two.id }] })
  await houses.days.person.call.appointments.accept({ id: requests[0]!.id })
  await refused({ startDate: '2026-11-26', endDate: null, petIds: [other.id] })
  await ravi.call.appointments.cancel({ id: requests[0]!.id })
  await askFor({ startDate: '2026-11-26', endDate: null, petIds: [other.id] })
})

test('another sitter can’t accept a request, nor can its owner', async () => {
  const id = await ask({ startDate: '2026-12-20', endDate: '2026-12-21', sitters: [{ id: houses.two.id }] })
  for (const person of [om, houses.one.person])
    await expect(person.call.appointments.accept({ id })).rejects.toMatchObject({ code: 'request.not_found' })
})
