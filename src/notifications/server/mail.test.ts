import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'
import { type Notice, notify } from './index.ts'

const world = await openWorld()
let serial = 0

function noticeFor({ userId }: Person, given: Partial<Notice> = {}): Notice {
  serial += 1
  return {
    userId,
    type: 'appointment_confirmed',
    title: 'Appointment confirmed',
    message: 'Dr. Meera Iyer expects you with Bruno on Monday.',
    source: `mail test:${serial}`,
    href: '/appointments?side=bookings&tab=upcoming',
    ...given,
  }
}

const tell = (...notices: Notice[]) =>
  world.db
    .transaction()
    .execute((tx) =>
      notify({ db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) }, ...notices),
    )

async function mailsTo({ email }: Pick<Person, 'email'>): Promise<string[]> {
  const { rows } = await sql<{ mail: MailRequested['data'] }>`
    select data -> 'data' as mail from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}
    order by created_on
  `.execute(world.db)
  return rows.map(({ mail }) => mail.subject)
}

const choose = (person: Person, channel: 'bell' | 'email', isWanted: boolean) =>
  person.call.notifications.choose({ type: 'appointment_confirmed', channel, isWanted })

test('a change of an appointment is mailed too, with its page, once', async () => {
  const asha = await world.signUp('asha')
  const notice = noticeFor(asha)
  await tell(notice)
  await tell(notice)
  await world.app.jobs.deliverEvents(world.clock.now)
  expect(await mailsTo(asha)).toEqual(['Appointments: Confirmed appointments'])
  const outbox = join(world.dataDir, 'outbox')
  const written = await Promise.all(
    (await readdir(outbox)).map((file) => readFile(join(outbox, file), 'utf8')),
  )
  expect(written).toHaveLength(1)
  expect(written[0]).toContain(asha.email)
  expect(written[0]).toMatch(/http:\/\/localhost:\d+\/appointments\?side=(3D)?bookings/)
})

async function textsTo({ email }: Pick<Person, 'email'>): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select data -> 'data' ->> 'text' as text from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}
  `.execute(world.db)
  return rows.map(({ text }) => text)
}

test('users’ texts are mailed only to confirmed addresses', async () => {
  const nila = await world.signUp('nila')
  const typed = { title: 'Bruno’s visit', type: 'new_message' } as const
  await tell(noticeFor(nila, typed))
  expect((await textsTo(nila))[0]).not.toContain('Bruno')
  expect(await mailsTo(nila)).toEqual(['Messages: Messages about bookings'])
  await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', nila.userId).execute()
  await tell(noticeFor(nila, typed))
  expect((await textsTo(nila)).filter((text) => text.includes('with Bruno on Monday'))).toHaveLength(1)
  expect(await mailsTo(nila)).toContain('Bruno’s visit')
})

test('an unconfirmed address gets ten mails a day, and the bell everything', async () => {
  const omar = await world.signUp('omar')
  for (let told = 0; told < 12; told++) await tell(noticeFor(omar))
  expect(await mailsTo(omar)).toHaveLength(10)
  expect(await omar.call.notifications.unread()).toEqual({ count: 12 })
})

test('turning off the mails of a kind leaves them in the bell', async () => {
  const ravi = await world.signUp('ravi')
  await choose(ravi, 'email', false)
  await tell(noticeFor(ravi))
  expect(await mailsTo(ravi)).toEqual([])
  expect((await ravi.call.notifications.list({})).rows).toHaveLength(1)
})

test('muting the bell leaves the mail, which is sent once, however often it is asked for', async () => {
  const zoya = await world.signUp('zoya')
  await choose(zoya, 'bell', false)
  const notice = noticeFor(zoya)
  await Promise.all([tell(notice), tell(notice)])
  await tell(notice)
  expect(await mailsTo(zoya)).toEqual(['Appointments: Confirmed appointments'])
  expect(await zoya.call.notifications.unread()).toEqual({ count: 0 })
  expect((await zoya.call.notifications.list({})).rows).toEqual([])
})

test('people who turn off both get nothing', async () => {
  const kabir = await world.signUp('kabir')
  await choose(kabir, 'bell', false)
  await choose(kabir, 'email', false)
  await tell(noticeFor(kabir))
  expect(await mailsTo(kabir)).toEqual([])
  const kept = world.db.selectFrom('notifications').selectAll().where('user_id', '=', kabir.userId)
  expect(await kept.execute()).toEqual([])
})

test('a completed visit is mailed only to people who ask for it', async () => {
  const tara = await world.signUp('tara')
  const done = () => noticeFor(tara, { type: 'appointment_completed', title: 'Visit completed' })
  await tell(done())
  expect(await mailsTo(tara)).toEqual([])
  await tara.call.notifications.choose({ type: 'appointment_completed', channel: 'email', isWanted: true })
  await tell(done())
  expect(await mailsTo(tara)).toEqual(['Appointments: Completed appointments'])
})

test('people without an address get no mail, and learn that they have none', async () => {
  const priya = await world.signUp('priya')
  const email = '919812345678@phone.INVALID'
  await world.db.updateTable('users').set({ email }).where('id', '=', priya.userId).execute()
  await tell(noticeFor(priya))
  expect(await mailsTo({ email })).toEqual([])
  expect((await priya.call.notifications.list({})).rows).toHaveLength(1)
  expect((await priya.call.notifications.choices()).email).toBeNull()
})

test('a change that is rolled back sends no mail', async () => {
  const rohan = await world.signUp('rohan')
  const change = world.db.transaction().execute(async (tx) => {
    const announce = world.app.jobs.announceIn(tx)
    await notify({ db: tx, now: world.clock.now, announce }, noticeFor(rohan))
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  expect(await mailsTo(rohan)).toEqual([])
})
