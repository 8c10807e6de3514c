import { expect, test } from 'vitest'
import type { Person } from '#/app/testing/people.ts'
import { openWorld } from '#/app/testing/world.ts'
import { upcomingLimit } from '#/appointments/rules.ts'
import { sessionTimes } from '#/booking/sessions.ts'
import { makeMethod } from '#/payments/server/factory.ts'
import { pay } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makeTrainer } from './training.factory.ts'

// Racers each keep a connection while they wait for the lock.
const world = await openWorld({ DATABASE_POOL: '20', TRAINING_TAX_PERCENT: '18' })
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const om = await world.signUp('om')
const trainerId = await makeTrainer(world.db, {
  userId: om.userId,
  fullName: 'Om Prakash',
  offersOnline: true,
  hourlyRate: 75_050,
})
const { id: petId } = await makePet(world.db, { ownerId: asha.ownerId, name: 'Bruno' })
const day = '2026-11-05'
const from = (startTime: string, endTime: string, date = day) => ({ date, startTime, endTime })
const sessionType = 'Puppy Training' as const
const online = {
  appointmentType: 'online_training' as const,
  contactMethod: 'google_meet' as const,
  disclaimerAccepted: true as const,
  contactLink: 'https://meet.google.com/abc-defg-hij',
}
const slots = (id = trainerId, date = day) =>
  asha.call.booking.slots({ trade: 'training', providerId: id, date })
const book = (person: Person, slot: ReturnType<typeof from>, more = {}) =>
  person.call.training.book({ trainerId, slot, sessionType, ...more })

test('a trainer without hours is free at all fixed times, each with its latest end', async () => {
  const { slots: free } = await slots()
  expect(free).toHaveLength(sessionTimes.length - 1)
  expect(free[0]).toMatchObject({ startTime: '09:00', latestEnd: '13:00', scheduleId: null })
  expect(free.at(-1)).toMatchObject({ startTime: '19:30', latestEnd: '20:00' })
})

test('a session in person is confirmed at once, at the hourly rate by its length', async () => {
  const booked = await book(asha, from('10:00', '11:30'), { petId, reason: 'Pulls', price: 112_575 })
  expect(booked).toMatchObject({
    trade: 'training',
    status: 'confirmed',
    isPaidHere: false,
    payment: null,
    startTime: '10:00',
    endTime: '11:30',
    price: { amount: 112_575, currency: 'INR' },
  })
  const { rows } = await om.call.appointments.visits({ tab: 'upcoming' })
  expect(rows[0]).toMatchObject({
    title: 'Puppy Training',
    noun: 'training session',
    reasonLabel: 'Special instructions',
    reason: 'Pulls',
    pets: [{ name: 'Bruno' }],
  })
  const [row] = await world.db.selectFrom('training_appointments').selectAll().execute()
  expect(row).toMatchObject({
    pet_trainer_id: trainerId,
    pet_id: petId,
    session_type: 'Puppy Training',
    appointment_date: day,
    start_time: '10:00',
    end_time: '11:30',
    appointment_type: 'in_person',
    special_instructions: 'Pulls',
    status: 'confirmed',
    payment_required: false,
    payment_status: 'not_required',
    disclaimer_accepted: false,
  })
  const { slots: free } = await slots()
  expect(free.find(({ startTime }) => startTime === '09:00')?.latestEnd).toBe('10:00')
  expect(free.map(({ startTime }) => startTime)).not.toContain('11:00')
})

test('a session that is confirmed at once is among the trainer’s upcoming ones, and the notice leads there', async () => {
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
  const { rows } = await om.call.notifications.list({ type: 'appointment_confirmed' })
  expect(rows[0]).toMatchObject({
    title: 'New training session',
    href: expect.stringMatching(/^\/appointments\?side=visits&tab=upcoming&record=[0-9a-f-]{36}$/),
  })
})

test.each([
  ['an end before its start', from('15:00', '14:00')],
  ['no length', from('15:00', '15:00')],
  ['more than four hours', from('13:00', '17:30')],
  ['a quarter past', from('15:15', '16:00')],
  ['a time before nine', from('08:30', '10:00')],
])('a session with %s is no time that can be booked', async (_what, slot) => {
  await expect(book(asha, slot)).rejects.toMatchObject({ code: 'booking.not_a_slot' })
})

test('a session that runs into another one is refused, also one of the trainer’s work as a vet', async () => {
  await expect(book(ravi, from('09:30', '10:30'))).rejects.toMatchObject({ code: 'booking.slot_taken' })
  const vetId = await makeVet(world.db, { userId: om.userId, fullName: 'Om Prakash' })
  await ravi.call.veterinary.book({ vetId, slot: from('16:00', '16:30') })
  await expect(book(ravi, from('15:00', '17:00'))).rejects.toMatchObject({ code: 'booking.slot_taken' })
})

test('of two overlapping sessions booked at once, one succeeds', async () => {
  const answers = await Promise.all(
    [book(asha, from('12:00', '14:00')), book(ravi, from('13:00', '15:00'))].map((answer) =>
      answer.then(
        ({ status }) => status as string,
        (error) => error.code as string,
      ),
    ),
  )
  expect(answers.sort()).toEqual(['booking.slot_taken', 'confirmed'])
})

test('an online session waits for its payment, with a charge in paise and the tax of training', async () => {
  const paymentMethodId = await makeMethod(world.db, asha.userId)
  const slot = from('10:00', '11:00', '2026-11-12')
  await expect(book(asha, slot, { ...online, contactLink: null })).rejects.toMatchObject({
    code: 'appointments.contact_needed',
  })
  await expect(book(asha, slot, { ...online, disclaimerAccepted: false })).rejects.toMatchObject({
    code: 'appointments.terms_needed',
  })
  await expect(book(asha, slot, online)).rejects.toMatchObject({
    code: 'appointments.payment_method_needed',
  })
  const booked = await book(asha, slot, { ...online, paymentMethodId })
  expect(booked).toMatchObject({
    status: 'pending',
    awaitsPayment: true,
    payment: { amount: { amount: 75_050 } },
  })
  const charges = await world.db.selectFrom('training_charges').selectAll().execute()
  expect(charges).toMatchObject([
    {
      appointment_id: booked.id,
      payment_method_id: paymentMethodId,
      amount: 75_050,
      charge_status: 'pending',
    },
  ])
  const row = await world.db
    .selectFrom('training_appointments')
    .selectAll()
    .where('id', '=', booked.id)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    appointment_type: 'online_training',
    contact_method: 'google_meet',
    disclaimer_accepted: true,
    payment_required: true,
    payment_status: 'pending',
  })
  const { tax_percent } = await world.db
    .selectFrom('payments')
    .select('tax_percent')
    .where('appointment_id', '=', booked.id)
    .executeTakeFirstOrThrow()
  expect(Number(tax_percent)).toBe(18)
})

test('the trainer is notified about an online session once it is paid', async () => {
  const paymentMethodId = await makeMethod(world.db, ravi.userId)
  const { id: rani } = await makePet(world.db, { ownerId: ravi.ownerId, name: 'Rani' })
  const slot = from('10:00', '11:00', '2026-11-19')
  const booked = await book(ravi, slot, { ...online, petId: rani, paymentMethodId })
  await pay(world, ravi, booked.payment!.id)
  await (await world.sandbox()).bank.pump()
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
  const { rows } = await om.call.notifications.list({ type: 'appointment_confirmed' })
  expect(rows[0]!.message).toContain('ravi booked and paid for an online training session with Rani on ')
})

test('a booking at an outdated price, or online with an in-person trainer, is refused', async () => {
  await expect(book(asha, from('17:00', '18:00'), { price: 75_000 })).rejects.toMatchObject({
    code: 'appointments.price_changed',
    data: { price: { currency: 'INR' } },
  })
  const kabir = await world.signUp('kabir')
  const inPerson = await makeTrainer(world.db, { userId: kabir.userId })
  const asked = { trainerId: inPerson, slot: from('10:00', '11:00'), sessionType, ...online }
  await expect(asha.call.training.book(asked)).rejects.toMatchObject({ code: 'training.not_online' })
})

test('hours, breaks, holidays and notice cut the fixed times', async () => {
  const { userId } = await world.signUp('lata')
  const id = await makeTrainer(world.db, {
    userId,
    hours: [{ start: '10:15', end: '16:00', breaks: [{ start: '13:00', end: '14:00' }] }],
    holidays: [{ start: '2026-11-10', end: '2026-11-10' }],
  })
  const { slots: free } = await slots(id)
  expect(free.map(({ startTime, latestEnd }) => `${startTime}-${latestEnd}`)).toEqual([
    '10:30-13:00',
    '11:00-13:00',
    '11:30-13:00',
    '12:00-13:00',
    '12:30-13:00',
    '14:00-16:00',
    '14:30-16:00',
    '15:00-16:00',
    '15:30-16:00',
  ])
  expect(await slots(id, '2026-11-10')).toMatchObject({ slots: [], reason: 'holiday' })
})

test('a user waiting for a full day is notified once a session is cancelled', async () => {
  const { userId } = await world.signUp('noor')
  const id = await makeTrainer(world.db, { userId, hours: [{ start: '10:00', end: '11:00' }] })
  const { id: taken } = await asha.call.training.book({
    trainerId: id,
    slot: from('10:00', '11:00'),
    sessionType,
  })
  await ravi.call.booking.wait({ trade: 'training', providerId: id, day })
  await asha.call.appointments.cancel({ id: taken })
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
  const { rows } = await ravi.call.notifications.list({ type: 'time_free' })
  expect(rows[0]).toMatchObject({ href: `/services/book-a-trainer/session?trainer=${id}&date=${day}` })
})

test('a session moves to another time of the same length only', async () => {
  const { id } = await book(asha, from('10:00', '11:00', '2026-11-20'))
  const move = (slot: ReturnType<typeof from>) => asha.call.appointments.reschedule({ id, slot })
  await expect(move(from('14:00', '16:00', '2026-11-20'))).rejects.toMatchObject({
    code: 'booking.not_a_slot',
  })
  const moved = await move(from('10:30', '11:30', '2026-11-20'))
  expect(moved).toMatchObject({ startTime: '10:30', endTime: '11:30', status: 'confirmed' })
})

test('a session is offered the times that it fits into, and its own time counts as free', async () => {
  const { userId } = await world.signUp('tara')
  const id = await makeTrainer(world.db, { userId, hours: [{ start: '10:00', end: '13:00' }] })
  const train = (person: Person, slot: ReturnType<typeof from>) =>
    person.call.training.book({ trainerId: id, slot, sessionType })
  const { id: moving } = await train(asha, from('10:00', '12:00', '2026-11-12'))
  await train(ravi, from('11:00', '12:00', '2026-11-13'))
  await train(ravi, from('10:00', '10:30', '2026-11-16'))
  const target = { trade: 'training' as const, providerId: id, moving }
  const offered = async (date: string) => {
    const { slots: free, reason } = await asha.call.booking.slots({ ...target, date })
    return reason ?? free.map(({ startTime, endTime }) => `${startTime}-${endTime}`)
  }
  expect(await offered('2026-11-12')).toEqual(['10:30-12:30', '11:00-13:00'])
  expect(await offered('2026-11-13')).toBe('short')
  expect(await offered('2026-11-16')).toEqual(['10:30-12:30', '11:00-13:00'])
  const { days } = await asha.call.booking.openDays(target)
  expect(days.find(({ date }) => date === '2026-11-13')?.state).toBe('over')

  const notFound = { code: 'request.not_found' }
  await expect(ravi.call.booking.slots({ ...target, date: '2026-11-12' })).rejects.toMatchObject(notFound)
  await expect(asha.call.booking.openDays({ ...target, providerId: trainerId })).rejects.toMatchObject(
    notFound,
  )
  await asha.call.appointments.cancel({ id: moving })
  await expect(asha.call.booking.openDays(target)).rejects.toMatchObject(notFound)
})

test('an owner has at most ten upcoming sessions with a trainer, also when booked at once', async () => {
  const zoya = await world.signUp('zoya')
  const { userId } = await world.signUp('crowded')
  const id = await makeTrainer(world.db, { userId })
  const answers = await Promise.all(
    sessionTimes.slice(0, upcomingLimit + 3).map((startTime, index) =>
      zoya.call.training
        .book({ trainerId: id, slot: from(startTime, sessionTimes[index + 1]!, '2026-11-18'), sessionType })
        .then(
          ({ status }) => status as string,
          (error) => error.code as string,
        ),
    ),
  )
  expect(answers.filter((answer) => answer === 'confirmed')).toHaveLength(upcomingLimit)
  expect(new Set(answers)).toEqual(new Set(['confirmed', 'appointments.too_many_upcoming']))
})
