import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { takeMovements } from '#/payments/server/movements.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const desk = await openDesk(world, 'farah', 'support')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const vetId = await makeVet(world.db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  teleconsultation: true,
})
const card = await saveCard(world, asha)
const gateway = 'sandbox' as const
const hour = 3_600_000
const fee = 1_416

let from = 8
async function payForVisit() {
  const clock = String(++from).padStart(2, '0')
  const booked = await asha.call.veterinary.book({
    vetId,
    slot: { date: '2026-11-12', startTime: `${clock}:00`, endTime: `${clock}:30` },
    appointmentType: 'teleconsultation' as const,
    contactMethod: 'zoom' as const,
    contactLink: 'https://zoom.us/j/1',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  await pay(world, asha, booked.payment!.id)
  await settled()
  return booked
}
async function settled() {
  await (await world.sandbox()).bank.pump()
  for (let delivered = 1; delivered > 0; ) delivered = await world.app.jobs.deliverEvents(world.clock.now)
}
const later = (hours: number) => {
  world.clock.now = new Date(world.clock.now.getTime() + hours * hour)
}
async function read() {
  await world.app.jobs.runSweep('payments-read-movements', world.clock.now)
  await settled()
}

test('before the first night there is nothing to compare, and then each day agrees', async () => {
  expect(await desk.call.gatewayBalances()).toEqual({ rows: [] })
  expect(await desk.call.reconciledDays({ gateway })).toEqual({ rows: [], nextCursor: null })
  const paidAt = world.clock.now
  const kept = await payForVisit()
  const cancelled = await payForVisit()
  const unread = { gateway, readAt: null, balance: null, ours: 120_000 }
  expect((await desk.call.gatewayBalances()).rows).toMatchObject([{ ...unread, overdueSince: null }])
  expect((await desk.call.reconciledDays({ gateway })).rows).toMatchObject([
    { theirs: 0, ours: 120_000, differing: 0, awaited: 2 },
  ])
  const day = '2026-11-02'
  later(24)
  await asha.call.appointments.cancel({ id: cancelled.id })
  await settled()
  later(24)
  expect((await desk.call.gatewayBalances()).rows, 'it has never answered').toMatchObject([
    { ...unread, ours: 60_000, overdueSince: paidAt },
  ])
  await read()
  const readAt = world.clock.now
  const same = { gateway, balance: 60_000 - 2 * fee, ours: 60_000 - 2 * fee, readAt }
  expect((await desk.call.gatewayBalances()).rows).toMatchObject([{ ...same, overdueSince: null }])
  later(37)
  expect((await desk.call.gatewayBalances()).rows, 'it has stopped answering').toMatchObject([
    { ...same, overdueSince: readAt },
  ])
  later(-37)
  expect((await desk.call.reconciledDays({ gateway })).rows).toEqual([
    {
      day: '2026-11-03',
      theirs: -60_000,
      ours: -60_000,
      fees: 0,
      tax: 0,
      count: 1,
      differing: 0,
      awaited: 0,
    },
    {
      day,
      theirs: 120_000 - 2 * fee,
      ours: 120_000 - 2 * fee,
      fees: 2 * fee,
      tax: 2 * 216,
      count: 2,
      differing: 0,
      awaited: 0,
    },
  ])
  expect((await desk.call.reconciledLines({ gateway, day, only: 'differs' })).rows).toEqual([])
  const { rows } = await desk.call.reconciledLines({ gateway, day, only: 'all' })
  expect(rows.find(({ appointmentId }) => appointmentId === kept.id)).toMatchObject({
    kind: 'payment',
    state: 'agrees',
    theirs: 60_000 - fee,
    ours: 60_000 - fee,
    fee,
    tax: 216,
    receiptNumber: expect.stringMatching(/^PF-\d{6}$/),
  })
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a day shows what only the gateway or only the ledger has, and the CSV says the same without formulas', async () => {
  const { appointmentId } = await payForVisit().then(({ id }) => ({ appointmentId: id }))
  await takeMovements(world.db, gateway, [
    {
      ref: '=HYPERLINK("https://evil.example")',
      kind: 'payment',
      amount: 5_000,
      fee: 118,
      tax: 18,
      currency: 'INR',
      at: world.clock.now,
      paymentRef: '+1',
      aboutRef: null,
    },
  ])
  // As if the gateway had been read to the end without listing the visit's payment.
  await world.db
    .updateTable('gateway_reads')
    .set({ read_to: new Date(world.clock.now.getTime() + hour) })
    .execute()
  const day = '2026-11-04'
  expect((await desk.call.reconciledDays({ gateway })).rows[0]).toMatchObject({
    day,
    theirs: 5_000 - 118,
    ours: 60_000 - 118,
    differing: 2,
  })
  const { rows } = await desk.call.reconciledLines({ gateway, day, only: 'differs' })
  expect(rows).toHaveLength(2)
  expect(rows.find(({ ref }) => ref === null)).toMatchObject({
    appointmentId,
    kind: 'payment',
    state: 'differs',
    theirs: 0,
    ours: 60_000,
  })
  expect(rows.find(({ ref }) => ref !== null)).toMatchObject({
    theirs: 4_882,
    ours: -118,
    appointmentId: null,
  })
  const { csv } = await desk.call.exportReconciliation({ gateway, month: '2026-11' })
  const lines = csv.split('\r\n').slice(0, -1)
  expect(lines[0]).toBe(
    '\uFEFFday,time,kind,state,gateway_id,payment_id,refund_or_dispute_id,receipt,fee,tax,theirs,ours,difference',
  )
  expect(lines).toHaveLength(1 + 3 + 2)
  const foreign = lines.find((line) => line.includes('HYPERLINK'))!
  expect(foreign).toContain(`"'=HYPERLINK(""https://evil.example"")",'+1,`)
  expect(foreign.endsWith(',1.18,0.18,48.82,-1.18,50.00')).toBe(true)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('lines and days are paged', async () => {
  await takeMovements(
    world.db,
    gateway,
    Array.from({ length: 25 }, (_, n) => ({
      ref: `bill-${n}`,
      kind: 'fee' as const,
      amount: -100,
      fee: 0,
      tax: 0,
      currency: 'INR',
      at: new Date('2026-08-05T06:00:00Z'),
      paymentRef: null,
      aboutRef: null,
    })),
  )
  const newest = await desk.call.reconciledDays({ gateway })
  const older = await desk.call.reconciledDays({ gateway, cursor: newest.nextCursor! })
  expect(older).toMatchObject({
    rows: [{ day: '2026-08-05', theirs: -2_500, ours: -2_500 }],
    nextCursor: null,
  })
  const of = { gateway, day: '2026-08-05', only: 'all' as const }
  const first = await desk.call.reconciledLines(of)
  const second = await desk.call.reconciledLines({ ...of, cursor: first.nextCursor! })
  expect(new Set([...first.rows, ...second.rows].map(({ ref }) => ref)).size).toBe(25)
  expect(second.nextCursor).toBeNull()
  await expect(desk.call.exportReconciliation({ gateway, month: '2026-13' })).rejects.toMatchObject({
    code: 'request.malformed',
  })
})
