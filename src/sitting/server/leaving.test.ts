import { expect, test, vi } from 'vitest'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makePet } from '#/pets/server/factory.ts'
import { makeSitter } from './sitter.factory.ts'

const world = await openWorld()
const { db, clock } = world
const [asha, ravi, om] = [await world.signUp('asha'), await world.signUp('ravi'), await world.signUp('om')]
const card = await saveCard(world, asha)
const sitterId = await makeSitter(db, { userId: om.userId, fullName: 'Om Prakash', maxPets: 9 })
await vi.waitUntil(async () => (await om.call.accounts.me()).user?.records['pet_sitter'])
const { bank } = await world.sandbox()
const bruno = await makePet(db, { ownerId: asha.ownerId, name: 'Bruno' })

async function settled() {
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await world.app.jobs.deliverEvents(clock.now)
  }
}

/** Makes weekly walks on Tuesdays and Fridays at 7:00, and pays the first two. */
async function paidWalks(startTime: string, endTime: string) {
  clock.now = mondayMorning
  const { requests } = await asha.call.sitting.request({
    service: 'dog-walking',
    schedule: 'repeat-weekly',
    daysOfWeek: ['tuesday', 'friday'],
    startDate: '2026-11-03',
    endDate: null,
    startTime,
    endTime,
    sitters: [{ id: sitterId }],
    petIds: [bruno.id],
    getsAlong: true,
    emergencyName: 'Kavya Verma',
    emergencyPhone: '+919810012345',
    disclaimerAccepted: true,
    paymentMethodId: card,
  })
  await om.call.appointments.accept({ id: requests[0]!.id })
  await settled()
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  const days = rows
    .filter(({ startTime: at }) => at === startTime)
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
  for (const { payment } of days.slice(0, 2)) await pay(world, asha, payment!.id)
  await settled()
  return { requestId: days[0]!.series!.id, price: days[0]!.price!.amount }
}

const refunded = async () => {
  const { total } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<string | null>('amount').as('total'))
    .where('status', '<>', 'returned')
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

test('the figures of a pause and of an end are what they then cancel and refund', async () => {
  const { requestId, price } = await paidWalks('07:00', '08:00')
  const inr = (amount: number) => ({ amount, currency: 'INR' })
  // Tuesday begins in less than a day, so nothing of it comes back; Friday is refunded in full.
  const both = { requestId, startDate: '2026-11-03', endDate: '2026-11-06' }
  expect(await asha.call.sitting.leaving(both)).toEqual({
    days: ['2026-11-03', '2026-11-06'],
    paid: inr(2 * price),
    refund: inr(price),
  })
  expect((await om.call.sitting.leaving(both)).refund).toEqual(inr(2 * price))
  await expect(ravi.call.sitting.leaving(both)).rejects.toMatchObject({ code: 'request.not_found' })
  const before = await refunded()
  expect(await asha.call.sitting.pause(both)).toEqual({ cancelled: 2 })
  await settled()
  expect((await refunded()) - before).toBe(price)
  const rest = await asha.call.sitting.leaving({ requestId })
  expect(rest).toMatchObject({ paid: inr(0), refund: inr(0) })
  expect(await asha.call.sitting.end({ requestId })).toEqual({ cancelled: rest.days.length })
  expect(rest.days).toHaveLength(6)
})

test('what an end by the sitter gives back is all that was paid', async () => {
  const { requestId, price } = await paidWalks('10:00', '11:00')
  const { days, refund } = await om.call.sitting.leaving({ requestId })
  expect(refund.amount).toBe(2 * price)
  const before = await refunded()
  expect(await om.call.sitting.end({ requestId })).toEqual({ cancelled: days.length })
  await settled()
  expect((await refunded()) - before).toBe(2 * price)
})

test('reliability counts no day that an owner cancelled, and owners who came back once they had two bookings', async () => {
  const reliability = async () => (await asha.call.sitting.sitter({ id: sitterId })).reliability
  // The owner cancelled weekly days, and the sitter ended others.
  expect(await reliability()).toMatchObject({ repeatOwners: 0, cancellations: { cancelled: 8, bookings: 8 } })
  const done = async (startDate: string) => {
    clock.now = mondayMorning
    const { requests } = await asha.call.sitting.request({
      service: 'day-care',
      startDate,
      endDate: null,
      sitters: [{ id: sitterId }],
      petIds: [bruno.id],
      getsAlong: true,
      emergencyName: 'Kavya Verma',
      emergencyPhone: '+919810012345',
      disclaimerAccepted: true,
      paymentMethodId: card,
    })
    const [{ id }] = requests as [(typeof requests)[number]]
    await om.call.appointments.accept({ id })
    const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
    await pay(world, asha, rows.find((one) => one.id === id)!.payment!.id)
    await settled()
    clock.now = new Date(`${startDate}T12:00:00Z`)
    await om.call.appointments.complete({ id })
  }
  await done('2026-11-04')
  expect(await reliability()).toMatchObject({ repeatOwners: 0, cancellations: { cancelled: 8, bookings: 9 } })
  await done('2026-11-05')
  expect(await reliability()).toMatchObject({
    repeatOwners: 1,
    cancellations: { cancelled: 8, bookings: 10 },
  })
})
