import { randomUUID } from 'node:crypto'
import { sign, signatureHeader } from './signature.ts'
import type { Method, Movement, Outcome, Payment, Refund, Setup, Store } from './store.ts'

/** The delay of a late answer, and of a dispute. */
export const lateMs = 20_000
/** Like at most Indian gateways: 2% of a payment, and 18% tax on that. */
const feeOf = (amount: number) => Math.round(amount * 0.02)
const taxOn = (fee: number) => Math.round(fee * 0.18)
const webhookPatience = 5_000
const mostTries = 12

export type NewCharge = Pick<
  Payment,
  'reference' | 'amount' | 'currency' | 'description' | 'webhookUrl' | 'returnUrl' | 'until'
>

/** The bank behind the sandbox: applies the chosen outcome, and retries its signed webhooks until the app accepts them. */
export function createBank(options: { store: Store; key: string; now(): number }) {
  const { store, key, now } = options
  let pumping: Promise<void> | undefined

  function tell(
    type: string,
    thing: { id: string; reference: string; webhookUrl: string | null; paymentId?: string },
  ) {
    if (!thing.webhookUrl) return
    const body = JSON.stringify({
      id: randomUUID(),
      type,
      data: {
        id: thing.id,
        reference: thing.reference,
        ...(thing.paymentId && { payment: thing.paymentId }),
      },
    })
    store.schedule('webhook', thing.webhookUrl, now(), body)
  }

  /** Notes a movement of the balance. Only payments cost a fee. */
  function move(type: Movement['type'], { id, currency }: Payment, amount: number, aboutId: string | null) {
    const fee = type === 'payment' ? feeOf(amount) : 0
    const tax = taxOn(fee)
    const name = `mov_${randomUUID()}`
    store.add({
      id: name,
      kind: 'movement',
      reference: name,
      type,
      amount,
      fee: fee + tax,
      tax,
      currency,
      at: now(),
      paymentId: id,
      aboutId,
    })
  }

  function open(charge: NewCharge): Payment {
    return store.add({
      ...charge,
      id: `pay_${randomUUID()}`,
      kind: 'payment',
      state: 'open',
      paidAt: null,
      method: null,
      failure: null,
      outcome: null,
      disputes: [],
    })
  }

  /** Pays, or charges a saved method. A closed or paid payment stays as it is. */
  function pay(id: string, method: Method, outcome: Outcome): Payment | undefined {
    const payment = store.find('payment', id)
    if (!payment || (payment.state !== 'open' && payment.state !== 'failed')) return payment
    if (payment.until !== null && payment.until <= now()) return close(id)
    const next: Payment = { ...payment, method, outcome }
    if (outcome === 'fail') Object.assign(next, { state: 'failed', failure: 'declined' })
    else if (outcome === 'late' || outcome === 'late_fail') {
      next.state = 'pending'
      store.schedule('settle', id, now() + lateMs)
    } else {
      Object.assign(next, { state: 'succeeded', paidAt: now(), failure: null })
      move('payment', next, next.amount, null)
      if (outcome === 'dispute') store.schedule('dispute', id, now() + lateMs)
    }
    store.save(next)
    tell('payment.updated', next)
    return next
  }

  function close(id: string): Payment | undefined {
    const payment = store.find('payment', id)
    // A pending payment is with the bank and can't be withdrawn.
    if (!payment || (payment.state !== 'open' && payment.state !== 'failed')) return payment
    const next: Payment = { ...payment, state: 'closed' }
    store.save(next)
    tell('payment.updated', next)
    return next
  }

  function refund(paymentId: string, reference: string, amount: number): Refund | undefined {
    const payment = store.find('payment', paymentId)
    if (payment?.state !== 'succeeded') return undefined
    const fails = payment.outcome === 'refund_fails' && !reference.endsWith('.2')
    const known = store.findByReference('refund', reference)
    if (known) return known
    const made = store.add({
      id: `ref_${randomUUID()}`,
      kind: 'refund',
      reference,
      paymentId,
      webhookUrl: payment.webhookUrl,
      amount,
      state: fails ? 'failed' : 'succeeded',
      failure: fails ? 'account_closed' : null,
    })
    if (!fails) move('refund', payment, -amount, made.id)
    tell('refund.updated', made)
    return made
  }

  function finishSetup(id: string, method: Method, outcome: Outcome): Setup | undefined {
    const setup = store.find('setup', id)
    if (setup?.state !== 'open') return setup
    const token = store.add({ id: `tok_${randomUUID()}`, kind: 'token', reference: id, method, outcome })
    const next: Setup = { ...setup, state: 'done', token: token.id }
    store.save(next)
    tell('setup.updated', next)
    return next
  }

  function settleLate(id: string): void {
    const payment = store.find('payment', id)
    if (payment?.state !== 'pending') return
    const next: Payment =
      payment.outcome === 'late_fail'
        ? { ...payment, state: 'failed', failure: 'declined' }
        : { ...payment, state: 'succeeded', paidAt: now() }
    store.save(next)
    if (next.state === 'succeeded') move('payment', next, next.amount, null)
    tell('payment.updated', next)
  }

  function dispute(id: string): void {
    const payment = store.find('payment', id)
    if (payment?.state !== 'succeeded') return
    const { amount } = payment
    const next: Payment = {
      ...payment,
      disputes: [{ ref: `dis_${payment.id}`, amount, status: 'open' }],
    }
    store.save(next)
    move('dispute', next, -amount, `dis_${payment.id}`)
    tell('payment.updated', next)
  }

  /** Decides a dispute, or opens a decided one again. */
  function decideDispute(id: string, status: 'open' | 'won' | 'lost'): void {
    const payment = store.find('payment', id)
    if (!payment) return
    const next = { ...payment, disputes: payment.disputes.map((one) => ({ ...one, status })) }
    store.save(next)
    for (const { ref, amount, status: before } of payment.disputes) {
      if (status === 'won' && before !== 'won') move('dispute_won', payment, amount, ref)
      if (status !== 'won' && before === 'won') move('dispute', payment, -amount, ref)
    }
    tell('payment.updated', next)
  }

  /** Returns a refund, as a bank does when the account is closed. */
  function returnRefund(id: string): void {
    const refunded = store.find('refund', id)
    if (refunded?.state !== 'succeeded') return
    const next: Refund = { ...refunded, state: 'failed', failure: 'account_closed' }
    store.save(next)
    move('refund_returned', store.find('payment', refunded.paymentId)!, refunded.amount, id)
    tell('refund.updated', next)
  }

  async function deliver(url: string, body: string): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [signatureHeader]: sign(key, body, now()) },
        body,
        signal: AbortSignal.timeout(webhookPatience),
      })
      await answer.body?.cancel()
      return answer.ok
    } catch {
      return false
    }
  }

  async function work(): Promise<void> {
    for (let due = store.takeDue(now()); due; due = store.takeDue(now())) {
      if (due.kind === 'settle') settleLate(due.about)
      else if (due.kind === 'dispute') dispute(due.about)
      else if (!(await deliver(due.about, due.body)) && due.tries < mostTries)
        store.retry(due, now() + 1000 * 2 ** due.tries)
    }
  }

  return {
    open,
    pay,
    close,
    refund,
    finishSetup,
    decideDispute,
    returnRefund,
    pump: () =>
      (pumping ??= work().finally(() => {
        pumping = undefined
      })),
  }
}

export type Bank = ReturnType<typeof createBank>
