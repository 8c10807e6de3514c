import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(world.db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
})
const card = await saveCard(world, asha)
const hour = 3_600_000

test('L2: support sees what is ready, and an administrator alone records a payout', async () => {
  const support = await openDesk(world, 'farah', 'support')
  expect(await support.call.payouts()).toEqual({ rows: [] })
  const payout = { id: meera.userId, amount: 100, reference: 'NEFT 1' }
  await expect(support.call.recordPayout(payout)).rejects.toMatchObject({
    status: 403,
    code: 'request.administrators_only',
  })
  await expect(desk.call.recordPayout(payout)).rejects.toMatchObject({ code: 'payments.nothing_ready' })
})

test('what a vet earned is ready two days after the visit, and is paid out once', async () => {
  const { payment, endsAt } = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-02', startTime: '12:00', endTime: '12:30' },
    ...{ appointmentType: 'teleconsultation' as const, contactMethod: 'zoom' as const },
    ...{ contactLink: 'https://zoom.example/1', disclaimerAccepted: true, paymentMethodId: card },
  })
  await pay(world, asha, payment!.id)
  await world.app.jobs.deliverEvents(world.clock.now)
  world.clock.now = endsAt
  await world.app.jobs.runSweep('complete-ended-vet-appointments', endsAt)
  expect(await meera.call.payments.payouts()).toMatchObject({ owed: 60_000, available: 0 })
  expect((await desk.call.payouts()).rows).toEqual([])

  world.clock.now = new Date(endsAt.getTime() + 48 * hour)
  const [row, ...more] = (await desk.call.payouts()).rows
  expect(row).toMatchObject({ id: meera.userId, available: 60_000, owed: 60_000, disputed: 0 })
  expect(more).toEqual([])
  const record = (amount: number) => desk.call.recordPayout({ id: row!.id, amount, reference: 'NEFT 4711' })
  await expect(record(60_001)).rejects.toMatchObject({ code: 'payments.nothing_ready' })
  const both = await Promise.allSettled([record(40_000), record(40_000)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await meera.call.payments.payouts()).toMatchObject({
    owed: 20_000,
    available: 20_000,
    paidOut: 40_000,
    payouts: [{ amount: { amount: 40_000 }, reference: 'NEFT 4711' }],
  })
  expect((await meera.call.notifications.list({})).rows.map(({ title }) => title)).toContain(
    'Payout on its way',
  )
  expect((await desk.call.log({})).rows[0]).toMatchObject({ action: 'payout.recorded' })
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
})
