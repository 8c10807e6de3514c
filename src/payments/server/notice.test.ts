import { beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { stripeSettings } from './gateway-peers.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openStripePeer } from './stripe.factory.ts'

// A bank that tells the payer more than a day before it makes an automatic charge, which can't be withdrawn meanwhile.

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const stripe = await openStripePeer(() => clock.now)
const world = await openWorld(stripeSettings(stripe.url))
const { db } = world
const start = world.clock.now
const desk = await openDesk(world, 'nadia')
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const dear = await world.signUp('kabir')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const dearId = await makeVet(db, {
  userId: dear.userId,
  fullName: 'Kabir Shah',
  teleconsultation: true,
  consultationFee: 1_500_001,
})

async function settled(at = clock.now) {
  world.clock.now = clock.now = at
  for (let delivered = 1; delivered > 0; ) delivered = await world.app.jobs.deliverEvents(at)
}
async function sweep(name: string, at: Date) {
  world.clock.now = clock.now = at
  await world.app.jobs.runSweep(name, at)
  await settled(at)
}
const before = ({ startsAt }: { startsAt: Date }, hours: number) =>
  new Date(startsAt.getTime() - hours * HOUR)

const { goTo } = await asha.call.payments.addMethod({ methodType: 'card' })
const ways = browserOf(world.url, asha)
stripe.save((await ways.open(goTo)).split('/').at(-1)!, 'countdown')
await ways.open(`${goTo}/return`)
const { methods } = await asha.call.payments.methods()
const card = methods[0]!.id

beforeEach(async () => {
  stripe.countdown.hours = 26
  await settled(start)
})

let slots = 0
function book(date: string, { vet = vetId, method = card as typeof card | null } = {}) {
  const from = String(9 + (slots++ % 8)).padStart(2, '0')
  return asha.call.veterinary.book({
    vetId: vet,
    slot: { date, startTime: `${from}:00`, endTime: `${from}:30` },
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: method,
  })
}
type Booked = Awaited<ReturnType<typeof book>>
const shown = ({ id }: Booked) =>
  db.selectFrom('veterinary_appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const intentOf = async ({ payment }: Booked) => {
  const { gateway_ref } = await db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', payment!.id)
    .executeTakeFirstOrThrow()
  return gateway_ref!
}
const holds = async () => expect(await world.findBrokenInvariants()).toEqual([])
const lastNotice = async () => (await asha.call.notifications.list({})).rows[0]!.message
const wasWithdrawn = () => stripe.asked.some(({ path }) => path.endsWith('/cancel'))

test('a charge begins 52 hours ahead, and its bank has counted down before the booking would lapse', async () => {
  const booked = await book('2026-11-07')
  expect(booked.payment).toMatchObject({ chargeAt: before(booked, 52), payBy: before(booked, 23) })
  await sweep('payments-charge-due', before(booked, 52))
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ status: 'pending' })
  await sweep('remind-of-appointments', before(booked, 48))
  const [{ message } = { message: '' }] = (await asha.call.notifications.list({})).rows
  expect(message).toContain('We’ve asked your bank for ₹600.00')
  stripe.complete(await intentOf(booked))
  await sweep('payments-reconcile', before(booked, 26))
  expect(await shown(booked)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
  await holds()
})

test('a booking is kept for as long as its bank counts down, and the charge isn’t withdrawn', async () => {
  stripe.countdown.hours = 32
  const booked = await book('2026-11-16')
  await sweep('payments-charge-due', before(booked, 52))
  await sweep('payments-end-times-to-pay', before(booked, 22))
  expect(await shown(booked)).toMatchObject({ status: 'pending' })
  expect(wasWithdrawn()).toBe(false)
  stripe.complete(await intentOf(booked))
  await sweep('payments-reconcile', before(booked, 20))
  expect(await shown(booked)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
  await holds()
})

test('a countdown that leads to nothing ends the booking', async () => {
  const booked = await book('2026-11-09')
  await sweep('payments-charge-due', before(booked, 52))
  Object.assign(stripe.find(await intentOf(booked), 'payment_intent'), {
    status: 'requires_payment_method',
    processing: null,
    last_payment_error: { code: 'card_declined', decline_code: 'insufficient_funds' },
  })
  await sweep('payments-reconcile', before(booked, 26))
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ status: 'failed' })
  await sweep('payments-end-times-to-pay', before(booked, 23))
  expect(await shown(booked)).toMatchObject({ status: 'expired' })
  await holds()
})

test('a charge that is cancelled while its bank counts down is refunded once it is made', async () => {
  const booked = await book('2026-11-10')
  await sweep('payments-charge-due', before(booked, 52))
  await asha.call.appointments.cancel({ id: booked.id })
  await settled()
  expect(await lastNotice()).toMatch(
    /^You cancelled .+ If your bank still takes the money, we’ll send it back/,
  )
  stripe.complete(await intentOf(booked))
  await sweep('payments-reconcile', before(booked, 26))
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ status: 'refunded' })
  await holds()
})

test('too late for the notice, nothing is promised or charged, and the owner is asked to pay', async () => {
  const late = await book('2026-11-04')
  expect(late.payment).toMatchObject({ chargeAt: null, payBy: before(late, 23) })
  const paused = await book('2026-11-12')
  await desk.call.suspend({ id: meera.userId, reason: 'Reported' })
  await sweep('payments-charge-due', before(paused, 52))
  await desk.call.liftSuspension({ id: meera.userId })
  const charges = stripe.all('payment_intent').length
  await sweep('payments-charge-due', before(paused, 40))
  expect(stripe.all('payment_intent').length).toBe(charges)
  expect(await asha.call.payments.payment({ id: paused.payment!.id })).toMatchObject({
    status: 'failed',
    failure: 'payer_needed',
  })
  await holds()
})

test('an appointment that is moved too close for the notice isn’t charged any more', async () => {
  const booked = await book('2026-11-13')
  const slot = { date: '2026-11-04', startTime: '11:00', endTime: '11:30' }
  await asha.call.appointments.reschedule({ id: booked.id, slot })
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ charge: null })
  await holds()
})

test('while its bank counts down, an appointment is moved no earlier than the bank has decided', async () => {
  const booked = await book('2026-11-18')
  await sweep('payments-charge-due', before(booked, 52))
  const calendar = { trade: 'veterinary' as const, providerId: vetId, moving: booked.id }
  const offered = async (date: string) => (await asha.call.booking.slots({ ...calendar, date })).slots.length
  expect([await offered('2026-11-16'), await offered('2026-11-19')]).toEqual([0, 16])
  const slot = { date: '2026-11-16', startTime: '16:30', endTime: '17:00' }
  await expect(asha.call.appointments.reschedule({ id: booked.id, slot })).rejects.toMatchObject({
    code: 'appointments.bank_deciding',
  })
  const { startsAt } = await asha.call.appointments.reschedule({
    id: booked.id,
    slot: { ...slot, date: '2026-11-19' },
  })
  stripe.complete(await intentOf(booked))
  await sweep('payments-reconcile', before({ startsAt }, 40))
  expect(await shown(booked)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
  await holds()
})

test('above the limit of a mandate no charge is promised, and no method needed', async () => {
  expect((await asha.call.payments.methods()).charging).toEqual({ hoursBefore: 52, most: 1_500_000 })
  const booked = await book('2026-11-14', { vet: dearId, method: null })
  expect(booked.payment).toMatchObject({ chargeAt: null, amount: { amount: 1_500_001 } })
  await holds()
})

test('an appointment that expires while its bank still decides isn’t promised to be free of charge', async () => {
  const booked = await book('2026-11-20')
  await sweep('payments-charge-due', before(booked, 52))
  await sweep('payments-end-times-to-pay', before(booked, 22))
  expect(await shown(booked)).toMatchObject({ status: 'expired' })
  const told = (await asha.call.notifications.list({})).rows.find(({ message }) => message.includes('20 Nov'))
  expect(told!.message).toMatch(/so it expired\. If your bank still takes the money, we’ll send it back/)
  stripe.complete(await intentOf(booked))
  await sweep('payments-reconcile', before(booked, 20))
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ status: 'refunded' })
  await holds()
})
