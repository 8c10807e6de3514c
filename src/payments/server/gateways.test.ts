import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { DAY } from '#/kernel/duration.ts'
import { BadSignature, GatewayAway } from './gateway.ts'
import { razorpay, sandbox, stripe } from './gateway-peers.factory.ts'

const price = { amount: 60_000, currency: 'INR' }
const payer = { userId: randomUUID(), name: 'Asha', email: 'asha@example.org', phone: '+919812345678' }
const back = 'http://localhost:3000/pay/return'

describe.each([
  ['the sandbox', await sandbox()],
  ['Stripe', await stripe()],
  ['Razorpay', await razorpay()],
])('by %s', (_name, peer) => {
  const { gateway, clock, asked, trouble } = peer

  const checkout = (attemptId: string = randomUUID(), until: Date | null = null) =>
    gateway.openCheckout({ attemptId, ...price, description: 'Teleconsultation', payer, back, until })

  const refund = (attemptRef: string, refundId: string = randomUUID(), tries = 1, amount = price.amount) =>
    gateway.refund({ refundId, tries, attemptRef, amount, currency: price.currency })

  async function paid(does: 'succeed' | 'refund_fails' | 'dispute' = 'succeed') {
    const { ref } = await checkout()
    peer.pay(ref, does)
    return (await gateway.look(ref)).ref
  }

  async function saved(does: 'succeed' | 'fail' = 'succeed', type: 'card' | 'upi' = 'card') {
    const upiId = type === 'upi' ? 'asha@okbank' : null
    const setup = await gateway.openSetup({ setupId: randomUUID(), type, upiId, payer, back })
    expect(setup).toMatchObject({ state: 'open', method: null })
    expect(setup.url).toEqual(expect.stringContaining(setup.ref))
    peer.save(setup.ref, type, does)
    return gateway.lookAtSetup(setup.ref)
  }

  const charge = (token: string, attemptId: string = randomUUID()) =>
    gateway.charge({ attemptId, ...price, description: 'Teleconsultation', payer, token })

  /** Loses the answer of a call that took effect. */
  async function lost(call: () => Promise<unknown>) {
    trouble.lose = 9
    await expect(call()).rejects.toThrow(GatewayAway)
    trouble.lose = 0
  }

  test('a payment on the page is found as paid, with method and time', async () => {
    const opened = await checkout()
    expect(opened).toMatchObject({ state: 'open', ...price, paidAt: null, failure: null, disputes: [] })
    expect(opened.url).toEqual(expect.stringContaining(opened.ref))
    peer.pay(opened.ref, 'succeed')
    const seen = await gateway.look(opened.ref)
    expect(seen).toMatchObject({ state: 'succeeded', ...price, paidAt: clock.now, failure: null })
    expect(['card', 'upi']).toContain(seen.method?.type)
    expect(await gateway.look(seen.ref)).toMatchObject({ ref: seen.ref, state: 'succeeded', ...price })
  })

  test('a payment that is due in seven months can be made today', async () => {
    const { ref } = await checkout(randomUUID(), new Date(clock.now.getTime() + 212 * DAY))
    peer.pay(ref, 'succeed')
    expect(await gateway.look(ref)).toMatchObject({ state: 'succeeded' })
  })

  test('a card that is declined on the page is no payment, and another may follow', async () => {
    const { ref } = await checkout()
    peer.pay(ref, 'fail')
    const seen = await gateway.look(ref)
    expect(seen.state).toBe(peer.declined)
    expect(seen.failure).toEqual(expect.any(String))
    peer.pay(ref, 'succeed')
    expect(await gateway.look(ref)).toMatchObject({ state: 'succeeded', ...price })
  })

  test('a bank that takes its time is waited for', async () => {
    const { ref } = await checkout()
    peer.pay(ref, 'late')
    expect(await gateway.look(ref)).toMatchObject({ state: 'pending', ref, paidAt: null })
    expect(await gateway.close(ref)).toMatchObject({ state: 'pending' })
    await peer.finish(ref)
    expect(await gateway.look(ref)).toMatchObject({ state: 'succeeded', ...price })
  })

  test('a closed page can’t be paid, also when closed twice', async () => {
    const { ref } = await checkout()
    expect(await gateway.close(ref)).toMatchObject({ state: 'closed', ref })
    expect(await gateway.close(ref)).toMatchObject({ state: 'closed', ref })
    try {
      peer.pay(ref, 'succeed')
    } catch {}
    expect(await gateway.look(ref)).toMatchObject({ state: 'closed', ref })
  })

  test('closing a page that was paid meanwhile reports the payment', async () => {
    const { ref } = await checkout()
    peer.pay(ref, 'succeed')
    const closed = await gateway.close(ref)
    expect(closed).toMatchObject({ state: 'succeeded', ...price })
    expect(await gateway.close(closed.ref)).toMatchObject({ state: 'succeeded', ref: closed.ref })
  })

  test('a lost answer leaves one page, which is found again', async () => {
    const attemptId = randomUUID()
    await lost(() => checkout(attemptId))
    const { ref, url } = await checkout(attemptId)
    expect(url).toEqual(expect.stringContaining(ref))
    const again = await gateway.openCheckout({
      attemptId,
      ...price,
      description: 'Teleconsultation',
      until: null,
      payer: { ...payer, email: 'other@example.org' },
      back: 'http://127.0.0.1:3000/pay/return',
    })
    expect(again.ref).toBe(ref)
    peer.pay(ref, 'succeed')
    expect(await checkout(attemptId)).toMatchObject({ state: 'succeeded' })
  })

  test('a page may be open for any time that is left', async () => {
    for (const minutes of [1, 10, 20, 40, 600, 3000]) {
      const { state } = await checkout(randomUUID(), new Date(clock.now.getTime() + minutes * 60_000))
      expect(state, `${minutes} minutes`).toBe('open')
    }
  })

  test('a method saved on the page can be charged once per attempt', async () => {
    const { state, method } = await saved()
    expect(state).toBe('done')
    expect(method).toMatchObject({ type: 'card', brand: 'Visa', lastFour: '4242', upiId: null })
    const attemptId = randomUUID()
    const seen = await charge(method!.token, attemptId)
    expect(seen).toMatchObject({ state: 'succeeded', ...price, paidAt: clock.now })
    expect(seen.method).toMatchObject({ type: 'card', lastFour: '4242' })
    expect(await charge(method!.token, attemptId)).toMatchObject({ ref: seen.ref, state: 'succeeded' })
  })

  test('a charge whose answer is lost is the same charge when it is repeated', async () => {
    const { method } = await saved()
    const attemptId = randomUUID()
    const before = peer.cameIn()
    await lost(() => charge(method!.token, attemptId))
    trouble.lose = 9
    const second = await charge(method!.token, attemptId).catch(() => null)
    trouble.lose = 0
    const third = await charge(method!.token, attemptId)
    expect(third).toMatchObject({ state: 'succeeded', ...price })
    if (second) expect(second.ref).toBe(third.ref)
    expect(peer.cameIn()).toBe(before + 1)
  })

  test('a charge whose answer is lost is found by its name, and one that was never made is not', async () => {
    const { method } = await saved()
    const { token } = method!
    const attemptId = randomUUID()
    expect(await gateway.findCharge({ attemptId, token })).toBeNull()
    const made = await charge(token, attemptId)
    const found = await gateway.findCharge({ attemptId, token })
    expect(found).toMatchObject({ ref: made.ref, state: 'succeeded', ...price })
    expect(await gateway.findCharge({ attemptId: randomUUID(), token: null })).toBeNull()
  })

  test('a charge that is declined has failed, also when it is repeated', async () => {
    const { method } = await saved('fail')
    const attemptId = randomUUID()
    const seen = await charge(method!.token, attemptId)
    expect(seen).toMatchObject({ state: 'failed', paidAt: null, failure: expect.any(String) })
    expect(await charge(method!.token, attemptId)).toMatchObject({ ref: seen.ref, state: 'failed' })
    if (seen.ref) expect(await gateway.look(seen.ref)).toMatchObject({ state: 'failed' })
  })

  test('a UPI id is saved and charged where it is offered', async () => {
    if (!gateway.methods.includes('upi')) return
    const { state, method } = await saved('succeed', 'upi')
    expect(state).toBe('done')
    expect(method).toMatchObject({ type: 'upi', upiId: 'asha@okbank', brand: null, lastFour: null })
    expect(await charge(method!.token)).toMatchObject({ state: 'succeeded', method: { type: 'upi' } })
  })

  test('a method can be forgotten repeatedly', async () => {
    const { method } = await saved()
    await gateway.forgetMethod(method!.token)
    await gateway.forgetMethod(method!.token)
  })

  test('a refund is sent once, also when requested repeatedly', async () => {
    const ref = await paid()
    const id = randomUUID()
    await lost(() => refund(ref, id, 1, 20_000))
    const seen = await refund(ref, id, 1, 20_000)
    expect(seen).toMatchObject({ state: 'succeeded', failure: null })
    expect(await refund(ref, id, 1, 20_000)).toEqual(seen)
    expect(await gateway.lookAtRefund(seen.ref)).toEqual(seen)
    expect(await refund(ref, randomUUID(), 1, 40_000)).toMatchObject({ state: 'succeeded' })
    expect(await gateway.look(ref)).toMatchObject({ state: 'succeeded', ...price })
  })

  test('a refund that fails is tried again under another name', async () => {
    const ref = await paid('refund_fails')
    const id = randomUUID()
    const seen = await refund(ref, id)
    expect(seen).toMatchObject({ state: 'failed', failure: expect.any(String) })
    expect(await refund(ref, id)).toEqual(seen)
    expect(await refund(ref, id, 2)).toMatchObject({ state: 'succeeded' })
  })

  test('a dispute is reported until it is decided', async () => {
    const ref = await paid('dispute')
    const look = () => gateway.look(ref, peer.disputeOf?.(ref))
    expect((await look()).disputes).toEqual([])
    await peer.dispute(ref, 'open')
    const [open] = (await look()).disputes
    expect(open).toMatchObject({ amount: price.amount, status: 'open' })
    await peer.dispute(ref, 'lost')
    expect((await look()).disputes).toEqual([{ ...open, status: 'lost' }])
  })

  test('refunds and disputes that nobody told us about are listed with the payment they belong to', async () => {
    if (!gateway.moneyBackSince || !peer.refundByHand) return
    const since = { disputes: clock.now, refunds: clock.now }
    const [refunded, disputed] = [await paid(), await paid()]
    const own = await refund(refunded, 'b2d9ae0a-0000-7000-8000-000000000001', 1, 20_000)
    peer.refundByHand(refunded, 15_000)
    await peer.dispute(disputed, 'open')
    const listed = await gateway.moneyBackSince(since)
    const refunds = listed.filter(({ attemptRef }) => attemptRef === refunded)
    expect(refunds).toHaveLength(2)
    expect(refunds).toContainEqual({ kind: 'refund', attemptRef: refunded, ref: own.ref })
    expect(listed.filter(({ attemptRef }) => attemptRef === disputed)).toMatchObject([
      { kind: 'dispute', status: 'open' },
    ])
    const seen = (await gateway.look(refunded)).refunds!
    expect(seen.map(({ amount }) => amount).sort()).toEqual([15_000, 20_000])
    expect(seen.find(({ ref }) => ref === own.ref)).toMatchObject({
      name: 'b2d9ae0a-0000-7000-8000-000000000001.1',
      state: 'succeeded',
    })
    const later = new Date(clock.now.getTime() + 60_000)
    expect(await gateway.moneyBackSince({ disputes: later, refunds: later })).toEqual([])
  })

  test('movements of the balance are listed with their fee and tax, and what they are about', async () => {
    peer.settle?.()
    clock.now = new Date(clock.now.getTime() + 3 * DAY)
    const from = clock.now
    const [refunded, disputed] = [await paid(), await paid()]
    const sent = await refund(refunded, randomUUID(), 1, 20_000)
    // The sandbox disputes what was paid to be disputed.
    const sandboxed = gateway.name === 'sandbox' ? await paid('dispute') : disputed
    await peer.dispute(sandboxed, 'open')
    await peer.dispute(sandboxed, 'won')
    peer.settle?.()
    const to = new Date(clock.now.getTime() + 60_000)
    const { movements: listed, balance } = await gateway.movements({ from, to })
    const movements = listed.filter(({ at }) => at >= from)
    expect(
      movements.filter(({ kind, paymentRef }) => kind === 'payment' && paymentRef === refunded),
    ).toMatchObject([{ amount: 60_000, fee: 1_416, tax: 216, currency: 'INR', aboutRef: null }])
    expect(movements.filter(({ aboutRef }) => aboutRef === sent.ref)).toMatchObject([
      { kind: 'refund', amount: -20_000, fee: 0, tax: 0, currency: 'INR' },
    ])
    const [{ ref: disputeRef } = { ref: '' }] = (await gateway.look(sandboxed, peer.disputeOf?.(sandboxed)))
      .disputes
    const disputes = movements.filter(({ aboutRef }) => aboutRef === disputeRef)
    expect(disputes.map(({ kind, amount: moved }) => [kind, moved]).sort()).toEqual([
      ['dispute', -60_000],
      ['dispute_won', 60_000],
    ])
    expect(movements.filter(({ kind }) => kind === 'settlement')).toHaveLength(peer.settle ? 1 : 0)
    expect(new Set(movements.map(({ ref }) => ref)).size).toBe(movements.length)
    const net = movements.reduce((sum, one) => sum + one.amount - one.fee, 0)
    if (peer.settle) expect(net, 'everything was settled').toBe(0)
    if (balance !== null && peer.settle) expect(balance).toBe(0)
    const later = new Date(to.getTime() + 2 * DAY)
    const after = await gateway.movements({ from: later, to: later })
    expect(after.movements.filter(({ at }) => at >= later)).toEqual([])
  })

  test('trouble over there is nothing known, and passes', async () => {
    const { ref } = await checkout()
    const calls = [
      () => checkout(),
      () => gateway.look(ref),
      () => gateway.close(ref),
      () => charge('pm_or/token'),
      () => refund(ref),
      () => gateway.lookAtRefund('re_1'),
      () => gateway.lookAtSetup('cs_1'),
      () => gateway.openSetup({ setupId: randomUUID(), type: 'card' as const, upiId: null, payer, back }),
    ]
    for (const call of calls) {
      trouble.fail = 1
      await expect(call(), String(call)).rejects.toThrow(GatewayAway)
      trouble.fail = 0
    }
    expect(await gateway.look(ref)).toMatchObject({ ref })
  })

  test('a webhook is accepted by the signature of its body while that is valid', async () => {
    const attemptId = randomUUID()
    const { ref } = await checkout(attemptId)
    peer.pay(ref, 'succeed')
    const body = peer.message(ref, attemptId)
    const { now } = clock
    const read = (sent: string, headers: Record<string, string>, at = now) =>
      gateway.readWebhook(sent, headers, at)
    expect(await read(body, peer.signed(body, now))).toEqual([{ about: 'attempt', ref, attemptId }])
    const refused = { about: 'refused' }
    const outcome = (...sent: Parameters<typeof read>) =>
      read(...sent).catch((error) => (error instanceof BadSignature ? refused : error))
    const good = peer.signed(body, now)
    expect(await outcome(body, {})).toBe(refused)
    expect(await outcome(body, peer.signed(body, now, 'another secret'))).toBe(refused)
    expect(await outcome(`${body} `, good)).toBe(refused)
    expect(await outcome(body.replace(attemptId, randomUUID()), good)).toBe(refused)
    expect(await outcome(JSON.stringify(JSON.parse(body), null, 2), good)).toBe(refused)
    const late = new Date(now.getTime() + peer.tolerance + 2_000)
    expect(await outcome(body, good, late)).toBe(refused)
    const inTime = new Date(now.getTime() + peer.tolerance - 2_000)
    expect(await outcome(body, good, inTime)).toHaveLength(1)
    for (const odd of ['null', '[]', '{}', '{"type":"account.updated","data":{"object":{"id":"x"}}}'])
      expect(await read(odd, peer.signed(odd, now)), odd).toEqual([])
  })

  test('no number of a card was ever sent', () => {
    expect(asked.length).toBeGreaterThan(20)
    for (const { path, body } of asked) expect(path + decodeURIComponent(body)).not.toMatch(/\b\d{15,19}\b/)
  })
})
