import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '#/kernel/server/config.ts'
import { BadSignature, GatewayAway } from './gateway.ts'
import { stripeSettings } from './gateway-peers.factory.ts'
import { createGateways } from './gateways.ts'
import { openStripePeer, stripeSigned } from './stripe.factory.ts'

const clock = { now: new Date('2026-11-02T03:30:00Z') }
const peer = await openStripePeer(() => clock.now)
const open = (settings: Record<string, string> = {}) =>
  createGateways({
    config: readConfig({ NODE_ENV: 'test', ...stripeSettings(peer.url), ...settings }),
    sandboxUrl: () => Promise.reject(new Error('There is no sandbox')),
    ownUrl: () => '',
    now: () => clock.now,
  }).current
const gateway = open()
const payer = { userId: randomUUID(), name: 'Asha', email: 'asha@example.org', phone: null }
const what = { amount: 60_000, currency: 'INR', description: 'Teleconsultation', payer }
const back = 'http://localhost:3000/pay/return'
const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000)
const newest = () => peer.asked.at(-1)!
const formOf = ({ body }: { body: string }) => Object.fromEntries(new URLSearchParams(body))

async function saved(does: Parameters<typeof peer.save>[1] = 'succeed') {
  const { ref } = await gateway.openSetup({ setupId: randomUUID(), type: 'card', upiId: null, payer, back })
  peer.save(ref, does)
  return (await gateway.lookAtSetup(ref)).method!.token
}

test('a page is asked for in minor units, under our own id, for cards alone', async () => {
  const attemptId = randomUUID()
  await gateway.openCheckout({ ...what, attemptId, back, until: minutes(60) })
  const { headers, ...asked } = newest()
  expect(asked).toMatchObject({ method: 'POST', path: '/v1/checkout/sessions' })
  expect(headers).toMatchObject({
    'idempotency-key': attemptId,
    'content-type': 'application/x-www-form-urlencoded',
    'stripe-version': expect.stringMatching(/^2026-/),
  })
  expect(formOf(newest())).toEqual({
    mode: 'payment',
    client_reference_id: attemptId,
    customer_email: payer.email,
    success_url: back,
    cancel_url: back,
    expires_at: String(minutes(60).getTime() / 1000),
    'allowed_payment_method_types[0]': 'card',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'inr',
    'line_items[0][price_data][unit_amount]': '60000',
    'line_items[0][price_data][product_data][name]': 'Teleconsultation',
    'payment_intent_data[description]': 'Teleconsultation',
  })
})

test('a page takes UPI as well where the operator’s account has it', async () => {
  const indian = open({ STRIPE_RECURRING: '' })
  const types = () =>
    Object.entries(formOf(newest()))
      .filter(([name]) => name.startsWith('allowed_payment_method_types'))
      .map(([, type]) => type)
  const page = await indian.openCheckout({ ...what, attemptId: randomUUID(), back, until: null })
  expect(types()).toEqual(['card', 'upi'])
  peer.pay(page.ref, 'succeed', 'upi')
  expect(await indian.look(page.ref)).toMatchObject({ state: 'succeeded', method: { type: 'upi' } })
  peer.account.hasUpi = false
  const attemptId = randomUUID()
  const { ref } = await indian.openCheckout({ ...what, attemptId, back, until: null })
  expect(types()).toEqual(['card'])
  expect((await indian.openCheckout({ ...what, attemptId, back, until: null })).ref).toBe(ref)
  peer.account.hasUpi = true
})

test('how long a page is open is ours to end where Stripe has other limits', async () => {
  for (const until of [minutes(15), minutes(2 * 24 * 60), null]) {
    await gateway.openCheckout({ ...what, attemptId: randomUUID(), back, until })
    expect(formOf(newest())).not.toHaveProperty('expires_at')
  }
})

test('a charge is made off-session, and isn’t repeated a day later', async () => {
  const token = await saved()
  const attemptId = randomUUID()
  const seen = await gateway.charge({ ...what, attemptId, token })
  expect(newest().headers['idempotency-key']).toBe(attemptId)
  expect(formOf(newest())).toMatchObject({
    amount: '60000',
    currency: 'inr',
    payment_method: token,
    off_session: 'true',
    confirm: 'true',
    'metadata[charge]': attemptId,
  })
  peer.forgetKeys()
  expect((await gateway.charge({ ...what, attemptId, token })).ref).toBe(seen.ref)
})

test('a refund isn’t repeated a day later', async () => {
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved() })
  const asked = { refundId: randomUUID(), tries: 1, attemptRef: ref!, amount: 20_000, currency: 'INR' }
  const seen = await gateway.refund(asked)
  expect(newest().headers['idempotency-key']).toBe(`${asked.refundId}.1`)
  peer.forgetKeys()
  expect(await gateway.refund(asked)).toEqual(seen)
})

test('a refund that is still pending is seen, though its charge doesn’t count it yet', async () => {
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved() })
  peer.refundByHand(ref!, 20_000)['status'] = 'pending'
  peer.find(String(peer.find(ref!, 'payment_intent')['latest_charge']), 'charge')['amount_refunded'] = 0
  expect((await gateway.look(ref!)).refunds).toMatchObject([{ amount: 20_000, name: null, state: 'pending' }])
})

test('a charge that is still running is waited for, and its payer isn’t asked to pay', async () => {
  for (const does of ['succeed', 'fail'] as const) {
    const charge = { ...what, attemptId: randomUUID(), token: await saved(does) }
    peer.flying.charges = 1
    peer.trouble.lose = 9
    await expect(gateway.charge(charge)).rejects.toThrow(GatewayAway)
    peer.trouble.lose = 0
    const seen = await gateway.charge(charge)
    expect(seen).toMatchObject({ state: 'pending', failure: null })
    peer.land(seen.ref!)
    expect(await gateway.look(seen.ref!)).toMatchObject({
      state: does === 'succeed' ? 'succeeded' : 'failed',
    })
  }
})

test('a bank that wants to see the payer has them asked', async () => {
  const seen = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved('ask') })
  expect(seen).toMatchObject({ state: 'failed', failure: 'payer_needed' })
})

test('more is never sent back than came in', async () => {
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved() })
  const asked = { refundId: randomUUID(), tries: 1, attemptRef: ref!, amount: 60_001, currency: 'INR' }
  expect(await gateway.refund(asked)).toEqual({
    ref: '',
    state: 'failed',
    failure: 'charge_already_refunded',
  })
})

test('forgetting a card deletes its customer, and the card can’t be charged', async () => {
  const token = await saved()
  const before = peer.all('customer').length
  await gateway.forgetMethod(token)
  expect(peer.all('customer')).toHaveLength(before - 1)
  expect(await gateway.charge({ ...what, attemptId: randomUUID(), token })).toMatchObject({
    ref: null,
    state: 'failed',
    failure: 'no_method',
  })
})

test('leaving the page without saving saves no card', async () => {
  const { ref } = await gateway.openSetup({ setupId: randomUUID(), type: 'card', upiId: null, payer, back })
  peer.save(ref, 'refuse')
  expect(await gateway.lookAtSetup(ref)).toMatchObject({ state: 'failed', method: null })
})

test('a bank that only asks has taken nothing back', async () => {
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved() })
  peer.dispute(ref!, 'warning_needs_response')
  expect((await gateway.look(ref!)).disputes).toEqual([])
  peer.dispute(ref!, 'won')
  expect((await gateway.look(ref!)).disputes).toMatchObject([{ status: 'won' }])
})

test('a dispute that was resolved before it became one has taken the money, and a blocked one hasn’t', async () => {
  const taken = [{ amount: -60_000 }]
  for (const balance_transactions of [taken, [], [...taken, { amount: 60_000 }]]) {
    const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved() })
    peer.dispute(ref!, 'prevented')
    Object.assign(peer.find(String(peer.all('dispute')[0]!.id), 'dispute'), { balance_transactions })
    Object.assign(peer.find(String(peer.find(ref!, 'payment_intent')['latest_charge']), 'charge'), {
      disputed: false,
    })
    const seen = (await gateway.look(ref!, peer.all('dispute')[0]!.id)).disputes
    expect(seen).toMatchObject(balance_transactions === taken ? [{ amount: 60_000, status: 'lost' }] : [])
  }
})

test('a dispute in another currency than its payment counts as one of all of it', async () => {
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token: await saved() })
  peer.dispute(ref!, 'needs_response')
  Object.assign(peer.all('dispute').at(-1)!, { currency: 'usd', amount: 720 })
  expect((await gateway.look(ref!)).disputes).toMatchObject([{ amount: what.amount, status: 'open' }])
})

test('each webhook names the object to fetch', async () => {
  const attemptId = randomUUID()
  const read = (type: string, object: object) => {
    const body = peer.message(type, object)
    return gateway.readWebhook(body, stripeSigned(body, clock.now), clock.now)
  }
  const page = { id: 'cs_1', mode: 'payment', client_reference_id: attemptId }
  const told = [{ about: 'attempt', ref: 'cs_1', attemptId }]
  for (const kind of ['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed'])
    expect(await read(`checkout.session.${kind}`, page), kind).toEqual(told)
  expect(await read('checkout.session.completed', { id: 'cs_2', mode: 'setup' })).toEqual([
    { about: 'setup', ref: 'cs_2' },
  ])
  expect(await read('payment_intent.succeeded', { id: 'pi_1', metadata: { charge: attemptId } })).toEqual([
    { about: 'attempt', ref: 'pi_1', attemptId },
  ])
  expect(await read('payment_intent.succeeded', { id: 'pi_2', metadata: {} })).toEqual([
    { about: 'attempt', ref: 'pi_2' },
  ])
  expect(await read('charge.dispute.created', { id: 'dp_1', payment_intent: 'pi_1' })).toEqual([
    { about: 'attempt', ref: 'pi_1', disputeRef: 'dp_1' },
  ])
  for (const type of ['refund.updated', 'refund.failed', 'charge.refund.updated'])
    expect(await read(type, { id: 're_1', payment_intent: 'pi_1' }), type).toEqual([
      { about: 'refund', ref: 're_1', attemptRef: 'pi_1' },
    ])
  expect(await read('customer.created', { id: 'cus_1' })).toEqual([])
})

test('a refusal by Stripe is reported without its text, which may quote personal data', async () => {
  const refusal = await gateway.look('pi_unknown').catch((error: Error) => error)
  expect(refusal).toBeInstanceOf(GatewayAway)
  expect(String(refusal)).toContain('404: resource_missing')
  expect(String(refusal)).not.toContain('@')
  const stranger = open({ STRIPE_SECRET_KEY: 'sk_test_other' })
  await expect(stranger.look('pi_1')).rejects.toThrow(GatewayAway)
})

test('a card is saved and charged automatically only where the operator says that it can be', () => {
  expect(gateway).toMatchObject({ methods: ['card'], chargesByItself: true })
  expect(open({ STRIPE_RECURRING: '' })).toMatchObject({ methods: [], chargesByItself: false })
})

test('a thin event is refused like an unsigned one', async () => {
  const body = JSON.stringify({ id: 'evt_1', object: 'v2.core.event', type: 'v1.charge.dispute.created' })
  const read = gateway.readWebhook(body, stripeSigned(body, clock.now), clock.now)
  await expect(read).rejects.toThrow(BadSignature)
})

test('an error that Stripe saved under our key doesn’t stop a page, a charge or a refund for a day', async () => {
  const [attemptId, pageId, refundId] = [randomUUID(), randomUUID(), randomUUID()]
  const token = await saved()
  const charge = () => gateway.charge({ ...what, attemptId, token })
  const open = () => gateway.openCheckout({ ...what, attemptId: pageId, back, until: null })
  const { ref } = await gateway.charge({ ...what, attemptId: randomUUID(), token })
  const refund = () =>
    gateway.refund({ refundId, tries: 1, attemptRef: ref!, amount: 20_000, currency: 'INR' })
  for (const call of [charge, open, refund]) {
    peer.failing.calls = 3
    for (let n = 1; n <= 3; n++) await expect(call()).rejects.toThrow(GatewayAway)
    const seen = await call()
    expect(['succeeded', 'open']).toContain(seen.state)
    expect((await call()).ref).toBe(seen.ref)
  }
})

test('without the secret of its webhooks none is heard', () => {
  expect(gateway.hearsWebhooks).toBe(true)
  expect(open({ STRIPE_WEBHOOK_SECRET: '' }).hearsWebhooks).toBe(false)
})

test('Stripe’s telemetry is off', () => {
  expect(peer.asked.length).toBeGreaterThan(10)
  for (const { headers } of peer.asked) expect(headers).not.toHaveProperty('x-stripe-client-telemetry')
})
