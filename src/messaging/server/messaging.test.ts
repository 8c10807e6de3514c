import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { makePhoto, whatIsKept } from '#/pets/server/photo.factory.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { makeBooked } from './booked.factory.ts'
import { makeThread } from './factory.ts'

const world = await openWorld()
const { db, clock } = world
afterEach(async () => {
  clock.now = mondayMorning
  expect(await world.findBrokenInvariants()).toEqual([])
})

const hours = (count: number, from: Date) => new Date(from.getTime() + count * HOUR)
const write = ({ call }: Person, bookingId: string, text: string) => call.messaging.send({ bookingId, text })
const read = ({ call }: Person, bookingId: string) => call.messaging.thread({ bookingId })
const unreadOf = async ({ call }: Person) => (await call.messaging.unread()).threads

test('both sides of a booking write and read, and each sees who is on the other side', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['asha', 'Meera'])
  expect(await read(owner, bookingId)).toMatchObject({ rows: [], nextCursor: null, unread: 0 })
  await write(owner, bookingId, 'Bruno is afraid of the scale.')
  clock.now = hours(1, clock.now)
  await write(vet, bookingId, 'Then we weigh him on my arm.')
  expect(await read(owner, bookingId)).toMatchObject({
    booking: { id: bookingId, trade: 'veterinary', side: 'owner', with: 'Dr. Meera', phase: 'agreed' },
    isBlocked: false,
    isOut: false,
    rows: [
      { position: 2, isMine: false, text: 'Then we weigh him on my arm.', at: clock.now, pictures: [] },
      { position: 1, isMine: true, text: 'Bruno is afraid of the scale.', at: mondayMorning },
    ],
  })
  expect(await read(vet, bookingId)).toMatchObject({
    booking: { side: 'provider', with: 'asha' },
    rows: [{ isMine: true }, { isMine: false }],
  })
})

test('nobody else can read, write, mark, report or block in a booking’s thread', async () => {
  const { owner, bookingId } = await makeBooked(world, ['ravi', 'Kabir'])
  const [messageId] = await makeThread(db, {
    bookingId,
    said: [{ by: 'provider', text: 'Come at ten.', at: mondayMorning }],
  })
  const other = await makeBooked(world, ['stranger', 'StrangeVet'])
  const missing = { code: 'request.not_found' }
  for (const { call } of [other.owner, other.vet]) {
    const { messaging } = call
    await expect(messaging.thread({ bookingId })).rejects.toMatchObject(missing)
    await expect(messaging.send({ bookingId, text: 'Let me in' })).rejects.toMatchObject(missing)
    await expect(messaging.markRead({ bookingId, upTo: 1 })).rejects.toMatchObject(missing)
    await expect(messaging.report({ bookingId, reason: 'Not mine' })).rejects.toMatchObject(missing)
    await expect(messaging.block({ bookingId, isBlocked: true })).rejects.toMatchObject(missing)
    // Their own booking, with someone else's message.
    const mixed = { bookingId: other.bookingId, messageId: messageId!, reason: 'Not mine' }
    await expect(messaging.report(mixed)).rejects.toMatchObject(missing)
    expect((await messaging.unread()).threads).toEqual([])
  }
  await expect(world.visitor.messaging.thread({ bookingId })).rejects.toMatchObject({
    code: 'request.signed_out',
  })
  expect((await read(owner, bookingId)).rows).toHaveLength(1)
})

test('both sides can write until 48 hours after the visit, and then only read', async () => {
  const { owner, vet, bookingId, endsAt } = await makeBooked(world, ['tara', 'Dev'], {
    startsAt: hours(-3, mondayMorning),
    status: 'completed',
  })
  clock.now = new Date(hours(48, endsAt).getTime() - 1)
  await write(owner, bookingId, 'She eats again.')
  await write(vet, bookingId, 'Good to hear.')
  clock.now = hours(48, endsAt)
  for (const person of [owner, vet])
    await expect(write(person, bookingId, 'And now?')).rejects.toMatchObject({
      code: 'messaging.closed_after_visit',
      status: 409,
    })
  expect((await read(owner, bookingId)).rows).toHaveLength(2)
})

test('a cancelled booking’s thread is closed, and its messages stay', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['nila', 'Omar'])
  await write(vet, bookingId, 'I may be late.')
  await owner.call.appointments.cancel({ id: bookingId })
  await expect(write(owner, bookingId, 'Sorry')).rejects.toMatchObject({
    code: 'messaging.closed_with_booking',
  })
  expect(await read(owner, bookingId)).toMatchObject({
    booking: { phase: 'off' },
    rows: [{ text: 'I may be late.' }],
  })
})

test('unread messages are counted across bookings, and reading marks them', async () => {
  const { owner, vet, vetId, bookingId } = await makeBooked(world, ['farah', 'Imran'])
  const second = await makeAppointment(db, {
    ownerId: owner.ownerId,
    vetId,
    startsAt: hours(96, mondayMorning),
    status: 'confirmed',
  })
  for (const text of ['One', 'Two', 'Three']) await write(vet, bookingId, text)
  await write(vet, second, 'Another')
  const counts = async (person: Person) =>
    Object.fromEntries((await unreadOf(person)).map(({ bookingId: id, unread }) => [id, unread]))
  expect(await counts(owner)).toEqual({ [bookingId]: 3, [second]: 1 })
  expect(await unreadOf(vet)).toEqual([])

  await owner.call.messaging.markRead({ bookingId, upTo: 2 })
  expect(await counts(owner)).toEqual({ [bookingId]: 1, [second]: 1 })
  await owner.call.messaging.markRead({ bookingId, upTo: 1 })
  expect(await counts(owner)).toEqual({ [bookingId]: 1, [second]: 1 })
  await owner.call.messaging.markRead({ bookingId, upTo: 2_000_000_000 })
  expect(await counts(owner)).toEqual({ [second]: 1 })
  // A read mark beyond the last message doesn't hide later ones.
  await write(vet, bookingId, 'Four')
  expect(await read(owner, bookingId)).toMatchObject({ unread: 1 })
})

test('with many simultaneous writes and reads each message exists once, and the counts are right', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['lata', 'Harpreet'])
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => [
      write(owner, bookingId, `Owner ${index}`),
      write(vet, bookingId, `Vet ${index}`),
      owner.call.messaging.markRead({ bookingId, upTo: 2 * index }),
    ]).flat(),
  )
  const { rows } = await read(owner, bookingId)
  expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 24 }, (_, index) => 24 - index))
  expect(new Set(rows.map(({ text }) => text)).size).toBe(24)
})

test('a message sent twice under one key exists once', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['sana', 'Arjun'])
  const context = { key: randomUUID() }
  const input = { bookingId, text: 'Only once', pictures: [await makePhoto()] }
  const answers = await Promise.all([1, 2].map(() => owner.call.messaging.send(input, { context })))
  answers.push(await owner.call.messaging.send(input, { context }))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await read(vet, bookingId)).toMatchObject({ unread: 1, rows: [{ text: 'Only once' }] })
  expect((await read(vet, bookingId)).rows).toHaveLength(1)
})

test('pictures are for the two sides alone, and only while their link is fresh', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['gita', 'Rohan'])
  await owner.call.messaging.send({ bookingId, pictures: [await makePhoto('paw.jpg'), await makePhoto()] })
  const [message] = (await read(vet, bookingId)).rows
  expect(message).toMatchObject({ text: null, pictures: [{ width: 40, height: 30 }, {}] })
  const url = world.url + message!.pictures[0]!.url
  const shown = await fetch(url)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe('image/webp')
  expect(shown.headers.get('cache-control')).toBe('private, no-store')
  expect((await fetch(url.replace(/\?.*/, ''))).status).toBe(404)
  clock.now = hours(1, clock.now)
  expect((await fetch(url)).status).toBe(404)
})

test('a PDF, nothing at all, or too much is refused and leaves nothing behind', async () => {
  const { owner, bookingId } = await makeBooked(world, ['zoya', 'Leela'])
  const before = await whatIsKept(world)
  const pdf = new File([new Uint8Array(makePdf())], 'bill.pdf', { type: 'application/pdf' })
  const send = (input: object) => owner.call.messaging.send({ bookingId, ...input })
  await expect(send({ text: 'See', pictures: [await makePhoto(), pdf] })).rejects.toMatchObject({
    code: 'messaging.pictures_only',
    status: 422,
  })
  await expect(send({ text: ' \n ' })).rejects.toMatchObject({ code: 'messaging.empty' })
  await expect(send({ text: 'x'.repeat(2001) })).rejects.toMatchObject({ code: 'request.malformed' })
  const many = await Promise.all(Array.from({ length: 7 }, () => makePhoto()))
  await expect(send({ pictures: many })).rejects.toThrow()
  expect(await whatIsKept(world)).toEqual(before)
  expect((await read(owner, bookingId)).rows).toEqual([])
  await send({ text: 'x'.repeat(2000) })
})

test('a contact detail before the visit is confirmed is noted, and never stops a message', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['kiran', 'Divya'], { status: 'pending' })
  const noted = async () =>
    (await db.selectFrom('messages').select('has_contact').orderBy('id').execute())
      .slice(-1)
      .map((row) => row.has_contact)
  await write(owner, bookingId, 'Call me on 98450 12345')
  expect(await noted()).toEqual([true])
  await write(owner, bookingId, 'He weighs 12 kg')
  expect(await noted()).toEqual([false])
  await expect
    .poll(async () => (await vet.call.accounts.me()).user?.records['veterinary_doctor'])
    .toBeDefined()
  await vet.call.appointments.accept({ id: bookingId })
  await write(vet, bookingId, 'Call me on 98450 12345')
  expect(await noted()).toEqual([false])
})

test('a long thread is paged, newest first', async () => {
  const { owner, bookingId } = await makeBooked(world, ['page', 'Turner'])
  const said = Array.from({ length: 65 }, (_, index) => ({
    by: 'provider' as const,
    text: `Word ${index + 1}`,
    at: mondayMorning,
  }))
  await makeThread(db, { bookingId, said: said as [(typeof said)[0]] })
  const positions: number[] = []
  let cursor: string | undefined
  do {
    const page = await owner.call.messaging.thread({ bookingId, ...(cursor && { cursor }) })
    positions.push(...page.rows.map(({ position }) => position))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(positions).toEqual(Array.from({ length: 65 }, (_, index) => 65 - index))
})
