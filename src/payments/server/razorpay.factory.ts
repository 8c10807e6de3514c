import { createHmac } from 'node:crypto'
import { HOUR } from '#/kernel/duration.ts'
import { type Answer, type Asked, listen } from './lossy.factory.ts'

type Thing = { id: string; entity: string; [name: string]: unknown }
type Body = Record<string, unknown>
type Does = 'succeed' | 'fail' | 'late' | 'ask' | 'refund_fails' | 'timed_out'
type Method = 'card' | 'upi'

export const razorpayKeys = { keyId: 'rzp_test_abc', keySecret: 'secret', webhookSecret: 'webhook secret' }

/** Razorpay's refusal, also of what the operator does in its dashboard. */
export class Refusal extends Error {
  readonly answer: Answer
  constructor(status: number, reason: string, code = 'BAD_REQUEST_ERROR') {
    super(reason)
    const error = { code, description: 'No, asha@example.org', source: 'business', reason, metadata: {} }
    this.answer = { status, json: { error } }
  }
}

/**
 * Plays the part of Razorpay's API that we use, as documented: links with a unique reference, orders with payments, customers'
 * tokens, and refunds with an idempotency key. Nothing else is idempotent.
 */
export async function openRazorpayPeer(now: () => Date) {
  const things = new Map<string, Thing>()
  const tokens = new Map<string, Does>()
  /** Live mandates in payers' UPI apps, which outlive their tokens. */
  const mandates = new Set<string>()
  const keys = new Map<string, { asked: string; answer: Thing }>()
  /** Without the feature `save_vpa`, UPI tokens don't name their VPA. */
  const account = { savesVpa: true, disputeFee: 0 }
  /** Whether new orders are missing from lists, and the ids of refunds that are. */
  const lagging = { orders: false, refunds: new Set<string>() }
  let count = 0
  const seconds = () => Math.floor(now().getTime() / 1000)

  function make(prefix: string, entity: string, rest: Body): Thing {
    const thing = {
      id: `${prefix}_Test${String(++count).padStart(9, '0')}`,
      entity,
      created_at: seconds(),
      ...rest,
    }
    things.set(thing.id, thing)
    return thing
  }
  function find(id: string | undefined, entity: string): Thing {
    const thing = things.get(id ?? '')
    if (thing?.entity === entity) return thing
    throw new Refusal(400, 'input_validation_failed')
  }
  const all = (entity: string, matches: (thing: Thing) => boolean = () => true) =>
    [...things.values()].filter((thing) => thing.entity === entity && matches(thing)).reverse()
  const many = (items: Thing[]) => ({ entity: 'collection', count: items.length, items: items.map(shown) })
  /** Lists and plain answers leave the card out. */
  const shown = ({ card, does, ...rest }: Thing) => (rest['entity'] === 'payment' ? rest : { card, ...rest })

  const feeOf = (amount: number) => {
    const before = Math.round(amount * 0.02)
    const tax = Math.round(before * 0.18)
    return { fee: before + tax, tax }
  }

  /** Settles what was captured, refunded and disputed so far, as Razorpay does some two days later. */
  function settle(status: 'created' | 'processed' = 'processed'): void {
    const fresh = all('payment', (one) => one['captured'] === true && !one['settled_in'])
    const refunds = all('refund', (one) => one['status'] === 'processed' && !one['settled_in'])
    const adjustments = all('adjustment', (one) => !one['settled_in'])
    if (fresh.length + refunds.length + adjustments.length === 0) return
    const settlement = make('setl', 'settlement', { status, fees: 0, tax: 0, utr: 'utr' })
    const lines = [
      ...fresh.map((one) => {
        const [amount, { fee, tax }] = [Number(one['amount']), feeOf(Number(one['amount']))]
        return { one, type: 'payment', amount, debit: 0, credit: amount - fee, fee, tax, payment_id: null }
      }),
      ...refunds.map((one) => {
        const amount = Number(one['amount'])
        return {
          one,
          type: 'refund',
          amount,
          debit: amount,
          credit: 0,
          fee: 0,
          tax: 0,
          payment_id: one['payment_id'],
        }
      }),
      ...adjustments.map((one) => {
        const amount = Number(one['amount'])
        const sides = amount < 0 ? { debit: -amount, credit: 0 } : { debit: 0, credit: amount }
        return {
          one,
          type: 'adjustment',
          amount: Math.abs(amount),
          ...sides,
          fee: 0,
          tax: 0,
          payment_id: null,
        }
      }),
    ]
    let total = 0
    for (const { one, ...line } of lines) {
      one['settled_in'] = settlement.id
      total += line.credit - line.debit
      things.set(`recon ${one.id} ${count++}`, {
        id: `recon ${count}`,
        entity: 'recon',
        entity_id: one.id,
        ...line,
        currency: 'INR',
        settled: true,
        created_at: one['created_at'],
        settled_at: seconds(),
        settlement_id: settlement.id,
        dispute_id: one['dispute_id'] ?? null,
      })
    }
    settlement['amount'] = total
  }

  /** Sends the settlements to the bank that have only been made. */
  const processSettlements = () => {
    for (const one of all('settlement', ({ status }) => status === 'created')) one['status'] = 'processed'
  }

  const dayIn = (at: number) => new Date(at * 1000 + 5.5 * HOUR).toISOString().slice(0, 10)

  function need(body: Body, ...names: string[]): void {
    if (names.some((name) => body[name] === undefined)) throw new Refusal(400, 'input_validation_failed')
  }

  function checkCustomer({ name, email, contact }: Body): void {
    const isName = name === undefined || /^[A-Za-z0-9.'/@() ]{3,50}$/.test(String(name))
    if (!isName || String(email ?? '').length > 64 || String(contact ?? '').length > 15)
      throw new Refusal(400, 'input_validation_failed')
  }

  function pay(order: Thing, method: Method, does: Does, rest: Body = {}): Thing {
    const fails = does === 'fail' || does === 'ask' || does === 'timed_out'
    const status = fails ? 'failed' : does === 'late' ? 'created' : 'captured'
    return make('pay', 'payment', {
      amount: order['amount'],
      currency: order['currency'],
      order_id: order.id,
      method,
      status,
      does,
      captured: status === 'captured',
      amount_refunded: 0,
      card: method === 'card' ? { network: 'Visa', last4: '4242' } : null,
      vpa: method === 'upi' ? 'asha@okbank' : null,
      error_code: status === 'failed' ? 'BAD_REQUEST_ERROR' : null,
      error_reason: !fails ? null : does === 'timed_out' ? 'payment_timed_out' : 'insufficient_funds',
      ...rest,
    })
  }

  function newOrder({ unique_receipt, ...body }: Body): Thing {
    const [known] = unique_receipt ? all('order', (one) => one['receipt'] === body['receipt']) : []
    return known ?? make('order', 'order', { receipt: null, notes: [], ...body, status: 'created' })
  }

  function newLink(body: Body): Thing {
    need(body, 'amount', 'currency', 'reference_id')
    checkCustomer(body['customer'] as Body)
    if (String(body['reference_id']).length > 40) throw new Refusal(400, 'input_validation_failed')
    if (Number(body['amount']) > 50_000_000) throw new Refusal(400, 'amount exceeds maximum amount allowed')
    const lasts = Number(body['expire_by'] ?? seconds() + 1000) - seconds()
    if (lasts < 900 || lasts > 184 * 86_400) throw new Refusal(400, 'input_validation_failed')
    if (all('payment_link', (one) => one['reference_id'] === body['reference_id']).length > 0)
      throw new Refusal(400, 'payment_link_exists')
    const link = make('plink', 'payment_link', { ...body, status: 'created', payments: [] })
    return Object.assign(link, { short_url: `${server.url}/rzp/${link.id}` })
  }

  function newRecurring(body: Body): object {
    need(body, 'email', 'contact', 'amount', 'currency', 'order_id', 'customer_id', 'token', 'recurring')
    const order = find(String(body['order_id']), 'order')
    const token = find(String(body['token']), 'token')
    if (token['customer_id'] !== body['customer_id']) throw new Refusal(400, 'token_customer_mismatch')
    const payment = pay(order, token['method'] as Method, tokens.get(token.id)!, { notes: body['notes'] })
    if (payment['status'] === 'failed') throw new Refusal(400, 'insufficient_funds')
    return { razorpay_payment_id: payment.id, razorpay_order_id: order.id }
  }

  function newRegistration(body: Body): Thing {
    need(body, 'customer', 'type', 'amount', 'currency', 'description', 'subscription_registration')
    need(body['customer'] as Body, 'name', 'email', 'contact')
    checkCustomer(body['customer'] as Body)
    const order = newOrder({ amount: body['amount'], currency: body['currency'] })
    const invoice = make('inv', 'invoice', {
      ...body,
      order_id: order.id,
      payment_id: null,
      status: 'issued',
    })
    return Object.assign(invoice, { short_url: `${server.url}/rzp/${invoice.id}` })
  }

  function newRefund(paymentId: string | undefined, body: Body, key: string): Thing {
    if (!/^[\w-]{10,}$/.test(key)) throw new Refusal(400, 'invalid_idempotency_key')
    const asked = JSON.stringify(body)
    const known = keys.get(key)
    if (known && known.asked !== asked) throw new Refusal(400, 'input_validation_failed')
    if (known) return known.answer
    const payment = find(paymentId, 'payment')
    const gone = all('refund', (one) => one['payment_id'] === paymentId && one['status'] !== 'failed')
    const amount = Number(body['amount'])
    if (gone.reduce((sum, one) => sum + Number(one['amount']), 0) + amount > Number(payment['amount']))
      throw new Refusal(400, 'payment_already_refunded')
    const fails = payment['does'] === 'refund_fails'
    payment['does'] = 'succeed'
    const refund = make('rfnd', 'refund', {
      ...body,
      payment_id: paymentId,
      status: fails ? 'failed' : 'processed',
    })
    if (!fails) {
      payment['amount_refunded'] = Number(payment['amount_refunded']) + amount
      // A part that was refunded leaves it captured.
      if (payment['amount_refunded'] === payment['amount']) payment['status'] = 'refunded'
    }
    keys.set(key, { asked, answer: refund })
    return refund
  }

  type Way = { parts: string[]; query: URLSearchParams; body: Body; key: string }

  function route(method: string, { parts, query, body, key }: Way): object {
    const [kind, id, act, inner] = parts
    const skip = Number(query.get('skip') ?? 0)
    const page = (entity: string) => {
      const since = all(entity, (one) => Number(one['created_at']) >= Number(query.get('from') ?? 0))
      return many(since.slice(skip, skip + Number(query.get('count') ?? 10)))
    }
    // Razorpay's reference: the filter matches records that contain the value.
    const by = (entity: string, name: string) =>
      all(entity, (one) => String(one[name]).includes(String(query.get(name))))
    switch (
      `${method} ${parts.map((part, n) => (n % 2 === 1 && /_Test/.test(part) ? ':id' : n === 3 ? ':id' : part)).join('/')}`
    ) {
      case 'POST payment_links':
        return newLink(body)
      case 'GET payment_links':
        return {
          payment_links: query.has('payment_id')
            ? all(
                'payment_link',
                (one) => one['order_id'] === find(query.get('payment_id')!, 'payment')['order_id'],
              )
            : by('payment_link', 'reference_id'),
        }
      case 'GET payment_links/:id':
        return find(id, 'payment_link')
      case 'POST payment_links/:id/cancel': {
        const link = find(id, 'payment_link')
        if (link['status'] !== 'created') throw new Refusal(400, 'input_validation_failed')
        return Object.assign(link, { status: 'cancelled' })
      }
      case 'POST orders':
        need(body, 'amount', 'currency', 'receipt')
        return newOrder(body)
      case 'GET orders':
        return many(lagging.orders ? [] : by('order', 'receipt'))
      case 'GET orders/:id':
        return find(id, 'order')
      case 'GET orders/:id/payments':
        return many(all('payment', (one) => one['order_id'] === id))
      case 'POST payments/create/recurring':
        return newRecurring(body)
      case 'GET payments/:id':
        return query.get('expand[]') === 'card' ? find(id, 'payment') : shown(find(id, 'payment'))
      case 'GET payments/:id/refunds':
        return many(all('refund', (one) => one['payment_id'] === id && !lagging.refunds.has(one.id)))
      case 'POST payments/:id/refund':
        return newRefund(id, body, key)
      case 'GET refunds/:id':
        return find(id, 'refund')
      case 'GET disputes/:id':
        return find(id, 'dispute')
      case 'GET disputes':
        return page('dispute')
      case 'GET refunds':
        return page('refund')
      case 'GET settlements': {
        const [since, until] = [query.get('from') ?? 0, query.get('to') ?? Number.MAX_SAFE_INTEGER].map(
          Number,
        )
        const { items } = page('settlement')
        const made = (one: object) => Number((one as Thing)['created_at'])
        return {
          entity: 'collection',
          items: items.filter((one) => made(one) >= since! && made(one) <= until!),
        }
      }
      case 'GET settlements/recon/combined': {
        const day = [query.get('year'), query.get('month'), query.get('day')].join('-')
        const lines = all('recon', (one) => dayIn(Number(one['settled_at'])) === day)
        return many(lines.slice(skip, skip + Number(query.get('count') ?? 10)))
      }
      case 'GET customers/:id':
        return find(id, 'customer')
      case 'GET customers/:id/tokens/:id':
        return find(inner, 'token')
      case 'PUT customers/:id/tokens/:id/cancel':
        mandates.delete(find(inner, 'token').id)
        return { status: 'cancelled' }
      case 'DELETE customers/:id/tokens/:id':
        things.delete(find(inner, 'token').id)
        return { deleted: true }
      case 'POST subscription_registration/auth_links':
        return newRegistration(body)
      case 'GET invoices':
        if (query.get('type') && query.get('type') !== 'invoice')
          throw new Refusal(400, 'input_validation_failed')
        return many(by('invoice', 'receipt'))
      case 'GET invoices/:id':
        return find(id, 'invoice')
    }
    throw new Refusal(404, `no ${method} ${kind} ${act}`)
  }

  function answerTo({ method, path, headers, body }: Asked): Answer {
    const { keyId, keySecret } = razorpayKeys
    if (headers.authorization !== `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`)
      return {
        status: 401,
        json: { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } },
      }
    const { pathname, searchParams: query } = new URL(path, 'http://peer')
    const key = String(headers['x-refund-idempotency'] ?? '')
    const parts = pathname.split('/').slice(2)
    try {
      return { status: 200, json: route(method, { parts, query, body: body ? JSON.parse(body) : {}, key }) }
    } catch (error) {
      if (error instanceof Refusal) return error.answer
      throw error
    }
  }

  const server = await listen(answerTo)

  return {
    ...server,
    /** Razorpay doesn't document how long it remembers a key. */
    forgetKeys: () => keys.clear(),
    hide: (id: string) => things.delete(id),
    lagging,
    account,
    mandates,
    all,
    find,
    /** Pays on a link's page; `extra` is a fee that the payer bears, or an offer if it is negative. */
    pay(
      id: string,
      does: Does,
      { method = 'upi', extra = 0 }: { method?: Method; extra?: number } = {},
    ): void {
      const link = find(id, 'payment_link')
      if (link['status'] !== 'created') throw new Error('The page is over')
      const order =
        things.get(String(link['order_id'])) ??
        newOrder({ amount: link['amount'], currency: link['currency'] })
      link['order_id'] = order.id
      const payment = pay(order, method, does)
      payment['amount'] = Number(payment['amount']) + extra
      if (does === 'late') payment['status'] = 'authorized'
      if (payment['captured']) link['status'] = 'paid'
    },
    /**
     * Lets a late bank say yes: also to a payment that has failed after ten minutes without an answer, and on a link that was
     * cancelled since. Razorpay captures it all the same.
     */
    finish(id: string): void {
      const link = find(id, 'payment_link')
      const payment = all('payment', (one) => one['order_id'] === link['order_id'])[0]!
      Object.assign(payment, { status: 'captured', captured: true })
      if (link['status'] === 'created') link['status'] = 'paid'
    },
    save(id: string, does: Does | 'refuse'): void {
      const invoice = find(id, 'invoice')
      const { customer, subscription_registration } = invoice as unknown as Record<string, Body>
      const method = subscription_registration!['method'] as Method
      const owner = make('cust', 'customer', customer!)
      const token = make('token', 'token', {
        method,
        customer_id: owner.id,
        recurring: true,
        card: method === 'card' ? { network: 'Visa', last4: '4242' } : null,
        vpa: method === 'upi' && account.savesVpa ? { username: 'asha', handle: 'okbank' } : null,
        recurring_details: { status: does === 'refuse' ? 'rejected' : 'confirmed' },
      })
      if (does !== 'refuse') tokens.set(token.id, does)
      if (does !== 'refuse' && method === 'upi') mandates.add(token.id)
      const order = find(String(invoice['order_id']), 'order')
      const payment = pay(order, method, 'succeed', { customer_id: owner.id, token_id: token.id })
      if (!account.savesVpa) payment['vpa'] = null
      Object.assign(invoice, { status: 'paid', payment_id: payment.id })
    },
    /** Refunds in the dashboard. */
    refundByHand: (paymentId: string, amount: number) =>
      newRefund(paymentId, { amount, receipt: null, notes: [] }, `dashboard_${++count}`),
    dispute(paymentId: string, status: string, phase = 'chargeback', part?: number): void {
      const known = all('dispute', (one) => one['payment_id'] === paymentId)[0]
      const amount = known?.['amount'] ?? part ?? find(paymentId, 'payment')['amount']
      const amount_deducted = status === 'lost' ? amount : 0
      const before = known?.['status']
      const takes = (dispute_id: string, taken: unknown) =>
        make('adj', 'adjustment', { dispute_id, amount: taken })
      if (known) {
        Object.assign(known, { status, amount_deducted })
        if (status === 'won') takes(known.id, amount)
        else if (before === 'won') takes(known.id, -Number(amount))
      } else {
        const made = make('disp', 'dispute', {
          payment_id: paymentId,
          amount,
          amount_deducted,
          phase,
          status,
        })
        takes(made.id, -Number(amount) - account.disputeFee)
      }
    },
    /** Takes a fee of the card network for a dispute that goes on. */
    billDispute(paymentId: string, amount: number): void {
      const { id } = all('dispute', (one) => one['payment_id'] === paymentId)[0]!
      make('adj', 'adjustment', { dispute_id: id, amount: -amount })
    },
    settle,
    processSettlements,
    message: (event: string, entities: Record<string, Thing>) =>
      JSON.stringify({
        entity: 'event',
        account_id: 'acc_test',
        event,
        contains: Object.keys(entities),
        payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
        created_at: seconds(),
      }),
  }
}

export function razorpaySigned(body: string, secret = razorpayKeys.webhookSecret) {
  return { 'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex') }
}
