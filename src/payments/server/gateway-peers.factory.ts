import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { lateMs } from '#/payments/sandbox/bank.ts'
import { createSandbox } from '#/payments/sandbox/server.ts'
import { sign, signatureHeader } from '#/payments/sandbox/signature.ts'
import type { Gateway } from './gateway.ts'
import { createGateways, sandboxKey } from './gateways.ts'
import { type Asked, handOnTo, listen } from './lossy.factory.ts'
import { openRazorpayPeer, razorpayKeys, razorpaySigned } from './razorpay.factory.ts'
import { openStripePeer, stripeKeys, stripeSigned } from './stripe.factory.ts'

export type Does = 'succeed' | 'fail' | 'late' | 'refund_fails' | 'dispute'

/** A gateway, and what payers and banks do at it. */
export type GatewayAndPeer = {
  gateway: Gateway
  clock: { now: Date }
  asked: Asked[]
  trouble: { fail: number; lose: number }
  /** The attempt's state after a card was declined on the gateway's page. */
  declined: 'failed' | 'open'
  pay(ref: string, does: Does): void
  /** A late bank says yes. */
  finish(ref: string): Promise<void> | void
  save(ref: string, type: 'card' | 'upi', does: Does): void
  dispute(ref: string, status: 'open' | 'won' | 'lost'): Promise<void> | void
  /** The id of a payment's dispute, where a look has to be given it. */
  disputeOf?(ref: string): string | undefined
  /** The operator refunds in the gateway's dashboard. Absent where there is none. */
  refundByHand?(ref: string, amount: number): unknown
  /** Sends the balance to the operator's bank account. Absent where there is none. */
  settle?(): void
  /** The number of payments received. */
  cameIn(): number
  message(ref: string, attemptId: string): string
  signed(body: string, at: Date, secret?: string): Record<string, string>
  tolerance: number
}

const start = new Date('2026-11-02T03:30:00Z')
const minutes = (count: number) => count * MINUTE

/** Peers have no card that disputes: a dispute is started by hand. */
const plain = (does: Does) => (does === 'dispute' ? 'succeed' : does)

const gatewayAt = (
  settings: Record<string, string>,
  rest: { now(): Date; ownUrl?(): string; url?: string },
) =>
  createGateways({
    config: readConfig({ NODE_ENV: 'test', ...settings }),
    sandboxUrl: async () => rest.url ?? '',
    ownUrl: () => rest.ownUrl?.() ?? '',
    now: rest.now,
  }).current

export async function stripe(): Promise<GatewayAndPeer> {
  const clock = { now: start }
  const peer = await openStripePeer(() => clock.now)
  return {
    clock,
    gateway: gatewayAt(stripeSettings(peer.url), { now: () => clock.now }),
    asked: peer.asked,
    trouble: peer.trouble,
    declined: 'open',
    tolerance: minutes(5),
    pay: (ref, does) => peer.pay(ref, plain(does)),
    finish: peer.finish,
    save: (ref, _type, does) => peer.save(ref, plain(does)),
    dispute: (ref, status) => peer.dispute(ref, status === 'open' ? 'needs_response' : status),
    refundByHand: peer.refundByHand,
    settle: () => void peer.settle(),
    cameIn: () => peer.all('charge').length,
    message: (ref) => peer.message('checkout.session.completed', peer.find(ref, 'checkout.session')),
    signed: stripeSigned,
  }
}

export const stripeSettings = (url: string) => ({
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: stripeKeys.key,
  STRIPE_WEBHOOK_SECRET: stripeKeys.webhookSecret,
  STRIPE_API_URL: url,
  STRIPE_RECURRING: 'on',
})

export async function razorpay(): Promise<GatewayAndPeer> {
  const clock = { now: start }
  const peer = await openRazorpayPeer(() => clock.now)
  return {
    clock,
    gateway: gatewayAt(razorpaySettings(peer.url), { now: () => clock.now }),
    asked: peer.asked,
    trouble: peer.trouble,
    declined: 'open',
    tolerance: minutes(8 * 24 * 60),
    pay: (ref, does) => peer.pay(ref, plain(does)),
    finish: peer.finish,
    save: (ref, _type, does) => peer.save(ref, plain(does)),
    dispute: (ref, status) => peer.dispute(ref, status),
    disputeOf: (ref) => peer.all('dispute', (one) => one['payment_id'] === ref)[0]?.id,
    refundByHand: peer.refundByHand,
    settle: peer.settle,
    cameIn: () => peer.all('payment', ({ captured }) => captured === true).length,
    message: (ref) => peer.message('payment_link.paid', { payment_link: peer.find(ref, 'payment_link') }),
    // Razorpay puts the time into the body.
    signed: (body, _at, secret) => razorpaySigned(body, secret),
  }
}

export const razorpaySettings = (url: string) => ({
  PAYMENT_GATEWAY: 'razorpay',
  RAZORPAY_KEY_ID: razorpayKeys.keyId,
  RAZORPAY_KEY_SECRET: razorpayKeys.keySecret,
  RAZORPAY_WEBHOOK_SECRET: razorpayKeys.webhookSecret,
  RAZORPAY_API_URL: url,
  RAZORPAY_RECURRING: 'on',
})

export async function sandbox(): Promise<GatewayAndPeer> {
  const clock = { now: start }
  const folder = await mkdtemp(join(tmpdir(), 'pawfolk-sandbox-'))
  const file = join(folder, 'sandbox.sqlite')
  const key = sandboxKey({ AUTH_SECRET: 'a secret of thirty-two characters' })
  const { server, bank, close } = createSandbox({
    file,
    key,
    work: false,
    now: () => clock.now.getTime(),
  })
  const kept = new DatabaseSync(file, { readOnly: true })
  const succeeded = `select count(*) as count from things where kind = 'payment' and body->>'state' = 'succeeded'`
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const peer = await listen(handOnTo(async () => url))
  const told = await listen(() => ({ status: 200, json: {} }))
  afterAll(async () => {
    kept.close()
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  const later = async () => {
    clock.now = new Date(clock.now.getTime() + lateMs)
    await bank.pump()
  }
  const visa = { type: 'card', brand: 'Visa', lastFour: '4242', upiId: null } as const
  const upi = { type: 'upi', brand: null, lastFour: null, upiId: 'asha@okbank' } as const
  return {
    clock,
    gateway: gatewayAt(
      { AUTH_SECRET: 'a secret of thirty-two characters' },
      { now: () => clock.now, ownUrl: () => told.url, url: peer.url },
    ),
    asked: peer.asked,
    trouble: peer.trouble,
    declined: 'failed',
    tolerance: minutes(5),
    pay: (ref, does) => void bank.pay(ref, visa, does),
    finish: later,
    save: (ref, type, does) => void bank.finishSetup(ref, type === 'card' ? visa : upi, does),
    dispute: (ref, status) => (status === 'open' ? later() : bank.decideDispute(ref, status)),
    cameIn: () => Number(kept.prepare(succeeded).get()!['count']),
    message: (ref, attemptId) =>
      JSON.stringify({ id: 'event', type: 'payment.updated', data: { id: ref, reference: attemptId } }),
    signed: (body, at, secret = key) => ({ [signatureHeader]: sign(secret, body, at.getTime()) }),
  }
}
