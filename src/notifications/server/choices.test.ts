import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { notificationTypes } from '#/notifications/notification-types.ts'
import { findReceivers } from './choices.ts'
import { type Notice, notify } from './index.ts'

const world = await openWorld()
let serial = 0

async function tell({ userId }: Person, type: Notice['type']): Promise<void> {
  serial += 1
  const notice = { userId, type, title: 'News', message: 'Of a visit.', source: `test:${serial}` }
  const { jobs } = world.app
  await world.db
    .transaction()
    .execute((tx) => notify({ db: tx, now: world.clock.now, announce: jobs.announceIn(tx) }, notice))
}

const typesIn = async (person: Person) =>
  (await person.call.notifications.list({})).rows.map(({ type }) => type)

const choiceOf = async (person: Person, wanted: Notice['type']) =>
  (await person.call.notifications.choices()).choices.find(({ type }) => type === wanted)!

test('by default, people are notified of everything in the bell', async () => {
  const asha = await world.signUp('asha')
  const { choices, email } = await asha.call.notifications.choices()
  expect(email).toBe(asha.email)
  expect(choices.map(({ type }) => type)).toEqual(notificationTypes)
  expect(choices.every(({ bell }) => bell)).toBe(true)
})

test('news that people wait for or pay for also comes by mail and push by default, and can be turned off', async () => {
  const zoya = await world.signUp('zoya-by-mail')
  const kinds = [
    'new_message',
    'new_message_on_report',
    'package_bought',
    'package_reminder',
    'package_changed',
  ] as const
  for (const type of kinds) {
    expect(await choiceOf(zoya, type)).toMatchObject({ email: true, push: true })
    await zoya.call.notifications.choose({ type, channel: 'email', isWanted: false })
    expect(await choiceOf(zoya, type)).toMatchObject({ email: false, push: true })
  }
})

test('only providers are offered the types that only providers get', async () => {
  const offered = async (person: Person) =>
    (await person.call.notifications.choices()).choices
      .filter(({ concerns }) => concerns)
      .map(({ type }) => type)
  const nila = await world.signUp('nila')
  expect(await offered(nila)).toContain('payment_refunded')
  expect(await offered(nila)).not.toContain('payout_sent')
  expect(await offered(nila)).not.toContain('verification_verified')
  await world.db
    .insertInto('pet_sitters')
    .values({ id: crypto.randomUUID(), user_id: nila.userId, full_name: 'Nila' })
    .execute()
  expect(await offered(nila)).toEqual(notificationTypes)
})

test('a muted kind stays out of the bell, other kinds don’t, and unmuting brings it back', async () => {
  const ravi = await world.signUp('ravi')
  const mute = (isWanted: boolean) =>
    ravi.call.notifications.choose({ type: 'appointment_completed', channel: 'bell', isWanted })
  await tell(ravi, 'appointment_completed')
  await mute(false)
  await mute(false)
  expect(await choiceOf(ravi, 'appointment_completed')).toMatchObject({ bell: false })
  await tell(ravi, 'appointment_completed')
  await tell(ravi, 'appointment_confirmed')
  expect(await typesIn(ravi)).toEqual(['appointment_confirmed', 'appointment_completed'])
  expect(await ravi.call.notifications.unread()).toEqual({ count: 2 })
  await mute(true)
  await tell(ravi, 'appointment_completed')
  expect(await ravi.call.notifications.unread()).toEqual({ count: 3 })
})

test('one person’s mute doesn’t affect others', async () => {
  const zoya = await world.signUp('zoya')
  const priya = await world.signUp('priya')
  await zoya.call.notifications.choose({ type: 'appointment_expired', channel: 'bell', isWanted: false })
  await tell(priya, 'appointment_expired')
  expect(await typesIn(priya)).toEqual(['appointment_expired'])
  expect(await choiceOf(priya, 'appointment_expired')).toMatchObject({ bell: true })
})

test.each([
  ['an unknown kind', { type: 'weather', channel: 'bell', isWanted: false }],
  ['an unknown channel', { type: 'pet_report', channel: 'pigeon', isWanted: false }],
  ['a mail of a kind without mails', { type: 'pet_report', channel: 'email', isWanted: true }],
  ['a daily push', { type: 'pet_report', channel: 'push', isWanted: true, pace: 'daily' }],
  ['an unknown pace', { type: 'new_message', channel: 'email', isWanted: true, pace: 'weekly' }],
  ['neither yes nor no', { type: 'pet_report', channel: 'bell', isWanted: 'maybe' }],
])('a choice of %s is refused and not kept', async (_name, input) => {
  const kabir = await world.signUp(`kabir${serial++}`)
  await expect(kabir.call.notifications.choose(input as never)).rejects.toMatchObject({
    code: 'request.malformed',
    status: 400,
  })
  const kept = await world.db
    .selectFrom('notification_choices')
    .selectAll()
    .where('user_id', '=', kabir.userId)
    .execute()
  expect(kept).toEqual([])
})

test('how often mails of a kind come can be chosen for that kind alone', async () => {
  const isha = await world.signUp('isha')
  const choose = (given: { isWanted: boolean; pace?: 'daily' | null }) =>
    isha.call.notifications.choose({ type: 'appointment_confirmed', channel: 'email', ...given })
  await choose({ isWanted: true, pace: 'daily' })
  await isha.call.notifications.choose({ type: 'appointment_confirmed', channel: 'bell', isWanted: true })
  expect(await choiceOf(isha, 'appointment_confirmed')).toMatchObject({ email: true, pace: 'daily' })
  expect(await choiceOf(isha, 'appointment_declined')).toMatchObject({ email: true, pace: null })
  await choose({ isWanted: false })
  expect(await choiceOf(isha, 'appointment_confirmed')).toMatchObject({ email: false, pace: 'daily' })
  await choose({ isWanted: true, pace: null })
  expect(await choiceOf(isha, 'appointment_confirmed')).toMatchObject({ email: true, pace: null })
})

test('the same choice made twice at once is one choice', async () => {
  const tara = await world.signUp('tara')
  const choose = () =>
    tara.call.notifications.choose({ type: 'appointment_confirmed', channel: 'bell', isWanted: false })
  await Promise.all(Array.from({ length: 8 }, choose))
  expect(await choiceOf(tara, 'appointment_confirmed')).toMatchObject({ bell: false })
})

test('people who are not logged in have no choices', async () => {
  await expect(world.visitor.notifications.choices()).rejects.toMatchObject({ status: 401 })
})

test('receivers are found by one plan, however many deliveries ask', async () => {
  const meena = await world.signUp('meena-often')
  const kinds = await world.db.connection().execute(async (db) => {
    for (let count = 0; count < 8; count++) await findReceivers(db, [meena.userId])
    const { rows } = await sql<{ plannedAnew: number }>`
      select custom_plans::int as "plannedAnew" from pg_prepared_statements where statement like '%notification_timing%'
    `.execute(db)
    return rows
  })
  // Postgres plans the first five executions anew in any case, and then compares.
  expect(kinds).toEqual([{ plannedAnew: 5 }])
})
