import { randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { type Bank, createBank } from './bank.ts'
import { checkoutPage, overPage, pagesAt, setupPage } from './pages.ts'
import {
  type Method,
  type Movement,
  openStore,
  outcomes,
  type Payment,
  type Refund,
  type Setup,
  type Store,
} from './store.ts'

const bodyLimit = 64 * 1024

const charge = z.object({
  reference: z.string().min(1),
  amount: z.int().min(1),
  currency: z.string().length(3),
  description: z.string(),
  webhook_url: z.url(),
})
const checkout = charge.extend({ return_url: z.string(), until: z.int().nullable() })
const tokenCharge = charge.extend({ token: z.string() })
const newSetup = z.object({
  reference: z.string().min(1),
  type: z.enum(['card', 'upi']),
  upi_id: z.string().nullable(),
  return_url: z.string(),
  webhook_url: z.url(),
})
const newRefund = z.object({ reference: z.string().min(1), amount: z.int().min(1) })
const form = z.object({
  by: z.enum(['card', 'upi']),
  number: z.string().optional(),
  upi: z.string().optional(),
  outcome: z.enum(outcomes).default('succeed'),
  saved: z.string().optional(),
  decline: z.string().optional(),
})

type Answer = { status: number; json?: unknown; html?: string; to?: string }

/**
 * Creates the payment sandbox: an HTTP gateway with pages for payers. With `work` it does due work on its own; otherwise
 * the caller runs `bank.pump()`.
 */
export function createSandbox(options: { file: string; key: string; now(): number; work: boolean }) {
  const store = openStore(options.file)
  const bank = createBank({ store, key: options.key, now: options.now })
  const server = createServer((request, response) => {
    answer(request, { store, bank, key: options.key })
      .catch((error): Answer => ({ status: error instanceof z.ZodError ? 422 : 500 }))
      .then((given) => {
        send(response, given)
        if (options.work) void bank.pump()
      })
  })
  const timer = options.work ? setInterval(() => void bank.pump(), 500) : undefined
  return {
    server: server as Server,
    bank,
    store,
    async close() {
      clearInterval(timer)
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
      await bank.pump()
      store.close()
    },
  }
}

type Parts = { store: Store; bank: Bank; key: string }

async function answer(request: IncomingMessage, { store, bank, key }: Parts): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox')
  const [, first, kind, id, what] = pathname.split('/')
  const body = request.method === 'POST' ? await readBody(request) : ''
  if (first === 'v1') {
    if (!isKnown(request.headers.authorization, key)) return { status: 401 }
    return api(request.method ?? '', kind, id, what, searchParams, body, { store, bank })
  }
  if (`/${first}` !== pagesAt || !id) return { status: 404, html: overPage('Not found', null) }
  if (kind === 'checkout') return checkoutVisit(request.method ?? '', id, searchParams, body, { store, bank })
  if (kind === 'setup') return setupVisit(request.method ?? '', id, body, { store, bank })
  return { status: 404, html: overPage('Not found', null) }
}

function api(
  method: string,
  kind: string | undefined,
  id: string | undefined,
  what: string | undefined,
  query: URLSearchParams,
  body: string,
  { store, bank }: Pick<Parts, 'store' | 'bank'>,
): Answer {
  const given = () => JSON.parse(body || '{}') as unknown
  if (method === 'POST' && kind === 'checkouts') {
    const { webhook_url, return_url, ...rest } = checkout.parse(given())
    return {
      status: 200,
      json: shown(bank.open({ ...rest, webhookUrl: webhook_url, returnUrl: return_url })),
    }
  }
  if (method === 'POST' && kind === 'charges') {
    const { webhook_url, token: tokenId, ...rest } = tokenCharge.parse(given())
    const token = store.find('token', tokenId)
    if (!token) return { status: 404 }
    const made = bank.open({ ...rest, webhookUrl: webhook_url, returnUrl: null, until: null })
    const paid = made.state === 'open' ? bank.pay(made.id, token.method, token.outcome)! : made
    return { status: 200, json: shown(paid) }
  }
  if (method === 'GET' && kind === 'charges' && id) {
    const made = store.findByReference('payment', id)
    return { status: 200, json: { data: made ? [shown(made)] : [] } }
  }
  if (method === 'POST' && kind === 'tokens' && id && what === 'removal') {
    store.remove('token', id)
    return { status: 200 }
  }
  if (kind === 'payments' && id) {
    const payment = store.find('payment', id)
    if (!payment) return { status: 404 }
    if (method === 'GET') return { status: 200, json: shown(payment) }
    if (what === 'cancellation') return { status: 200, json: shown(bank.close(id)!) }
    if (what === 'refunds') {
      const { reference, amount } = newRefund.parse(given())
      const made = bank.refund(id, reference, amount)
      return made ? { status: 200, json: shownRefund(made) } : { status: 409 }
    }
  }
  if (method === 'GET' && kind === 'refunds' && id) {
    const found = store.find('refund', id)
    return found ? { status: 200, json: shownRefund(found) } : { status: 404 }
  }
  if (method === 'GET' && kind === 'movements') {
    const [from, to] = [Number(query.get('from')), Number(query.get('to'))]
    const movements = store.movements(from, to).map(shownMovement)
    return { status: 200, json: { data: movements, balance: store.balance() } }
  }
  if (method === 'POST' && kind === 'setups' && !id) {
    const { reference, type, upi_id, return_url, webhook_url } = newSetup.parse(given())
    const made = store.add({
      id: `set_${randomUUID()}`,
      kind: 'setup',
      reference,
      type,
      upiId: upi_id,
      returnUrl: return_url,
      webhookUrl: webhook_url,
      state: 'open',
      token: null,
    })
    return { status: 200, json: shownSetup(made, store) }
  }
  if (method === 'GET' && kind === 'setups' && id) {
    const found = store.find('setup', id)
    return found ? { status: 200, json: shownSetup(found, store) } : { status: 404 }
  }
  return { status: 404 }
}

function checkoutVisit(
  method: string,
  id: string,
  query: URLSearchParams,
  body: string,
  { store, bank }: Pick<Parts, 'store' | 'bank'>,
): Answer {
  const payment = store.find('payment', id)
  if (!payment) return { status: 404, html: overPage('We don’t know this payment.', null) }
  if (payment.state !== 'open' && payment.state !== 'failed')
    return { status: 200, html: overPage('This payment is already settled.', payment.returnUrl) }
  if (method === 'GET') {
    const saved = store.find('token', query.get('saved') ?? '')
    const by = query.get('by') === 'upi' ? 'upi' : 'card'
    return { status: 200, html: checkoutPage(payment, saved?.method.type ?? by, saved) }
  }
  const given = form.parse(Object.fromEntries(new URLSearchParams(body)))
  const saved = given.saved ? store.find('token', given.saved) : undefined
  bank.pay(id, saved?.method ?? methodOf(given), given.outcome)
  return { status: 303, to: payment.returnUrl ?? '/' }
}

function setupVisit(
  method: string,
  id: string,
  body: string,
  { store, bank }: Pick<Parts, 'store' | 'bank'>,
): Answer {
  const setup = store.find('setup', id)
  if (!setup) return { status: 404, html: overPage('We don’t know this page.', null) }
  if (setup.state !== 'open') return { status: 200, html: overPage('This is already done.', setup.returnUrl) }
  if (method === 'GET') return { status: 200, html: setupPage(setup) }
  const given = form.parse(Object.fromEntries(new URLSearchParams(body)))
  const saved = methodOf({ ...given, upi: given.upi ?? setup.upiId ?? undefined })
  bank.finishSetup(id, saved, given.decline ? 'fail' : given.outcome)
  return { status: 303, to: setup.returnUrl }
}

/** Keeps only the brand and the last four digits of a card number. */
function methodOf({ by, number = '4111111111111111', upi = '' }: z.output<typeof form>): Method {
  if (by === 'upi') return { type: 'upi', brand: null, lastFour: null, upiId: upi }
  const digits = number.replace(/\D/g, '')
  const brand = digits.startsWith('5') ? 'Mastercard' : digits.startsWith('6') ? 'RuPay' : 'Visa'
  return { type: 'card', brand, lastFour: digits.slice(-4).padStart(4, '0'), upiId: null }
}

const shown = (payment: Payment) => ({
  id: payment.id,
  reference: payment.reference,
  state: payment.state,
  amount: payment.amount,
  currency: payment.currency,
  paid_at: payment.paidAt,
  method: payment.method,
  failure: payment.failure,
  disputes: payment.disputes,
  url: payment.returnUrl === null ? null : `${pagesAt}/checkout/${payment.id}`,
})

const shownMovement = ({ id, kind: _, reference: __, paymentId, aboutId, ...rest }: Movement) => ({
  id,
  payment: paymentId,
  about: aboutId,
  ...rest,
})
const shownRefund = ({ id, reference, state, failure }: Refund) => ({ id, reference, state, failure })

const shownSetup = (setup: Setup, store: Store) => {
  const token = setup.token === null ? undefined : store.find('token', setup.token)
  return {
    id: setup.id,
    reference: setup.reference,
    state: setup.state,
    method: token ? { ...token.method, token: token.id } : null,
    url: `${pagesAt}/setup/${setup.id}`,
  }
}

function isKnown(authorization: string | undefined, key: string): boolean {
  const given = Buffer.from(authorization ?? '')
  const wanted = Buffer.from(`Bearer ${key}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

async function readBody(request: IncomingMessage): Promise<string> {
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw new Error('too large')
  return text(request)
}

function send(response: ServerResponse, { status, json, html, to }: Answer): void {
  response.setHeader('cache-control', 'no-store')
  if (to !== undefined) response.setHeader('location', to)
  if (html !== undefined) response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json ?? {}))
}
