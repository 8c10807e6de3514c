import { readFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { type Follower, followStream } from '#/app/testing/live-follower.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { tellOfTimes } from '#/booking/server/index.ts'
import { makeMember } from '#/households/server/household.factory.ts'
import { HOUR } from '#/kernel/duration.ts'
import { type LiveTopic, liveTopics } from '#/kernel/live.ts'
import { hint } from '#/kernel/server/live.ts'
import { makeBooked } from '#/messaging/server/booked.factory.ts'
import { notify } from '#/notifications/server/index.ts'
import type { PaymentFailed } from '#/payments/events.ts'
import { makePayment } from '#/payments/server/factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { makeTask } from '#/todo/server/factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const soon = { timeout: 5_000, interval: 10 }

const { owner, vet, vetId, bookingId } = await makeBooked(world, ['asha', 'meera'])
const names = ['ravi', 'kabir', 'leela', 'george', 'zoya', 'tara', 'bela'] as const
const [ravi, kabir, leela, george, zoya, tara, bela] = (await Promise.all(
  names.map((name) => world.signUp(name)),
)) as [Person, Person, Person, Person, Person, Person, Person]
await makeVet(db, { userId: kabir.userId, fullName: 'Dr. Kabir' })
const sellerId = await makeSupplier(db, { userId: leela.userId, at: world.clock.now })
await makeSupplier(db, { userId: george.userId, at: world.clock.now })
const { variantIds } = await makeProduct(db, { sellerId, at: world.clock.now })
const steps = [{ to: 'placed', by: 'owner', at: world.clock.now } as const]
const { partId } = await makeOrder(db, { userId: owner.userId, variantId: variantIds[0]!, steps })
const { id: petId } = await makePet(db, { ownerId: owner.ownerId, name: 'Bruno' })
const helping = { userId: owner.userId, petIds: [petId], now: world.clock.now }
await makeMember(db, { ...helping, memberId: zoya.userId, email: zoya.email })
const taskId = await makeTask(db, {
  userId: owner.userId,
  petId,
  title: 'Pill',
  kind: 'medicine',
  now: world.clock.now,
  startsOn: '2026-11-02',
})
const paymentId = await makePayment(db, {
  appointmentId: bookingId,
  payerUserId: owner.userId,
  payeeUserId: vet.userId,
})
const desk = await openDesk(world, 'desk')
await owner.call.messaging.send({ bookingId, text: 'He limps.' })
await world.app.jobs.deliverEvents(world.clock.now)
await tara.call.booking.openDays({ trade: 'veterinary', providerId: vetId })

/** Asha owns the pet, books Meera, buys from Leela and has Zoya's help. Tara looks at Meera's times. Ravi, Kabir and George have no part. */
const people = { owner, vet, seller: leela, caregiver: zoya, looker: tara, ravi, kabir, george }
type Name = keyof typeof people
const everybody = Object.keys(people) as Name[]

/** Something that happens for each topic, and who hears of it. */
const happenings: Record<LiveTopic, { who: readonly Name[]; happen(): Promise<unknown> }> = {
  notifications: {
    who: ['owner'],
    happen: () =>
      db.transaction().execute((tx) =>
        notify(
          { db: tx, now: world.clock.now, announce: world.app.jobs.announceIn(tx) },
          {
            userId: owner.userId,
            type: 'appointment_reminder',
            source: 'test:access',
            title: 'News',
            message: 'Something happened.',
          },
        ),
      ),
  },
  messaging: {
    who: ['owner', 'vet'],
    happen: () => owner.call.messaging.send({ bookingId, text: 'Shall I bring his papers?' }),
  },
  appointments: {
    who: ['owner', 'vet'],
    happen: () => owner.call.appointments.cancel({ id: bookingId }),
  },
  times: { who: ['looker'], happen: () => db.transaction().execute((tx) => tellOfTimes(tx, vetId)) },
  payments: {
    who: ['owner'],
    happen: () =>
      db.transaction().execute((tx) =>
        world.app.jobs.announceIn(tx)<PaymentFailed>('payments.failed', {
          paymentId,
          attemptId: paymentId,
          automatic: false,
          wasPending: false,
        }),
      ),
  },
  orders: { who: ['owner', 'seller'], happen: () => leela.call.shop.packPart({ id: partId }) },
  todo: { who: ['owner', 'caregiver'], happen: () => zoya.call.todo.tick({ id: taskId, on: '2026-11-02' }) },
  reports: {
    who: everybody,
    happen: () =>
      ravi.call.reports.create({
        status: 'found',
        species: 'cat',
        place: { area: 'Indiranagar' },
        seenAt: new Date(world.clock.now.getTime() - HOUR).toISOString(),
      }),
  },
}

async function followAll() {
  const streams = await Promise.all(
    everybody.map(async (name) => [name, await followStream(world.url, people[name].cookie)] as const),
  )
  return Object.fromEntries(streams) as Record<Name, Follower>
}

test('docs/access.md lists every topic', async () => {
  const document = await readFile(new URL('../../../docs/access.md', import.meta.url), 'utf8')
  const [, section = ''] = /## The stream\n([\s\S]*?)\n## /.exec(document) ?? []
  expect([...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, topic]) => topic).sort()).toEqual(
    [...liveTopics].sort(),
  )
})

describe('a topic is told to the people that docs/access.md names, and to nobody else', () => {
  for (const topic of liveTopics)
    test(topic, async () => {
      const { who, happen } = happenings[topic]
      const streams = await followAll()
      await happen()
      await world.app.jobs.deliverEvents(world.clock.now)
      await vi.waitFor(() => {
        for (const name of who) expect(streams[name].said, name).toContain(topic)
      }, soon)
      // Each stream carries what it was told in order, so nothing is on its way once this has come.
      const last = topic === 'payments' ? 'orders' : 'payments'
      const before = everybody.map((name) => streams[name].said.length)
      const ids = everybody.map((name) => people[name].userId)
      await hint(db, ids, last)
      await vi.waitFor(() => {
        for (const [index, name] of everybody.entries())
          expect(streams[name].said.slice(before[index]), name).toContain(last)
      }, soon)
      const hearing = everybody.filter((name) => streams[name].said.includes(topic))
      expect(hearing).toEqual(everybody.filter((name) => who.includes(name)))
      for (const stream of Object.values(streams)) {
        expect(stream.said.filter((said) => !(liveTopics as readonly string[]).includes(said))).toEqual([])
        stream.hangUp()
      }
    })
})

test('reading on is told to the reader alone, once', async () => {
  const streams = await followAll()
  await vet.call.messaging.markRead({ bookingId, upTo: 1 })
  await vet.call.messaging.markRead({ bookingId, upTo: 1 })
  const ids = everybody.map((name) => people[name].userId)
  await hint(db, ids, 'times')
  await vi.waitFor(() => {
    for (const name of everybody) expect(streams[name].said, name).toContain('times')
  }, soon)
  for (const name of everybody)
    expect(
      streams[name].said.filter((said) => said === 'messaging'),
      name,
    ).toHaveLength(name === 'vet' ? 1 : 0)
  for (const stream of Object.values(streams)) stream.hangUp()
})

test('visitors and admins have no stream', async () => {
  expect((await followStream(world.url, '')).status).toBe(401)
  expect((await followStream(world.url, desk.cookie)).status).toBe(401)
})

test('a suspended person’s stream ends within a second, and no topic reaches them any more', async () => {
  const streams = [await followStream(world.url, bela.cookie), await followStream(world.url, bela.cookie)]
  await hint(db, [bela.userId], 'todo')
  await vi.waitFor(() => {
    for (const { said } of streams) expect(said).toEqual(['todo'])
  }, soon)
  await desk.call.suspend({ id: bela.userId, reason: 'Fraud' })
  const suspendedAt = performance.now()
  await vi.waitFor(() => {
    for (const { endedAt } of streams) expect(endedAt).toBeDefined()
  }, soon)
  for (const { endedAt } of streams) expect(endedAt! - suspendedAt).toBeLessThan(1_000)
  for (const topic of liveTopics) await hint(db, [bela.userId], topic)
  expect((await followStream(world.url, bela.cookie)).status).toBe(401)
  for (const { said } of streams) expect(said).toEqual(['todo'])
})
