import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { refundInDashboard } from './dashboard.factory.ts'
import { stripeSettings } from './gateway-peers.factory.ts'
import { browserOf } from './payer.factory.ts'
import { openStripePeer } from './stripe.factory.ts'

// The operator refunds in Stripe's dashboard, and withdraws refunds there, which works for a short time.

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const peer = await openStripePeer(() => clock.now)
const world = await openWorld({ ...stripeSettings(peer.url), STRIPE_RECURRING: '' })
const { db } = world
const asha = await world.signUp('asha')
const meera = await world.signUp('meera')
const desk = await openDesk(world, 'nadia')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const browser = browserOf(world.url, asha)

async function settled(at = clock.now) {
  world.clock.now = at
  clock.now = at
  while ((await world.app.jobs.deliverEvents(at)) > 0);
}
async function sweep(name: string, at = clock.now) {
  await settled(at)
  await world.app.jobs.runSweep(name, at)
  await settled(at)
}
/** A day later, sent refunds are looked at again. */
const lookAgain = () => sweep('payments-reconcile', new Date(clock.now.getTime() + 25 * HOUR))

let day = 16
async function open() {
  await settled()
  const { id, payment } = await asha.call.veterinary.book({
    vetId,
    slot: { date: `2026-11-${day++}`, startTime: '10:00', endTime: '10:30' },
    appointmentType: 'teleconsultation',
    disclaimerAccepted: true,
    paymentMethodId: null,
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
  })
  const { goTo } = await asha.call.payments.pay({ id: payment!.id })
  const page = (await browser.open(goTo)).split('/').at(-1)!
  return { id, paymentId: payment!.id, goTo, page }
}
async function pay() {
  const { id, paymentId, goTo, page } = await open()
  peer.pay(page, 'succeed')
  await browser.open(`${goTo}/return`)
  await settled()
  const paid = String(peer.find(page, 'checkout.session')['payment_intent'])
  return { id, paymentId, paid }
}
const sent = (paid: string) =>
  peer
    .all('refund')
    .filter((one) => one['payment_intent'] === paid)
    .toReversed()
const shown = (id: string) => asha.call.payments.payment({ id: id as never })
const owed = async () => (await meera.call.payments.payouts()).owed
/** Returns the refund that the vet reads for the latest visit. */
const refundedOf = async () => (await meera.call.payments.earnings({})).rows[0]!.refunded.amount
const news = async () =>
  (await asha.call.notifications.list({})).rows.map(({ title, message }) => title + message)
const holds = async () => expect(await world.findBrokenInvariants()).toEqual([])

test('a payment that is seen together with its refund is refunded', async () => {
  const before = await owed()
  const { paymentId } = await open()
  await refundInDashboard(world, paymentId, 60_000)
  await settled()
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] })
  expect(await owed()).toBe(before)
  await holds()
})

test('a refund that the operator made and withdrew is taken back, and nobody is refunded', async () => {
  const { paid, paymentId } = await pay()
  const before = await owed()
  const { id } = peer.refundByHand(paid, 60_000)
  await sweep('payments-find-money-back')
  expect(await owed()).toBe(before - 60_000)
  expect(await refundedOf()).toBe(60_000)
  peer.withdraw(id)
  await lookAgain()
  expect(await owed()).toBe(before)
  expect(await refundedOf()).toBe(0)
  expect(await shown(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
  expect(sent(paid)).toHaveLength(1)
  expect((await news()).filter((text) => text.includes('sent back'))).toEqual([])
  await holds()
})

test('an appointment cancelled meanwhile is refunded once the operator’s own refund is withdrawn', async () => {
  const { id, paid, paymentId } = await pay()
  const { id: byHand } = peer.refundByHand(paid, 60_000)
  await sweep('payments-find-money-back')
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(sent(paid)).toHaveLength(1)
  peer.withdraw(byHand)
  await lookAgain()
  expect(sent(paid)).toMatchObject([{ status: 'canceled' }, { status: 'succeeded', amount: 60_000 }])
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  await holds()
})

test('a refund of ours that the operator withdraws waits for the desk', async () => {
  const { id, paid } = await pay()
  await asha.call.appointments.cancel({ id })
  await settled()
  const [refund] = sent(paid)
  peer.withdraw(refund!.id)
  await lookAgain()
  await sweep('payments-reconcile', new Date(clock.now.getTime() + 2 * HOUR))
  expect(sent(paid)).toHaveLength(1)
  expect((await news()).filter((text) => text.includes('sent back'))).toEqual([])
  const { rows } = await desk.call.moneyBack({ show: 'stuck' })
  expect(rows).toMatchObject([{ amount: 60_000, failure: 'withdrawn' }])
  await desk.call.retryRefund({ id: rows[0]!.id as never })
  await settled()
  expect(sent(paid)).toMatchObject([{ status: 'canceled' }, { status: 'succeeded' }])
  await holds()
})
