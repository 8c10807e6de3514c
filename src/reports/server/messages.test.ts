import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld()
const { db, clock } = world
const people = ['asha', 'ravi', 'zoya', 'meera'].map(world.signUp)
const [asha, ravi, zoya, meera] = (await Promise.all(people)) as [Person, Person, Person, Person]
const report = (who = asha, facts = {}) => makeReport(db, { userId: who.userId, at: clock.now, facts })
const refused = (call: Promise<unknown>, code: string) => expect(call).rejects.toMatchObject({ code })
const write = async (who: Person, id: string, text = 'I think I saw him.') =>
  (await who.call.reports.message({ id, text })).contactId
const send = (who: Person, bookingId: string, text: string) => who.call.messaging.send({ bookingId, text })
const said = async (who: Person, bookingId: string) =>
  (await who.call.messaging.thread({ bookingId })).rows.map(({ text }) => text)
const notices = async (who: Person) => {
  await world.app.jobs.deliverEvents(clock.now)
  return (await who.call.notifications.list({})).rows
}

test('a helper writes to the reporter, who hears of it and answers; nobody else reads it', async () => {
  const id = await report()
  const contact = await write(ravi, id)
  expect(await said(asha, contact)).toEqual(['I think I saw him.'])
  expect((await asha.call.messaging.thread({ bookingId: contact })).booking).toMatchObject({
    trade: 'report',
    side: 'reporter',
    with: 'ravi',
    petName: 'Bruno',
  })
  expect((await notices(asha))[0]).toMatchObject({
    type: 'new_message_on_report',
    title: 'New message from ravi',
    relatedReportId: id,
    href: `/pet-reports/${id}?openMessages=true&messages=${contact}`,
  })
  await send(asha, contact, 'Where was that?')
  expect((await notices(ravi))[0]).toMatchObject({ title: 'New message from asha' })
  await refused(zoya.call.messaging.thread({ bookingId: contact }), 'request.not_found')
  expect((await asha.call.reports.contacts({ id })).rows).toMatchObject([
    { id: contact, with: 'ravi', unread: 1 },
  ])
  expect((await ravi.call.reports.contacts({ id })).rows).toMatchObject([
    { id: contact, with: 'asha', unread: 1 },
  ])
  expect((await zoya.call.reports.contacts({ id })).rows).toEqual([])
  // The same two write in one thread.
  expect(await write(ravi, id, 'At the bakery.')).toBe(contact)
})

test('a notification carries the report, its pet and the beginning of the message', async () => {
  const id = await report(asha, { pet_name: 'Kavi' })
  const contact = await write(zoya, id, `I think  I\nsaw him ${'near the bakery '.repeat(9)}`)
  const { rows } = await sql<{
    picture: string
  }>`select pet_picture_url as picture from pet_reports where id = ${id}`.execute(db)
  const [notice] = await notices(asha)
  expect(notice!.metadata).toMatchObject({
    report_id: id,
    pet_name: 'Kavi',
    status: 'lost',
    pet_picture_url: rows[0]!.picture,
    message_preview: expect.stringMatching(/^I think I saw him near .{56}…$/u),
  })
  await send(asha, contact, 'Where was that?')
  expect((await notices(zoya))[0]!.metadata).toMatchObject({
    report_id: id,
    message_preview: 'Where was that?',
  })
})

test('two first messages at once make one thread', async () => {
  const id = await report()
  const contacts = await Promise.all(['One', 'Two', 'Three'].map((text) => write(ravi, id, text)))
  expect(new Set(contacts).size).toBe(1)
  expect((await said(asha, contacts[0]!)).toSorted()).toEqual(['One', 'Three', 'Two'])
})

test('links wait until the other side has answered', async () => {
  const id = await report()
  await refused(write(ravi, id, 'See http://pets.example/bruno'), 'messaging.no_links_yet')
  const contact = await write(ravi, id)
  await refused(send(ravi, contact, 'see bruno-found.com/pay'), 'messaging.no_links_yet')
  await send(asha, contact, 'Do you have a photo? www.photos.example')
  await send(ravi, contact, 'Yes: photos.example.com/1')
})

test('five messages go out before the first answer, also when many are sent at once', async () => {
  const id = await report()
  const contact = await write(ravi, id)
  const tries = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => send(ravi, contact, `Hello ${index}?`)),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled').length).toBe(4)
  await refused(send(ravi, contact, 'Hello?'), 'messaging.not_answered_yet')
  await refused(write(ravi, id, 'Hello?'), 'messaging.not_answered_yet')
  expect((await said(asha, contact)).length).toBe(5)
  await send(asha, contact, 'Sorry, I was asleep.')
  await send(ravi, contact, 'No problem.')
})

test('codes and contact details are recorded for the admins, and never refused', async () => {
  const contact = await write(ravi, await report(), 'Send me the code 482913')
  await send(ravi, contact, 'Or pay to ravi@okaxis')
  await send(ravi, contact, 'He is brown')
  const rows = await db
    .selectFrom('messages as m')
    .innerJoin('message_threads as t', 't.id', 'm.thread_id')
    .select('m.has_contact')
    .where('t.contact_id', '=', contact)
    .orderBy('m.position')
    .execute()
  expect(rows.map(({ has_contact }) => has_contact)).toEqual([true, true, false])
})

test('nobody writes about their own report, one that isn’t active, or after a block', async () => {
  const id = await report()
  await refused(write(asha, id), 'reports.own_report')
  await refused(write(ravi, await report(asha, { state: 'stale' })), 'reports.not_active')
  const contact = await write(zoya, id)
  await asha.call.messaging.block({ bookingId: contact, isBlocked: true })
  await refused(send(zoya, contact, 'Hello?'), 'messaging.closed_to_me')
  await refused(write(zoya, await report()), 'messaging.closed_to_me')
  await asha.call.messaging.block({ bookingId: contact, isBlocked: false })
})

test('until they confirm something, people write to two reporters a day, also when many are sent at once', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on' })
  const stranger = await limited.signUp('stranger')
  const ids = await Promise.all(
    ['one', 'two', 'three', 'four'].map(async (name) => {
      const { userId } = await limited.signUp(name)
      return makeReport(limited.db, { userId, at: limited.clock.now })
    }),
  )
  const tries = await Promise.allSettled(ids.map((id) => write(stranger, id)))
  const sent = ids.filter((_id, index) => tries[index]!.status === 'fulfilled')
  expect(sent).toHaveLength(2)
  // Threads that exist go on.
  await write(stranger, sent[0]!, 'By the bakery.')
  const other = ids.find((id) => !sent.includes(id))!
  await refused(write(stranger, other), 'reports.unconfirmed_writer')
  expect((await stranger.call.reports.contacts({ id: other })).rows).toEqual([])
  await limited.db
    .updateTable('users')
    .set({ email_verified: true })
    .where('id', '=', stranger.userId)
    .execute()
  await write(stranger, other)
})

test('the two can write for 48 hours after the pet is home, and not after a withdrawal', async () => {
  const home = await report()
  const contact = await write(ravi, home)
  const gone = await report()
  const other = await write(ravi, gone)
  await asha.call.reports.reunite({ id: home })
  await asha.call.reports.withdraw({ id: gone })
  await send(ravi, contact, 'So happy for you!')
  await refused(send(ravi, other, 'Hello?'), 'messaging.closed_with_report')
  const before = clock.now
  clock.now = new Date(before.getTime() + 49 * HOUR)
  await refused(send(ravi, contact, 'How is he?'), 'messaging.closed_after_reunion')
  clock.now = before
})

test('messages outlast a deleted report, for both', async () => {
  const id = await report()
  const contact = await write(ravi, id)
  await asha.call.reports.remove({ id })
  expect(await said(ravi, contact)).toEqual(['I think I saw him.'])
  await refused(send(ravi, contact, 'Hello?'), 'messaging.closed_with_report')
})

test('the reporter blocks the writer of a comment, who can’t write to them any more', async () => {
  const id = await report()
  await meera.call.reports.comment({ id, text: 'Pay me first.' })
  const entryOf = async (who: Person) => (await who.call.reports.timeline({ id })).rows[0]!
  const entry = await entryOf(asha)
  expect(entry).toMatchObject({ mayComplain: true, isBlocked: false })
  expect(await entryOf(meera)).toMatchObject({ mayComplain: false, isBlocked: null })
  expect(await entryOf(ravi)).toMatchObject({ mayComplain: true, isBlocked: null })
  await refused(ravi.call.reports.blockWriter({ id: entry.id, isBlocked: true }), 'request.not_found')
  await asha.call.reports.blockWriter({ id: entry.id, isBlocked: true })
  expect(await entryOf(asha)).toMatchObject({ isBlocked: true })
  await refused(write(meera, id), 'messaging.closed_to_me')
  await refused(meera.call.reports.comment({ id, text: 'Pay!' }), 'reports.closed_to_me')
  await asha.call.reports.blockWriter({ id: entry.id, isBlocked: false })
  await meera.call.reports.comment({ id, text: 'Sorry.' })
})

test('a complaint about a writer reaches the admins with what they wrote, once', async () => {
  const id = await report()
  await zoya.call.reports.sight({
    id,
    seenAt: clock.now.toISOString(),
    place: 'Ask my cousin',
    text: 'He sells it',
  })
  const [entry] = (await asha.call.reports.timeline({ id })).rows
  const complain = (who: Person) =>
    who.call.reports.complainAboutEntry({ id: entry!.id, reason: 'A swindler' })
  await refused(complain(zoya), 'reports.own_entry')
  await complain(asha)
  await refused(complain(asha), 'messaging.already_reported')
  const stored = await db.selectFrom('message_reports').select(['reported_id', 'snapshot']).execute()
  expect(stored).toMatchObject([
    { reported_id: zoya.userId, snapshot: [{ by: 'reported', text: 'Ask my cousin · He sells it' }] },
  ])
})

test('the invariants hold', async () => {
  expect(await world.findBrokenInvariants()).toEqual([])
})
