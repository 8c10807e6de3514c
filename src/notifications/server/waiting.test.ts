import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import type { MailRequested } from '#/kernel/server/mail-events.ts'
import type { Timing } from '#/notifications/timing.ts'
import { stopAllMails, wantsMail } from './choices.ts'
import { dropOvertaken, type Notice, notify } from './index.ts'
import { stopPathIn } from './stop-link.ts'

const world = await openWorld()
let serial = 0

const evening = new Date('2026-11-23T17:00:00Z')
const night = { from: '22:00', until: '07:00' }
const morning = new Date('2026-11-24T01:30:00Z')
const noon = new Date('2026-11-24T07:00:00Z')
const sixOClock = new Date('2026-11-24T12:30:00Z')

const starts = new Date('2026-12-01T04:00:00Z').toISOString()
const event = {
  id: 'visit',
  sequence: 1,
  startsAt: starts,
  endsAt: starts,
  summary: 'Visit',
  path: '/appointments' as const,
  status: 'confirmed' as const,
}

async function newPerson({ pace = 'at_once', quiet = night }: Partial<Timing> = {}): Promise<Person> {
  serial += 1
  const person = await world.signUp(`asha${serial}`)
  const update = world.db.updateTable('users').where('id', '=', person.userId)
  await update.set({ email_verified: true, time_zone: 'Asia/Kolkata' }).execute()
  await person.call.notifications.setTiming({ pace, quiet })
  return person
}

async function tell(person: Person, given: Partial<Notice> = {}, now = evening): Promise<void> {
  serial += 1
  const notice: Notice = {
    userId: person.userId,
    type: 'appointment_confirmed',
    title: 'Appointment confirmed',
    message: 'Dr. Meera Iyer expects you with Bruno.',
    source: `waiting test:${serial}`,
    ...given,
  }
  await world.db
    .transaction()
    .execute((tx) => notify({ db: tx, now, announce: world.app.jobs.announceIn(tx) }, notice))
}

const sweep = (now: Date) => world.app.jobs.runSweep('send-waiting-notices', now)

async function mailsTo({ email }: Person): Promise<MailRequested['data'][]> {
  const { rows } = await sql<{ mail: MailRequested['data'] }>`
    select data -> 'data' as mail from jobs.job where name = 'mail' and data -> 'data' ->> 'to' = ${email}
    order by created_on
  `.execute(world.db)
  return rows.map(({ mail }) => mail)
}
const subjectsTo = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject)

test('a mail waits until quiet hours end, and the bell doesn’t', async () => {
  const asha = await newPerson()
  await tell(asha)
  expect(await asha.call.notifications.unread()).toEqual({ count: 1 })
  await sweep(new Date(morning.getTime() - 60_000))
  expect(await subjectsTo(asha)).toEqual([])
  await sweep(morning)
  await sweep(morning)
  expect(await mailsTo(asha)).toMatchObject([
    { subject: 'Appointment confirmed', list: { type: 'appointment_confirmed' } },
  ])
})

test.each([{ pace: 'daily' as const }, { pace: 'at_once' as const }])(
  'news that would come too late for what it is about doesn’t wait: %j',
  async ({ pace }) => {
    const asha = await newPerson({ pace })
    const hoursLater = (hours: number) => new Date(evening.getTime() + hours * HOUR)
    await tell(asha, { title: 'Tomorrow noon', dueAt: hoursLater(13.5) })
    await tell(asha, { title: 'In two days', dueAt: hoursLater(48) })
    expect(await subjectsTo(asha)).toEqual(['Tomorrow noon'])
    await sweep(sixOClock)
    expect(await subjectsTo(asha)).toEqual(['Tomorrow noon', 'In two days'])
  },
)

test('waiting news of an appointment isn’t sent after newer news', async () => {
  const asha = await newPerson()
  const news = (appointmentId: string, source: string): Partial<Notice> => ({
    title: `${appointmentId} ${source}`,
    source: `${source}:${asha.userId}:${appointmentId}`,
    metadata: { appointment_id: appointmentId },
  })
  await tell(asha, news('one', 'changed'))
  await tell(asha, news('one', 'reminder'))
  await tell(asha, { ...news('one', 'moved'), calendar: [event] })
  await tell(asha, news('other', 'changed'))
  await tell(asha, news('one', 'rated'))
  await tell(asha, news('one', 'cancelled'))
  const overtaken = {
    userIds: [asha.userId],
    appointmentId: 'one',
    by: `cancelled:${asha.userId}:one`,
    sources: ['changed:', 'reminder:', 'moved:', 'cancelled:'],
  }
  await dropOvertaken(world.db, overtaken)
  const waiting = async () => {
    const { rows } = await sql<{ title: string }>`
      select n.title from waiting_notices w join notifications n on n.id = w.notification_id
       where w.user_id = ${asha.userId} order by n.created_at, n.id`.execute(world.db)
    return rows.map(({ title }) => title)
  }
  // A calendar would otherwise stay wrong.
  expect(await waiting()).toEqual(['one moved', 'other changed', 'one rated', 'one cancelled'])
  await dropOvertaken(world.db, { ...overtaken, isForCalendars: true })
  expect(await waiting()).toEqual(['other changed', 'one rated', 'one cancelled'])
})

test('what already waits isn’t mailed to who wants only urgent mails by then', async () => {
  const asha = await newPerson()
  await tell(asha)
  await asha.call.notifications.setTiming({ pace: 'urgent', quiet: night })
  await sweep(morning)
  expect(await subjectsTo(asha)).toEqual([])
})

test('outside quiet hours mails come at once', async () => {
  const asha = await newPerson()
  await tell(asha, {}, new Date('2026-11-23T10:00:00Z'))
  expect(await subjectsTo(asha)).toEqual(['Appointment confirmed'])
})

test('news about a visit of the next morning, late walks and people’s own reminders don’t wait', async () => {
  const asha = await newPerson({ pace: 'urgent' })
  await tell(asha, { type: 'appointment_cancelled', dueAt: new Date('2026-11-24T04:00:00Z') })
  await tell(asha, { type: 'sitting_late' })
  await tell(asha, { type: 'task_reminder' })
  await tell(asha, { type: 'appointment_cancelled', dueAt: new Date('2026-11-25T04:00:00Z') })
  await sweep(new Date('2026-11-26T04:00:00Z'))
  expect(await subjectsTo(asha)).toHaveLength(3)
})

test('several that waited come in one mail, in their order, without those that were read', async () => {
  const asha = await newPerson()
  await tell(asha, { title: 'Read already' })
  const { rows } = await asha.call.notifications.list({})
  await asha.call.notifications.markRead({ id: rows[0]!.id })
  await tell(asha, { title: 'First', message: 'About Bruno.' })
  await tell(asha, { title: 'Second', message: 'About Kavi.' })
  await sweep(morning)
  const [mail, ...more] = await mailsTo(asha)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '2 new notifications', list: { type: 'several' } })
  expect(mail?.text).toBe('First\nAbout Bruno.\n\nSecond\nAbout Kavi.')
})

test('nothing is mailed once everything was read, and events for the calendar are', async () => {
  const asha = await newPerson()
  await tell(asha)
  await tell(asha, { title: 'With an event', calendar: [event] })
  const { rows } = await asha.call.notifications.list({})
  await asha.call.notifications.clearAll({ upTo: rows[0]!.id })
  await sweep(morning)
  expect(await mailsTo(asha)).toMatchObject([{ subject: 'With an event', calendar: [event] }])
})

test('people who ask for one mail a day get it at six, and not for kinds they turned off meanwhile', async () => {
  const asha = await newPerson({ pace: 'daily' })
  await tell(asha, {}, noon)
  await tell(asha, { title: 'Refund', type: 'payment_refunded' }, noon)
  await tell(asha, { title: 'Visit note', type: 'visit_note_signed' }, noon)
  await asha.call.notifications.choose({ type: 'visit_note_signed', channel: 'email', isWanted: false })
  await sweep(new Date(sixOClock.getTime() - 60_000))
  expect(await subjectsTo(asha)).toEqual([])
  await sweep(sixOClock)
  expect(await mailsTo(asha)).toMatchObject([
    { subject: '2 new notifications', list: { type: 'daily', userId: asha.userId } },
  ])
})

test('a kind’s own choice of how often goes before the one for all', async () => {
  const asha = await newPerson({ pace: 'urgent', quiet: null })
  const choose = (type: Notice['type'], pace: Timing['pace']) =>
    asha.call.notifications.choose({ type, channel: 'email', isWanted: true, pace })
  await choose('appointment_confirmed', 'at_once')
  await choose('payment_refunded', 'daily')
  await tell(asha, { title: 'Confirmed' }, noon)
  await tell(asha, { title: 'Declined', type: 'appointment_declined' }, noon)
  await tell(asha, { title: 'Refund', type: 'payment_refunded' }, noon)
  await tell(asha, { title: 'Another refund', type: 'payment_refunded' }, noon)
  expect(await subjectsTo(asha)).toEqual(['Confirmed'])
  await sweep(sixOClock)
  const [, summary, ...more] = await mailsTo(asha)
  expect(more).toEqual([])
  expect(summary).toMatchObject({ subject: '2 new notifications', list: { type: 'chosen' } })

  const stop = stopPathIn(world.secret)({ userId: asha.userId, type: 'chosen' })
  await fetch(new URL(stop, world.url), { method: 'POST' })
  await tell(asha, { title: 'A third refund', type: 'payment_refunded' }, noon)
  await sweep(new Date('2026-11-26T12:30:00Z'))
  expect(await subjectsTo(asha)).toHaveLength(2)
})

test('an unconfirmed address gets only our own words of them', async () => {
  const asha = await newPerson()
  await world.db.updateTable('users').set({ email_verified: false }).where('id', '=', asha.userId).execute()
  await tell(asha)
  await tell(asha)
  await sweep(morning)
  const [mail] = await mailsTo(asha)
  expect(mail?.text).toContain('Appointments: Confirmed appointments')
  expect(mail?.text).not.toContain('Bruno')
})

test('many sweeps at once mail once', async () => {
  const asha = await newPerson()
  for (let told = 0; told < 25; told++) await tell(asha, { message: `Number ${told}.` })
  await Promise.all(Array.from({ length: 6 }, () => sweep(morning)))
  const [mail, ...more] = await mailsTo(asha)
  expect(more).toEqual([])
  expect(mail).toMatchObject({ subject: '25 new notifications' })
  expect(mail?.text).toContain('Number 19.')
  expect(mail?.text).toMatch(/5 more came in\. They’re under Notifications\.$/)
})

/** Lets the database refuse every mail to this person. */
async function refuseMailsTo({ userId, email }: Person): Promise<void> {
  await sql`alter table jobs.job add constraint ${sql.id(`no mails ${userId}`)}
    check (data -> 'data' ->> 'to' is distinct from ${sql.lit(email)})`.execute(world.db)
}

test('a person whose mail can’t be sent doesn’t hold up the others', async () => {
  const [ravi, asha] = [await newPerson(), await newPerson()]
  await tell(ravi)
  await tell(asha)
  await refuseMailsTo(ravi)
  await sweep(morning)
  expect(await subjectsTo(asha)).toEqual(['Appointment confirmed'])
})

const sweepDigests = (now: Date) => world.app.jobs.runSweep('mail-digests-of-notices', now)

/** Tells a person more than strangers may cause in a day. */
async function overflow(person: Person, more: number, given: Partial<Notice> = {}): Promise<void> {
  await sql`insert into rate_limits (key, attempts, window_started_at)
    values (${`notice-mail ${person.userId} from people`}, 80, now())`.execute(world.db)
  for (let told = 0; told < more; told++) await tell(person, { causedBy: randomUUID(), ...given }, noon)
}

test('what exceeds a share comes with the daily mail of people who ask for one mail a day', async () => {
  const [asha, zoya] = [await newPerson({ pace: 'daily' }), await newPerson({ pace: 'daily' })]
  await overflow(asha, 3)
  await overflow(zoya, 2)
  await tell(asha, { title: 'Refund' }, noon)
  await sweepDigests(new Date(sixOClock.getTime() - 60_000))
  expect([await subjectsTo(asha), await subjectsTo(zoya)]).toEqual([[], []])
  await sweepDigests(sixOClock)
  await sweep(sixOClock)
  await sweepDigests(sixOClock)
  expect(await mailsTo(asha)).toMatchObject([
    {
      subject: '4 new notifications',
      text: expect.stringMatching(/^Refund\n.*3 more came in\. They’re under Notifications\.$/s),
    },
  ])
  const [alone, ...more] = await mailsTo(zoya)
  expect(more).toEqual([])
  // Nothing else has been mailed that day.
  expect(alone).toMatchObject({
    subject: '2 notifications came in',
    text: expect.stringMatching(/^2 notifications came in\. They’re under Notifications\. We limit /),
  })
})

test('a kind with a pace of its own, and urgent news, decide when the summary goes out', async () => {
  const [asha, ravi, zoya] = [
    await newPerson(),
    await newPerson({ pace: 'daily' }),
    await newPerson({ pace: 'daily' }),
  ]
  const choose = { type: 'appointment_confirmed', channel: 'email', isWanted: true } as const
  await asha.call.notifications.choose({ ...choose, pace: 'daily' })
  await ravi.call.notifications.choose({ ...choose, pace: 'at_once' })
  await overflow(asha, 1)
  await overflow(ravi, 1)
  await overflow(zoya, 1, { dueAt: new Date(noon.getTime() + HOUR) })
  await sweepDigests(new Date(noon.getTime() + HOUR))
  const told = ['1 notification came in']
  expect([await subjectsTo(asha), await subjectsTo(ravi), await subjectsTo(zoya)]).toEqual([[], told, told])
})

test('people who get only urgent mails get a summary of urgent news and of kinds with a pace of their own, and of no others', async () => {
  const [asha, ravi, zoya] = [
    await newPerson({ pace: 'urgent' }),
    await newPerson({ pace: 'urgent' }),
    await newPerson(),
  ]
  const hourLater = new Date(noon.getTime() + HOUR)
  const choose = { type: 'appointment_confirmed', channel: 'email', isWanted: true } as const
  await ravi.call.notifications.choose({ ...choose, pace: 'at_once' })
  await overflow(asha, 1, { dueAt: hourLater })
  await overflow(ravi, 1)
  await overflow(zoya, 1)
  await zoya.call.notifications.setTiming({ pace: 'urgent', quiet: night })
  await sweepDigests(hourLater)
  const told = ['1 more notification came in']
  expect([await subjectsTo(asha), await subjectsTo(ravi), await subjectsTo(zoya)]).toEqual([told, told, []])
})

test('dropping waiting news and sending it at the same moment don’t deadlock', async () => {
  const asha = await newPerson()
  await tell(asha, { source: `changed:${asha.userId}` })
  const { promise: isDropped, resolve: dropped } = Promise.withResolvers<void>()
  const newer = world.db.transaction().execute(async (tx) => {
    await dropOvertaken(tx, { userIds: [asha.userId], sources: ['changed:'] })
    // Sends what was left for later.
    await sql`select 1`.execute(tx)
    dropped()
    await expect.poll(isSomebodyWaiting, { timeout: 5000 }).toBe(true)
    await notify(
      { db: tx, now: evening, announce: world.app.jobs.announceIn(tx) },
      {
        userId: asha.userId,
        type: 'appointment_cancelled',
        title: 'Cancelled',
        message: 'The visit won’t take place.',
        source: `cancelled:${asha.userId}`,
      },
    )
  })
  await isDropped
  await Promise.all([newer, sweep(morning)])
  await sweep(morning)
  expect(await subjectsTo(asha)).toEqual(['Cancelled'])
})

const isSomebodyWaiting = async () => {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    world.db,
  )
  return rows.length > 0
}

test('a summary says where its notifications are, and isn’t sent for kinds that were turned off meanwhile', async () => {
  const [asha, ravi, zoya, kiran] = [
    await newPerson(),
    await newPerson(),
    await newPerson(),
    await newPerson(),
  ]
  const hourLater = new Date(noon.getTime() + HOUR)
  const choose = (person: Person, channel: 'bell' | 'email') =>
    person.call.notifications.choose({ type: 'appointment_confirmed', channel, isWanted: false })
  await overflow(asha, 1)
  await choose(ravi, 'bell')
  await overflow(ravi, 1)
  await tell(ravi, { type: 'incident', causedBy: randomUUID() }, noon)
  await choose(zoya, 'bell')
  await overflow(zoya, 2)
  await overflow(kiran, 1)
  await choose(kiran, 'email')
  await sweepDigests(hourLater)
  const textTo = async (person: Person) => (await mailsTo(person)).map(({ text }) => text)
  expect(await textTo(asha)).toEqual([expect.stringMatching(/ It’s under Notifications\. We limit /)])
  expect(await textTo(ravi)).toEqual([
    expect.stringMatching(/ They’re under Notifications, except for the kinds that you’ve muted\. We limit /),
  ])
  expect(await textTo(zoya)).toEqual([
    expect.stringMatching(
      / They’re not under Notifications, because you’ve muted this kind there\. We limit /,
    ),
  ])
  expect(await textTo(kiran)).toEqual([])
})

test('a mail on its way asks once more whether it’s wanted', async () => {
  const asha = await newPerson({ quiet: null })
  const wants = (type: string) => wantsMail(world.db, { userId: asha.userId, type })
  const all = () => Promise.all(['appointment_confirmed', 'payment_refunded', 'several'].map(wants))
  expect(await all()).toEqual([true, true, true])
  await asha.call.notifications.choose({ type: 'appointment_confirmed', channel: 'email', isWanted: false })
  expect(await all()).toEqual([false, true, true])
  await stopAllMails(world.db, asha.userId)
  expect(await all()).toEqual([false, false, false])
  expect(await wantsMail(world.db, { userId: randomUUID(), type: 'several' })).toBe(false)
})

test('a person whose summary can’t be sent doesn’t hold up the others', async () => {
  const [ravi, asha] = [await newPerson(), await newPerson()]
  await overflow(ravi, 1)
  await overflow(asha, 1)
  await refuseMailsTo(ravi)
  await sweepDigests(new Date(noon.getTime() + HOUR))
  expect(await subjectsTo(asha)).toEqual(['1 more notification came in'])
})

test('the link of a mail about several leaves only urgent ones, and can be undone', async () => {
  const asha = await newPerson({ pace: 'daily' })
  const path = stopPathIn(world.secret)({ userId: asha.userId, type: 'daily' })
  const post = (query = '') => fetch(new URL(`${path}${query}`, world.url), { method: 'POST' })
  const paceNow = async () => (await asha.call.notifications.choices()).timing
  expect(await (await fetch(new URL(path, world.url))).text()).toContain('Get only urgent emails?')
  expect(await paceNow()).toEqual({ pace: 'daily', quiet: night })
  expect(await (await post()).text()).toContain('You’ll get only urgent emails')
  expect(await paceNow()).toEqual({ pace: 'urgent', quiet: night })
  await post('?again')
  expect(await paceNow()).toEqual({ pace: 'daily', quiet: night })
})

test('the link of a summary to people who get only urgent mails stops those too', async () => {
  const asha = await newPerson({ pace: 'urgent', quiet: null })
  const soon = { type: 'appointment_cancelled', dueAt: new Date(evening.getTime() + HOUR) } as const
  const path = stopPathIn(world.secret)({ userId: asha.userId, type: 'chosen' })
  await tell(asha, soon)
  expect(await subjectsTo(asha)).toHaveLength(1)
  const url = new URL(path, world.url)
  expect(await (await fetch(url)).text()).toContain('Stop all notification emails?')
  await tell(asha, soon)
  expect(await subjectsTo(asha)).toHaveLength(2)
  const stopped = await fetch(url, { method: 'POST' })
  expect(await stopped.text()).toContain('No more notification emails')
  await tell(asha, soon)
  await tell(asha, { type: 'task_reminder' })
  await sweep(new Date('2026-11-26T12:30:00Z'))
  expect(await subjectsTo(asha)).toHaveLength(2)
})

test('quiet hours need two different times', async () => {
  const asha = await newPerson()
  const quiet = { from: '22:00', until: '22:00' }
  await expect(asha.call.notifications.setTiming({ pace: 'daily', quiet })).rejects.toThrow()
  expect((await asha.call.notifications.choices()).timing).toEqual({ pace: 'at_once', quiet: night })
})
