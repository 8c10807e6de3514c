import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
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

test('support sees payouts that are ready, and only an administrator records them', async () => {
  const support = await openDesk(world, 'farah', 'support')
  expect(await support.call.payouts()).toEqual({ rows: [] })
  const payout = { id: meera.userId, amount: 100, reference: 'NEFT 1' }
  await expect(support.call.recordPayout(payout)).rejects.toMatchObject({
    status: 403,
    code: 'request.administrators_only',
  })
  await expect(desk.call.recordPayout(payout)).rejects.toMatchObject({ code: 'payments.nothing_ready' })
})

test('a vet’s earnings are ready two days after the visit, and are paid out once', async () => {
  const { payment, endsAt } = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-02', startTime: '12:00', endTime: '12:30' },
    appointmentType: 'teleconsultation' as const,
    contactMethod: 'zoom' as const,
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  await pay(world, asha, payment!.id)
  await world.app.jobs.deliverEvents(world.clock.now)
  world.clock.now = endsAt
  await world.app.jobs.runSweep('complete-ended-appointments', endsAt)
  expect(await meera.call.payments.payouts()).toMatchObject({ owed: 60_000, available: 0 })
  expect((await desk.call.payouts()).rows).toEqual([])

  world.clock.now = new Date(endsAt.getTime() + 48 * hour)
  const [row, ...more] = (await desk.call.payouts()).rows
  // The verified name, not one they can change themselves.
  expect(row).toMatchObject({
    id: meera.userId,
    name: 'Dr. Meera Iyer',
    available: 60_000,
    owed: 60_000,
    disputed: 0,
  })
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
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('each payout lists the visits it pays, the latest first', async () => {
  const kabir = await world.signUp('kabir')
  const kabirId = await makeVet(world.db, {
    userId: kabir.userId,
    fullName: 'Kabir Shah',
    teleconsultation: true,
  })
  const pet = await asha.call.pets.add({ name: 'Bruno', species: 'dog' })
  const start = new Date('2026-11-09T03:30:00Z')
  const seen: Date[] = []
  for (const [at, petId] of [
    ['10', pet.id],
    ['11', null],
    ['12', pet.id],
    ['14', pet.id],
    ['16', pet.id],
  ] as const) {
    world.clock.now = start
    const { payment, startsAt } = await asha.call.veterinary.book({
      vetId: kabirId,
      petId,
      slot: { date: '2026-11-10', startTime: `${at}:00`, endTime: `${at}:30` },
      appointmentType: 'teleconsultation' as const,
      contactMethod: 'zoom' as const,
      contactLink: 'https://zoom.us/j/1',
      disclaimerAccepted: true,
      paymentMethodId: card,
    })
    await pay(world, asha, payment!.id)
    await world.app.jobs.deliverEvents(start)
    seen.push(startsAt)
  }
  world.clock.now = new Date(seen[4]!.getTime() + hour)
  await world.app.jobs.runSweep('complete-ended-appointments', world.clock.now)
  world.clock.now = new Date(seen[2]!.getTime() + 49 * hour)
  const payOut = (amount: number, reference: string) =>
    desk.call.recordPayout({ id: kabir.userId, amount, reference })
  await payOut(60_000, 'NEFT 1')
  await payOut(120_000, 'NEFT 2')
  world.clock.now = new Date(seen[4]!.getTime() + 49 * hour)
  await payOut(120_000, 'NEFT 3')
  const { payouts } = await kabir.call.payments.payouts()
  const visit = (n: number, name: string | null = 'Bruno') => ({
    payerName: 'asha',
    packageReference: null,
    orderReference: null,
    pet: name,
    startsAt: seen[n],
    timeZone: 'Asia/Kolkata',
  })
  expect(payouts.map(({ reference, visits, visitCount }) => ({ reference, visits, visitCount }))).toEqual([
    { reference: 'NEFT 3', visits: [visit(4), visit(3)], visitCount: 2 },
    { reference: 'NEFT 2', visits: [visit(2), visit(1, null)], visitCount: 2 },
    { reference: 'NEFT 1', visits: [visit(0)], visitCount: 1 },
  ])
})
