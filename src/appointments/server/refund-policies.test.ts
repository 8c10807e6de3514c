import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { type RefundPolicy, refundPolicies } from '#/appointments/refunds.ts'
import { HOUR } from '#/kernel/duration.ts'
import { pay, saveCard } from '#/payments/server/payer.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const desk = await openDesk(world, 'nadia')
const fee = 60_001
const half = 30_001
const vetId = await makeVet(db, {
  userId: meera.userId,
  fullName: 'Meera Iyer',
  registrationCouncil: 'KVC',
  teleconsultation: true,
  consultationFee: fee,
})
const card = await saveCard(world, asha)

/** Friday, four days ahead. */
const friday = { date: '2026-11-06', startTime: '10:00', endTime: '10:30' }
const monday = { date: '2026-11-09', startTime: '10:00', endTime: '10:30' }

async function choose(refundPolicy: RefundPolicy) {
  const { imageUrl, ...profile } = (await meera.call.veterinary.profile())!
  const filled = { registrationCouncil: 'KVC', phoneNumber: '+918040001234' }
  return meera.call.veterinary.saveProfile({
    ...profile,
    ...filled,
    consultationFee: profile.consultationFee,
    refundPolicy,
  })
}

const book = (more: { refundPolicy?: RefundPolicy; appointmentType?: 'in_person' } = {}) =>
  asha.call.veterinary.book({
    vetId,
    slot: friday,
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: card,
    ...more,
  })

async function settled() {
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(world.clock.now)
  }
}

async function bookAndPay(policy: RefundPolicy) {
  await choose(policy)
  const booked = await book({ refundPolicy: policy })
  await pay(world, asha, booked.payment!.id)
  await settled()
  return booked
}

/** Returns the refund after `by` cancels this many hours (less some milliseconds) before the start. */
async function cancelled(booked: Awaited<ReturnType<typeof book>>, by: typeof asha, hours: number, ms = 0) {
  world.clock.now = new Date(booked.startsAt.getTime() - hours * HOUR + ms)
  await by.call.appointments.cancel({ id: booked.id })
  await settled()
  const payment = await asha.call.payments.payment({ id: booked.payment!.id })
  const back = payment.refunds.reduce((sum, { amount }) => sum + amount.amount, 0)
  const row = await appointment(booked.id)
  expect(row.refund_amount).toBe(back)
  return { status: payment.status, back, policy: row.refund_policy }
}

const appointment = (id: string) =>
  db.selectFrom('veterinary_appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

beforeEach(async () => {
  world.clock.now = start
  await db
    .updateTable('veterinary_doctors')
    .set({ refund_policy: 'standard', verification_status: 'verified' })
    .where('id', '=', vetId)
    .execute()
  return async () => expect(await world.findBrokenInvariants()).toEqual([])
})

test.each<[RefundPolicy, number, back: number, later: number]>([
  ['flexible', 2, fee, 0],
  ['standard', 24, fee, 0],
  ['moderate', 48, fee, half],
  ['moderate', 24, half, 0],
  ['strict', 72, fee, half],
  ['strict', 48, half, 0],
])(
  '%s: cancelled %i hours before, %i is refunded, and a moment later %i',
  async (policy, hours, back, later) => {
    const statusOf = (amount: number) =>
      amount === fee ? 'refunded' : amount === 0 ? 'completed' : 'partially_refunded'
    expect(await cancelled(await bookAndPay(policy), asha, hours)).toEqual({
      status: statusOf(back),
      back,
      policy,
    })
    world.clock.now = start
    expect(await cancelled(await bookAndPay(policy), asha, hours, 1)).toEqual({
      status: statusOf(later),
      back: later,
      policy,
    })
  },
)

test.each(refundPolicies)('%s: a vet who cancels an hour before refunds everything', async (policy) => {
  expect(await cancelled(await bookAndPay(policy), meera, 1)).toMatchObject({ status: 'refunded', back: fee })
})

test('the vet keeps what isn’t refunded, and the owner learns the refund', async () => {
  const owed = async () => (await meera.call.payments.payouts()).available
  world.clock.now = new Date(start.getTime() + 30 * 24 * HOUR)
  const before = await owed()
  world.clock.now = start
  const booked = await bookAndPay('moderate')
  await cancelled(booked, asha, 30)
  const [told] = (await asha.call.notifications.list({ type: 'appointment_cancelled' })).rows
  expect(told!.message).toContain('We’ll refund you ₹300.01.')
  world.clock.now = new Date(start.getTime() + 30 * 24 * HOUR)
  expect(await owed()).toBe(before + fee - half)
})

test.each([
  [10_000, 'We’ll refund you ₹200.01.'],
  [40_000, null],
])(
  'the owner reads what is refunded now, without the %i that Support refunded before',
  async (before, said) => {
    const booked = await bookAndPay('moderate')
    await desk.call.refund({ id: booked.payment!.id, amount: before, reason: 'The call broke off' })
    await settled()
    expect(await cancelled(booked, asha, 30)).toMatchObject({ back: Math.max(half, before) })
    const [told] = (await asha.call.notifications.list({ type: 'appointment_cancelled' })).rows
    if (said) expect(told!.message).toContain(said)
    else expect(told!.message).not.toContain('refund')
  },
)

test('a changed policy applies only to later bookings', async () => {
  const booked = await bookAndPay('flexible')
  await choose('strict')
  expect((await asha.call.veterinary.vet({ id: vetId })).refundPolicy).toBe('strict')
  const [shown] = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
  expect(shown!.refundPolicy).toBe('flexible')
  expect(await cancelled(booked, asha, 3)).toMatchObject({ back: fee, policy: 'flexible' })
})

test('a booking that is moved keeps its policy, and is judged by its first time', async () => {
  const booked = await bookAndPay('moderate')
  await choose('flexible')
  const moved = await asha.call.appointments.reschedule({ id: booked.id, slot: monday })
  expect(moved.refundPolicy).toBe('moderate')
  expect(await cancelled(booked, asha, 30)).toMatchObject({ back: half, policy: 'moderate' })
})

test('a booking under changed terms is refused', async () => {
  await choose('strict')
  await expect(book({ refundPolicy: 'standard' })).rejects.toMatchObject({
    code: 'appointments.policy_changed',
    status: 409,
  })
  expect(await book({ refundPolicy: 'strict' })).toMatchObject({ refundPolicy: 'strict', status: 'pending' })
  const [row] = (await asha.call.appointments.appointments({ tab: 'upcoming' })).rows
  await asha.call.appointments.cancel({ id: row!.id })
})

test('the standard policy is the default, and visits in person keep theirs, too', async () => {
  expect(await meera.call.veterinary.profile()).toMatchObject({ refundPolicy: 'standard' })
  const visit = await book({ appointmentType: 'in_person' })
  expect(await appointment(visit.id)).toMatchObject({ refund_policy: 'standard' })
  await asha.call.appointments.cancel({ id: visit.id })
})

test('the database knows no fifth policy', async () => {
  const set = db.updateTable('veterinary_doctors').set({ refund_policy: sql`'none'` }).where('id', '=', vetId)
  await expect(set.execute()).rejects.toThrow('veterinary_doctors_refund_policy_check')
})

test('a trainer’s policy decides too, as it was when the session was booked', async () => {
  const om = await world.signUp('om')
  await confirmEmail(db, om.userId)
  const choosing = {
    fullName: 'Om Prakash',
    location: null,
    hourlyRate: fee,
    yearsExperience: null,
    specializations: ['Puppy Training' as const],
    offersInPerson: true,
    offersOnline: true,
    comesToOwner: false,
    bio: null,
  }
  await om.call.training.saveProfile({ ...choosing, refundPolicy: 'moderate' })
  const [trainer] = (await asha.call.training.trainers({})).rows
  expect(trainer!.refundPolicy).toBe('moderate')
  const asked = {
    trainerId: trainer!.id,
    slot: { ...friday, endTime: '11:00' },
    sessionType: 'Puppy Training' as const,
    appointmentType: 'online_training' as const,
    contactMethod: 'whatsapp' as const,
    contactLink: '+919812345678',
    disclaimerAccepted: true as const,
    paymentMethodId: card,
  }
  const booked = await asha.call.training.book({ ...asked, refundPolicy: 'moderate' })
  await pay(world, asha, booked.payment!.id)
  await settled()
  await om.call.training.saveProfile({ ...choosing, refundPolicy: 'strict' })
  await expect(
    asha.call.training.book({
      ...asked,
      slot: { ...asked.slot, date: monday.date },
      refundPolicy: 'moderate',
    }),
  ).rejects.toMatchObject({ code: 'appointments.policy_changed' })
  world.clock.now = new Date(booked.startsAt.getTime() - 30 * HOUR)
  await asha.call.appointments.cancel({ id: booked.id })
  await settled()
  const { refunds } = await asha.call.payments.payment({ id: booked.payment!.id })
  expect(refunds.map(({ amount }) => amount.amount)).toEqual([half])
})
