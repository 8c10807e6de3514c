import { expect, test, vi } from 'vitest'
import { followStream } from '#/app/testing/live-follower.ts'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { tellOfTimes } from '#/booking/server/index.ts'
import { HOUR } from '#/kernel/duration.ts'
import { livePath } from '#/kernel/live.ts'
import { makeBooked } from '#/messaging/server/booked.factory.ts'
import { notify } from '#/notifications/server/index.ts'
import type { PaymentFailed } from '#/payments/events.ts'
import { makePayment } from '#/payments/server/factory.ts'

const world = await openWorld()
const soon = { timeout: 5_000, interval: 10 }

const follow = ({ cookie }: Pick<Person, 'cookie'>, url = world.url) => followStream(url, cookie)

const notifyNow = (userId: string, source: string) =>
  world.db
    .transaction()
    .execute((db) =>
      notify(
        { db, now: world.clock.now, announce: world.app.jobs.announceIn(db) },
        { userId, type: 'appointment_reminder', title: 'News', message: 'Something happened.', source },
      ),
    )

test('a notification is told to every stream of its receiver, and to nobody else', async () => {
  const [asha, other] = [await world.signUp('asha'), await world.signUp('other')]
  const [phone, laptop, stranger] = [await follow(asha), await follow(asha), await follow(other)]
  await notifyNow(asha.userId, 'test:1')
  await vi.waitFor(
    () => expect([phone.said, laptop.said]).toEqual([['notifications'], ['notifications']]),
    soon,
  )
  expect(stranger.said).toEqual([])
  for (const one of [phone, laptop, stranger]) one.hangUp()
})

test('reading on one device is told to the others, and reading again to nobody', async () => {
  const asha = await world.signUp('reader')
  const stream = await follow(asha)
  await notifyNow(asha.userId, 'test:read')
  await vi.waitFor(() => expect(stream.said).toHaveLength(1), soon)
  const upTo = (await asha.call.notifications.list({})).rows[0]!.id
  for (let time = 0; time < 3; time++) await asha.call.notifications.markAllRead({ upTo })
  await asha.call.notifications.clearAll({ upTo })
  await asha.call.notifications.clearAll({ upTo })
  await notifyNow(asha.userId, 'test:after-reading')
  await vi.waitFor(() => expect(stream.said).toHaveLength(4), soon)
  stream.hangUp()
})

test('only the payer hears about a payment’s result', async () => {
  const { owner, vet, bookingId } = await makeBooked(world, ['payer', 'payee'])
  const [payer, payee] = [await follow(owner), await follow(vet)]
  const paymentId = await makePayment(world.db, {
    appointmentId: bookingId,
    payerUserId: owner.userId,
    payeeUserId: vet.userId,
  })
  await world.db.transaction().execute((db) =>
    world.app.jobs.announceIn(db)<PaymentFailed>('payments.failed', {
      paymentId,
      attemptId: paymentId,
      automatic: false,
      wasPending: false,
    }),
  )
  while ((await world.app.jobs.deliverEvents(world.clock.now)) > 0);
  await vi.waitFor(() => expect(payer.said).toContain('payments'), soon)
  expect(payee.said).not.toContain('payments')
  for (const one of [payer, payee]) one.hangUp()
})

test('a report of a found pet is told to everybody, so that open lists ask for it', async () => {
  const [finder, neighbour] = [await world.signUp('finder'), await world.signUp('neighbour')]
  const stream = await follow(neighbour)
  await finder.call.reports.create({
    status: 'found',
    species: 'cat',
    place: { area: 'Indiranagar' },
    seenAt: new Date(world.clock.now.getTime() - HOUR).toISOString(),
  })
  await world.app.jobs.deliverEvents(world.clock.now)
  await vi.waitFor(() => expect(stream.said).toEqual(['reports']), soon)
  stream.hangUp()
})

test('a change that is rolled back is told to nobody', async () => {
  const asha = await world.signUp('asha2')
  const stream = await follow(asha)
  const failing = world.db.transaction().execute(async (db) => {
    await notify(
      { db, now: world.clock.now, announce: world.app.jobs.announceIn(db) },
      {
        userId: asha.userId,
        type: 'appointment_reminder',
        title: 'News',
        message: 'Something happened.',
        source: 'test:2',
      },
    )
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await notifyNow(asha.userId, 'test:3')
  await vi.waitFor(() => expect(stream.said).toEqual(['notifications']), soon)
  stream.hangUp()
})

const signOut = ({ cookie }: Person) =>
  fetch(`${world.url}/api/auth/sign-out`, {
    method: 'POST',
    headers: { cookie, origin: world.url, 'content-type': 'application/json' },
    body: '{}',
  })

test('a change in one process, and a logout, reach a stream of another', async () => {
  const second = await startServerProcess({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.dataDir,
    AUTH_SECRET: world.secret,
  })
  const asha = await world.signUp('asha3')
  const stream = await follow(asha, second.url)
  expect(stream.status).toBe(200)
  await notifyNow(asha.userId, 'test:4')
  await vi.waitFor(() => expect(stream.said).toEqual(['notifications']), soon)
  const leaver = await world.signUp('leaver')
  const left = await follow(leaver, second.url)
  await signOut(leaver)
  const signedOutAt = performance.now()
  await vi.waitFor(() => expect(left.endedAt).toBeDefined(), soon)
  expect(left.endedAt! - signedOutAt).toBeLessThan(1_000)
  // A process that stops ends its streams at once, so that they go on elsewhere.
  const stopping = second.end('SIGTERM')
  await vi.waitFor(() => expect(stream.endedAt).toBeDefined(), soon)
  expect(await stopping).toBe(0)
})

test('a time that is taken is told to those who look at that calendar, also from another process', async () => {
  const { vetId } = await makeBooked(world, ['first', 'vet5'])
  const second = await startServerProcess({
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: world.dataDir,
    AUTH_SECRET: world.secret,
  })
  const [looking, elsewhere] = [await world.signUp('looker'), await world.signUp('elsewhere')]
  // Its stream is held by the other process than the one that answers its requests.
  const [stream, other] = [await follow(looking, second.url), await follow(elsewhere)]
  await looking.call.booking.openDays({ trade: 'veterinary', providerId: vetId })
  await world.db.transaction().execute((db) => tellOfTimes(db, vetId))
  await vi.waitFor(() => expect(stream.said).toEqual(['times']), soon)
  expect(other.said).toEqual([])
  stream.hangUp()
  other.hangUp()
  await second.end('SIGTERM')
})

test('signing out ends the streams, and none opens afterwards', async () => {
  const asha = await world.signUp('asha4')
  const stream = await follow(asha)
  await signOut(asha)
  const signedOutAt = performance.now()
  await vi.waitFor(() => expect(stream.endedAt).toBeDefined(), soon)
  expect(stream.endedAt! - signedOutAt).toBeLessThan(1_000)
  expect((await follow(asha)).status).toBe(401)
})

test('nobody opens a stream without a session, or at another address or by another method', async () => {
  expect((await follow({ cookie: '' })).status).toBe(401)
  const asha = await world.signUp('asha5')
  for (const [path, method] of [
    ['/live/other', 'GET'],
    ['/live/stream/', 'GET'],
    [livePath, 'POST'],
    [livePath, 'HEAD'],
  ] as const) {
    const { status } = await fetch(`${world.url}${path}`, { method, headers: { cookie: asha.cookie } })
    expect([path, method, status]).toEqual([path, method, 404])
  }
})

test('one person holds a limited number of streams, which frees itself', async () => {
  const asha = await world.signUp('asha6')
  const streams = await Promise.all(Array.from({ length: 25 }, () => follow(asha)))
  const open = streams.filter(({ status }) => status === 200)
  expect(open).toHaveLength(20)
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200, 429]))
  for (const one of open) one.hangUp()
  await vi.waitFor(async () => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text()
    expect(metrics).toContain('live_streams 0')
  }, soon)
  const again = await follow(asha)
  expect(again.status).toBe(200)
  again.hangUp()
})
