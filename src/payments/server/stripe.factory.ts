import { createHmac } from 'node:crypto'
import { type Answer, type Asked, listen } from './lossy.factory.ts'

type Thing = { id: string; object: string; [name: string]: unknown }
type Form = { [name: string]: string | Form }
type Card = {
  last4: string
  brand: string
  does: 'countdown' | 'succeed' | 'fail' | 'late' | 'ask' | 'refund_fails'
}

export const stripeKeys = { key: 'sk_test_abc', webhookSecret: 'whsec_test' }

class Refusal extends Error {
  readonly answer: Answer
  constructor(status: number, error: Record<string, unknown>) {
    super(String(error['code'] ?? error['type']))
    this.answer = { status, json: { error: { message: 'No, asha@example.org', ...error } } }
  }
}

/**
 * Plays the part of Stripe's API that we use, as documented: idempotency keys remembered with their request, form encoding, one
 * page per session, and its kinds of errors. Cards are known by their outcome; there are no card numbers.
 */
export async function openStripePeer(now: () => Date) {
  const things = new Map<string, Thing>()
  const cards = new Map<string, Card>()
  const keys = new Map<string, { asked: string; answer: Answer }>()
  /** This many of the next calls fail with an error that is saved under their key. */
  const failing = { calls: 0 }
  /** This many of the next charges are still in flight when somebody looks. */
  const flying = { charges: 0 }
  /** `forbidden`: what a restricted key may not read. */
  const account = { hasUpi: true, settlesIn: 'inr', forbidden: '' }
  /** An Indian card's bank tells the payer this many hours before the charge. */
  const countdown = { hours: 26 }
  let count = 0
  const seconds = () => Math.floor(now().getTime() / 1000)

  function make(prefix: string, object: string, rest: Record<string, unknown>): Thing {
    const thing = { id: `${prefix}_test${++count}`, object, created: seconds(), livemode: false, ...rest }
    things.set(thing.id, thing)
    return thing
  }
  function find(id: string | undefined, object: string): Thing {
    const thing = things.get(id ?? '')
    if (thing?.object === object) return thing
    throw new Refusal(404, { type: 'invalid_request_error', code: 'resource_missing', param: 'id' })
  }
  const all = (object: string, matches: (thing: Thing) => boolean) => ({
    object: 'list',
    has_more: false,
    data: [...things.values()].filter((thing) => thing.object === object && matches(thing)).reverse(),
  })
  function expanded(thing: Thing, expand: string[]): Thing {
    const whole = { ...thing }
    for (const path of expand) {
      const [first = '', ...rest] = path.split('.')
      const inner = things.get(String(thing[first]))
      if (inner) whole[first] = expanded(inner, rest.length > 0 ? [rest.join('.')] : [])
    }
    return whole
  }

  /** Adds to the balance or takes from it, as Stripe does with each charge, refund and dispute. */
  function move(
    category: string,
    source: Thing | null,
    amount: number,
    fee = { stripe_fee: 0, tax: 0 },
  ): Thing {
    const total = fee.stripe_fee + fee.tax
    return make('txn', 'balance_transaction', {
      amount,
      fee: total,
      net: amount - total,
      currency: account.settlesIn,
      reporting_category: category,
      source: source?.id ?? null,
      status: 'pending',
      fee_details: Object.entries(fee)
        .filter(([, part]) => part !== 0)
        .map(([type, part]) => ({ type, amount: part, currency: 'inr' })),
    })
  }
  const feeOf = (amount: number) => {
    const stripe_fee = Math.round(amount * 0.02)
    return { stripe_fee, tax: Math.round(stripe_fee * 0.18) }
  }
  const charged = (charge: Thing) => {
    const amount = Number(charge['amount'])
    return move('charge', charge, amount, feeOf(amount))
  }
  const disputeFee = { stripe_fee: 1500, tax: 270 }

  function confirm(intent: Thing, card: Card): void {
    if (card.does === 'fail' || card.does === 'ask') {
      const code = card.does === 'ask' ? 'authentication_required' : 'card_declined'
      const decline_code = card.does === 'ask' ? 'authentication_required' : 'insufficient_funds'
      intent['last_payment_error'] = { type: 'card_error', code, decline_code }
      intent['status'] = 'requires_payment_method'
      return
    }
    const { last4, brand } = card
    const charge = make('ch', 'charge', {
      payment_intent: intent.id,
      amount: intent['amount'],
      amount_refunded: 0,
      disputed: false,
      payment_method_details:
        brand === 'upi' ? { type: 'upi', upi: {} } : { type: 'card', card: { last4, brand } },
      does: card.does,
    })
    const isLate = card.does === 'late' || card.does === 'countdown'
    if (card.does === 'countdown') {
      const completes_at = seconds() + countdown.hours * 3600
      intent['processing'] = { card: { customer_notification: { approval_requested: false, completes_at } } }
    }
    Object.assign(intent, { latest_charge: charge.id, status: isLate ? 'processing' : 'succeeded' })
    if (isLate) return
    intent['amount_received'] = intent['amount']
    charged(charge)
  }

  const newIntent = (form: Form, amount: number) =>
    make('pi', 'payment_intent', {
      amount,
      amount_received: 0,
      currency: form['currency'],
      status: 'requires_payment_method',
      metadata: form['metadata'] ?? {},
      customer: form['customer'] ?? null,
      latest_charge: null,
      last_payment_error: null,
    })

  function need(form: Form, ...names: string[]): void {
    const param = names.find((name) => form[name] === undefined)
    if (param) throw new Refusal(400, { type: 'invalid_request_error', code: 'parameter_missing', param })
    if (form['payment_method_types'])
      throw new Refusal(400, {
        type: 'invalid_request_error',
        code: 'payment_method_types_no_longer_supported',
      })
  }

  function newSession(form: Form): Thing {
    need(form, 'mode', 'success_url', 'allowed_payment_method_types')
    const types = Object.values(form['allowed_payment_method_types'] as Form)
    if (types.includes('upi') && !account.hasUpi)
      throw new Refusal(400, { type: 'invalid_request_error', code: 'payment_method_unactivated' })
    const ends = form['expires_at'] === undefined ? seconds() + 86_400 : Number(form['expires_at'])
    if (ends < seconds() + 1800 || ends > seconds() + 86_400)
      throw new Refusal(400, { type: 'invalid_request_error', param: 'expires_at' })
    const price = ((form['line_items'] as Form | undefined)?.['0'] as Form | undefined)?.[
      'price_data'
    ] as Form
    const session = make('cs', 'checkout.session', {
      ...form,
      payment_method_types: types,
      amount_total: price ? Number(price['unit_amount']) : null,
      currency: price?.['currency'] ?? null,
      expires_at: ends,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      setup_intent: null,
    })
    session['url'] = `${server.url}/c/pay/${session.id}`
    return session
  }

  function newCharge(form: Form): Thing {
    need(form, 'amount', 'currency', 'customer', 'payment_method', 'confirm', 'off_session')
    const method = find(String(form['payment_method']), 'payment_method')
    if (method['customer'] !== form['customer'])
      throw new Refusal(400, { type: 'invalid_request_error', code: 'payment_method_customer_mismatch' })
    const intent = newIntent(form, Number(form['amount']))
    if (flying.charges > 0) {
      flying.charges -= 1
      return Object.assign(intent, { status: 'requires_confirmation', payment_method: method.id })
    }
    confirm(intent, cards.get(method.id)!)
    const error = intent['last_payment_error'] as Record<string, unknown> | null
    if (error) throw new Refusal(402, { ...error, payment_intent: intent })
    return intent
  }

  function newRefund(form: Form): Thing {
    const intent = find(String(form['payment_intent']), 'payment_intent')
    const charge = find(String(intent['latest_charge']), 'charge')
    const before = all(
      'refund',
      (one) => one['payment_intent'] === intent.id && !['failed', 'canceled'].includes(String(one['status'])),
    )
    const gone = before.data.reduce((sum, one) => sum + Number(one['amount']), 0)
    const amount = Number(form['amount'])
    if (gone + amount > Number(intent['amount_received']))
      throw new Refusal(400, { type: 'invalid_request_error', code: 'charge_already_refunded' })
    const fails = charge['does'] === 'refund_fails'
    charge['does'] = 'succeed'
    if (!fails) charge['amount_refunded'] = gone + amount
    const refund = make('re', 'refund', {
      amount,
      payment_intent: intent.id,
      metadata: form['metadata'] ?? {},
      status: fails ? 'failed' : 'succeeded',
      failure_reason: fails ? 'expired_or_canceled_card' : null,
    })
    move('refund', refund, -amount)
    if (fails) move('refund_failure', refund, amount)
    return refund
  }

  const balance = () =>
    all('balance_transaction', () => true).data.reduce((sum, one) => sum + Number(one['net']), 0)

  function route(
    method: string,
    [, kind, id, act]: string[],
    form: Form,
    query: URLSearchParams,
  ): Thing | object {
    const expand = [...query.entries()].filter(([name]) => name.startsWith('expand')).map(([, path]) => path)
    const answer = (thing: Thing) =>
      expanded(thing, [...expand, ...Object.values(form['expand'] ?? {}).map(String)])
    const byIntent = (thing: Thing) => {
      const [intent, since] = [query.get('payment_intent'), Number(query.get('created[gte]') ?? 0)]
      return (intent === null || thing['payment_intent'] === intent) && Number(thing['created']) >= since
    }
    switch (`${method} ${kind}${id ? '/:id' : ''}${act ? `/${act}` : ''}`) {
      case 'POST sessions':
        return newSession(form)
      case 'GET sessions':
        return all('checkout.session', () => true)
      case 'GET sessions/:id':
        return answer(find(id, 'checkout.session'))
      case 'POST sessions/:id/expire': {
        const session = find(id, 'checkout.session')
        if (session['status'] !== 'open') throw new Refusal(400, { type: 'invalid_request_error' })
        return Object.assign(session, { status: 'expired', url: null })
      }
      case 'POST payment_intents':
        return answer(newCharge(form))
      case 'GET payment_intents':
        return all('payment_intent', (one) => one['customer'] === query.get('customer'))
      case 'GET charges':
        return all('charge', () => true)
      case 'GET setup_intents':
        return all('setup_intent', () => true)
      case 'GET payment_intents/:id':
        return answer(find(id, 'payment_intent'))
      case 'POST payment_intents/:id/cancel': {
        const intent = find(id, 'payment_intent')
        if (!String(intent['status']).startsWith('requires_'))
          throw new Refusal(400, { type: 'invalid_request_error', code: 'payment_intent_unexpected_state' })
        return Object.assign(intent, { status: 'canceled' })
      }
      case 'GET payment_methods':
        return all('payment_method', () => true)
      case 'GET payment_methods/:id':
        return find(id, 'payment_method')
      case 'DELETE customers/:id': {
        for (const one of things.values()) if (one['customer'] === id) one['customer'] = null
        things.delete(find(id, 'customer').id)
        return { id, object: 'customer', deleted: true }
      }
      case 'POST refunds':
        return newRefund(form)
      case 'GET refunds':
        return all('refund', byIntent)
      case 'GET refunds/:id':
        return find(id, 'refund')
      case 'GET disputes':
        return all('dispute', byIntent)
      case 'GET balance_transactions': {
        const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))]
        const during = (one: Thing) => Number(one['created']) >= from && Number(one['created']) < to
        const list = all('balance_transaction', during)
        const inner = expand.map((path) => path.replace(/^data\./, ''))
        return { ...list, data: list.data.map((one) => expanded(one, inner)) }
      }
      case 'GET balance':
        return {
          object: 'balance',
          available: [{ amount: 0, currency: 'inr' }],
          pending: [{ amount: balance(), currency: 'inr' }],
        }
    }
    throw new Refusal(404, { type: 'invalid_request_error', code: 'url_invalid' })
  }

  function answerTo({ method, path, headers, body }: Asked): Answer {
    if (headers.authorization !== `Bearer ${stripeKeys.key}`)
      return { status: 401, json: { error: { type: 'invalid_request_error', message: 'Invalid API Key' } } }
    if (account.forbidden && path.startsWith(`/v1/${account.forbidden}`))
      return { status: 403, json: { error: { type: 'invalid_request_error', message: 'Not permitted' } } }
    const key = String(headers['idempotency-key'] ?? '')
    const known = method === 'POST' && key ? keys.get(key) : undefined
    if (known && known.asked !== path + body)
      return { status: 400, json: { error: { type: 'idempotency_error' } } }
    if (known) return { ...known.answer, headers: { 'idempotent-replayed': 'true' } }
    const { pathname, searchParams } = new URL(path, 'http://peer')
    const parts = pathname.replace('/checkout/', '/').split('/').slice(1)
    let answer: Answer
    if (method === 'POST' && key && failing.calls > 0) {
      failing.calls -= 1
      answer = { status: 500, json: { error: { type: 'api_error', message: 'Something went wrong' } } }
      keys.set(key, { asked: path + body, answer })
      return answer
    }
    try {
      // Remember a copy, which doesn't change with the object.
      answer = { status: 200, json: structuredClone(route(method, parts, readForm(body), searchParams)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      answer = structuredClone(error.answer)
    }
    if (method === 'POST' && key) keys.set(key, { asked: path + body, answer })
    return answer
  }

  const server = await listen((asked) => {
    const { headers, ...answer } = answerTo(asked)
    return { ...answer, headers: { ...headers, 'request-id': `req_${++count}` } }
  })

  return {
    ...server,
    account,
    countdown,
    /** Charges a card once its bank has told the payer. */
    complete(id: string): void {
      const intent = find(id, 'payment_intent')
      if (intent['status'] !== 'processing') throw new Error(`It is ${intent['status']}`)
      Object.assign(intent, { status: 'succeeded', amount_received: intent['amount'], processing: null })
      charged(find(String(intent['latest_charge']), 'charge'))
    },
    failing,
    flying,
    /** Ends a charge that was in flight. */
    land(id: string): void {
      const intent = find(id, 'payment_intent')
      confirm(intent, cards.get(String(intent['payment_method']))!)
    },
    /** Stripe does so after a day. */
    forgetKeys: () => keys.clear(),
    all: (object: string) => all(object, () => true).data,
    find,
    /** Pays on a session's page. */
    pay(id: string, does: Card['does'], brand = 'visa'): void {
      const session = find(id, 'checkout.session')
      if (session['status'] !== 'open') throw new Error('The page is over')
      const intent = things.get(String(session['payment_intent'])) ?? newIntent(session as Form, 0)
      intent['amount'] = session['amount_total']
      session['payment_intent'] = intent.id
      confirm(intent, { last4: '4242', brand, does })
      if (intent['status'] === 'requires_payment_method') return
      const payment_status = intent['status'] === 'succeeded' ? 'paid' : 'unpaid'
      Object.assign(session, { status: 'complete', payment_status, url: null })
    },
    /** Lets a late bank say yes. */
    finish(id: string): void {
      const session = find(id, 'checkout.session')
      const intent = find(String(session['payment_intent']), 'payment_intent')
      if (intent['status'] !== 'processing') throw new Error(`It is ${intent['status']}`)
      Object.assign(intent, { status: 'succeeded', amount_received: intent['amount'] })
      charged(find(String(intent['latest_charge']), 'charge'))
      session['payment_status'] = 'paid'
    },
    save(id: string, does: Card['does'] | 'refuse'): void {
      const session = find(id, 'checkout.session')
      if (does === 'refuse') return void Object.assign(session, { status: 'expired', url: null })
      const customer = make('cus', 'customer', { email: session['customer_email'] })
      const card = { last4: '4242', brand: 'visa' }
      const method = make('pm', 'payment_method', {
        type: 'card',
        card,
        customer: customer.id,
        billing_details: { name: 'Asha', address: null },
      })
      cards.set(method.id, { ...card, does })
      const setup = make('seti', 'setup_intent', { status: 'succeeded', payment_method: method.id })
      Object.assign(session, { status: 'complete', setup_intent: setup.id, customer: customer.id, url: null })
    },
    /** Refunds in the dashboard. */
    refundByHand: (payment_intent: string, amount: number) =>
      newRefund({ payment_intent, amount: String(amount) }),
    /** Cancels a refund in the dashboard, which works for a short time. */
    withdraw(refundId: string): void {
      const refund = find(refundId, 'refund')
      const amount = Number(refund['amount'])
      const intent = find(String(refund['payment_intent']), 'payment_intent')
      const charge = find(String(intent['latest_charge']), 'charge')
      charge['amount_refunded'] = Number(charge['amount_refunded']) - amount
      Object.assign(refund, { status: 'canceled', failure_reason: 'merchant_request' })
      move('refund_failure', refund, amount)
    },
    dispute(intentId: string, status: string): void {
      const intent = find(intentId, 'payment_intent')
      find(String(intent['latest_charge']), 'charge')['disputed'] = true
      const known = all('dispute', (one) => one['payment_intent'] === intentId).data[0]
      const before = known?.['status']
      const amount = Number(intent['amount'])
      const dispute =
        known ??
        make('dp', 'dispute', {
          amount: intent['amount'],
          currency: intent['currency'],
          payment_intent: intentId,
          status,
        })
      dispute['status'] = status
      if (status.startsWith('warning_')) return
      if (!known || before === 'won') move('dispute', dispute, -amount, disputeFee)
      if (status === 'won') move('dispute_reversal', dispute, amount, { stripe_fee: -1500, tax: -270 })
    },
    balance,
    /** Sends the whole balance to the operator's bank account. */
    settle: () => move('payout', make('po', 'payout', { amount: balance() }), -balance()),
    /** A sale of the operator's that has nothing to do with us. */
    sell: (amount: number) => charged(make('ch', 'charge', { amount, payment_intent: null })),
    /** Charges for something that isn't a payment. */
    bill: (amount: number) => move('fee', null, -amount),
    message: (type: string, object: object) =>
      JSON.stringify({ id: `evt_${++count}`, object: 'event', type, created: seconds(), data: { object } }),
  }
}

/** Signs like Stripe: the time, and an HMAC of the time and the body. */
export function stripeSigned(body: string, at: Date, secret = stripeKeys.webhookSecret) {
  const t = Math.floor(at.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return { 'stripe-signature': `t=${t},v1=${v1}` }
}

/** `a[b][0]=c` */
function readForm(body: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop()!
    let at = form
    for (const step of path) {
      at[step] ??= {}
      at = at[step] as Form
    }
    at[last] = value
  }
  return form
}
