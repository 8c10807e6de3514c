import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { razorpaySettings } from './gateway-peers.factory.ts'
import { balances } from './ledger.ts'
import { browserOf } from './payer.factory.ts'
import { openRazorpayPeer, razorpaySigned } from './razorpay.factory.ts'

// Money that moves at the gateway without anything on our side having asked for it.

const start = new Date('2026-11-02T03:30:00Z')
const clock = { now: start }
const peer = await openRazorpayPeer(() => clock.now)
const world = await openWorld({ ...razorpaySettings(peer.url), RAZORPAY_RECURRING: '' })
const { db } = world
const asha = await world.signUp('asha')
const desk = await openDesk(world, 'nadia')
const meera = await world.signUp('meera')
const vetId = await makeVet(db, { userId: meera.userId, fullName: 'Meera Iyer', teleconsultation: true })
const browser = browserOf(world.url, asha)

beforeEach(() => {
  clock.now = world.clock.now = start
  peer.lagging.refunds.clear()
})
// Nobody may have many visits ahead.
afterEach(async () => {
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  for (const { id } of rows) await asha.call.appointments.cancel({ id }).catch(() => undefined)
})

async function settled(at = clock.now) {
  world.clock.now = at
  clock.now = at
  for (let delivered = 1; delivered > 0; ) delivered = await world.app.jobs.deliverEvents(at)
}
async function sweep(name: string, at = clock.now) {
  world.clock.now = at
  clock.now = at
  await world.app.jobs.runSweep(name, at)
  await settled(at)
}
async function hear(event: string, entities: Parameters<typeof peer.message>[1]) {
  const body = peer.message(event, entities)
  const headers = razorpaySigned(body)
  const { status } = await fetch(`${world.url}/webhooks/razorpay`, { method: 'POST', headers, body })
  expect(status).toBe(200)
  await settled()
}

/** Books a week ahead, and returns the link's id. */
let slots = 0
async function bookAndOpenLink() {
  const from = String(9 + (slots % 8)).padStart(2, '0')
  const day = 10 + Math.floor(slots++ / 8)
  // The vet is closed on Sunday, the 15th.
  const date = `2026-11-${day < 15 ? day : day + 1}`
  const booked = await asha.call.veterinary.book({
    vetId,
    slot: { date, startTime: `${from}:00`, endTime: `${from}:30` },
    appointmentType: 'teleconsultation',
    contactMethod: 'whatsapp',
    contactLink: '+919812345678',
    disclaimerAccepted: true,
    paymentMethodId: null,
  })
  const { goTo } = await asha.call.payments.pay({ id: booked.payment!.id })
  const link = (await browser.open(goTo)).split('/').at(-1)!
  return { ...booked, paymentId: booked.payment!.id, link }
}
const paymentOn = (link: string) => {
  const { order_id } = peer.find(link, 'payment_link')
  return peer.all('payment', (one) => one['order_id'] === order_id)[0]!
}
const transfers = async (paymentId: string) =>
  (await db.selectFrom('ledger_transfers').select('kind').where('payment_id', '=', paymentId).execute())
    .map(({ kind }) => kind)
    .sort()

/** Pays in the last minutes by a bank that doesn't answer in time, so that the visit lapses and the link is cancelled. */
async function payTooSlowly() {
  const booked = await bookAndOpenLink()
  const lapses = booked.startsAt.getTime() - 23 * HOUR
  await settled(new Date(lapses - 11 * 60_000))
  peer.pay(booked.link, 'timed_out')
  await sweep('payments-end-times-to-pay', new Date(lapses))
  expect(peer.find(booked.link, 'payment_link')).toMatchObject({ status: 'cancelled' })
  return booked
}

test('a payment that its bank confirms days after the link was cancelled is found and refunded', async () => {
  const { link, paymentId, startsAt } = await payTooSlowly()
  await sweep('payments-reconcile', startsAt)
  expect(await transfers(paymentId)).toEqual([])
  peer.finish(link)
  await sweep('payments-reconcile', new Date(startsAt.getTime() + 4 * 24 * HOUR))
  expect(await transfers(paymentId)).toEqual(['late_payment', 'refund'])
  expect(peer.all('refund', (one) => one['payment_id'] === paymentOn(link).id)).toMatchObject([
    { amount: 60_000, status: 'processed' },
  ])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a payment that nothing else found is found in the gateway’s records, and refunded', async () => {
  const { link, paymentId, startsAt } = await payTooSlowly()
  await settled(new Date(startsAt.getTime() + 20 * 24 * HOUR))
  peer.finish(link)
  await sweep('payments-reconcile')
  expect(await transfers(paymentId)).toEqual([])
  peer.settle()
  await sweep('payments-read-movements', new Date(clock.now.getTime() + HOUR))
  expect(await transfers(paymentId)).toEqual(['late_payment', 'refund'])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a payment on a cancelled link is found by the message that it was captured', async () => {
  const { link, paymentId } = await payTooSlowly()
  peer.finish(link)
  await hear('payment.captured', { payment: paymentOn(link) })
  expect(await transfers(paymentId)).toEqual(['late_payment', 'refund'])
  const asked = peer.asked.length
  await hear('payment.captured', { payment: paymentOn(link) })
  expect(peer.asked.length - asked, 'an attempt that is known to be paid isn’t looked for again').toBe(0)
  // Payments of the same account that have nothing to do with us.
  await hear('payment.captured', {
    payment: { ...paymentOn(link), id: 'pay_Test_other', order_id: 'order_x' },
  })
  expect(await world.findBrokenInvariants()).toEqual([])
})

async function payOnLink() {
  const booked = await bookAndOpenLink()
  peer.pay(booked.link, 'succeed')
  await hear('payment_link.paid', { payment_link: peer.find(booked.link, 'payment_link') })
  return { ...booked, paid: paymentOn(booked.link).id }
}
const shown = (id: string) => asha.call.payments.payment({ id: id as never })
async function receiptOf(paymentId: string) {
  const headers = { cookie: asha.cookie }
  const pdf = await fetch(`${world.url}/receipts/${paymentId}.pdf`, { headers })
  return textOfPdf(Buffer.from(await pdf.arrayBuffer()))
}
const owed = async () => (await meera.call.payments.payouts()).owed
const holds = async () => expect(await world.findBrokenInvariants()).toEqual([])

test('a refund made in the gateway’s dashboard is recorded when its message comes, and never paid out', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  const refund = peer.refundByHand(paid, 60_000)
  for (let n = 0; n < 2; n++) await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
  expect(await shown(paymentId)).toMatchObject({
    status: 'refunded',
    refunds: [
      { amount: { amount: 60_000 }, status: 'succeeded', reason: expect.stringContaining('dashboard') },
    ],
  })
  expect(await owed()).toBe(before - 60_000)
  const { rows } = await meera.call.notifications.list({ type: 'payment_refunded' })
  expect(rows).toMatchObject([{ title: 'We refunded an owner', message: expect.stringContaining('₹600.00') }])
  expect(await transfers(paymentId)).toEqual(['borne', 'charge', 'payment', 'refund'])
  await holds()
})

test('a part refunded in the dashboard is found within a day without a message, and cancelling refunds only the rest', async () => {
  const { id, paid, paymentId } = await payOnLink()
  peer.refundByHand(paid, 25_000)
  await sweep('payments-find-money-back')
  expect(await shown(paymentId)).toMatchObject({ status: 'partially_refunded' })
  await sweep('payments-find-money-back')
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  expect(peer.all('refund', (one) => one['payment_id'] === paid).map((one) => one['amount'])).toEqual([
    35_000, 25_000,
  ])
  await holds()
})

test('while the bank works on a refund in the dashboard, ours waits, and isn’t sent if that one is it', async () => {
  const { paid, paymentId } = await payOnLink()
  const byHand = peer.refundByHand(paid, 25_000)
  Object.assign(byHand, { status: 'pending' })
  await desk.call.refund({ id: paymentId, amount: 25_000, reason: 'It broke off' })
  await settled()
  const sent = () => peer.all('refund', (one) => one['payment_id'] === paid).map((one) => one['amount'])
  expect(sent()).toEqual([25_000])
  Object.assign(byHand, { status: 'processed' })
  for (let n = 1; n <= 3; n++) await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
  expect(await shown(paymentId)).toMatchObject({ status: 'partially_refunded' })
  expect(sent()).toEqual([25_000])
  await holds()
})

test.each([60_000, 25_000, 45_000])(
  'a refund of %i in the dashboard counts as the one that we couldn’t send',
  async (amount) => {
    const { id, paid, paymentId } = await payOnLink()
    Object.assign(peer.find(paid, 'payment'), { does: 'refund_fails' })
    await asha.call.appointments.cancel({ id })
    await settled()
    expect(await shown(paymentId)).toMatchObject({ refunds: [{ status: 'failed' }] })
    peer.refundByHand(paid, amount)
    await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
    await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
    expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
    const sent = peer.all('refund', (one) => one['payment_id'] === paid && one['status'] !== 'failed')
    expect(sent.map((one) => one['amount'])).toEqual(amount === 60_000 ? [amount] : [60_000 - amount, amount])
    await holds()
  },
)

test('a refund in the dashboard counts as ours that isn’t sent yet, and only one is sent', async () => {
  const { id, paid, paymentId } = await payOnLink()
  await desk.call.refund({ id: paymentId, amount: 25_000, reason: 'It broke off' })
  peer.refundByHand(paid, 25_000)
  await settled()
  for (let n = 1; n <= 3; n++) await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
  expect(peer.all('refund', (one) => one['payment_id'] === paid)).toHaveLength(1)
  expect(await shown(paymentId)).toMatchObject({ status: 'partially_refunded' })
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  await holds()
})

test('a refund in the dashboard that is recorded while ours is about to be sent keeps ours from being sent', async () => {
  const { paid, paymentId } = await payOnLink()
  await desk.call.refund({ id: paymentId, amount: 25_000, reason: 'It broke off' })
  peer.refundByHand(paid, 25_000)
  const refund = peer.all('refund', (one) => one['payment_id'] === paid)[0]!
  peer.meanwhile.run = async ({ path }) => {
    if (!path.includes(`${paid}/refunds`)) return
    peer.meanwhile.run = undefined
    await hear('refund.processed', { refund })
  }
  await settled()
  expect(peer.meanwhile.run).toBeUndefined()
  expect(peer.all('refund', (one) => one['payment_id'] === paid)).toEqual([refund])
  expect(await shown(paymentId)).toMatchObject({ status: 'partially_refunded' })
  await holds()
})

test.each([
  { name: 'bears the gateway’s fee', extra: 1_416, receipt: ['Payment service fee', '₹614.16'] },
  { name: 'uses an offer of the operator’s', extra: -6_000, receipt: ['Payment offer', '₹540.00'] },
])('a payer who $name has paid for the visit', async ({ extra, receipt }) => {
  const { id, link, paymentId } = await bookAndOpenLink()
  const before = await owed()
  peer.pay(link, 'succeed', { extra })
  await hear('payment_link.paid', { payment_link: peer.find(link, 'payment_link') })
  expect(await shown(paymentId)).toMatchObject({
    status: 'completed',
    amount: { amount: 60_000 },
    paid: { amount: 60_000 + extra },
  })
  const text = await receiptOf(paymentId)
  for (const part of receipt) expect(text).toContain(part)
  const { rows } = await asha.call.appointments.appointments({ tab: 'upcoming' })
  expect(rows.find((one) => one.id === id)!.payment).toMatchObject({
    refundable: Math.min(60_000, 60_000 + extra),
  })
  expect(await owed()).toBe(before + 60_000)
  await holds()
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await shown(paymentId)).toMatchObject({
    status: 'refunded',
    refunds: [{ amount: { amount: Math.min(60_000, 60_000 + extra) }, status: 'succeeded' }],
  })
  expect(await owed()).toBe(before)
  await holds()
})

test('an admin refunds as much as an offer’s payer has paid, and the provider keeps nothing', async () => {
  const { link, paymentId } = await bookAndOpenLink()
  const before = await owed()
  peer.pay(link, 'succeed', { extra: -6_000 })
  await hear('payment_link.paid', { payment_link: peer.find(link, 'payment_link') })
  const refund = (amount: number) => desk.call.refund({ id: paymentId, amount, reason: 'It broke off' })
  await expect(refund(54_001)).rejects.toThrow('payments.refund_too_high')
  await refund(30_000)
  await settled()
  expect(await shown(paymentId)).toMatchObject({ status: 'partially_refunded' })
  expect(await owed()).toBe(before + 30_000)
  await refund(24_000)
  await settled()
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  expect(await owed()).toBe(before)
  await holds()
})

test('money that arrives too late is sent back as it came, with an offer of the operator’s', async () => {
  const { link, paymentId, startsAt } = await bookAndOpenLink()
  peer.pay(link, 'timed_out', { extra: -6_000 })
  await sweep('payments-end-times-to-pay', new Date(startsAt.getTime() - 23 * HOUR))
  peer.finish(link)
  await hear('payment.captured', { payment: paymentOn(link) })
  expect(await transfers(paymentId)).toEqual(['late_payment', 'refund'])
  expect(peer.all('refund', (one) => one['payment_id'] === paymentOn(link).id)).toMatchObject([
    { amount: 54_000, status: 'processed' },
  ])
  await holds()
})

test('a refund in the dashboard may include the fee that the payer bore', async () => {
  const { link, paymentId } = await bookAndOpenLink()
  const before = await owed()
  peer.pay(link, 'succeed', { extra: 1_416 })
  await hear('payment_link.paid', { payment_link: peer.find(link, 'payment_link') })
  peer.refundByHand(paymentOn(link).id, 61_416)
  await sweep('payments-find-money-back')
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  expect(await owed()).toBe(before)
  await holds()
})

test('a refund in the dashboard stops the payout while its bank works on it, and is sent by us if it fails', async () => {
  for (const ends of ['processed', 'failed']) {
    const { paid, paymentId } = await payOnLink()
    const before = await owed()
    const refund = peer.refundByHand(paid, 60_000)
    const payment = peer.find(paid, 'payment')
    Object.assign(refund, { status: 'pending' })
    Object.assign(payment, { status: 'captured', amount_refunded: 0 })
    await hear('refund.created', { refund, payment })
    expect(await owed()).toBe(before - 60_000)
    expect(await shown(paymentId)).toMatchObject({ status: 'completed', refunds: [{ status: 'pending' }] })
    expect(await transfers(paymentId)).toEqual(['borne', 'charge', 'payment'])
    await holds()
    Object.assign(refund, { status: ends })
    await hear(`refund.${ends}`, { refund, payment })
    if (ends === 'failed') await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
    expect(await shown(paymentId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] })
    const sent = peer.all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed')
    expect(sent).toMatchObject([{ amount: 60_000 }])
    await holds()
  }
})

test('a refund of a payment that the gateway doesn’t know fails, until an administrator decides', async () => {
  const { id, paid, paymentId } = await payOnLink()
  peer.hide(paid)
  await asha.call.appointments.cancel({ id })
  await settled()
  expect(await shown(paymentId)).toMatchObject({ refunds: [{ status: 'failed' }] })
  for (let n = 0; n < 24; n++) await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
  const { rows } = await desk.call.moneyBack({ show: 'stuck' })
  expect(rows).toMatchObject([{ kind: 'refund', amount: 60_000, isStuck: true }])
  await desk.call.payRefundByHand({ id: rows[0]!.id as never, reference: 'NEFT 1' })
  expect(await shown(paymentId)).toMatchObject({ refunds: [{ status: 'succeeded' }] })
})

test('a vet is told once about a refund in the dashboard that fails there and is sent by us, and of one that comes back', async () => {
  const told = async () =>
    (await meera.call.notifications.list({ type: 'payment_refunded' })).rows.filter(
      ({ title }) => title === 'We refunded an owner',
    ).length
  for (const begins of ['pending', 'processed']) {
    const { paid } = await payOnLink()
    const before = await told()
    const refund = peer.refundByHand(paid, 20_000)
    const payment = peer.find(paid, 'payment')
    Object.assign(refund, { status: begins })
    Object.assign(payment, { status: 'captured' })
    await hear(begins === 'pending' ? 'refund.created' : 'refund.processed', { refund, payment })
    Object.assign(refund, { status: 'failed' })
    await hear('refund.failed', { refund, payment })
    for (let n = 0; n < 2; n++) await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
    expect(
      peer.all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed'),
    ).toMatchObject([{ amount: 20_000 }])
    expect(await told(), begins).toBe(before + 1)
    await holds()
  }
})

test('a vet is told once when an owner’s bank has taken back a payment, but not while it decides', async () => {
  const { paid } = await payOnLink()
  const told = async () =>
    (await meera.call.notifications.list({ type: 'payment_refunded' })).rows
      .filter(({ title }) => title === 'An owner’s bank took money back')
      .map(({ message }) => message)
  const before = await told()
  peer.dispute(paid, 'open')
  await sweep('payments-find-money-back')
  expect(await told()).toEqual(before)
  peer.dispute(paid, 'lost')
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  expect(await told()).toEqual([
    expect.stringMatching(/^asha’s bank took back ₹600\.00 for the .* in a dispute\. This amount/),
    ...before,
  ])
})

test('a dispute without a message is found within a day, and so is its end', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  peer.dispute(paid, 'open')
  await sweep('payments-find-money-back')
  expect(await shown(paymentId)).toMatchObject({ isDisputed: true })
  expect(await owed()).toBe(before - 60_000)
  peer.dispute(paid, 'won')
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  expect(await shown(paymentId)).toMatchObject({ isDisputed: false })
  expect(await owed()).toBe(before)
  await holds()
})

test('a part of a visit that a bank took back isn’t refunded again when the visit is cancelled, nor while it decides', async () => {
  for (const decides of ['first', 'later']) {
    const { id, paid, paymentId } = await payOnLink()
    const before = await owed()
    peer.dispute(paid, 'open', 'chargeback', 25_000)
    await sweep('payments-find-money-back')
    const cancel = async () => {
      await asha.call.appointments.cancel({ id })
      await settled()
    }
    if (decides === 'later') await cancel()
    peer.dispute(paid, 'lost')
    await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
    if (decides === 'first') await cancel()
    const sent = peer.all('refund', (one) => one['payment_id'] === paid)
    expect(sent).toMatchObject([{ amount: 35_000, status: 'processed' }])
    expect((await shown(paymentId)).refunds[0]).toMatchObject({ amount: { amount: 35_000 } })
    expect(await owed()).toBe(before - 60_000)
    await holds()
  }
})

test('a lost dispute that Razorpay lists as a refund too is taken once, whichever comes first', async () => {
  for (const first of ['dispute', 'refund']) {
    const { paid, paymentId } = await payOnLink()
    const before = await owed()
    peer.dispute(paid, 'open')
    if (first === 'dispute') await sweep('payments-find-money-back')
    peer.dispute(paid, 'lost')
    const refund = peer.refundByHand(paid, 60_000)
    if (first === 'dispute') await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
    for (let day = 1; day < 3; day++)
      await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
    expect(await owed()).toBe(before - 60_000)
    expect((await transfers(paymentId)).filter((kind) => kind.startsWith('refund'))).toEqual([])
    expect(await shown(paymentId)).toMatchObject({ refunds: [] })
    await holds()
  }
})

test('a lost dispute that Razorpay listed as a refund before is taken once, and its refund counts if it is won after all', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  const news = async () => (await meera.call.notifications.list({ type: 'payment_refunded' })).rows.length
  const told = await news()
  const refund = peer.refundByHand(paid, 20_000)
  await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
  expect(await owed()).toBe(before - 20_000)
  peer.dispute(paid, 'lost', 'pre_arbitration', 20_000)
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + HOUR))
  expect(await owed()).toBe(before - 20_000)
  expect(await shown(paymentId)).toMatchObject({ status: 'completed', refunds: [] })
  expect(await news()).toBe(told + 1)
  await holds()
  peer.dispute(paid, 'won')
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  expect(await owed()).toBe(before - 20_000)
  expect(await shown(paymentId)).toMatchObject({
    status: 'partially_refunded',
    refunds: [{ status: 'succeeded', amount: { amount: 20_000 } }],
  })
  await holds()
})

test('a dispute withholds from a payout what the payee would bear, with an offer of the operator’s', async () => {
  const { link, paymentId } = await bookAndOpenLink()
  peer.pay(link, 'succeed', { extra: -6_000 })
  await hear('payment_link.paid', { payment_link: peer.find(link, 'payment_link') })
  const books = async () => {
    const [own] = await balances(db, {
      currency: 'INR',
      gateway: 'razorpay',
      now: clock.now,
      userIds: [meera.userId],
    })
    return own!
  }
  const before = (await books()).withheld
  await db.updateTable('payments').set({ payable_from: clock.now }).where('id', '=', paymentId).execute()
  const owedBefore = await owed()
  peer.dispute(paymentOn(link).id, 'open')
  await sweep('payments-find-money-back')
  expect((await books()).withheld - before).toBe(60_000)
  peer.dispute(paymentOn(link).id, 'lost')
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  expect(await owed()).toBe(owedBefore - 60_000)
})

test('a refund in the dashboard that was taken for a dispute’s counts once the dispute is won', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  peer.dispute(paid, 'open')
  await sweep('payments-find-money-back')
  const refund = peer.refundByHand(paid, 60_000)
  await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
  expect(await transfers(paymentId)).not.toContain('refund')
  peer.dispute(paid, 'won')
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] })
  expect(await owed()).toBe(before - 60_000)
  await holds()
})

test('a provider reads all that a refund takes, also what one that failed in the dashboard would have taken', async () => {
  const { paid } = await payOnLink()
  const before = await owed()
  const payment = peer.find(paid, 'payment')
  const first = peer.refundByHand(paid, 20_000)
  Object.assign(first, { status: 'pending' })
  await hear('refund.created', { refund: first, payment })
  payment['does'] = 'refund_fails'
  Object.assign(first, { status: 'failed' })
  await hear('refund.failed', { refund: first, payment })
  payment['does'] = 'succeed'
  const second = peer.refundByHand(paid, 25_000)
  await hear('refund.processed', { refund: second, payment })
  const [latest] = (await meera.call.notifications.list({ type: 'payment_refunded' })).rows
  expect(latest!.message).toContain('₹250.00')
  expect(await owed()).toBe(before - 25_000)
  await holds()
})

test('a refund that its bank works on stays when the operator refunds in the dashboard what couldn’t be sent', async () => {
  const { id, paid, paymentId } = await payOnLink()
  const first = peer.refundByHand(paid, 25_000)
  const payment = peer.find(paid, 'payment')
  Object.assign(first, { status: 'pending' })
  await hear('refund.created', { refund: first, payment })
  payment['does'] = 'refund_fails'
  await asha.call.appointments.cancel({ id })
  await settled()
  payment['does'] = 'succeed'
  const second = peer.refundByHand(paid, 20_000)
  await hear('refund.processed', { refund: second, payment })
  await sweep('payments-reconcile', new Date(clock.now.getTime() + 61 * 60_000))
  Object.assign(first, { status: 'processed' })
  await hear('refund.processed', { refund: first, payment })
  const sent = peer.all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed')
  expect(sent.map(({ amount }) => amount).sort()).toEqual([15_000, 20_000, 25_000])
  const { refunds } = await shown(paymentId)
  expect(refunds.map(({ status, amount }) => [status, amount.amount]).sort()).toEqual([
    ['succeeded', 15_000],
    ['succeeded', 20_000],
    ['succeeded', 25_000],
  ])
  await holds()
})

/** Lets the desk refund a part, and loses the gateway's answer. Returns its refund, which the gateway doesn't list yet. */
async function refundUnheard(paymentId: string, paid: string, amount: number) {
  await desk.call.refund({ id: paymentId, amount, reason: 'It broke off' })
  peer.trouble.lose = 1
  await settled()
  expect(peer.trouble.lose).toBe(0)
  // The queue's own retry comes after two seconds, which a slow test takes, too.
  await sql`update jobs.job set start_after = now() + interval '1 day' where state = 'retry'`.execute(db)
  const [ours] = peer.all('refund', (one) => one['payment_id'] === paid)
  expect(ours).toMatchObject({ amount, status: 'processed' })
  peer.lagging.refunds.add(ours!.id)
  return ours!
}
const sentOf = (paid: string) =>
  peer
    .all('refund', (one) => one['payment_id'] === paid && one['status'] !== 'failed')
    .map(({ amount }) => amount)
/** Looks for money back each day, and sends what is due. */
async function nextDays(count = 2) {
  for (let n = 0; n < count; n++) {
    await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
    await sweep('payments-reconcile', new Date(clock.now.getTime() + HOUR))
  }
}

test.each([
  { ends: 'won', listed: 'before' },
  { ends: 'won', listed: 'after' },
  { ends: 'lost', listed: 'before' },
  { ends: 'lost', listed: 'after' },
] as const)(
  'a refund whose answer was lost goes once beside a dispute that is $ends, if it is listed $listed that',
  async ({ ends, listed }) => {
    const { paid, paymentId } = await payOnLink()
    const before = await owed()
    await refundUnheard(paymentId, paid, 25_000)
    peer.dispute(paid, 'open', 'chargeback', 25_000)
    await sweep('payments-find-money-back')
    expect(await shown(paymentId)).toMatchObject({ isDisputed: true, refunds: [] })
    await holds()
    if (listed === 'before') peer.lagging.refunds.clear()
    peer.dispute(paid, ends)
    await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * HOUR))
    await holds()
    peer.lagging.refunds.clear()
    await nextDays()
    expect(sentOf(paid)).toEqual([25_000])
    expect(await shown(paymentId)).toMatchObject({
      status: 'partially_refunded',
      refunds: [{ status: 'succeeded', amount: { amount: 25_000 } }],
    })
    expect(await owed()).toBe(before - (ends === 'won' ? 25_000 : 50_000))
    await holds()
  },
)

test('a refund whose answer was lost, and that one in the dashboard covers in part, isn’t made up for before it is looked for', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  await refundUnheard(paymentId, paid, 25_000)
  const refund = peer.refundByHand(paid, 10_000)
  await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
  expect(sentOf(paid).toSorted()).toEqual([10_000, 25_000])
  peer.lagging.refunds.clear()
  await sweep('payments-reconcile', new Date(clock.now.getTime() + HOUR))
  await nextDays()
  expect(sentOf(paid).toSorted()).toEqual([10_000, 25_000])
  expect((await shown(paymentId)).refunds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await owed()).toBe(before - 35_000)
  await holds()
})

test('a refund whose answer was lost counts beside one of the same amount in the dashboard during a dispute', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  await refundUnheard(paymentId, paid, 15_000)
  peer.dispute(paid, 'open', 'chargeback', 20_000)
  await sweep('payments-find-money-back')
  const refund = peer.refundByHand(paid, 15_000)
  await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
  await holds()
  peer.lagging.refunds.clear()
  peer.dispute(paid, 'won')
  await nextDays()
  expect(sentOf(paid)).toEqual([15_000, 15_000])
  expect((await shown(paymentId)).refunds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(await owed()).toBe(before - 30_000)
  await holds()
})

test('a refund that its bank works on counts beside one in the dashboard that was taken for it', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  await desk.call.refund({ id: paymentId, amount: 25_000, reason: 'It broke off' })
  peer.meanwhile.run = async ({ method, path }) => {
    if (method !== 'POST' || !path.endsWith(`${paid}/refund`)) return
    peer.meanwhile.run = undefined
    const [ours] = peer.all('refund', (one) => one['payment_id'] === paid)
    ours!['status'] = 'pending'
    peer.lagging.refunds.add(ours!.id)
    const refund = peer.refundByHand(paid, 25_000)
    await hear('refund.processed', { refund, payment: peer.find(paid, 'payment') })
  }
  await settled()
  expect(peer.meanwhile.run).toBeUndefined()
  expect((await shown(paymentId)).refunds.map(({ status }) => status).sort()).toEqual([
    'pending',
    'succeeded',
  ])
  expect(await owed()).toBe(before - 50_000)
  await holds()
  peer.lagging.refunds.clear()
  for (const one of peer.all('refund', ({ status }) => status === 'pending')) one['status'] = 'processed'
  await nextDays(1)
  expect((await shown(paymentId)).refunds.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(sentOf(paid)).toEqual([25_000, 25_000])
  expect(await owed()).toBe(before - 50_000)
  await holds()
})

test('a refund that a sweep is about to send again is held for a dispute', async () => {
  const { id, paid, paymentId } = await payOnLink()
  peer.find(paid, 'payment')['does'] = 'refund_fails'
  await asha.call.appointments.cancel({ id })
  await settled()
  const waits = sql<{ waits: boolean }>`select exists (
    select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waits`
  const { looked } = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('refunds')
      .set({ status: 'pending', tries: 2, settled_at: null, gateway_ref: null })
      .where('payment_id', '=', paymentId)
      .execute()
    peer.dispute(paid, 'open')
    const looked = sweep('payments-find-money-back')
    const isWaiting = async () => expect((await waits.execute(db)).rows).toEqual([{ waits: true }])
    await vi.waitFor(isWaiting, { timeout: 10_000 })
    return { looked }
  })
  await looked
  const refunds = await db
    .selectFrom('refunds')
    .select(['status', 'waits', 'tries'])
    .where('payment_id', '=', paymentId)
    .execute()
  expect(refunds).toEqual([{ status: 'failed', waits: true, tries: 2 }])
  peer.dispute(paid, 'won')
  await nextDays(1)
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  expect(sentOf(paid)).toEqual([60_000])
  await holds()
})

test('a receipt shows what the bank took back, and never a total below zero', async () => {
  const { id, paid, paymentId } = await payOnLink()
  await asha.call.appointments.cancel({ id })
  await settled()
  peer.dispute(paid, 'open')
  peer.dispute(paid, 'lost')
  await sweep('payments-find-money-back')
  const receipt = await receiptOf(paymentId)
  expect(receipt).toContain('Taken back by your bank')
  expect(receipt).toContain('Total after refunds')
  expect(receipt).toContain('₹0.00')
  expect(receipt).not.toContain('-₹')
  expect(receipt.match(/−₹600\.00/g)).toHaveLength(2)
  const { rows } = await meera.call.payments.earnings({})
  expect(rows.find((one) => one.id === paymentId)).toMatchObject({ isTakenBack: true })
  await holds()
})

test('a receipt leaves out money that came in again and went back', async () => {
  const { paymentId } = await payOnLink()
  const attempt = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const again = { id: newId(), gateway_ref: 'pay_Test_again', settled_at: new Date(start.getTime() + HOUR) }
  await db
    .insertInto('payment_attempts')
    .values({ ...attempt, ...again })
    .execute()
  const refund = { id: newId(), payment_id: paymentId, attempt_id: again.id, amount: 60_000, currency: 'INR' }
  await db
    .insertInto('refunds')
    .values({ ...refund, reason: 'Already paid', status: 'succeeded', created_at: start })
    .execute()
  const receipt = await receiptOf(paymentId)
  expect(receipt).toContain('₹600.00')
  expect(receipt).not.toContain('Already paid')
  expect(receipt).not.toContain('₹0.00')
  await db.deleteFrom('refunds').where('id', '=', refund.id).execute()
  await db.deleteFrom('payment_attempts').where('id', '=', again.id).execute()
})

test('a refund in the dashboard that comes back waits for a dispute opened meanwhile', async () => {
  const { paid } = await payOnLink()
  const payment = peer.find(paid, 'payment')
  const refund = peer.refundByHand(paid, 20_000)
  await hear('refund.processed', { refund, payment })
  await settled(new Date(clock.now.getTime() + 24 * HOUR))
  peer.dispute(paid, 'open', 'chargeback', 20_000)
  const [dispute] = peer.all('dispute', (one) => one['payment_id'] === paid)
  await hear('payment.dispute.created', { dispute: dispute!, payment })
  await settled(new Date(clock.now.getTime() + 24 * HOUR))
  refund['status'] = 'failed'
  await hear('refund.failed', { refund, payment })
  const sent = () => peer.all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed')
  expect(sent()).toEqual([])
  peer.dispute(paid, 'lost')
  await hear('payment.dispute.lost', { dispute: dispute!, payment })
  await sweep('payments-reconcile', new Date(clock.now.getTime() + 2 * HOUR))
  expect(sent()).toEqual([])
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a refund in the dashboard that covers Support’s and comes back is owed once', async () => {
  const { paymentId, paid } = await payOnLink()
  const sent = () =>
    peer
      .all('refund', (one) => one['payment_id'] === paid && one['status'] === 'processed')
      .reduce((sum, { amount }) => sum + Number(amount), 0)
  const payment = peer.find(paid, 'payment')
  // None of ours goes through meanwhile.
  Object.defineProperty(payment, 'does', { get: () => 'refund_fails', set: () => {}, configurable: true })
  await desk.call.refund({ id: paymentId as never, amount: 30_000, reason: 'The call broke off' })
  await settled()
  for (const amount of [20_000, 25_000]) {
    const refund = Object.assign(peer.refundByHand(paid, amount), { status: 'processed' })
    await hear('refund.processed', { refund, payment })
    refund.status = 'failed'
    await hear('refund.failed', { refund, payment })
    expect(sent()).toBe(0)
  }
  Object.defineProperty(payment, 'does', { value: 'succeed', writable: true })
  for (let n = 1; n <= 3; n++) await sweep('payments-reconcile', new Date(clock.now.getTime() + 2 * HOUR))
  // After the second time that the payer's bank returned one, an administrator decides.
  const { rows } = await desk.call.moneyBack({ show: 'stuck' })
  const stuck = rows.reduce((sum, { amount }) => sum + amount, 0)
  expect(sent() + stuck).toBe(30_000)
  expect(await world.findBrokenInvariants()).toEqual([])
})

test('a refund of ours that comes back is sent again beside what the dashboard added to it', async () => {
  const { paymentId, paid } = await payOnLink()
  const payment = peer.find(paid, 'payment')
  await desk.call.refund({ id: paymentId as never, amount: 20_000, reason: 'The call broke off' })
  await settled()
  const [ours] = peer.all('refund', (one) => one['payment_id'] === paid)
  expect(ours).toMatchObject({ amount: 20_000, status: 'processed' })
  const added = Object.assign(peer.refundByHand(paid, 15_000), { status: 'processed' })
  await hear('refund.processed', { refund: added, payment })
  Object.assign(ours!, { status: 'failed' })
  await hear('refund.failed', { refund: ours!, payment })
  await sweep('payments-reconcile', new Date(clock.now.getTime() + 2 * HOUR))
  expect(sentOf(paid).sort()).toEqual([15_000, 20_000])
  await holds()
})

test('a refund in the dashboard that replaces one that came back unheard is the only one', async () => {
  const { paymentId, paid } = await payOnLink()
  const payment = peer.find(paid, 'payment')
  // None of ours goes through meanwhile.
  Object.defineProperty(payment, 'does', { get: () => 'refund_fails', set: () => {}, configurable: true })
  await desk.call.refund({ id: paymentId as never, amount: 30_000, reason: 'The call broke off' })
  await settled()
  const byHand = () => Object.assign(peer.refundByHand(paid, 20_000), { status: 'processed' })
  const first = byHand()
  await hear('refund.processed', { refund: first, payment })
  first.status = 'failed'
  await hear('refund.processed', { refund: byHand(), payment })
  await hear('refund.failed', { refund: first, payment })
  Object.defineProperty(payment, 'does', { value: 'succeed', writable: true })
  for (let n = 1; n <= 3; n++) await sweep('payments-reconcile', new Date(clock.now.getTime() + 2 * HOUR))
  expect(sentOf(paid).sort()).toEqual([10_000, 20_000])
  await holds()
})

test('a whole refund that came back unheard, and is replaced in the dashboard, leaves the payment refunded', async () => {
  const { paymentId, paid } = await payOnLink()
  const payment = peer.find(paid, 'payment')
  const byHand = () => Object.assign(peer.refundByHand(paid, 60_000), { status: 'processed' })
  const first = byHand()
  await hear('refund.processed', { refund: first, payment })
  first.status = 'failed'
  Object.assign(payment, { status: 'captured', amount_refunded: 0 })
  await hear('refund.processed', { refund: byHand(), payment })
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded' })
  await nextDays()
  expect(sentOf(paid)).toEqual([60_000])
  await holds()
})

test('no transaction stays open while the gateway lists what moved, as the database would end it', async () => {
  const { id } = await payOnLink()
  // Other tests have read until later.
  await db.deleteFrom('gateway_reads').execute()
  const lists = ['disputes', 'refunds', 'settlements/recon/combined']
  const listed = new Set<string>()
  const isNoneOpen = async () => {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'
    `.execute(db)
    return rows.length === 0
  }
  peer.meanwhile.run = async ({ path }) => {
    const list = path.replace(/^\/v1\/|\?.*$/g, '')
    // Those of other jobs end soon.
    if (lists.includes(list) && (await vi.waitUntil(isNoneOpen, 3_000).catch(() => false))) listed.add(list)
  }
  await sweep('payments-find-money-back')
  await sweep('payments-read-movements')
  peer.meanwhile.run = undefined
  expect([...listed].sort()).toEqual(lists)
  await asha.call.appointments.cancel({ id })
})
