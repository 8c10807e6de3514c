import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDesk } from '#/app/testing/desk.ts'
import { openWorld } from '#/app/testing/world.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { textOfPdf } from '#/kernel/server/pdf.factory.ts'
import { makeVet } from '#/veterinary/server/factory.ts'
import { razorpaySettings } from './gateway-peers.factory.ts'
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
const hour = 3_600_000

beforeEach(() => {
  clock.now = world.clock.now = start
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

/** Books ten days ahead, and returns the link's id. */
let slots = 0
async function bookAndOpenLink() {
  const from = String(9 + (slots % 8)).padStart(2, '0')
  const date = `2026-11-${12 + Math.floor(slots++ / 8)}`
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
  const lapses = booked.startsAt.getTime() - 23 * hour
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
  await sweep('payments-reconcile', new Date(startsAt.getTime() + 4 * 24 * hour))
  expect(await transfers(paymentId)).toEqual(['late_payment', 'refund'])
  expect(peer.all('refund', (one) => one['payment_id'] === paymentOn(link).id)).toMatchObject([
    { amount: 60_000, status: 'processed' },
  ])
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
})

test('a payment that nothing else found is found in the gateway’s records, and refunded', async () => {
  const { link, paymentId, startsAt } = await payTooSlowly()
  await settled(new Date(startsAt.getTime() + 20 * 24 * hour))
  peer.finish(link)
  await sweep('payments-reconcile')
  expect(await transfers(paymentId)).toEqual([])
  peer.settle()
  await sweep('payments-read-movements', new Date(clock.now.getTime() + hour))
  expect(await transfers(paymentId)).toEqual(['late_payment', 'refund'])
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
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
  expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])
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
const holds = async () => expect(await findBrokenInvariants(world.databaseUrl)).toEqual([])

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
  expect(await transfers(paymentId)).toEqual(['charge', 'payment', 'refund', 'refund_owed'])
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
  await sweep('payments-end-times-to-pay', new Date(startsAt.getTime() - 23 * hour))
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
    expect(await transfers(paymentId)).toEqual(['charge', 'payment', 'refund_owed'])
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

test('a dispute without a message is found within a day, and so is its end', async () => {
  const { paid, paymentId } = await payOnLink()
  const before = await owed()
  peer.dispute(paid, 'open')
  await sweep('payments-find-money-back')
  expect(await shown(paymentId)).toMatchObject({ isDisputed: true })
  expect(await owed()).toBe(before - 60_000)
  peer.dispute(paid, 'won')
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * hour))
  expect(await shown(paymentId)).toMatchObject({ isDisputed: false })
  expect(await owed()).toBe(before)
  await holds()
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
      await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * hour))
    expect(await owed()).toBe(before - 60_000)
    expect((await transfers(paymentId)).filter((kind) => kind.startsWith('refund'))).toEqual([])
    expect(await shown(paymentId)).toMatchObject({ refunds: [] })
    await holds()
  }
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
  await sweep('payments-find-money-back', new Date(clock.now.getTime() + 24 * hour))
  expect(await shown(paymentId)).toMatchObject({ status: 'refunded', refunds: [{ status: 'succeeded' }] })
  expect(await owed()).toBe(before - 60_000)
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

test('a receipt leaves out money that came in again and went back', async () => {
  const { paymentId } = await payOnLink()
  const attempt = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
  const again = { id: newId(), gateway_ref: 'pay_Test_again', settled_at: new Date(start.getTime() + hour) }
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
