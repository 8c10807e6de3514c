import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { makeMethod } from './factory.ts'
import { razorpaySettings, stripeSettings } from './gateway-peers.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openRazorpayPeer, razorpaySigned } from './razorpay.factory.ts'
import { openStripePeer, stripeSigned } from './stripe.factory.ts'

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const stripe = await openStripePeer(() => clock.now)
const razorpay = await openRazorpayPeer(() => clock.now)
const thursday = { date: '2026-11-05', startTime: '10:00', endTime: '10:30' }
const nextThursday = { ...thursday, date: '2026-11-12' }

type World = Awaited<ReturnType<typeof openWorld>>

async function peopleOf({ db, signUp }: World) {
  const asha = await signUp('asha')
  const ravi = await signUp('ravi')
  const meera = await signUp('meera')
  await db
    .updateTable('pet_owners')
    .set({ phone_number: '+919812345678' })
    .where('user_id', 'in', [asha.userId, ravi.userId])
    .execute()
  const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
  return { asha, ravi, vetId }
}

/** The gateway's id ends the page's address. */
const nameIn = (address: string) => address.split('/').at(-1)!

async function story(world: World, far: Far, { saves = true } = {}) {
  const { asha, ravi, vetId } = await peopleOf(world)
  const { db, app } = world
  const browser = browserOf(world.url, asha)
  const settled = async (at = world.clock.now) => {
    world.clock.now = at
    clock.now = at
    for (let delivered = 1; delivered > 0; ) delivered = await app.jobs.deliverEvents(at)
  }
  const appointment = (id: string) =>
    db.selectFrom('veterinary_appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const hear = async ({ body, headers }: Message) =>
    fetch(`${world.url}/webhooks/${far.name}`, { method: 'POST', headers, body }).then(({ status }) => status)

  async function saveCard(person: Person) {
    const { goTo } = await person.call.payments.addMethod({ methodType: 'card' })
    const ways = browserOf(world.url, person)
    far.save(nameIn(await ways.open(goTo)))
    expect(await ways.open(`${goTo}/return`)).toBe('/payments?added')
    const { methods } = await person.call.payments.methods()
    expect(methods).toMatchObject([{ methodType: 'card', cardBrand: 'Visa', cardLastFour: '4242' }])
    return methods[0]!.id
  }
  const saved = saves ? await saveCard(asha) : null
  async function book(
    slot: { date: string; startTime: string; endTime: string },
    method: string | null = saved,
  ) {
    clock.now = world.clock.now
    return asha.call.veterinary.book({
      vetId,
      slot,
      paymentMethodId: method,
      appointmentType: 'teleconsultation',
      disclaimerAccepted: true,
      contactMethod: 'whatsapp',
      contactLink: '+919812345678',
    })
  }

  async function payByPage(booked: Awaited<ReturnType<typeof book>>) {
    const { goTo } = await asha.call.payments.pay({ id: booked.payment!.id })
    const page = nameIn(await browser.open(goTo))
    expect(nameIn(await browser.open(goTo)), 'twice to the same page').toBe(page)
    far.pay(page)
    return page
  }

  async function end() {
    await settled()
    expect(await world.findBrokenInvariants()).toEqual([])
  }
  return { asha, ravi, db, browser, settled, appointment, hear, book, payByPage, saveCard, end }
}

type Message = { body: string; headers: Record<string, string> }
type Far = {
  name: string
  save(ref: string): void
  pay(ref: string): void
  told(ref: string): Message
  wasSent(words: string): boolean
  saved(): number
  refunded(): number
  disputed(attemptRef: string): Message
}

const fars: Far[] = [
  {
    name: 'stripe',
    save: (ref) => stripe.save(ref, 'succeed'),
    pay: (ref) => stripe.pay(ref, 'succeed'),
    told: (ref) => signedByStripe('checkout.session.completed', stripe.find(ref, 'checkout.session')),
    wasSent: (words) => stripe.asked.some(({ path, body }) => (path + body).includes(words)),
    saved: () => stripe.all('customer').length,
    refunded: () => stripe.all('refund').length,
    disputed(ref) {
      stripe.dispute(ref, 'needs_response')
      return signedByStripe('charge.dispute.created', stripe.all('dispute')[0]!)
    },
  },
  {
    name: 'razorpay',
    save: (ref) => razorpay.save(ref, 'succeed'),
    pay: (ref) => razorpay.pay(ref, 'succeed', { method: 'card' }),
    told: (ref) =>
      signedByRazorpay('payment_link.paid', { payment_link: razorpay.find(ref, 'payment_link') }),
    wasSent: (words) => razorpay.asked.some(({ path, body }) => (path + body).includes(words)),
    saved: () => razorpay.all('token').length,
    // Leaves out the rupee for saving a card.
    refunded: () => razorpay.all('refund', ({ amount }) => Number(amount) > 100).length,
    disputed(ref) {
      razorpay.dispute(ref, 'open')
      return signedByRazorpay('payment.dispute.created', { dispute: razorpay.all('dispute')[0]! })
    },
  },
]

function signedByStripe(type: string, object: object): Message {
  const body = stripe.message(type, object)
  return { body, headers: stripeSigned(body, clock.now) }
}
function signedByRazorpay(event: string, entities: Parameters<typeof razorpay.message>[1]): Message {
  const body = razorpay.message(event, entities)
  return { body, headers: razorpaySigned(body) }
}

for (const [far, settings] of [
  [fars[0]!, stripeSettings(stripe.url)],
  [fars[1]!, razorpaySettings(razorpay.url)],
] as const) {
  const world = await openWorld(settings)
  const steps = await story(world, far)
  const { asha, ravi, db, browser, settled, appointment, hear, book, payByPage, saveCard, end } = steps

  test(`${far.name}: a webhook confirms a payment on its page, and cancelling refunds it`, async () => {
    const booked = await book(thursday)
    const page = await payByPage(booked)
    expect(await appointment(booked.id)).toMatchObject({ status: 'pending' })
    expect(await hear({ ...far.told(page), headers: {} })).toBe(400)
    const message = far.told(page)
    for (let n = 0; n < 3; n++) expect(await hear(message)).toBe(200)
    await settled()
    expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
    expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({
      status: 'completed',
      method: 'Visa •••• 4242',
    })
    await asha.call.appointments.cancel({ id: booked.id })
    await settled()
    expect(await appointment(booked.id)).toMatchObject({ payment_status: 'refunded', refund_amount: 60_000 })
    expect(far.refunded()).toBe(1)
    await end()
  })

  test(`${far.name}: a returning payer sees the result at once, without a webhook`, async () => {
    const booked = await book(thursday)
    await payByPage(booked)
    const { id } = await db
      .selectFrom('payment_attempts')
      .select('id')
      .where('payment_id', '=', booked.payment!.id)
      .executeTakeFirstOrThrow()
    expect(await browser.open(`/pay/${id}/return`)).toBe(`/payment-success?payment=${booked.payment!.id}`)
    await settled()
    expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed' })
    const { gateway_ref: ref } = await db
      .selectFrom('payment_attempts')
      .select('gateway_ref')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await hear(far.disputed(ref!))).toBe(200)
    await settled()
    expect(await asha.call.payments.payment({ id: booked.payment!.id })).toMatchObject({ isDisputed: true })
    await end()
  })

  test(`${far.name}: the saved card is charged as early as its bank’s notice demands`, async () => {
    const booked = await book({ date: '2026-11-06', startTime: '10:00', endTime: '10:30' })
    const at = booked.payment!.chargeAt!
    expect(booked.startsAt.getTime() - at.getTime()).toBe((far.name === 'stripe' ? 52 : 62) * HOUR)
    world.clock.now = at
    await world.app.jobs.runSweep('payments-charge-due', at)
    await settled(at)
    expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
    await end()
  })

  test(`${far.name}: a method saved with another gateway can only be removed, and its owner is asked to pay`, async () => {
    const { methods } = await asha.call.payments.methods()
    const elsewhere = await makeMethod(db, asha.userId, { isDefault: false })
    const slot = { date: '2026-11-12', startTime: '10:00', endTime: '10:30' }
    await expect(book(slot, elsewhere)).rejects.toThrow('appointments.payment_method_needed')
    await expect(asha.call.payments.setDefaultMethod({ id: elsewhere })).rejects.toThrow('method_not_usable')
    const listed = (await asha.call.payments.methods()).methods
    expect(listed.find(({ id }) => id === elsewhere)).toMatchObject({ isUsable: false, isDefault: false })
    expect(methods).toMatchObject([{ isUsable: true, isDefault: true }])

    const booked = await book(slot)
    await db
      .updateTable('charges')
      .set({ payment_method_id: elsewhere })
      .where('payment_id', '=', booked.payment!.id)
      .execute()
    const at = booked.payment!.chargeAt!
    world.clock.now = at
    await world.app.jobs.runSweep('payments-charge-due', at)
    await settled(at)
    expect(await appointment(booked.id)).toMatchObject({ status: 'pending', payment_status: 'failed' })
    expect(far.wasSent('tok_')).toBe(false)
    await asha.call.appointments.cancel({ id: booked.id })

    const later = await book({ ...nextThursday, date: '2026-11-13' })
    await db
      .updateTable('charges')
      .set({ payment_method_id: elsewhere })
      .where('payment_id', '=', later.payment!.id)
      .execute()
    await asha.call.payments.removeMethod({ id: elsewhere })
    const { charge } = await asha.call.payments.payment({ id: later.payment!.id })
    expect(charge).toMatchObject({ method: null })
    await asha.call.appointments.cancel({ id: later.id })
    await end()
  })

  test(`${far.name}: a card that is removed is forgotten there too`, async () => {
    const { methods } = await asha.call.payments.methods()
    const known = far.saved()
    await asha.call.payments.removeMethod({ id: methods[0]!.id })
    expect(far.saved()).toBe(known)
    await settled()
    expect(far.saved()).toBe(known - 1)
    expect((await asha.call.payments.methods()).methods).toEqual([])
  })

  test(`${far.name}: deleting an account deletes its saved cards`, async () => {
    const known = far.saved()
    await saveCard(ravi)
    await ravi.call.privacy.leave({ confirmed: true })
    const later = new Date(world.clock.now.getTime() + 15 * 24 * HOUR)
    world.clock.now = later
    await world.app.jobs.runSweep(eraseThoseWhoLeft.name, later)
    expect(far.saved()).toBe(known + 1)
    await settled(later)
    expect(far.saved()).toBe(known)
  })

  test(`${far.name}: the address of another gateway’s messages is closed`, async () => {
    const elsewhere = far.name === 'stripe' ? 'razorpay' : 'stripe'
    for (const name of ['sandbox', elsewhere]) {
      const { status } = await fetch(`${world.url}/webhooks/${name}`, { method: 'POST', body: randomUUID() })
      expect(status).toBe(404)
    }
  })
}

for (const [far, settings] of [
  [fars[0]!, { ...stripeSettings(stripe.url), STRIPE_RECURRING: '' }],
  [fars[1]!, { ...razorpaySettings(razorpay.url), RAZORPAY_RECURRING: '' }],
] as const) {
  const asking = await openWorld(settings)
  const asked = await story(asking, far, { saves: false })

  test(`${far.name}: without automatic charges no method is saved, and the owner is reminded until the slot is released`, async () => {
    const { asha, end, settled, appointment, book } = asked
    expect(await asha.call.payments.methods()).toMatchObject({ offered: [], chargesByItself: false })
    await expect(asha.call.payments.addMethod({ methodType: 'card' })).rejects.toThrow('method_not_offered')
    const booked = await book({ date: '2026-11-06', startTime: '10:00', endTime: '10:30' }, null)
    expect(booked.payment).toMatchObject({
      chargeAt: null,
      payBy: new Date(booked.startsAt.getTime() - 23 * HOUR),
    })
    for (const hours of [48, 24]) {
      const at = new Date(booked.startsAt.getTime() - hours * HOUR)
      asking.clock.now = at
      for (const name of ['remind-of-appointments', 'payments-charge-due'])
        await asking.app.jobs.runSweep(name, at)
      await settled(at)
    }
    const notices = (await asha.call.notifications.list({})).rows.map(({ message }) => message)
    expect(notices.filter((text) => text.includes('Please pay'))).toHaveLength(2)
    expect(await appointment(booked.id)).toMatchObject({ status: 'pending', payment_status: 'pending' })
    const over = new Date(booked.startsAt.getTime() - 23 * HOUR)
    asking.clock.now = over
    await asking.app.jobs.runSweep('payments-end-times-to-pay', over)
    await settled(over)
    expect(await appointment(booked.id)).toMatchObject({ status: 'expired' })
    await end()
  })

  test(`${far.name}: without automatic charges the owner pays on the payment page`, async () => {
    const { end, settled, appointment, book, payByPage, hear } = asked
    const booked = await book(nextThursday, null)
    const page = await payByPage(booked)
    expect(await hear(far.told(page))).toBe(200)
    await settled()
    expect(await appointment(booked.id)).toMatchObject({ status: 'confirmed', payment_status: 'completed' })
    await end()
  })
}

test('a payment that Razorpay refuses isn’t called unreachable, and the operator’s limit keeps it from being booked', async () => {
  const world = await openWorld({
    ...razorpaySettings(razorpay.url),
    RAZORPAY_RECURRING: '',
    MAX_PAYMENT: '600000',
  })
  const { asha, db, browser, book } = await story(world, fars[1]!, { saves: false })
  const setFee = (rupees: number) =>
    db
      .updateTable('veterinary_doctors')
      .set({ consultation_fee: rupees * 100 })
      .execute()
  await setFee(600_001)
  await expect(book(nextThursday, null)).rejects.toThrow('appointments.not_payable')
  await setFee(0.99)
  await expect(book(nextThursday, null)).rejects.toThrow('appointments.not_payable')
  await setFee(600_000)
  const { payment } = await book(nextThursday, null)
  const { goTo } = await asha.call.payments.pay({ id: payment!.id })
  expect(await browser.open(goTo)).toBe(`/payment-failure?payment=${payment!.id}&refused`)
})

test('saving a method at Razorpay requires an email address and a phone number', async () => {
  const world = await openWorld(razorpaySettings(razorpay.url))
  const kavya = await world.signUp('kavya')
  const { goTo } = await kavya.call.payments.addMethod({ methodType: 'card' })
  expect(await browserOf(world.url, kavya).open(goTo)).toBe('/payments?contact-needed')
})

test('without the secret of its webhooks the address is closed', async () => {
  const world = await openWorld({ ...stripeSettings(stripe.url), STRIPE_WEBHOOK_SECRET: '' })
  const { body, headers } = signedByStripe('checkout.session.completed', { id: 'cs_1' })
  const { status } = await fetch(`${world.url}/webhooks/stripe`, { method: 'POST', headers, body })
  expect(status).toBe(404)
})
