import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { openDatabase } from './db.ts'
import { openJobs, subscriber } from './jobs.ts'
import { createLog } from './log.ts'
import type { Mail } from './mail.ts'
import { mailSubscriber, requestMail } from './mail-events.ts'

type Rung = { name: 'bell.rung'; data: Record<string, never> }

const testDatabase = await createTestDatabase()
const log = createLog('silent')
const database = openDatabase(testDatabase.url, { log })
const sent: Mail[] = []
let refusals = 0
let hanging: Promise<void> | undefined
const send = async (mail: Mail) => {
  await hanging
  if (refusals-- > 0) throw new Error('451 later')
  sent.push(mail)
}
const heard: string[] = []
const stopped = new Set<string>()
const jobs = await openJobs({
  db: database.db,
  pool: database.pool,
  log,
  sweeps: [],
  subscribers: [
    mailSubscriber(
      send,
      {
        site: 'https://pets.example.org',
        product: 'Pawfolk',
        from: 'Pawfolk <hello@pets.example.org>',
      },
      {
        stopPath: ({ userId, type }) => `/stop/${userId}/${type}`,
        isWanted: async (_db, { type }) => !stopped.has(type),
      },
    ),
    subscriber<Rung>('bell.rung', 'listener', async () => void heard.push('bell')),
  ],
})
afterAll(async () => {
  await jobs.stop(1000)
  await database.close()
  await testDatabase.drop()
})

const inTransaction = (run: (announce: ReturnType<typeof jobs.announceIn>) => Promise<unknown>) =>
  database.db.transaction().execute((tx) => run(jobs.announceIn(tx)))
const mail = { to: 'meera@example.org', subject: 'You are verified', text: 'Owners can find you now.' }

test('a mail goes out once its change has committed, with the page it is about', async () => {
  await inTransaction((announce) => requestMail({ announce }, { ...mail, path: '/profile/veterinary' }))
  expect(sent).toEqual([])
  await jobs.deliverEvents()
  expect(sent.splice(0)).toEqual([
    {
      ...mail,
      text: 'Owners can find you now.\n\nhttps://pets.example.org/profile/veterinary',
      link: 'https://pets.example.org/profile/veterinary',
      messageId: expect.stringMatching(/^<[0-9a-f-]{36}@pets\.example\.org>$/),
    },
  ])
})

test('a rolled-back change sends nothing', async () => {
  const change = inTransaction(async (announce) => {
    await requestMail({ announce }, mail)
    throw new Error('changed my mind')
  })
  await expect(change).rejects.toThrow('changed my mind')
  await jobs.deliverEvents()
  expect(sent).toEqual([])
})

test('a refused mail stays, and is retried under the same Message-ID', async () => {
  refusals = 1
  await inTransaction((announce) => requestMail({ announce }, mail))
  await jobs.deliverEvents()
  expect(sent).toEqual([])
  const { rows } = await database.pool.query(
    "update jobs.job set start_after = now() where name = 'mail' and state = 'retry' returning data",
  )
  expect(rows).toHaveLength(1)
  await jobs.deliverEvents()
  expect(sent.splice(0)).toMatchObject([{ messageId: `<${rows[0].data.data.id}@pets.example.org>` }])
})

test('a mail whose kind is stopped before the next try isn’t sent, and others are', async () => {
  refusals = 2
  for (const type of ['reminders', 'refunds'])
    await inTransaction((announce) => requestMail({ announce }, { ...mail, list: { userId: 'asha', type } }))
  await jobs.deliverEvents()
  expect(sent).toEqual([])
  stopped.add('reminders')
  await database.pool.query("update jobs.job set start_after = now() where name = 'mail' and state = 'retry'")
  await jobs.deliverEvents()
  expect(sent.splice(0)).toMatchObject([{ stopUrl: 'https://pets.example.org/stop/asha/refunds' }])
})

test('an invitation is stored with its mail and names the sending address as organizer', async () => {
  refusals = 1
  const calendar = {
    id: 'visit-1',
    sequence: 3,
    summary: 'Vet visit',
    path: '/appointments' as const,
    startsAt: '2026-11-05T04:30:00.000Z',
    endsAt: '2026-11-05T05:00:00.000Z',
    status: 'confirmed' as const,
  }
  await inTransaction((announce) => requestMail({ announce }, { ...mail, calendar: [calendar] }))
  await jobs.deliverEvents()
  expect(sent).toEqual([])
  await database.pool.query("update jobs.job set start_after = now() where name = 'mail' and state = 'retry'")
  await jobs.deliverEvents()
  const [{ calendar: [invitation] = [] } = {}] = sent.splice(0)
  expect(invitation?.method).toBe('REQUEST')
  const file = invitation!.file.replaceAll('\r\n ', '')
  for (const line of [
    'METHOD:REQUEST',
    'UID:visit-1@pets.example.org',
    'SEQUENCE:3',
    'DTSTART:20261105T043000Z',
    'STATUS:CONFIRMED',
  ])
    expect(file.split('\r\n')).toContain(line)
  expect(file).toMatch(/^ORGANIZER;CN="Pawfolk":mailto:hello@pets\.example\.org\r$/m)
  expect(file).toMatch(/^ATTENDEE;.*PARTSTAT=ACCEPTED.*mailto:meera@example\.org\r$/im)
})

test('people without an address get no mail', async () => {
  await inTransaction((announce) => requestMail({ announce }, { ...mail, to: '919812345678@phone.invalid' }))
  await jobs.deliverEvents()
  expect(sent).toEqual([])
})

test('while the mail server hangs, everything else is delivered', async () => {
  let wake = () => {}
  hanging = new Promise<void>((resolve) => {
    wake = resolve
  })
  await jobs.startWorking()
  await inTransaction(async (announce) => {
    await requestMail({ announce }, mail)
    await announce<Rung>('bell.rung', {})
  })
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(['bell'])
  expect(sent).toEqual([])
  wake()
  await expect.poll(() => sent, { timeout: 10_000 }).toHaveLength(1)
})
