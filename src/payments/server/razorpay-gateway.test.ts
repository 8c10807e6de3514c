import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#/kernel/server/config.ts'
import { GatewayAway } from './gateway.ts'
import { razorpaySettings } from './gateway-peers.factory.ts'
import { createGateways } from './gateways.ts'
import { openRazorpayPeer, razorpaySigned } from './razorpay.factory.ts'

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const peer = await openRazorpayPeer(() => clock.now)
const open = (settings: Record<string, string> = {}) =>
  createGateways({
    config: readConfig({ NODE_ENV: 'test', ...razorpaySettings(peer.url), ...settings }),
    sandboxUrl: () => Promise.reject(new Error('There is no sandbox')),
    ownUrl: () => '',
    now: () => clock.now,
  }).current
const gateway = open()
const payer = { userId: randomUUID(), name: 'Asha', email: 'asha@example.org', phone: '+919812345678' }
const what = { amount: 60_000, currency: 'INR', description: 'Teleconsultation', payer }
const back = 'http://localhost:3000/pay/return'
const inSeconds = (minutes: number) => Math.floor(clock.now.getTime() / 1000) + minutes * 60
const sent = (path: string) => {
  const { body, headers } = peer.asked.findLast((one) => one.method === 'POST' && one.path === path)!
  return { body: JSON.parse(body) as unknown, headers }
}

async function saved(does: Parameters<typeof peer.save>[1] = 'succeed', type: 'card' | 'upi' = 'card') {
  const { ref } = await gateway.openSetup({ setupId: randomUUID(), type, upiId: null, payer, back })
  peer.save(ref, does)
  return gateway.lookAtSetup(ref)
}
const charge = async (does: Parameters<typeof peer.save>[1] = 'succeed', attemptId: string = randomUUID()) =>
  gateway.charge({ ...what, attemptId, token: (await saved(does)).method!.token })

test('a payment link is requested in minor units under our own id, without notifications', async () => {
  const attemptId = randomUUID()
  const until = new Date(clock.now.getTime() + 60 * 60_000)
  await gateway.openCheckout({ ...what, attemptId, back, until })
  expect(sent('/v1/payment_links').body).toEqual({
    amount: 60_000,
    currency: 'INR',
    description: 'Teleconsultation',
    reference_id: attemptId,
    customer: { name: 'Asha', email: 'asha@example.org', contact: '+919812345678' },
    notify: { sms: false, email: false },
    reminder_enable: false,
    callback_url: back,
    callback_method: 'get',
    expire_by: inSeconds(60),
  })
})

test('a link lives a little longer than Razorpay’s quarter of an hour, where less is left', async () => {
  await gateway.openCheckout({
    ...what,
    attemptId: randomUUID(),
    back,
    until: new Date(clock.now.getTime() + 1),
  })
  const { expire_by } = sent('/v1/payment_links').body as { expire_by: number }
  expect(expire_by).toBeGreaterThan(inSeconds(15))
  expect(expire_by).toBeLessThan(inSeconds(18))
})

test.each([
  ['Al', undefined],
  ['आशा राव', undefined],
  ['Zoë D’Souza-Rao', "Zoe D'Souza Rao"],
  ['A'.repeat(80), 'A'.repeat(50)],
])('a payer called %s can pay and save a method, as %s', async (name, sent) => {
  const guest = { ...payer, name, email: `${'a'.repeat(60)}@example.org`, phone: '+91 98123 45678' }
  await gateway.openCheckout({ ...what, payer: guest, attemptId: randomUUID(), back, until: null })
  expect(peer.all('payment_link')[0]!['customer']).toEqual({
    ...(sent && { name: sent }),
    contact: '+919812345678',
  })
  const setup = { setupId: randomUUID(), type: 'card' as const, upiId: null, back }
  await gateway.openSetup({ ...setup, payer: { ...guest, email: payer.email } })
  expect(peer.all('invoice')[0]!['customer']).toMatchObject({ name: sent ?? 'Customer' })
})

test('a paid link that names only its payment is paid', async () => {
  const { ref } = await gateway.openCheckout({ ...what, attemptId: randomUUID(), back, until: null })
  peer.pay(ref, 'succeed')
  const link = peer.find(ref, 'payment_link')
  const { id } = peer.all('payment', (one) => one['order_id'] === link['order_id'])[0]!
  Object.assign(link, { order_id: null, payments: [{ payment_id: id, status: 'captured' }] })
  expect(await gateway.look(ref)).toMatchObject({ state: 'succeeded', ref: id })
})

test('two simultaneous requests for one payment get the same page', async () => {
  const attemptId = randomUUID()
  const open = () => gateway.openCheckout({ ...what, attemptId, back, until: null })
  const [one, other, third] = await Promise.all([open(), open(), open()])
  expect(new Set([one.ref, other.ref, third.ref]).size).toBe(1)
})

test('a charge is an order of its own, made with the token of its owner', async () => {
  const attemptId = randomUUID()
  expect(await charge('succeed', attemptId)).toMatchObject({ state: 'succeeded', amount: 60_000 })
  expect(sent('/v1/orders').body).toEqual({
    amount: 60_000,
    currency: 'INR',
    receipt: attemptId,
    unique_receipt: true,
    payment_capture: true,
    notes: { charge: attemptId },
  })
  expect(sent('/v1/payments/create/recurring').body).toMatchObject({
    amount: 60_000,
    currency: 'INR',
    email: payer.email,
    contact: payer.phone,
    recurring: true,
    order_id: expect.stringMatching(/^order_/),
    customer_id: expect.stringMatching(/^cust_/),
    token: expect.stringMatching(/^token_/),
    notes: { charge: attemptId },
  })
})

test('a charge whose answer was lost has one order, even before the list shows it', async () => {
  const attemptId = randomUUID()
  const { token } = (await saved()).method!
  peer.lagging.orders = true
  peer.trouble.lose = 1
  await expect(gateway.charge({ ...what, attemptId, token })).rejects.toThrow(GatewayAway)
  expect(await gateway.charge({ ...what, attemptId, token })).toMatchObject({ state: 'succeeded' })
  peer.lagging.orders = false
  expect(peer.all('order', (one) => one['receipt'] === attemptId)).toHaveLength(1)
})

test('a charge that the bank still announces to its payer is waited for', async () => {
  const attemptId = randomUUID()
  const { token } = (await saved('late')).method!
  const seen = await gateway.charge({ ...what, attemptId, token })
  expect(seen).toMatchObject({ state: 'pending', ref: expect.stringMatching(/^order_/) })
  expect(await gateway.charge({ ...what, attemptId, token })).toEqual(seen)
  expect(await gateway.close(seen.ref!)).toMatchObject({ state: 'pending' })
})

test('saved methods are charged by themselves only where the operator’s account can', () => {
  expect(gateway.chargesByItself).toBe(true)
  expect(open({ RAZORPAY_RECURRING: '' }).chargesByItself).toBe(false)
})

test('a refund has its own key, and isn’t repeated when the key has expired', async () => {
  const { ref } = await charge()
  const refundId = randomUUID()
  const asked = { refundId, tries: 2, attemptRef: ref!, amount: 20_000, currency: 'INR' }
  const seen = await gateway.refund(asked)
  const { body, headers } = sent(`/v1/payments/${ref}/refund`)
  expect(body).toEqual({ amount: 20_000, speed: 'normal', receipt: `${refundId}.2` })
  expect(headers['x-refund-idempotency']).toBe(`${refundId}_2`)
  peer.forgetKeys()
  expect(await gateway.refund(asked)).toEqual(seen)
})

test('saving a method requests the legal maximum and can be repeated', async () => {
  const setup = { setupId: randomUUID(), type: 'upi' as const, upiId: null, payer, back }
  const { ref } = await gateway.openSetup(setup)
  expect(sent('/v1/subscription_registration/auth_links').body).toMatchObject({
    type: 'link',
    amount: 100,
    currency: 'INR',
    receipt: setup.setupId,
    subscription_registration: { method: 'upi', max_amount: 1_500_000, frequency: 'as_presented' },
    email_notify: false,
    sms_notify: false,
  })
  expect((await gateway.openSetup(setup)).ref).toBe(ref)
})

test('the amount charged for saving a method is refunded once', async () => {
  const { ref, state } = await saved()
  expect(state).toBe('done')
  const { payment_id } = peer.find(ref, 'invoice')
  await gateway.lookAtSetup(ref)
  const back = peer.all('refund', (one) => one['payment_id'] === payment_id)
  expect(back).toMatchObject([{ amount: 100, status: 'processed' }])
})

test('a rupee whose refund the bank refuses is not sent back again at each look', async () => {
  const { ref } = await gateway.openSetup({ setupId: randomUUID(), type: 'card', upiId: null, payer, back })
  peer.save(ref, 'succeed')
  const { payment_id } = peer.find(ref, 'invoice')
  peer.find(String(payment_id), 'payment')['does'] = 'refund_fails'
  await gateway.lookAtSetup(ref)
  peer.forgetKeys()
  await gateway.lookAtSetup(ref)
  expect(peer.all('refund', (one) => one['payment_id'] === payment_id)).toMatchObject([{ status: 'failed' }])
})

test('a charge that was promised and never taken has failed', async () => {
  const { token } = (await saved('late')).method!
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token })
  const [payment] = peer.all('payment', ({ order_id }) => order_id === ref)
  Object.assign(payment!, { status: 'refunded', captured: false })
  expect(await gateway.look(ref!)).toMatchObject({ state: 'failed', paidAt: null })
})

test('a bank that does not agree to later charges leaves nothing saved', async () => {
  expect(await saved('refuse')).toMatchObject({ state: 'failed', method: null })
})

test('a token that only says that it is for recurring payments is saved, and one that is being cancelled is not', async () => {
  const { ref } = await saved()
  const [token] = peer.all('token')
  delete token!['recurring_details']
  expect(await gateway.lookAtSetup(ref)).toMatchObject({ state: 'done' })
  token!['recurring_details'] = { status: 'initiated' }
  expect(await gateway.lookAtSetup(ref)).toMatchObject({ state: 'open' })
  token!['recurring_details'] = { status: 'cancellation_initiated' }
  expect(await gateway.lookAtSetup(ref)).toMatchObject({ state: 'failed', method: null })
})

test('a mandate whose UPI id Razorpay doesn’t tell is kept, and cancelled when it is forgotten', async () => {
  peer.account.savesVpa = false
  const { state, method } = await saved('succeed', 'upi')
  expect({ state, method }).toMatchObject({ state: 'done', method: { type: 'upi', upiId: null } })
  peer.account.savesVpa = true
  expect(peer.mandates.size).toBeGreaterThan(0)
  const before = peer.mandates.size
  await gateway.forgetMethod(method!.token)
  expect(peer.mandates.size).toBe(before - 1)
  await gateway.forgetMethod((await saved('succeed', 'card')).method!.token)
  expect(peer.asked.filter((one) => one.method === 'PUT')).toHaveLength(1)
})

test('without a phone number Razorpay saves no method and says so', async () => {
  const setup = { setupId: randomUUID(), type: 'card' as const, upiId: null, back }
  await expect(gateway.openSetup({ ...setup, payer: { ...payer, phone: null } })).rejects.toThrow(GatewayAway)
})

const disputeOf = (ref: string) => peer.all('dispute', (one) => one['payment_id'] === ref)[0]!.id

test('a look asks for the dispute that was named, not for all of them, and it ends as its deduction says', async () => {
  const [ref, other] = [(await charge()).ref!, (await charge()).ref!]
  peer.dispute(ref, 'under_review')
  peer.dispute(other, 'open')
  const before = peer.asked.length
  expect((await gateway.look(ref, disputeOf(ref))).disputes).toMatchObject([
    { amount: 60_000, status: 'open' },
  ])
  const paths = peer.asked.slice(before).map(({ path }) => path)
  expect(paths.filter((path) => path.includes('/disputes'))).toEqual([`/v1/disputes/${disputeOf(ref)}`])
  peer.dispute(ref, 'closed')
  expect((await gateway.look(ref, disputeOf(ref))).disputes).toMatchObject([{ status: 'won' }])
  expect((await gateway.look(ref, disputeOf(other))).disputes, 'of another payment').toEqual([])
  expect((await gateway.look(ref)).disputes).toEqual([])
})

test('an alert of fraud or an inquiry counts as a dispute once it has taken money', async () => {
  for (const phase of ['fraud', 'retrieval']) {
    const { ref } = await charge()
    peer.dispute(ref!, 'open', phase)
    expect((await gateway.look(ref!, disputeOf(ref!))).disputes).toEqual([])
    peer.dispute(ref!, 'lost', phase)
    expect((await gateway.look(ref!, disputeOf(ref!))).disputes).toMatchObject([
      { amount: 60_000, status: 'lost' },
    ])
  }
})

test('each webhook names the object to fetch', async () => {
  const attemptId = randomUUID()
  const read = (event: string, entities: Record<string, object>) => {
    const body = peer.message(event, entities as Parameters<typeof peer.message>[1])
    return gateway.readWebhook(body, razorpaySigned(body), clock.now)
  }
  const link = { id: 'plink_1', reference_id: attemptId }
  for (const kind of ['paid', 'cancelled', 'expired', 'partially_paid'])
    expect(await read(`payment_link.${kind}`, { payment_link: link, payment: { id: 'pay_1' } })).toEqual([
      { about: 'attempt', ref: 'plink_1', attemptId },
    ])
  for (const kind of ['authorized', 'captured', 'failed'])
    expect(
      await read(`payment.${kind}`, {
        payment: { id: 'pay_1', order_id: 'order_1', notes: { charge: attemptId } },
      }),
    ).toEqual([{ about: 'attempt', ref: 'order_1', attemptId }])
  expect(
    await read('payment.captured', { payment: { id: 'pay_1', order_id: 'order_2', notes: [] } }),
  ).toEqual([{ about: 'payment', ref: 'pay_1' }])
  expect(await read('payment.failed', { payment: { id: 'pay_1', order_id: 'order_2', notes: [] } })).toEqual(
    [],
  )
  expect(
    await read('payment.dispute.lost', {
      payment: { id: 'pay_1' },
      dispute: { id: 'disp_1', payment_id: 'pay_1' },
    }),
  ).toEqual([{ about: 'attempt', ref: 'pay_1', disputeRef: 'disp_1' }])
  const refund = { id: 'rfnd_1', payment_id: 'pay_1' }
  expect(await read('refund.processed', { refund, payment: { id: 'pay_1' } })).toEqual([
    { about: 'refund', ref: 'rfnd_1', attemptRef: 'pay_1' },
  ])
  expect(await read('invoice.paid', { invoice: { id: 'inv_1' }, payment: { id: 'pay_1' } })).toEqual([
    { about: 'setup', ref: 'inv_1' },
  ])
  expect(await read('payment.downtime.started', { downtime: { id: 'down_1' } })).toEqual([])
})

test('a refusal by Razorpay is reported without its text, which may quote personal data', async () => {
  const refusal = await gateway.look('pay_Test999999999').catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(GatewayAway)
  expect(String(refusal)).toContain('answered 400 to GET payments/…: input_validation_failed')
  await expect(open({ RAZORPAY_KEY_SECRET: 'other' }).look('pay_1')).rejects.toThrow(GatewayAway)
})

test('without the secret of its webhooks none is heard', () => {
  expect(gateway.hearsWebhooks).toBe(true)
  expect(open({ RAZORPAY_WEBHOOK_SECRET: '' }).hearsWebhooks).toBe(false)
})
