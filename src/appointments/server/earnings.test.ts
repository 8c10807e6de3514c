import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { statementsWith } from '#/kernel/testing/statements.ts'
import { makeOffer } from '#/packages/server/packages.factory.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeStyling, makeStylist } from '#/styling/server/styling.factory.ts'
import { makeTrainer } from '#/training/server/training.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { findWeekEarnings } from './earnings.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const fee = 60_000
let serial = 0
const signUp = (name: string) => world.signUp(`${name}${++serial}`)

/** Signs a vet and an owner up at a moment, so that a repeated test finds nothing of its first try. */
async function openPractice(at: Date) {
  world.clock.now = at
  const [asha, meera] = [await signUp('asha'), await signUp('meera')]
  const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
  const paymentMethodId = await saveCard(world, asha)

  /** Books and pays for a visit on this day of November. */
  async function paid(dayOfMonth: number, startTime = '10:00', endTime = '10:30') {
    const slot = { date: `2026-11-${String(dayOfMonth).padStart(2, '0')}`, startTime, endTime }
    const booked = await asha.call.veterinary.book({
      vetId,
      appointmentType: 'teleconsultation',
      contactMethod: 'whatsapp',
      contactLink: '+919812345678',
      disclaimerAccepted: true,
      paymentMethodId,
      slot,
    })
    await pay(world, asha, booked.payment!.id)
    await settled()
    return booked
  }
  return { asha, meera, vetId, paid }
}

async function settled(at = world.clock.now) {
  world.clock.now = at
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(at)
  }
}

async function over(at: Date) {
  world.clock.now = at
  await jobs.runSweep('complete-ended-appointments', at)
  await settled(at)
}

test('the week begins on the vet’s Monday, without coming visits, last week’s visits and refunds', async () => {
  // The world's clock begins on a Monday, the 2nd of November.
  const { asha, meera, paid } = await openPractice(start)
  expect(await meera.call.appointments.weekEarnings()).toEqual({
    since: '2026-11-02',
    visits: 0,
    earned: { amount: 0, currency: 'INR' },
    direct: { visits: 0, amount: { amount: 0, currency: 'INR' } },
  })
  await paid(5)
  const cancelled = await paid(5, '11:00', '11:30')
  await asha.call.appointments.cancel({ id: cancelled.id })
  await settled()
  await paid(10)
  expect((await meera.call.appointments.weekEarnings()).earned.amount).toBe(0)
  await over(new Date(start.getTime() + 4 * DAY))
  expect(await meera.call.appointments.weekEarnings()).toMatchObject({ visits: 1, earned: { amount: fee } })

  await over(new Date(start.getTime() + 9 * DAY))
  expect(await meera.call.appointments.weekEarnings()).toEqual({
    since: '2026-11-09',
    visits: 1,
    earned: { amount: fee, currency: 'INR' },
    direct: { visits: 0, amount: { amount: 0, currency: 'INR' } },
  })

  const sent = await statementsWith('ledger_entries', () => meera.call.appointments.weekEarnings())
  expect(sent).toHaveLength(1)
})

test('H3: money of the sandbox is not earned where another gateway is in use', async () => {
  const { meera, vetId, paid } = await openPractice(start)
  await paid(3)
  await over(new Date(start.getTime() + 2 * DAY))
  const now = world.clock.now
  const provider = {
    userId: meera.userId,
    sessionId: '',
    role: 'user',
    records: { veterinary_doctor: vetId },
  }
  expect((await findWeekEarnings(db, provider, { now, gateway: 'sandbox' })).earned.amount).toBe(fee)
  expect(await findWeekEarnings(db, provider, { now, gateway: 'stripe' })).toMatchObject({
    visits: 0,
    earned: { amount: 0 },
  })
})

test('contested and fully refunded visits don’t count as earnings', async () => {
  const { asha, meera, paid } = await openPractice(new Date('2026-11-17T03:00:00Z'))
  const missed = await paid(18)
  const calledOff = await paid(18, '11:00', '11:30')
  await meera.call.appointments.cancel({ id: calledOff.id, reason: 'Ill' })
  // The gateway has not sent the refund yet.
  await jobs.deliverEvents(world.clock.now)
  const week = async () =>
    (({ visits, earned }) => [visits, earned.amount])(await meera.call.appointments.weekEarnings())
  await over(new Date('2026-11-18T05:00:00Z'))
  expect(await week()).toEqual([1, fee])
  await asha.call.appointments.reportAbsence({ id: missed.id })
  expect(await week()).toEqual([0, 0])
  await meera.call.appointments.denyAbsence({ id: missed.id })
  expect(await week()).toEqual([1, fee])
})

test('midnight between two weeks is the vet’s own, not the server’s', async () => {
  // Sunday evening in UTC is Monday in Kolkata.
  const { meera } = await openPractice(new Date('2026-11-22T18:29:00Z'))
  expect((await meera.call.appointments.weekEarnings()).since).toBe('2026-11-16')
  world.clock.now = new Date('2026-11-22T18:31:00Z')
  expect((await meera.call.appointments.weekEarnings()).since).toBe('2026-11-23')
})

test('a used session of a package is earned with its share of the price, claims and refunds taken off', async () => {
  world.clock.now = new Date('2026-11-30T03:00:00Z')
  const [asha, om] = [await signUp('asha'), await signUp('om')]
  const nadia = await openDesk(world, `nadia${++serial}`)
  const trainerId = await makeTrainer(db, { userId: om.userId, hourlyRate: 80_000 })
  const offerId = await makeOffer(db, { trainerId, sessions: 4, price: 280_000 })
  const { id: packageId, paymentId } = await asha.call.packages.buy({
    offerId,
    price: 280_000,
    singlePrice: 80_000,
    version: 1,
  })
  await pay(world, asha, paymentId)
  await settled()
  const sessionOn = (date: string, hour: number) =>
    asha.call.training.book({
      trainerId,
      packageId,
      sessionType: 'Puppy Training',
      slot: { date, startTime: `${hour}:00`, endTime: `${hour + 1}:00` },
    })
  const week = async () =>
    (({ visits, earned }) => [visits, earned.amount])(await om.call.appointments.weekEarnings())
  await sessionOn('2026-12-02', 10)
  const missed = await sessionOn('2026-12-02', 12)
  await sessionOn('2026-12-09', 10)
  expect(await week()).toEqual([0, 0])

  await over(new Date('2026-12-02T08:00:00Z'))
  expect(await week()).toEqual([2, 140_000])
  const { rows } = await om.call.packages.sold({})
  expect(rows[0]?.released.amount).toBe(140_000)
  await asha.call.appointments.reportAbsence({ id: missed.id })
  expect(await week()).toEqual([1, 70_000])
  await om.call.appointments.concedeAbsence({ id: missed.id })
  await settled()
  expect(await week()).toEqual([1, 70_000])

  await over(new Date('2026-12-09T08:00:00Z'))
  expect(await week()).toEqual([1, 70_000])
  await nadia.call.refund({ id: paymentId, amount: 160_000, reason: 'It went wrong' })
  await settled()
  expect(await week()).toEqual([1, 50_000])
  expect((await om.call.payments.payouts()).owed).toBe(120_000)
})

test('completed appointments that are paid on the spot count by their estimates, apart from the earnings', async () => {
  world.clock.now = new Date('2026-12-14T03:00:00Z')
  const [asha, farah] = [await signUp('asha'), await signUp('farah')]
  const stylistId = await makeStylist(db, { userId: farah.userId })
  const { id: petId } = await makePet(db, { ownerId: asha.ownerId })
  const styled = { stylistId, ownerId: asha.ownerId, pets: [{ petId }], bookedAt: world.clock.now }
  await makeStyling(db, { ...styled, startsAt: new Date('2026-12-13T05:00:00Z'), status: 'completed' })
  await makeStyling(db, { ...styled, startsAt: new Date('2026-12-15T05:00:00Z'), status: 'completed' })
  await makeStyling(db, {
    ...styled,
    startsAt: new Date('2026-12-16T05:00:00Z'),
    minutes: 30,
    status: 'completed',
  })
  await makeStyling(db, { ...styled, startsAt: new Date('2026-12-17T05:00:00Z'), status: 'cancelled' })
  await makeStyling(db, { ...styled, startsAt: new Date('2026-12-18T05:00:00Z') })
  expect(await farah.call.appointments.weekEarnings()).toMatchObject({
    visits: 0,
    earned: { amount: 0 },
    direct: { visits: 2, amount: { amount: 120_000 } },
  })
})

test('only a provider has earnings', async () => {
  const asha = await signUp('asha')
  await expect(asha.call.appointments.weekEarnings()).rejects.toMatchObject({ status: 403 })
})
