import { afterEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makeBooked } from './booked.factory.ts'

const world = await openWorld({ RATE_LIMITS: 'on' })
const { db, clock } = world
const desk = await openDesk(world, 'desk')
afterEach(async () => {
  clock.now = mondayMorning
  expect(await world.findBrokenInvariants()).toEqual([])
})

const days = (count: number) => new Date(mondayMorning.getTime() + count * DAY)
const write = ({ call }: Person, bookingId: string, text = 'Hello') =>
  call.messaging.send({ bookingId, text })

test('after a block neither side can write in any booking, and the blocked one doesn’t learn why', async () => {
  const { owner, vet, vetId, bookingId } = await makeBooked(world, ['asha', 'Meera'])
  const second = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId,
    startsAt: days(5),
    status: 'confirmed',
  })
  await write(vet, bookingId)
  for (const _ of [1, 2]) await owner.call.messaging.block({ bookingId, isBlocked: true })
  for (const id of [bookingId, second]) {
    await expect(write(vet, id)).rejects.toMatchObject({ code: 'messaging.closed_to_me', status: 409 })
    await expect(write(owner, id)).rejects.toMatchObject({ code: 'messaging.closed_by_me' })
  }
  expect(await vet.call.messaging.thread({ bookingId })).toMatchObject({ isBlocked: false, isOut: true })
  expect(await owner.call.messaging.thread({ bookingId })).toMatchObject({
    isBlocked: true,
    isOut: false,
    rows: [{ text: 'Hello' }],
  })
  await owner.call.messaging.block({ bookingId: second, isBlocked: false })
  await write(vet, bookingId, 'Again')
})

test('a suspended provider can no longer write, while the owner still can', async () => {
  const { owner, vet, vetId, bookingId } = await makeBooked(world, ['noor', 'Leela'])
  await write(vet, bookingId)
  for (const verification_status of ['suspended', 'rejected'] as const) {
    await db.updateTable('veterinary_doctors').set({ verification_status }).where('id', '=', vetId).execute()
    await expect(write(vet, bookingId)).rejects.toMatchObject({ code: 'messaging.closed_to_me', status: 409 })
    expect(await vet.call.messaging.thread({ bookingId })).toMatchObject({ isOut: true })
    await write(owner, bookingId, 'Will you come?')
  }
})

test('a report keeps the messages as they were, and is made once', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['ravi', 'Kabir'])
  const { messaging } = owner.call
  await write(owner, bookingId, 'When shall I come?')
  const rude = await write(vet, bookingId, 'Never, you fool.')
  await write(owner, bookingId, 'Excuse me?')
  const own = (await messaging.thread({ bookingId })).rows[0]!.id
  const reason = 'He insults me'
  await expect(messaging.report({ bookingId, messageId: own, reason })).rejects.toMatchObject({
    code: 'messaging.own_message',
    status: 422,
  })
  await expect(messaging.report({ bookingId, reason: ' ' })).rejects.toMatchObject({
    code: 'request.malformed',
  })
  const reported = { bookingId, messageId: rude.id, reason }
  const both = await Promise.allSettled([messaging.report(reported), messaging.report(reported)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(messaging.report(reported)).rejects.toMatchObject({
    code: 'messaging.already_reported',
    status: 409,
  })
  await messaging.report({ bookingId, reason })
  await expect(messaging.report({ bookingId, reason })).rejects.toMatchObject({
    code: 'messaging.already_reported',
  })
  const rows = await db
    .selectFrom('message_reports')
    .select(['snapshot', 'message_id', 'reported_id'])
    .where('reporter_id', '=', owner.userId)
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    {
      message_id: rude.id,
      reported_id: vet.userId,
      snapshot: [
        { by: 'reporter', text: 'When shall I come?', pictures: 0 },
        { by: 'reported', text: 'Never, you fool.' },
      ],
    },
    { message_id: null, snapshot: [{}, {}, { by: 'reporter', text: 'Excuse me?' }] },
  ])
})

test('both people can be reported before anyone has written', async () => {
  const { owner, bookingId } = await makeBooked(world, ['tara', 'Omar'])
  const dev = await world.signUp('Dev')
  const other = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId: await makeVet(db, { userId: dev.userId, fullName: 'Dev' }),
    startsAt: days(6),
  })
  for (const id of [bookingId, other])
    await owner.call.messaging.report({ bookingId: id, reason: 'Calls me at night' })
  await expect(owner.call.messaging.report({ bookingId, reason: 'Again' })).rejects.toMatchObject({
    code: 'messaging.already_reported',
  })
})

test('a person can be reported again once a report is resolved, and a message only once', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['mira', 'Nadeem'])
  const { messaging } = owner.call
  const rude = await write(vet, bookingId, 'Never, you fool.')
  const [person, message] = [
    { bookingId, reason: 'Rude' },
    { bookingId, messageId: rude.id, reason: 'Rude' },
  ]
  for (const one of [person, message]) await messaging.report(one)
  const { rows } = await desk.call.reports({})
  for (const { id, reporter } of rows)
    if (reporter.id === owner.userId)
      await desk.call.resolveReport({ id, conclusion: 'Warned by phone.', outcome: 'acted' })
  await messaging.report(person)
  for (const one of [person, message])
    await expect(messaging.report(one)).rejects.toMatchObject({ code: 'messaging.already_reported' })
})

test('a user who writes sixty messages in ten minutes has to wait', async () => {
  const { owner, bookingId } = await makeBooked(world, ['flood', 'Flooded'])
  for (let count = 0; count < 60; count++) await write(owner, bookingId)
  await expect(write(owner, bookingId)).rejects.toMatchObject({ code: 'request.too_many', status: 429 })
})

test('account deletion removes a user’s messages and pictures; the other side keeps theirs and can no longer write', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['harish', 'Divya'], {
    startsAt: days(-1),
    status: 'completed',
  })
  const pictures = [await makePhoto()]
  await owner.call.messaging.send({ bookingId, text: 'My Sultan is better', pictures })
  const [sent] = (await vet.call.messaging.thread({ bookingId })).rows
  const picture = world.url + sent!.pictures[0]!.url
  expect((await fetch(picture)).status).toBe(200)
  await write(vet, bookingId, 'Good')
  await owner.call.messaging.report({ bookingId, reason: 'Something about it' })
  await vet.call.messaging.report({ bookingId, reason: 'Something else' })
  await vet.call.messaging.block({ bookingId, isBlocked: true })
  await vet.call.messaging.block({ bookingId, isBlocked: false })
  await owner.call.privacy.leave({ confirmed: true })
  clock.now = days(14)
  await world.app.jobs.runSweep(eraseThoseWhoLeft.name, clock.now)

  expect(await vet.call.messaging.thread({ bookingId })).toMatchObject({
    booking: { with: 'Former user' },
    isOut: true,
    rows: [
      { text: 'Good', isMine: true, isErased: false },
      { text: null, isMine: false, isErased: true, pictures: [] },
    ],
  })
  await expect(write(vet, bookingId)).rejects.toMatchObject({ code: 'messaging.closed_to_me' })
  expect(
    await db.selectFrom('message_reports').select('id').where('reporter_id', '=', vet.userId).execute(),
  ).toEqual([])
  expect(await db.selectFrom('uploads').select('id').where('user_id', '=', owner.userId).execute()).toEqual(
    [],
  )
})
