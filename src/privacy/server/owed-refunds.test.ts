import { expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { razorpaySettings } from '#/payments/server/gateway-peers.factory.ts'
import { browserOf } from '#/payments/server/payer.factory.ts'
import { openRazorpayPeer } from '#/payments/server/razorpay.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { eraseThoseWhoLeft } from './sweeps.ts'

const day = 24 * HOUR
const clock = { now: mondayMorning }
const peer = await openRazorpayPeer(() => clock.now)
const world = await openWorld({ ...razorpaySettings(peer.url), RAZORPAY_RECURRING: '' })
const { db } = world
const { jobs } = world.app
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const desk = await openDesk(world, 'nadia')

async function settled(at = clock.now) {
  world.clock.now = clock.now = at
  for (let delivered = 1; delivered > 0; ) delivered = await jobs.deliverEvents(at)
}
async function sweepAfter(milliseconds: number, name = eraseThoseWhoLeft.name) {
  const at = new Date(clock.now.getTime() + milliseconds)
  world.clock.now = clock.now = at
  const changed = await jobs.runSweep(name, at)
  await settled(at)
  return changed
}

/** Cancels a paid visit of somebody whose 14 days are over, so that a refund is sent. */
async function refundLeaver(name: string, { isRefused = false } = {}) {
  const owner = await world.signUp(name)
  const date = new Date(clock.now.getTime() + 8 * day).toISOString().slice(0, 10)
  const booked = await owner.call.veterinary.book({
    vetId,
    slot: { date, startTime: '10:00', endTime: '10:30' },
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: null,
  })
  const { goTo } = await owner.call.payments.pay({ id: booked.payment!.id })
  const browser = browserOf(world.url, owner)
  const link = (await browser.open(goTo)).split('/').at(-1)!
  peer.pay(link, 'succeed')
  await browser.open(`${goTo}/return`)
  await settled()
  const { order_id: orderId } = peer.find(link, 'payment_link')
  if (isRefused) peer.hide(peer.all('payment', (one) => one['order_id'] === orderId)[0]!.id)
  await owner.call.appointments.cancel({ id: booked.id })
  await settled()
  const since = new Date(clock.now.getTime() - 15 * day)
  await db.updateTable('users').set({ leaving_since: since }).where('id', '=', owner.userId).execute()
  const refunds = () =>
    db.selectFrom('refunds').selectAll().where('payment_id', '=', booked.payment!.id).execute()
  return { owner, paymentId: booked.payment!.id, refunds }
}

test('an owner isn’t erased while their refund is refused, but once an administrator has paid it', async () => {
  const { owner, refunds } = await refundLeaver('gopal', { isRefused: true })
  const [refund] = await refunds()
  expect(refund).toMatchObject({ status: 'failed', handed_over_at: null })
  expect(await sweepAfter(HOUR)).toBe(0)
  expect(await owner.call.privacy.leaving()).toMatchObject({ isOwed: true })

  for (let n = 0; n < 24; n++) await sweepAfter(61 * 60_000, 'payments-reconcile')
  expect(await refunds()).toMatchObject([{ status: 'failed', handed_over_at: expect.any(Date) }])
  expect(await sweepAfter(HOUR)).toBe(0)
  expect((await desk.call.moneyBack({ show: 'stuck' })).rows).toMatchObject([{ payer: { name: 'gopal' } }])
  await desk.call.payRefundByHand({ id: refund!.id as never, reference: 'UTR 1' })
  expect(await sweepAfter(HOUR)).toBe(1)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('an owner isn’t erased while the gateway is sending their refund, but after 40 days without news of it', async () => {
  const { owner, paymentId, refunds } = await refundLeaver('harini')
  await db
    .updateTable('refunds')
    .set({ status: 'pending', settled_at: null, looked_at: clock.now })
    .where('payment_id', '=', paymentId)
    .execute()
  expect(await refunds()).toMatchObject([{ gateway_ref: expect.any(String) }])
  expect(await sweepAfter(0)).toBe(0)
  const setGateway = (gateway: 'sandbox' | 'razorpay') =>
    db.updateTable('payment_attempts').set({ gateway }).where('payment_id', '=', paymentId).execute()
  // The sandbox moves no money.
  await setGateway('sandbox')
  expect(await owner.call.privacy.leaving()).toMatchObject({ isOwed: false })
  await setGateway('razorpay')
  expect(await owner.call.privacy.leaving()).toMatchObject({ isOwed: true })
  expect(await sweepAfter(39 * day)).toBe(0)
  expect(await sweepAfter(2 * day)).toBe(1)
})
