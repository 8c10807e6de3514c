import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { digestsADay, fromOneADay, mailsADay, shares } from '#/notifications/rules.ts'
import { type Notice, notify } from '#/notifications/server/index.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

// The limit on bookings is off, so that only the limit under test blocks mails.
const world = await openWorld()
const { db } = world
const [asha, ravi, meera] = await Promise.all(['asha', 'ravi', 'meera'].map((name) => world.signUp(name)))
await db.updateTable('users').set({ email_verified: true }).execute()
const vetId = await makeVet(db, { userId: meera!.userId, fullName: 'Meera Iyer' })
const slot = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
const deliver = async () => {
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
}

async function mailsTo({ email }: Person): Promise<{ subject: string; text: string }[]> {
  const { rows } = await sql<{ subject: string; text: string }>`
    select data -> 'data' ->> 'subject' as subject, data -> 'data' ->> 'text' as text from jobs.job
     where name = 'mail' and data -> 'data' ->> 'to' = ${email} order by created_on`.execute(db)
  return rows
}

let serial = 0
const tell = (to: Person, given: Partial<Notice> = {}) =>
  db.transaction().execute((tx) =>
    notify(
      { db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) },
      {
        userId: to.userId,
        type: 'appointment_cancelled',
        title: 'Appointment cancelled',
        message: 'Gone.',
        source: `mail share:${serial++}`,
        ...given,
      },
    ),
  )

test('after 55 rounds of booking and cancelling, other owners’ requests and the service’s notices still arrive', async () => {
  for (let round = 0; round < 55; round++) {
    const { id } = await asha!.call.veterinary.book({ vetId, slot })
    await asha!.call.appointments.cancel({ id, reason: `Harassing words number ${round}` })
    await deliver()
  }
  const harassing = await mailsTo(meera!)
  expect(harassing).toHaveLength(fromOneADay.mails)
  expect(harassing.at(-1)!.text).toContain(
    'For the rest of today, you’ll find this person’s activity only under Notifications.',
  )
  expect(harassing.at(-2)!.text).not.toContain('For the rest of today')
  const bell = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', meera!.userId)
    .where('in_bell', '=', true)
    .execute()
  expect(bell).toHaveLength(fromOneADay.bell)

  await ravi!.call.veterinary.book({ vetId, slot })
  await deliver()
  for (const type of ['payment_refunded', 'verification_verified', 'ticket_answered'] as const)
    await tell(meera!, { type, title: type })
  expect((await mailsTo(meera!)).slice(fromOneADay.mails).map(({ subject }) => subject)).toEqual([
    'New appointment request',
    'payment_refunded',
    'verification_verified',
    'ticket_answered',
  ])
  expect((await meera!.call.notifications.list({})).rows.map(({ title }) => title)).toContain(
    'New appointment request',
  )
})

test('throw-away accounts leave room for confirmed users, and all users leave room for the service’s notices', async () => {
  const kabir = await world.signUp('kabir')
  await db.updateTable('users').set({ email_verified: true }).execute()
  const all = mailsADay(true)
  for (let stranger = 0; stranger < 45; stranger++) await tell(kabir, { causedBy: crypto.randomUUID() })
  expect(await mailsTo(kabir)).toHaveLength(all * shares.unconfirmed)
  await tell(kabir, { causedBy: ravi!.userId, title: 'From somebody known' })
  expect((await mailsTo(kabir)).at(-1)!.subject).toBe('From somebody known')

  await sql`update rate_limits set attempts = ${all * shares.people}
    where key = ${`notice-mail ${kabir.userId} from people`}`.execute(db)
  await tell(kabir, { causedBy: ravi!.userId, title: 'One too many' })
  expect((await mailsTo(kabir)).at(-1)!.subject).toBe('From somebody known')
  await tell(kabir, { type: 'payment_refunded', title: 'Refund' })
  expect((await mailsTo(kabir)).at(-1)!.subject).toBe('Refund')
})

test('a user’s own actions don’t count towards others’ limits', async () => {
  const zoya = await world.signUp('zoya')
  await db.updateTable('users').set({ email_verified: true }).execute()
  for (let told = 0; told < 7; told++) await tell(zoya, { causedBy: zoya.userId })
  expect(await mailsTo(zoya)).toHaveLength(7)
})

test('once strangers have used up their share, further requests reach the vet in one mail an hour', async () => {
  const omar = await world.signUp('omar')
  await db.updateTable('users').set({ email_verified: true }).execute()
  const sweep = async (minutes: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + minutes * 60_000)
    return world.app.jobs.runSweep('mail-digests-of-notices', world.clock.now)
  }
  const request = (causedBy: string = crypto.randomUUID()) =>
    tell(omar, { causedBy, type: 'appointment_requested', title: 'New appointment request' })
  const own = mailsADay(true) * shares.unconfirmed
  for (let stranger = 0; stranger < own + 3; stranger++) await request()
  expect(await mailsTo(omar)).toHaveLength(own)
  expect(await sweep(59)).toBe(0)
  // Each process has its own clock, and only one of two mails the summary.
  await Promise.all([sweep(1), sweep(0)])
  const sinceThen = async () => (await mailsTo(omar)).slice(own)
  expect(await sinceThen()).toEqual([
    { subject: '3 more requests came in', text: expect.stringContaining('They’re under Appointments.') },
  ])
  expect(await sweep(61)).toBe(0)

  await request()
  await tell(omar, { causedBy: crypto.randomUUID() })
  await sweep(60)
  expect((await sinceThen()).at(-1)).toMatchObject({
    subject: '2 more notifications came in',
    text: expect.stringContaining('(including a new request)'),
  })
  const { rows: lists } = await sql<{ list: unknown }>`
    select data -> 'data' -> 'list' as list from jobs.job
     where name = 'mail' and data -> 'data' ->> 'subject' = '2 more notifications came in'`.execute(db)
  expect(lists).toEqual([{ list: { userId: omar.userId, type: 'several' } }])
  // Four a day; later ones wait for the next day.
  for (const _ of [3, 4, 5]) {
    await request()
    await sweep(60)
  }
  expect(await sinceThen()).toHaveLength(digestsADay)
  await request()
  await db.updateTable('rate_limits').set({ attempts: 0 }).execute()
  await sweep(60)
  expect((await sinceThen()).at(-1)!.subject).toBe('2 more requests came in')
})

test('one user alone who exceeds the limit causes no digest', async () => {
  const lila = await world.signUp('lila')
  await db.updateTable('users').set({ email_verified: true }).execute()
  for (let told = 0; told < 9; told++) await tell(lila, { causedBy: ravi!.userId })
  expect(await world.app.jobs.runSweep('mail-digests-of-notices', new Date('2026-12-24'))).toBe(0)
  expect(await mailsTo(lila)).toHaveLength(fromOneADay.mails)
})
