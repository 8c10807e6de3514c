import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { makeSitter } from '#/sitting/server/sitter.factory.ts'
import { makeMeet } from './meet.factory.ts'

const world = await openWorld()
const { db, clock } = world
const admin = await openDesk(world, 'desk')
const people = ['asha', 'ravi', 'om', 'tara'].map(world.signUp)
const [asha, ravi, om, tara] = (await Promise.all(people)) as [Person, Person, Person, Person]
const omId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash' })
const taraId = await makeSitter(db, { userId: tara.userId, fullName: 'Tara Rao' })
for (const person of [om, tara])
  await vi.waitUntil(async () => (await person.call.accounts.me()).user?.records['pet_sitter'])
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

beforeEach(async () => {
  clock.now = mondayMorning
  await db.deleteFrom('meet_greets').execute()
  await db.deleteFrom('message_blocks').execute()
})
afterEach(async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})

const tenOClock = new Date('2026-11-04T04:30:00Z')
const hoursAfter = (hours: number) => new Date(tenOClock.getTime() + hours * HOUR)
const meeting = (rest: Partial<Parameters<typeof makeMeet>[1]> = {}) =>
  makeMeet(db, {
    ownerId: asha.ownerId,
    sitterId: omId,
    petIds: [bruno.id],
    times: [tenOClock],
    at: mondayMorning,
    facts: { message: 'Bruno is shy.' },
    ...rest,
  })
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const send = (who: Person, bookingId: string, text = 'Hello') => who.call.messaging.send({ bookingId, text })
const list = async (who: Person, side: 'owner' | 'sitter', tab: 'open' | 'past') =>
  (await who.call.sitting.meetGreets({ side, tab })).rows
async function settle() {
  while ((await world.app.jobs.deliverEvents(clock.now)) > 0);
}

test('both sides of a meeting message each other and are notified, and nobody else can read it', async () => {
  const id = await meeting()
  await send(asha, id, 'Is the park fine?')
  await settle()
  expect((await om.call.notifications.list({})).rows[0]).toMatchObject({
    type: 'new_message',
    title: 'New message from asha',
    message: 'About your meet & greet. Open it to read and reply.',
    href: `/appointments?side=visits&messages=${id}`,
  })
  expect((await om.call.messaging.thread({ bookingId: id })).booking).toMatchObject({
    trade: 'meet_greet',
    side: 'provider',
    with: 'asha',
    phase: 'asked',
  })
  await send(om, id, 'It is.')
  await settle()
  expect((await asha.call.notifications.list({})).rows[0]).toMatchObject({
    title: 'New message from Om Prakash',
    href: `/appointments?side=bookings&messages=${id}`,
  })
  for (const stranger of [ravi, tara])
    await refused(stranger.call.messaging.thread({ bookingId: id }), 'request.not_found')
})

test('before the answer, links and a sixth message are refused, and a number is recorded', async () => {
  const id = await meeting()
  await refused(send(asha, id, 'See www.bruno.example.com'), 'messaging.no_links_yet')
  await send(asha, id, 'Call me: 98765 43210')
  for (let count = 1; count < 5; count++) await send(asha, id)
  await refused(send(asha, id), 'messaging.not_answered_yet')
  expect(await db.selectFrom('messages').select('has_contact').orderBy('position').execute()).toMatchObject([
    { has_contact: true },
    ...Array.from({ length: 4 }, () => ({ has_contact: false })),
  ])
  await db.deleteFrom('meet_greets').execute()
  const agreed = await meeting({ isAgreed: true })
  await send(om, agreed, 'https://maps.example.com/park or 98765 43210')
  const last = await db.selectFrom('messages').select('has_contact').orderBy('created_at', 'desc').execute()
  expect(last[0]).toEqual({ has_contact: false })
})

test('writing ends when a meeting is called off, and 48 hours after one that took place', async () => {
  const off = await meeting()
  await send(asha, off)
  await om.call.sitting.declineMeeting({ id: off, reason: null })
  await refused(send(asha, off), 'messaging.closed_with_meeting')
  expect(await list(asha, 'owner', 'past')).toMatchObject([{ id: off, hasMessages: true }])
  await db.deleteFrom('meet_greets').execute()

  const met = await meeting({ isAgreed: true })
  clock.now = hoursAfter(1)
  await world.app.jobs.runSweep('end-overdue-meet-greets', clock.now)
  clock.now = hoursAfter(48.4)
  await send(om, met, 'It was nice to meet you.')
  clock.now = hoursAfter(48.6)
  await refused(send(asha, met), 'messaging.closed_after_meeting')
})

test('a sitter who has only been asked can block the owner, who then can’t write or ask again', async () => {
  const id = await meeting()
  await send(asha, id)
  await om.call.messaging.block({ bookingId: id, isBlocked: true })
  await settle()
  expect(await list(om, 'sitter', 'past')).toMatchObject([{ id, status: 'cancelled', isBlocked: true }])
  expect(await list(asha, 'owner', 'past')).toMatchObject([{ id, status: 'cancelled', isBlocked: false }])
  await refused(send(asha, id), 'messaging.closed_to_me')
  await refused(
    asha.call.sitting.askToMeet({
      sitterId: omId,
      service: 'day-care',
      petIds: [bruno.id],
      kind: 'phone',
      times: [{ date: '2026-11-05', time: '10:00' }],
    }),
    'sitting.meet_not_now',
  )
  await refused(tara.call.messaging.block({ bookingId: id, isBlocked: true }), 'request.not_found')
})

test('an owner’s block cancels the open meeting, but not those with others', async () => {
  const id = await meeting({ isAgreed: true })
  const other = await meeting({ sitterId: taraId })
  await asha.call.messaging.block({ bookingId: id, isBlocked: true })
  await settle()
  expect(await list(asha, 'owner', 'open')).toMatchObject([{ id: other, status: 'asked' }])
  await refused(send(om, id), 'messaging.closed_to_me')
  await asha.call.messaging.block({ bookingId: id, isBlocked: false })
  expect(await list(asha, 'owner', 'past')).toMatchObject([{ id, status: 'cancelled', isBlocked: false }])
})

test('a report reaches the desk once, with the text of the owner’s request', async () => {
  const id = await meeting()
  await send(asha, id, 'Answer me!')
  const report = (by: Person) => by.call.messaging.report({ bookingId: id, reason: 'Pushy' })
  await refused(report(tara), 'request.not_found')
  await report(om)
  await refused(report(om), 'messaging.already_reported')
  await report(asha)
  const { rows } = await admin.call.reports({})
  expect(rows).toMatchObject([
    {
      reporter: { id: om.userId },
      reported: { id: asha.userId },
      booking: { trade: 'meet_greet' },
      said: [
        { by: 'reported', text: 'Bruno is shy.' },
        { by: 'reported', text: 'Answer me!' },
      ],
    },
    { reported: { id: om.userId }, said: [{ by: 'reporter' }, { by: 'reporter' }] },
  ])
})

test('the desk lists either side’s meetings and why they ended, without messages and places', async () => {
  const first = await meeting({
    at: new Date(mondayMorning.getTime() - 60_000),
    facts: { status: 'declined', reason: 'No room for a second dog' },
  })
  const second = await meeting({ sitterId: taraId, isAgreed: true })
  const { rows } = await admin.call.meetGreetsOf({ id: asha.userId })
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    [second, 'agreed'],
    [first, 'declined'],
  ])
  expect(rows[0]).toMatchObject({ owner: { id: asha.userId }, sitter: { id: tara.userId, name: 'Tara Rao' } })
  expect(rows.map(({ reason }) => reason)).toEqual([null, 'No room for a second dog'])
  expect(JSON.stringify(rows)).not.toMatch(/Cubbon|shy/)
  expect((await admin.call.meetGreetsOf({ id: om.userId })).rows).toMatchObject([{ id: first }])
  expect((await admin.call.meetGreetsOf({ id: ravi.userId })).rows).toEqual([])
})

test('deleting an account deletes its messages, and the other side’s stay', async () => {
  const leaver = await world.signUp('leaver')
  const facts = { ownerId: leaver.ownerId, petIds: [], at: mondayMorning }
  const id = await meeting({ ...facts, facts: { message: 'I live alone.', status: 'cancelled' } })
  await meeting({ ...facts, facts: { message: 'Me again.', status: 'declined' } })
  await db.updateTable('meet_greets').set({ status: 'asked' }).where('id', '=', id).execute()
  await send(om, id, 'My dog bites')
  await leaver.call.messaging.send({ bookingId: id, text: 'Mine too', pictures: [await makePhoto()] })
  await settle()
  await leaver.call.privacy.leave({ confirmed: true })
  await settle()
  // The first run cancels what is open, the second erases.
  for (const hours of [0, 1]) {
    clock.now = new Date(mondayMorning.getTime() + 14 * DAY + hours * HOUR)
    await world.app.jobs.runSweep(eraseThoseWhoLeft.name, clock.now)
    await settle()
  }
  const left = await list(om, 'sitter', 'past')
  expect(left).toMatchObject([{ id, message: null, place: null, hasMessages: true }])
  const thread = await om.call.messaging.thread({ bookingId: id })
  expect(thread).toMatchObject({ booking: { with: 'Former user' }, isOut: true })
  expect(thread.rows.map(({ text, pictures }) => [text, pictures.length])).toEqual([
    [null, 0],
    ['My dog bites', 0],
  ])
  const notices = await om.call.notifications.list({})
  expect(JSON.stringify(notices)).not.toContain('leaver')
})
