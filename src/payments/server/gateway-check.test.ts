import { expect, test } from 'vitest'
import { readConfig } from '#/kernel/server/config.ts'
import { BadSignature, type Told } from './gateway.ts'
import { checkGateway } from './gateway-check.ts'
import { missingForCheck } from './gateway-keys.ts'
import { razorpaySettings, stripeSettings } from './gateway-peers.factory.ts'
import { questionsOf } from './gateway-questions.ts'
import { createGateways } from './gateways.ts'
import { openRazorpayPeer } from './razorpay.factory.ts'
import { openStripePeer } from './stripe.factory.ts'

const stripe = await openStripePeer(() => new Date())
const razorpay = await openRazorpayPeer(() => new Date())

type Far = { pay(ref: string): void; save(ref: string): void; dispute?(ref: string): void }

async function check(
  settings: Record<string, string>,
  far: Far,
  { heard = [{ about: 'setup', ref: 'x' }] as (Told | BadSignature)[], skips = false } = {},
) {
  const config = readConfig({ NODE_ENV: 'test', ...settings })
  const gateway = createGateways({
    config,
    ownUrl: () => '',
    now: () => new Date(),
    sandboxUrl: () => Promise.reject(new Error('There is no sandbox')),
  }).current
  const lines: string[] = []
  const failures = await checkGateway({
    gateway,
    person: {
      tell: (line) => void lines.push(line),
      async does(request) {
        if (skips) return false
        const ref = request.trim().split('/').at(-1)!
        if (request.startsWith('Save')) far.save(ref)
        else if (request.includes('0259')) far.dispute?.(ref)
        else if (request.startsWith('Pay')) far.pay(ref)
        return true
      },
    },
    questions: questionsOf(config),
    heard: async () => heard.splice(0),
    back: 'http://localhost/',
    payer: { name: 'Asha', email: 'asha@example.org', phone: '+919812345678' },
    now: () => new Date(),
    wait: async () => undefined,
  })
  return { failures, said: lines.join('\n') }
}

const atStripe: Far = {
  pay: (ref) => stripe.pay(ref, 'succeed'),
  save: (ref) => stripe.save(ref, 'succeed'),
  dispute(ref) {
    stripe.pay(ref, 'succeed')
    stripe.dispute(String(stripe.find(ref, 'checkout.session')['payment_intent']), 'needs_response')
  },
}
const atRazorpay: Far = {
  pay: (ref) => razorpay.pay(ref, 'succeed'),
  save: (ref) => razorpay.save(ref, 'succeed'),
}

test('the check walks through everything at Stripe and answers what its documents leave open', async () => {
  const { failures, said } = await check(stripeSettings(stripe.url), atStripe)
  expect(said).toContain('ok       See a dispute')
  expect(said).toContain('ok       Charge the saved card, once although asked for twice')
  expect(said).toMatch(/answer {3}T2.*: no mandate/)
  expect(said).toMatch(/answer {3}T3.*: yes/)
  expect(said).toContain('Everything that was tried works.')
  expect(failures).toBe(0)
})

test('the check names what a restricted key may not read', async () => {
  stripe.account.forbidden = 'disputes'
  const { failures, said } = await check(stripeSettings(stripe.url), atStripe, { skips: true })
  stripe.account.forbidden = ''
  expect(said).toMatch(/FAILED {3}T3.*: it can’t read Disputes/)
  expect(failures).toBeGreaterThan(0)
})

test('the check names the questions that no step could answer', async () => {
  const { said } = await check({ ...stripeSettings(stripe.url), STRIPE_RECURRING: '' }, atStripe)
  expect(said).toMatch(/skipped {2}T2.*: its step was skipped/)
  expect(said).toMatch(/skipped {2}T9.*: its step was skipped/)
  expect(said).toMatch(/answer {3}T10.*: yes/)
})

test('the check says what to set if Razorpay doesn’t capture payments', async () => {
  const { said } = await check(razorpaySettings(razorpay.url), {
    ...atRazorpay,
    pay: (ref) => razorpay.pay(ref, 'late'),
  })
  expect(said).toMatch(/FAILED.*: it is still pending: set the payment capture to automatic/)
})

test('the check says what a method that names no mandate means', async () => {
  const { said } = await check(razorpaySettings(razorpay.url), {
    ...atRazorpay,
    save(ref) {
      atRazorpay.save(ref)
      delete razorpay.all('token')[0]!['recurring_details']
    },
  })
  expect(said).toMatch(/T6.*: no, only that it is for recurring payments/)
})

test('the check says that an account settles in another currency', async () => {
  stripe.account.settlesIn = 'usd'
  const { said } = await check(stripeSettings(stripe.url), atStripe)
  stripe.account.settlesIn = 'inr'
  expect(said).toContain('The account settles in USD: its amounts can’t be compared with ours in INR.')
})

test('the check walks through everything at Razorpay', async () => {
  const { failures, said } = await check(razorpaySettings(razorpay.url), atRazorpay)
  for (const answer of [/T4.*: yes/, /T5.*: yes/, /T6.*: confirmed/, /T8.*: yes/])
    expect(said).toMatch(answer)
  for (const method of ['card', 'UPI ID']) {
    expect(said).toContain(`ok       Charge the saved ${method}, once although asked for twice`)
    expect(said).toContain(`ok       Forget the saved ${method}`)
  }
  expect(said).toContain('skipped  See a dispute')
  expect(failures).toBe(0)
})

test('the check says what failed, and what nobody did', async () => {
  const wrong = { ...razorpaySettings(razorpay.url), RAZORPAY_KEY_SECRET: 'other' }
  expect((await check(wrong, atRazorpay)).said).toMatch(
    /FAILED {3}Pay on the gateway’s page: Razorpay answered 401/,
  )
  const skipped = await check(razorpaySettings(razorpay.url), atRazorpay, { skips: true, heard: [] })
  expect(skipped.said).toContain('skipped  Pay: nobody paid')
  expect(skipped.failures).toBe(0)
  const unsigned = await check(stripeSettings(stripe.url), atStripe, { heard: [new BadSignature('no')] })
  expect(unsigned.said).toMatch(/FAILED {3}Hear a webhook: a message came that isn’t signed/)
})

test('without keys, or with live ones, the check says what it needs', () => {
  const missing = (settings: Record<string, string>) =>
    missingForCheck(readConfig({ NODE_ENV: 'test', ...settings })).join('\n')
  expect(missing({})).toContain('PAYMENT_GATEWAY=razorpay with RAZORPAY_KEY_ID=rzp_test_')
  expect(missing({ ...stripeSettings(stripe.url), STRIPE_SECRET_KEY: 'sk_live_1' })).toContain(
    'use a test key',
  )
  expect(missing({ ...razorpaySettings(razorpay.url), RAZORPAY_KEY_ID: 'rzp_live_1' })).toContain('test key')
  expect(missing(stripeSettings(stripe.url))).toBe('')
})
