import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { mondayMorning, openWorld, type Person } from '#/app/testing/world.ts'
import { makeBooked } from './booked.factory.ts'
import { tellThoseWhoStopped } from './tell.ts'

const world = await openWorld()
const { db, clock } = world
afterEach(async () => {
  clock.now = mondayMorning
  expect(await world.findBrokenInvariants()).toEqual([])
})

const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}
const deliver = () => world.app.jobs.deliverEvents(clock.now)
const sweep = () => world.app.jobs.runSweep(tellThoseWhoStopped.name, clock.now)
const say = async ({ call }: Person, bookingId: string, ...texts: string[]) => {
  for (const text of texts) await call.messaging.send({ bookingId, text })
  await deliver()
}
const bellOf = async ({ call }: Person) =>
  (await call.notifications.list({})).rows.filter(({ type }) => type === 'new_message')
const mailsTo = async ({ email }: Person) => {
  const { rows } = await sql<{ subject: string; text: string; path: string }>`
    select data -> 'data' ->> 'subject' as subject, data -> 'data' ->> 'text' as text, data -> 'data' ->> 'path' as path
      from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}
  `.execute(db)
  return rows
}

test('the other side is notified once until they look, by bell and mail, without the text', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['asha', 'Meera'])
  await say(vet, bookingId, 'A secret word', 'Another secret', 'And one more')
  await say(vet, bookingId, 'Later')
  const [told, ...more] = await bellOf(owner)
  expect(more).toEqual([])
  expect(told).toMatchObject({
    title: 'New message from Dr. Meera',
    href: `/appointments?side=bookings&messages=${bookingId}`,
    isRead: false,
  })
  expect(await mailsTo(owner)).toMatchObject([
    {
      subject: 'Messages: Messages about bookings',
      path: `/appointments?side=bookings&messages=${bookingId}`,
    },
  ])
  expect(JSON.stringify([told, await mailsTo(owner)])).not.toContain('secret')
  expect(await bellOf(vet)).toEqual([])

  await owner.call.messaging.markRead({ bookingId, upTo: 4 })
  expect(await bellOf(owner)).toMatchObject([{ isRead: true }])
  pass(5)
  await say(vet, bookingId, 'Something new')
  expect(await bellOf(owner)).toMatchObject([{ isRead: false }, { isRead: true }])
  await say(owner, bookingId, 'Thank you')
  expect(await bellOf(vet)).toMatchObject([
    { title: 'New message from asha', href: `/appointments?side=visits&messages=${bookingId}` },
  ])
})

test('a user who dismissed the notification without reading is notified about the next message', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['ravi', 'Kabir'])
  await say(vet, bookingId, 'One')
  const [first] = await bellOf(owner)
  await owner.call.notifications.markAllRead({ upTo: first!.id })
  await say(vet, bookingId, 'Two', 'Three')
  expect(await bellOf(owner)).toMatchObject([{ isRead: false }, { isRead: true }])
  const [second] = await bellOf(owner)
  await owner.call.notifications.clearAll({ upTo: second!.id })
  expect(await bellOf(owner)).toEqual([])
  await say(vet, bookingId, 'Four', 'Five')
  expect(await bellOf(owner)).toHaveLength(1)
})

test('a user who is reading isn’t notified; one who stopped is, once, after a minute', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['tara', 'Omar'])
  await say(vet, bookingId, 'Hello')
  await owner.call.messaging.markRead({ bookingId, upTo: 1 })
  await say(vet, bookingId, 'Are you there?')
  await owner.call.messaging.markRead({ bookingId, upTo: 2 })
  await say(vet, bookingId, 'One more thing', 'And another')
  expect(await bellOf(owner)).toHaveLength(1)
  expect(await sweep()).toBe(0)
  pass(1)
  expect(await sweep()).toBe(1)
  expect(await sweep()).toBe(0)
  expect(await bellOf(owner)).toMatchObject([{ isRead: false }, { isRead: true }])
})

test('a message read before its notification isn’t announced', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['nila', 'Dev'])
  await vet.call.messaging.send({ bookingId, text: 'Quick' })
  await owner.call.messaging.markRead({ bookingId, upTo: 1 })
  await deliver()
  pass(2)
  expect(await sweep()).toBe(0)
  expect(await bellOf(owner)).toEqual([])
})

test('a user who has since blocked the sender isn’t notified, and one without mails gets none', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['lata', 'Imran'])
  await owner.call.notifications.choose({ type: 'new_message', channel: 'email', isWanted: false })
  await vet.call.messaging.send({ bookingId, text: 'Unwanted' })
  await owner.call.messaging.block({ bookingId, isBlocked: true })
  await deliver()
  expect(await bellOf(owner)).toEqual([])
  await owner.call.messaging.block({ bookingId, isBlocked: false })
  await say(vet, bookingId, 'Wanted')
  expect(await bellOf(owner)).toHaveLength(1)
  expect(await mailsTo(owner)).toEqual([])
})

test('a user with mails but no bell gets one mail until they look', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['farah', 'Arjun'])
  await owner.call.notifications.choose({ type: 'new_message', channel: 'bell', isWanted: false })
  await say(vet, bookingId, 'One', 'Two')
  await say(vet, bookingId, 'Three')
  expect(await mailsTo(owner)).toHaveLength(1)
  await owner.call.messaging.markRead({ bookingId, upTo: 3 })
  pass(2)
  await say(vet, bookingId, 'Four')
  expect(await mailsTo(owner)).toHaveLength(2)
})

test('a block drops the mail about the other side’s messages that still waits', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['usha', 'Kiran'])
  const quiet = { from: '00:00', until: '23:59' } as const
  for (const { call } of [owner, vet]) await call.notifications.setTiming({ pace: 'at_once', quiet })
  await say(vet, bookingId, 'Hello')
  await say(owner, bookingId, 'Hello back')
  const waiting = async () => {
    const who = [owner.userId, vet.userId]
    const rows = await db
      .selectFrom('waiting_notices')
      .select('user_id')
      .where('user_id', 'in', who)
      .execute()
    return rows.map(({ user_id }) => who.indexOf(user_id)).sort()
  }
  expect(await waiting()).toEqual([0, 1])
  await owner.call.messaging.block({ bookingId, isBlocked: true })
  await deliver()
  expect(await waiting()).toEqual([1])
})
