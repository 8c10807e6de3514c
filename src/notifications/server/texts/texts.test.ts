import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { createLog } from '#/kernel/server/log.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'
import { createTexter, hasRoomForText } from '#/kernel/server/sms.ts'
import { notificationTypes } from '#/notifications/notification-types.ts'
import { canBeTexted, channels, isOffered, textTypes } from '#/notifications/rules.ts'
import { type Notice, notify, readAppointment } from '#/notifications/server/index.ts'
import { textSubscriber } from './text-events.ts'

const world = await openWorld()
const { db } = world
const log = createLog('silent')
const noon = new Date('2026-11-24T07:00:00Z')
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

/** A text provider of our own, which notes what it gets and answers as it's told. */
const got: { to: string; text: string }[] = []
let answer: number | 'nothing' = 201
const provider = createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const form = new URLSearchParams(body)
  got.push({ to: form.get('To')!, text: form.get('Body')! })
  if (answer === 'nothing') return void response.destroy()
  response.writeHead(answer).end('{}')
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
afterAll(() => provider.close())
const texter = {
  production: true,
  DATA_DIR: '/nowhere',
  TWILIO_ACCOUNT_SID: 'AC1',
  TWILIO_AUTH_TOKEN: 'secret',
  TWILIO_FROM: '+15005550006',
  TWILIO_API_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
}
const sendText = createTexter(texter, log)!
const settings = { PRODUCT_NAME: 'Pawfolk', PUBLIC_URL: 'https://pawfolk.example', PORT: 0 }
const senderWith = (limits = { RATE_LIMITS: false, TEXTS_PER_HOUR: 300 }) =>
  textSubscriber({ sendText, config: { ...settings, ...limits }, db, log })

beforeEach(async () => {
  got.length = 0
  answer = 201
  await sql`delete from jobs.job where name in ('text', 'mail', 'push')`.execute(db)
  await sql`delete from rate_limits`.execute(db)
  await sql`delete from waiting_notices`.execute(db)
})

let serial = 0

/** Somebody who has confirmed a number and wants texts about cancelled and moved appointments. */
async function withPhone(): Promise<{ asha: Person; phone: string }> {
  serial += 1
  const asha = await world.signUp(`asha${serial}`)
  const update = db.updateTable('users').where('id', '=', asha.userId)
  await update.set({ email_verified: true, time_zone: 'Asia/Kolkata' }).execute()
  const phone = `+9198765${String(serial).padStart(5, '0')}`
  await db
    .insertInto('accounts')
    .values({
      id: crypto.randomUUID(),
      user_id: asha.userId,
      account_id: phone,
      provider_id: 'phone',
      issuer: 'local:phone',
    })
    .execute()
  for (const type of ['appointment_cancelled', 'appointment_rescheduled'] as const)
    await asha.call.notifications.choose({ type, channel: 'sms', isWanted: true })
  return { asha, phone }
}

async function tell(person: Person, given: Partial<Notice> = {}, now = noon): Promise<void> {
  serial += 1
  const notice: Notice = {
    userId: person.userId,
    type: 'appointment_cancelled',
    title: 'Bruno’s visit was cancelled',
    message: 'Dr. Meera Iyer cancelled.',
    source: `text test:${serial}`,
    href: '/appointments?tab=past',
    ...given,
  }
  await db
    .transaction()
    .execute((tx) => notify({ db: tx, now, announce: world.app.jobs.announceIn(tx) }, notice))
}

async function requested(): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    delete from jobs.job where name = 'text' returning data -> 'data' as data`.execute(db)
  return rows.map(({ data }) => data)
}

async function pushes(): Promise<number> {
  const { rows } = await sql`delete from jobs.job where name = 'push' returning name`.execute(db)
  return rows.length
}

async function deliver(sender = senderWith()): Promise<void> {
  for (const data of await requested())
    await db
      .transaction()
      .execute((tx) => sender.handle({ db: tx, now: noon, announce: world.app.jobs.announceIn(tx) }, data))
}

const sweep = (now: Date) => world.app.jobs.runSweep('send-waiting-notices', now)

const nextDue = async () => {
  const { rows } = await sql<{ due_at: Date }>`
    select due_at from waiting_notices order by due_at limit 1`.execute(db)
  return rows[0]?.due_at
}

const mailsTo = async ({ email }: Person) => {
  const { rows } = await sql`
    select from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}`.execute(db)
  return rows.length
}

const turnOnPush = (person: Person) =>
  person.call.notifications.addDevice({
    endpoint: `https://push.example/${crypto.randomUUID()}`,
    p256dh: Buffer.alloc(65, 4).toString('base64url'),
    auth: Buffer.alloc(16, 4).toString('base64url'),
  })

test('a text goes to the confirmed number, says the kind and names nobody', async () => {
  const { asha, phone } = await withPhone()
  await tell(asha)
  await deliver()
  expect(got).toEqual([
    {
      to: phone,
      text: expect.stringMatching(/^Pawfolk: An appointment was cancelled\. https:\S+\?tab=past$/),
    },
  ])
  expect(got[0]!.text.length).toBeLessThanOrEqual(160)
})

test('a text about a sighting suits the pet’s owner and followers of the report', async () => {
  const { asha } = await withPhone()
  await asha.call.notifications.choose({ type: 'report_marked_seen', channel: 'sms', isWanted: true })
  await tell(asha, { type: 'report_marked_seen' })
  await deliver()
  expect(got.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Pawfolk: There’s a new sighting of a pet\. https:/),
  ])
})

test('texts are off until somebody chooses them, and offered only for a few kinds', async () => {
  serial += 1
  const ravi = await world.signUp(`ravi${serial}`)
  const { choices, texts } = await ravi.call.notifications.choices()
  expect(texts).toEqual({ phone: null })
  expect(
    choices
      .filter(({ sms }) => sms !== null)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(textTypes.toSorted())
  expect(choices.some(({ sms }) => sms)).toBe(false)
  const choice = { type: 'appointment_confirmed', channel: 'sms', isWanted: true } as const
  await expect(ravi.call.notifications.choose(choice)).rejects.toMatchObject({ code: 'request.malformed' })
  // Chosen, but there is no number.
  await ravi.call.notifications.choose({ ...choice, type: 'appointment_cancelled' })
  await tell(ravi)
  expect(await requested()).toEqual([])
})

test('the app itself sends them, into the outbox while no provider is set up', async () => {
  const { asha, phone } = await withPhone()
  await tell(asha)
  await world.app.jobs.deliverEvents(noon)
  const sent = await readOutbox(world.dataDir, 50)
  expect(sent.filter(({ kind, to }) => kind === 'sms' && to === phone)).toHaveLength(1)
})

test('after a push, a text waits two minutes, and a mail after both ten: each only while the news is unread', async () => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await tell(asha)
  await sweep(minutesLater(1))
  expect(await requested()).toEqual([])
  await sweep(minutesLater(2))
  expect(await requested()).toHaveLength(1)
  expect(await mailsTo(asha)).toBe(0)
  await sweep(minutesLater(10))
  expect(await mailsTo(asha)).toBe(1)

  await tell(asha)
  const { rows } = await asha.call.notifications.list({})
  await asha.call.notifications.markRead({ id: rows[0]!.id })
  await sweep(minutesLater(10))
  expect(await requested()).toEqual([])
  expect(await mailsTo(asha)).toBe(1)
})

test('a kind muted in the bell comes one way after the other too, until its push is opened', async () => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await asha.call.notifications.choose({ type: 'appointment_cancelled', channel: 'bell', isWanted: false })
  const pushed = async () => {
    const { rows } = await sql<{ id: string }>`
      select data -> 'data' -> 'message' ->> 'id' as id from jobs.job where name = 'push' order by created_on`.execute(
      db,
    )
    return rows
  }
  await tell(asha)
  expect([(await pushed()).length, await requested(), await mailsTo(asha)]).toEqual([1, [], 0])
  await sweep(minutesLater(2))
  expect([await requested(), await mailsTo(asha)]).toEqual([[expect.anything()], 0])
  await sweep(minutesLater(10))
  expect(await mailsTo(asha)).toBe(1)

  await tell(asha)
  await asha.call.notifications.markRead({ id: (await pushed()).at(-1)!.id })
  await sweep(minutesLater(10))
  expect([await requested(), await mailsTo(asha)]).toEqual([[], 1])
  expect((await asha.call.notifications.list({})).rows).toEqual([])
})

test('outside the bell, a visit’s later news stops with its answer, and not with “Mark all read” or “Clear all”', async () => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await asha.call.notifications.choose({ type: 'appointment_cancelled', channel: 'bell', isWanted: false })
  const visit = crypto.randomUUID()
  await tell(asha, { metadata: { appointment_id: visit } })
  await tell(asha)
  await tell(asha, { type: 'appointment_completed' })
  const upTo = (await asha.call.notifications.list({})).rows[0]!.id
  await asha.call.notifications.markAllRead({ upTo })
  await asha.call.notifications.clearAll({ upTo })
  await readAppointment({ db, now: noon }, asha.userId, visit)
  await sweep(minutesLater(2))
  expect((await requested()).filter(({ userId }) => userId === asha.userId)).toMatchObject([{ count: 1 }])
})

const atOnce = { pace: 'at_once', quiet: null } as const
const daily = { pace: 'daily', quiet: null } as const
/** By all ways, without a text, urgent, and without a mail. */
const someTypes = ['appointment_cancelled', 'appointment_confirmed', 'sitting_late', 'pet_report'] as const
test.each([
  { inBell: true, hasPush: true, timing: atOnce },
  { inBell: false, hasPush: true, timing: atOnce },
  { inBell: true, hasPush: false, timing: atOnce },
  { inBell: false, hasPush: false, timing: atOnce },
  // It's 12:30 there. Some quiet hours begin between the push and the text, or between the text and the mail.
  { hasPush: true, timing: { ...atOnce, quiet: { from: '12:31', until: '14:00' } } },
  { hasPush: true, timing: { ...atOnce, quiet: { from: '12:35', until: '14:00' } } },
  { hasPush: true, timing: daily },
  { hasPush: false, timing: daily },
  { hasPush: true, timing: daily, dueInHours: 15 },
  { hasPush: false, timing: daily, dueInHours: 15 },
  { hasPush: true, timing: { ...daily, quiet: { from: '12:00', until: '19:00' } } },
  { hasPush: false, timing: { ...daily, quiet: { from: '12:00', until: '19:00' } } },
])(
  'no kind comes two ways at once to people who want all: %j',
  async ({ inBell = true, hasPush, timing, dueInHours }) => {
    const { asha } = await withPhone()
    await asha.call.notifications.setTiming(timing)
    if (hasPush) await turnOnPush(asha)
    const all = notificationTypes.flatMap((type) => channels.map((channel) => ({ type, channel })))
    await db.deleteFrom('notification_choices').where('user_id', '=', asha.userId).execute()
    await db
      .insertInto('notification_choices')
      .values(
        all.map((one) => ({ ...one, user_id: asha.userId, is_wanted: one.channel !== 'bell' || inBell })),
      )
      .execute()
    const sent = async () => {
      const { rows } = await sql<{ name: string }>`
      delete from jobs.job where name in ('push', 'text', 'mail') returning name`.execute(db)
      return rows.map(({ name }) => name)
    }
    for (const [index, type] of (timing === atOnce ? notificationTypes : someTypes).entries()) {
      await sql`delete from rate_limits`.execute(db)
      const now = minutesLater(index * 24 * 60)
      const dueAt = dueInHours && new Date(now.getTime() + dueInHours * HOUR)
      const ways: string[][] = []
      await tell(asha, { type, ...(dueAt && { dueAt }) }, now)
      ways.push(await sent())
      for (let next = await nextDue(); next; next = await nextDue()) {
        await sweep(next)
        ways.push(await sent())
      }
      const offered = [
        ...(hasPush ? ['push'] : []),
        ...(canBeTexted(type) ? ['text'] : []),
        ...(isOffered(type, 'email') ? ['mail'] : []),
      ]
      expect(
        ways.filter(({ length }) => length > 0),
        type,
      ).toEqual(offered.map((way) => [way]))
    }
  },
)

test('push, text and mail come one after the other after an hour without a worker too', async () => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await asha.call.notifications.setTiming({ pace: 'at_once', quiet: { from: '12:00', until: '12:40' } })
  await pushes()
  await tell(asha)
  const ways = async () => [await pushes(), (await requested()).length, await mailsTo(asha)]
  await sweep(minutesLater(60))
  expect(await ways()).toEqual([1, 0, 0])
  await sweep(minutesLater(62))
  expect(await ways()).toEqual([0, 1, 0])
  await sweep(minutesLater(70))
  expect(await ways()).toEqual([0, 0, 1])
})

test.each([
  ['push', { until: '12:40', back: 19, ways: { push: 19, text: 21, mail: 29 } }],
  ['text', { until: '12:30', back: 9, ways: { push: 0, text: 9, mail: 17 } }],
])('after a late %s, what follows it waits as long as usual', async (_way, { until, back, ways }) => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await asha.call.notifications.setTiming({ pace: 'at_once', quiet: { from: '12:00', until } })
  await pushes()
  await tell(asha)
  const came: Record<string, number[]> = { push: [], text: [], mail: [] }
  const note = async (minute: number) => {
    came['push']!.push(...Array.from({ length: await pushes() }, () => minute))
    came['text']!.push(...(await requested()).map(() => minute))
    if ((await mailsTo(asha)) > came['mail']!.length) came['mail']!.push(minute)
  }
  await note(0)
  for (let minute = back; minute <= 30; minute++) {
    await sweep(minutesLater(minute))
    await note(minute)
  }
  expect(came).toEqual({ push: [ways.push], text: [ways.text], mail: [ways.mail] })
})

test('what has been mailed already is pushed and texted only if it stays unread', async () => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await pushes()
  await tell(asha, { isMailed: true })
  const ways = async () => [await pushes(), (await requested()).length, await mailsTo(asha)]
  expect(await ways()).toEqual([0, 0, 0])
  await sweep(minutesLater(10))
  expect(await ways()).toEqual([1, 0, 0])
  await sweep(minutesLater(12))
  expect(await ways()).toEqual([0, 1, 0])
})

test('urgent news comes by text at once, also at night, and by mail ten minutes later to people who want urgent mails alone', async () => {
  const { asha } = await withPhone()
  await asha.call.notifications.setTiming({ pace: 'urgent', quiet: { from: '10:00', until: '14:00' } })
  await tell(asha, { dueAt: minutesLater(120) })
  await deliver()
  expect(got).toHaveLength(1)
  await sweep(minutesLater(9))
  expect(await mailsTo(asha)).toBe(0)
  await sweep(minutesLater(10))
  expect(await mailsTo(asha)).toBe(1)
})

test('texts wait until quiet hours end, and then come as one', async () => {
  const { asha } = await withPhone()
  await asha.call.notifications.setTiming({ pace: 'at_once', quiet: { from: '22:00', until: '07:00' } })
  const evening = new Date('2026-11-23T17:00:00Z')
  await tell(asha, {}, evening)
  await tell(asha, {}, evening)
  expect(await requested()).toEqual([])
  await sweep(new Date('2026-11-24T01:30:00Z'))
  await deliver()
  expect(got.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Pawfolk: 2 new notifications\. https:\S+\/dashboard$/),
  ])
})

test.each([
  ['after quiet hours', { told: '2026-11-23T17:00:00Z', pushed: '2026-11-24T01:30:00Z' }],
  [
    'in quiet hours, if it would be too late afterwards',
    { told: '2026-11-23T17:00:00Z', pushed: '2026-11-23T17:00:00Z', dueAt: new Date('2026-11-24T09:30:00Z') },
  ],
])('%s, push, text and mail come one after the other too', async (_when, { told, pushed, ...notice }) => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  await asha.call.notifications.setTiming({ pace: 'at_once', quiet: { from: '22:00', until: '07:00' } })
  await pushes()
  await tell(asha, notice, new Date(told))
  const after = (minutes: number) => new Date(Date.parse(pushed) + minutes * 60_000)
  await sweep(after(0))
  expect(await pushes()).toBe(1)
  await sweep(after(1))
  expect(await requested()).toEqual([])
  await sweep(after(2))
  expect(await requested()).toHaveLength(1)
  await sweep(after(9))
  expect(await mailsTo(asha)).toBe(0)
  await sweep(after(10))
  expect(await mailsTo(asha)).toBe(1)
})

test('a person gets four texts an hour, and three a day from one other person', async () => {
  const { asha } = await withPhone()
  serial += 1
  const ravi = await world.signUp(`ravi${serial}`)
  for (let told = 0; told < 5; told++) await tell(asha, { causedBy: ravi.userId })
  expect(await requested()).toHaveLength(3)
  for (let told = 0; told < 5; told++) await tell(asha)
  expect(await requested()).toHaveLength(1)
})

test('texts that were read before they went out, or came as one, don’t use up the limit', async () => {
  const { asha } = await withPhone()
  await turnOnPush(asha)
  for (let told = 0; told < 4; told++) await tell(asha)
  const { rows } = await asha.call.notifications.list({})
  for (const { id } of rows) await asha.call.notifications.markRead({ id })
  await sweep(minutesLater(2))
  expect(await requested()).toEqual([])
  for (let text = 1; text <= 5; text++) {
    await tell(asha)
    await tell(asha)
    await sweep(minutesLater(2))
    expect(await requested(), `text ${text}`).toHaveLength(text <= 4 ? 1 : 0)
  }
})

test('a text that finds no room this hour doesn’t count for its causer', async () => {
  const { asha } = await withPhone()
  serial += 1
  const ravi = await world.signUp(`ravi${serial}`)
  for (let told = 0; told < 4; told++) await tell(asha)
  for (let told = 0; told < 3; told++) await tell(asha, { causedBy: ravi.userId })
  expect(await requested()).toHaveLength(4)
  await sql`delete from rate_limits where key = ${`notice-text ${asha.userId} hour`}`.execute(db)
  for (let told = 0; told < 4; told++) await tell(asha, { causedBy: ravi.userId })
  expect(await requested()).toHaveLength(3)
})

test('notifications use at most half of the hour’s texts, so that login codes still go out', async () => {
  const sender = senderWith({ RATE_LIMITS: true, TEXTS_PER_HOUR: 4 })
  for (let people = 0; people < 4; people++) {
    const { asha } = await withPhone()
    await tell(asha)
  }
  await deliver(sender)
  expect(got).toHaveLength(2)
  expect(await hasRoomForText(db, { TEXTS_PER_HOUR: 4 })).toBe(true)
  expect(await hasRoomForText(db, { TEXTS_PER_HOUR: 4 })).toBe(true)
  expect(await hasRoomForText(db, { TEXTS_PER_HOUR: 4 })).toBe(false)
})

test('a text is tried again when the provider is busy, and never when it may have been sent', async () => {
  const { asha } = await withPhone()
  answer = 503
  await tell(asha)
  await expect(deliver()).rejects.toThrow('Twilio answered 503')
  for (answer of [400, 'nothing'] as const) {
    await tell(asha)
    await deliver()
  }
  expect(got).toHaveLength(3)
})

test('turning texts off, or removing the number, stops those on their way', async () => {
  const { asha } = await withPhone()
  await tell(asha)
  await asha.call.notifications.choose({ type: 'appointment_cancelled', channel: 'sms', isWanted: false })
  await deliver()
  await tell(asha, { type: 'appointment_rescheduled' })
  await db
    .deleteFrom('accounts')
    .where('user_id', '=', asha.userId)
    .where('provider_id', '=', 'phone')
    .execute()
  await deliver()
  expect(got).toEqual([])
})
