import { beforeEach, expect, test, vi } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { lateMs } from '#/payments/sandbox/bank.ts'
import { browserOf, pay, saveCard } from '#/payments/server/payer.factory.ts'
import { settle } from '#/payments/server/settle.ts'
import { makeVet } from '#/veterinary/server/factory.ts'

const world = await openWorld()
const { db } = world
const { jobs } = world.app
const start = world.clock.now
const asha = await world.signUp('asha')
const ravi = await world.signUp('ravi')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const card = await saveCard(world, asha)
const fee = 60_000

/** Thursday, three days ahead. */
const thursday = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
/** Today, in two and a half hours. */
const today = { date: '2026-11-02', startTime: '11:30', endTime: '12:00' }
const minutes = (count: number) => count * 60_000
const hours = (count: number) => minutes(count * 60)

const online = {
  vetId,
  slot: thursday,
  appointmentType: 'teleconsultation',
  contactMethod: 'whatsapp',
  contactLink: '+919812345678',
  disclaimerAccepted: true,
  paymentMethodId: card,
} as const

async function settled(at = world.clock.now) {
  world.clock.now = at
  const { bank } = await world.sandbox()
  for (let delivered = 1; delivered > 0; ) {
    await bank.pump()
    delivered = await jobs.deliverEvents(at)
  }
}

async function sweep(at: Date) {
  world.clock.now = at
  for (const name of [
    'payments-charge-due',
    'payments-end-times-to-pay',
    'payments-reconcile',
    'expire-unanswered-appointments',
    'complete-ended-appointments',
  ])
    await jobs.runSweep(name, at)
  await settled(at)
}

const appointment = (id: string) =>
  db.selectFrom('veterinary_appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const holdOf = (id: string) =>
  db.selectFrom('calendar_holds').where('appointment_id', '=', id).select(['expires_at']).executeTakeFirst()
const paymentOf = (id: string) => asha.call.payments.payment({ id })

beforeEach(async () => {
  world.clock.now = start
  return async () => {
    await settled()
    expect(await world.findBrokenInvariants()).toEqual([])
    const open = await asha.call.appointments.appointments({ tab: 'upcoming' })
    for (const { id } of open.rows) await asha.call.appointments.cancel({ id })
    await settled()
    expect(await world.findBrokenInvariants()).toEqual([])
  }
})

test('a teleconsultation waits for its payment, which is charged a day before it begins', async () => {
  const booked = await asha.call.veterinary.book(online)
  expect(booked).toMatchObject({
    status: 'pending',
    isOnline: true,
    awaitsPayment: true,
    payment: {
      status: 'created',
      amount: { amount: fee, currency: 'INR' },
      chargeAt: new Date(booked.startsAt.getTime() - hours(24)),
      payBy: new Date(booked.startsAt.getTime() - hours(23)),
    },
  })
  expect(await appointment(booked.id)).toMatchObject({
    appointment_type: 'teleconsultation',
    contact_method: 'whatsapp',
    contact_link: '+919812345678',
    payment_required: true,
    payment_status: 'pending',
    disclaimer_accepted: true,
    disclaimer_accepted_at: start,
  })
  await sweep(new Date(booked.startsAt.getTime() - hours(24) - 1))
  expect(await appointment(booked.id)).toMatchObject({ status: 'pending' })
  await sweep(new Date(booked.startsAt.getTime() - hours(24)))
  expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
  expect(await holdOf(booked.id)).toEqual({ expires_at: null })
  expect(await db.selectFrom('teleconsultation_charges').selectAll().execute()).toMatchObject([
    {
      appointment_id: booked.id,
      payment_method_id: card,
      amount: fee,
      currency: 'INR',
      charge_status: 'charged',
    },
  ])
  expect(await db.selectFrom('teleconsultation_payments').selectAll().execute()).toMatchObject([
    {
      appointment_id: booked.id,
      amount: fee,
      currency: 'INR',
      payment_method: 'card',
      payment_status: 'completed',
    },
  ])
})

test('paying at once confirms it, and nothing is charged later', async () => {
  const booked = await asha.call.veterinary.book(online)
  const id = booked.payment!.id
  expect(await pay(world, asha, id)).toBe(`/payment-success?payment=${id}`)
  await settled()
  expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
  expect(await paymentOf(id)).toMatchObject({ status: 'completed', method: 'Visa •••• 1111', charge: null })
  await expect(asha.call.payments.pay({ id })).rejects.toMatchObject({ code: 'payments.already_paid' })
  await sweep(new Date(booked.startsAt.getTime() - hours(23)))
  expect(await attemptsOf(id)).toEqual(['succeeded'])
})

const attemptsOf = async (id: string) =>
  (
    await db
      .selectFrom('payment_attempts')
      .select('status')
      .where('payment_id', '=', id)
      .orderBy('created_at')
      .execute()
  ).map(({ status }) => status)

test('a teleconsultation requires its fields, and the fee is the vet’s', async () => {
  const refusals = [
    [{ contactMethod: null }, 'appointments.contact_needed'],
    [{ contactLink: ' ' }, 'appointments.contact_needed'],
    [{ disclaimerAccepted: false }, 'appointments.terms_needed'],
    [{ paymentMethodId: null }, 'appointments.payment_method_needed'],
    [{ paymentMethodId: await saveCard(world, ravi) }, 'appointments.payment_method_needed'],
  ] as const
  for (const [change, code] of refusals)
    await expect(asha.call.veterinary.book({ ...online, ...change }), code).rejects.toMatchObject({ code })
  const wished = {
    amount: 1,
    consultationFee: 1,
    currency: 'USD',
    status: 'confirmed',
    paymentStatus: 'completed',
  }
  const booked = await asha.call.veterinary.book({ ...online, ...wished })
  expect(booked).toMatchObject({ status: 'pending', payment: { amount: { amount: fee, currency: 'INR' } } })
  await expect(ravi.call.payments.payment({ id: booked.payment!.id })).rejects.toMatchObject({ status: 404 })
  await expect(ravi.call.payments.pay({ id: booked.payment!.id })).rejects.toMatchObject({ status: 404 })
  const { goTo } = await asha.call.payments.pay({ id: booked.payment!.id })
  expect(await browserOf(world.url, ravi).open(goTo)).toBe('/payments')
})

test('booked within a day it is to be paid within 15 minutes, or its time is free again', async () => {
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  expect(booked.payment).toMatchObject({ chargeAt: null, payBy: new Date(start.getTime() + minutes(15)) })
  await sweep(new Date(start.getTime() + minutes(14)))
  expect(await appointment(booked.id)).toMatchObject({ status: 'pending' })
  // Automatically, without a sweep.
  world.clock.now = new Date(start.getTime() + minutes(15))
  const free = await ravi.call.booking.slots({ trade: 'veterinary', providerId: vetId, date: today.date })
  expect(free.slots.map(({ startTime }) => startTime)).toContain(today.startTime)
  await expect(asha.call.payments.pay({ id: booked.payment!.id })).rejects.toMatchObject({
    code: 'payments.too_late',
  })
  await sweep(world.clock.now)
  expect(await appointment(booked.id)).toMatchObject({ status: 'expired', refund_amount: 0 })
  expect(await holdOf(booked.id)).toBeUndefined()
})

test('booking a slot whose payment lapsed ends the appointment that held it', async () => {
  const lapsed = await asha.call.veterinary.book({ ...online, slot: today })
  world.clock.now = lapsed.payment!.payBy!
  const { id } = await ravi.call.veterinary.book({ vetId, slot: today })
  expect(await appointment(lapsed.id)).toMatchObject({ status: 'expired' })
  expect(await holdOf(lapsed.id)).toBeUndefined()
  expect(await world.findBrokenInvariants()).toEqual([])
  await settled()
  const { rows } = await asha.call.notifications.list({})
  expect(rows[0]).toMatchObject({ title: 'Appointment expired' })
  expect(await paymentOf(lapsed.payment!.id)).toMatchObject({ isOpen: false })
  await ravi.call.appointments.cancel({ id })
})

/** Books today's slot and opens the gateway's page for it. */
async function openPage() {
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  const browser = browserOf(world.url, asha)
  const page = await browser.open((await asha.call.payments.pay({ id: booked.payment!.id })).goTo)
  const finish = async (outcome: 'succeed' | 'late') =>
    browser.open(await browser.send(page, { by: 'card', outcome }))
  return { id: booked.id, paymentId: booked.payment!.id, payBy: booked.payment!.payBy!, finish }
}

async function isFree() {
  const { slots } = await ravi.call.booking.slots({
    trade: 'veterinary' as const,
    providerId: vetId,
    date: today.date,
  })
  return slots.some(({ startTime }) => startTime === today.startTime)
}

const taken = { code: 'booking.slot_taken' }

test('a payment that the bank is deciding about keeps its time when the time to pay is over', async () => {
  const { id, payBy, finish } = await openPage()
  world.clock.now = new Date(payBy.getTime() - 1000)
  await finish('late')
  await sweep(payBy)
  expect(await isFree()).toBe(false)
  await expect(ravi.call.veterinary.book({ vetId, slot: today })).rejects.toMatchObject(taken)
  await settled(new Date(payBy.getTime() + minutes(1)))
  expect(await appointment(id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
  await meera.call.appointments.cancel({ id })
})

test('an open payment page keeps its slot until a sweep closes it, for at most ten more minutes', async () => {
  const { id, paymentId, payBy, finish } = await openPage()
  world.clock.now = payBy
  expect(await isFree()).toBe(false)
  await expect(ravi.call.veterinary.book({ vetId, slot: today })).rejects.toMatchObject(taken)
  world.clock.now = new Date(payBy.getTime() - 1000)
  await finish('late')
  world.clock.now = new Date(payBy.getTime() + minutes(10))
  expect(await isFree()).toBe(true)
  const { id: next } = await ravi.call.veterinary.book({ vetId, slot: today })
  expect(await appointment(id)).toMatchObject({ status: 'expired' })
  await settled()
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
  await ravi.call.appointments.cancel({ id: next })
})

test('a payment confirmed too late loses the slot and is refunded', async () => {
  const { id, paymentId, payBy, finish } = await openPage()
  world.clock.now = new Date(payBy.getTime() - 1000)
  await finish('late')
  // The gateway's news about it isn't delivered before the sweep.
  for (const passed of [0, 5, 10]) {
    world.clock.now = new Date(payBy.getTime() + minutes(passed))
    expect(await appointment(id)).toMatchObject({ status: 'pending' })
    await jobs.runSweep('payments-end-times-to-pay', world.clock.now)
    await jobs.deliverEvents(world.clock.now)
  }
  expect(await appointment(id)).toMatchObject({ status: 'expired' })
  await settled()
  expect(await paymentOf(paymentId)).toMatchObject({ status: 'refunded' })
})

test('Pay Now opens the method that was chosen, or the other kind when that is asked for', async () => {
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  const id = booked.payment!.id
  const pageOf = async (wanted: { methodId?: string; withOther?: boolean }) => {
    const { goTo } = await asha.call.payments.pay({ id, ...wanted } as never)
    return browserOf(world.url, asha).open(goTo)
  }
  const chosen = await pageOf({ methodId: card })
  expect(chosen).toContain('?by=card&saved=tok_')
  expect(await (await fetch(new URL(chosen, world.url))).text()).toContain('Visa •••• 1111')
  expect(await pageOf({ withOther: true })).toMatch(/\?by=upi$/)
  // Within a day nothing is charged automatically.
  expect(await pageOf({})).not.toContain('?')
  const later = await asha.call.veterinary.book(online)
  const { goTo } = await asha.call.payments.pay({ id: later.payment!.id })
  expect(await browserOf(world.url, asha).open(goTo)).toContain('&saved=tok_')
  await expect(pageOf({ methodId: await saveCard(world, ravi) })).rejects.toMatchObject({
    code: 'payments.method_not_found',
  })
})

test('a payment names the visit it is for, to both sides, also after it has moved', async () => {
  const { id: petId } = await asha.call.pets.add({ name: 'Bruno', species: 'dog' })
  const booked = await asha.call.veterinary.book({ ...online, petId })
  const moved = await asha.call.appointments.reschedule({
    id: booked.id,
    slot: { ...thursday, startTime: '12:00', endTime: '12:30' },
  })
  await pay(world, asha, booked.payment!.id)
  const visit = { pet: 'Bruno', startsAt: moved.startsAt, timeZone: 'Asia/Kolkata' }
  expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({
    visit: { with: 'Dr. Meera Iyer', ...visit },
  })
  await settled()
  const { rows } = await meera.call.payments.earnings({})
  expect(rows.find(({ id }) => id === booked.payment!.id)).toMatchObject({ payerName: 'asha', visit })
})

test('a page of the gateway that ran out is left, and paying again opens another', async () => {
  const booked = await asha.call.veterinary.book(online)
  const id = booked.payment!.id
  const browser = browserOf(world.url, asha)
  const { goTo } = await asha.call.payments.pay({ id })
  const page = await browser.open(goTo)
  expect(await browser.open((await asha.call.payments.pay({ id })).goTo)).toBe(page)
  const { gateway_ref: ref } = await db
    .selectFrom('payment_attempts')
    .select('gateway_ref')
    .where('payment_id', '=', id)
    .executeTakeFirstOrThrow()
  ;(await world.sandbox()).bank.close(ref!)
  expect(await browser.open(goTo)).toBe(`/payment-failure?payment=${id}`)
  expect(await pay(world, asha, id)).toBe(`/payment-success?payment=${id}`)
  expect(await attemptsOf(id)).toEqual(['closed', 'succeeded'])
})

test('after a declined charge the owner can still pay for an hour', async () => {
  const bad = await saveCard(world, asha, 'fail')
  const booked = await asha.call.veterinary.book({ ...online, paymentMethodId: bad })
  await sweep(new Date(booked.startsAt.getTime() - hours(24)))
  expect(await appointment(booked.id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
  expect(await paymentOf(booked.payment!.id)).toMatchObject({ status: 'failed', isOpen: true, charge: null })
  await pay(world, asha, booked.payment!.id)
  await settled()
  expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
})

test('an owner hears that the bank said no after a while, which they don’t see on a page they have left', async () => {
  const { id, payment } = await asha.call.veterinary.book(online)
  const news = async () =>
    (await asha.call.notifications.list({})).rows.filter(
      ({ type, href }) => type === 'payment_failed' && href?.endsWith(payment!.id),
    )
  await pay(world, asha, payment!.id, 'fail')
  await settled()
  expect(await news()).toEqual([])
  await pay(world, asha, payment!.id, 'late_fail')
  await settled(new Date(world.clock.now.getTime() + lateMs))
  await settled(new Date(world.clock.now.getTime() + lateMs))
  expect(await appointment(id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
  expect(await news()).toMatchObject([
    {
      title: 'Please pay now',
      message: expect.stringMatching(
        /^Your payment of ₹600.00 for .+ didn’t go through\. Please pay by .+; otherwise the appointment expires\.$/,
      ),
    },
  ])
})

test('a charge that is declined and not paid otherwise ends the booking an hour later', async () => {
  const bad = await saveCard(world, asha, 'fail')
  const booked = await asha.call.veterinary.book({ ...online, paymentMethodId: bad })
  await sweep(new Date(booked.startsAt.getTime() - hours(24)))
  await sweep(new Date(booked.startsAt.getTime() - hours(23)))
  expect(await appointment(booked.id)).toMatchObject({ status: 'expired' })
  expect(await holdOf(booked.id)).toBeUndefined()
})

test('cancelling a day before refunds everything, later nothing', async () => {
  const early = await asha.call.veterinary.book(online)
  await pay(world, asha, early.payment!.id)
  await settled()
  await asha.call.appointments.cancel({ id: early.id })
  await settled()
  expect(await appointment(early.id)).toMatchObject({ payment_status: 'refunded', refund_amount: fee })
  expect(await paymentOf(early.payment!.id)).toMatchObject({
    status: 'refunded',
    refunds: [{ amount: { amount: fee }, reason: 'You cancelled it', status: 'succeeded' }],
  })
  const late = await asha.call.veterinary.book({ ...online, slot: today })
  await pay(world, asha, late.payment!.id)
  await settled()
  await asha.call.appointments.cancel({ id: late.id })
  await settled()
  expect(await appointment(late.id)).toMatchObject({ payment_status: 'completed', refund_amount: 0 })
})

test('a visit paid and cancelled at once, too late for a refund, is shown as paid', async () => {
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  await pay(world, asha, booked.payment!.id)
  await asha.call.appointments.cancel({ id: booked.id })
  await settled()
  expect(await appointment(booked.id)).toMatchObject({
    status: 'cancelled',
    payment_status: 'completed',
    refund_amount: 0,
  })
})

test('a vet who declines or cancels refunds everything at any time', async () => {
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  await pay(world, asha, booked.payment!.id)
  await settled()
  await meera.call.appointments.cancel({ id: booked.id })
  await settled()
  expect(await appointment(booked.id)).toMatchObject({ payment_status: 'refunded', refund_amount: fee })
})

test('a payment that arrives after the booking has ended is refunded, and its payer is notified', async () => {
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  await pay(world, asha, booked.payment!.id, 'late')
  await asha.call.appointments.cancel({ id: booked.id })
  await settled(new Date(start.getTime() + minutes(1)))
  expect(await paymentOf(booked.payment!.id)).toMatchObject({
    status: 'refunded',
    refunds: [{ amount: { amount: fee }, status: 'succeeded' }],
  })
  expect(await appointment(booked.id)).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })
})

test('a vet can’t accept an unpaid teleconsultation, and a paid one needs no acceptance', async () => {
  const booked = await asha.call.veterinary.book(online)
  await expect(meera.call.appointments.accept({ id: booked.id })).rejects.toMatchObject({
    code: 'appointments.move_not_allowed',
  })
  await meera.call.appointments.decline({ id: booked.id, reason: 'Away' })
  await settled()
  expect(await paymentOf(booked.payment!.id)).toMatchObject({
    isOpen: false,
    charge: null,
    status: 'created',
  })
})

test('a fee that is another than was shown is not charged', async () => {
  const book = (shown: number) => asha.call.veterinary.book({ ...online, price: shown })
  await expect(book(fee - 1)).rejects.toMatchObject({ code: 'appointments.price_changed', status: 409 })
  expect(await book(fee)).toMatchObject({ payment: { amount: { amount: fee } } })
})

test('a fee cancelled too late for a refund goes to the vet two days after the visit', async () => {
  const before = (await meera.call.payments.payouts()).available
  const booked = await asha.call.veterinary.book({ ...online, slot: today })
  await pay(world, asha, booked.payment!.id)
  await settled()
  await asha.call.appointments.cancel({ id: booked.id })
  await settled()
  world.clock.now = new Date(booked.endsAt.getTime() + hours(48))
  expect((await meera.call.payments.payouts()).available).toBeGreaterThanOrEqual(before + fee)
})

test('a payment page opened at the same moment isn’t given up without asking the gateway', async () => {
  const booked = await asha.call.veterinary.book(online)
  const { goTo } = await asha.call.payments.pay({ id: booked.payment!.id })
  await browserOf(world.url, asha).open(goTo)
  const [attempt] = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', booked.payment!.id)
    .execute()
  const unseen = { ref: null, state: 'closed', amount: fee, currency: 'INR', paidAt: null } as const
  const work = { db, now: world.clock.now, announce: jobs.announceIn(db) }
  await expect(
    settle(work, attempt!.id, { ...unseen, method: null, failure: null, disputes: [] }),
  ).rejects.toThrow('was opened at the gateway meanwhile')
  expect(await attemptsOf(booked.payment!.id)).toEqual(['open'])
})

test('a free teleconsultation is asked for like a visit', async () => {
  const kabir = await world.signUp('kabir')
  const free = await makeVet(db, {
    userId: kabir.userId,
    fullName: 'Kabir Shah',
    teleconsultation: true,
    consultationFee: null,
  })
  const booked = await asha.call.veterinary.book({ ...online, vetId: free, paymentMethodId: null })
  expect(booked).toMatchObject({ status: 'pending', payment: null, awaitsPayment: false })
  await vi.waitUntil(async () => (await kabir.call.accounts.me()).user?.records['veterinary_doctor'])
  await kabir.call.appointments.accept({ id: booked.id })
  expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'not_required' })
})
