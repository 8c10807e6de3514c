import type { Config } from '#/kernel/server/config.ts'
import { GatewayAway } from './gateway.ts'
import type { Question } from './gateway-check.ts'
import { openRazorpay } from './razorpay-client.ts'
import type { Many } from './razorpay-look.ts'
import type { Invoice, Link, Payment, Token } from './razorpay-seen.ts'
import { asOurs, openStripe } from './stripe-client.ts'

type Stripe = Awaited<ReturnType<typeof openStripe>>

/** Returns what the gateway's documents leave open, to be answered for this account. */
export function questionsOf(config: Config): Question[] {
  return config.PAYMENT_GATEWAY === 'stripe' ? stripeQuestions(config) : razorpayQuestions(config)
}

/** Our reads, by the names that a restricted key's permissions have. */
const reads: readonly [string, (client: Stripe) => Promise<unknown>][] = [
  ['Checkout Sessions', (client) => client.checkout.sessions.list({ limit: 1 })],
  ['Payment Intents', (client) => client.paymentIntents.list({ limit: 1 })],
  ['Payment Methods', (client) => client.paymentMethods.list({ type: 'card', limit: 1 })],
  ['Setup Intents', (client) => client.setupIntents.list({ limit: 1 })],
  ['Charges', (client) => client.charges.list({ limit: 1 })],
  ['Refunds', (client) => client.refunds.list({ limit: 1 })],
  ['Disputes', (client) => client.disputes.list({ limit: 1 })],
  ['Balance', (client) => client.balance.retrieve()],
  [
    'Balance Transaction Sources',
    (client) => client.balanceTransactions.list({ limit: 1, expand: ['data.source'] }),
  ],
]

function stripeQuestions({ STRIPE_SECRET_KEY, STRIPE_API_URL }: Config): Question[] {
  const opening = openStripe(STRIPE_SECRET_KEY ?? '', STRIPE_API_URL)
  const ask = async <Answer>(call: (client: Stripe) => Promise<Answer>): Promise<Answer> => {
    try {
      return await call(await opening)
    } catch (error) {
      throw asOurs(error)
    }
  }
  const savedBy = async (setup: string) => {
    const session = await ask((client) =>
      client.checkout.sessions.retrieve(setup, { expand: ['setup_intent.payment_method'] }),
    )
    return typeof session.setup_intent === 'object' ? session.setup_intent : null
  }
  return [
    {
      name: 'T2, does saving a card register a mandate?',
      async ask({ setup }) {
        if (!setup) return null
        const mandate = (await savedBy(setup))?.mandate
        if (!mandate)
          return 'no mandate; Indian banks decline later charges, so leave STRIPE_RECURRING off in India'
        const id = typeof mandate === 'string' ? mandate : mandate.id
        return `mandate ${(await ask((client) => client.mandates.retrieve(id))).status}`
      },
    },
    {
      name: 'T3, may the key read what we read?',
      async ask() {
        const refused: string[] = []
        for (const [name, read] of reads)
          await ask(read).catch((error: unknown) => {
            if (!(error instanceof GatewayAway && error.message.includes(' 403:'))) throw error
            refused.push(name)
          })
        if (refused.length > 0) throw new GatewayAway(`it can’t read ${refused.join(', ')}`)
        return 'yes'
      },
    },
    {
      name: 'T9, does a saved card have the name and address that exports need?',
      async ask({ setup }) {
        const method = setup && (await savedBy(setup))?.payment_method
        if (!method || typeof method === 'string') return null
        const { name, address } = method.billing_details
        return name && address?.line1 ? 'yes' : 'no; a later charge of a foreign card may be declined'
      },
    },
    {
      name: 'T10, does the page take UPI?',
      async ask({ page }) {
        if (!page) return null
        const { payment_method_types: types } = await ask((client) => client.checkout.sessions.retrieve(page))
        return types?.includes('upi') ? 'yes' : 'no; activate UPI in Stripe’s dashboard'
      },
    },
  ]
}

function razorpayQuestions(config: Config): Question[] {
  const ask = openRazorpay({
    apiUrl: config.RAZORPAY_API_URL,
    keyId: config.RAZORPAY_KEY_ID ?? '',
    keySecret: config.RAZORPAY_KEY_SECRET ?? '',
  })
  const payment = (id: string) => ask<Payment>('GET', `payments/${id}`)
  return [
    {
      name: 'T4, do payers pay what we ask for?',
      async ask({ payment: id, asked = 0 }) {
        if (!id) return null
        const { amount } = await payment(id)
        if (amount === asked) return 'yes'
        return amount > asked
          ? `more, by ${amount - asked} paise: they bear your fee, and refunds leave it`
          : `less, by ${asked - amount} paise: you bear the offer, and providers get all`
      },
    },
    {
      name: 'T5, are registration links listed?',
      async ask({ setup }) {
        if (!setup) return null
        const link = await ask<Invoice>('GET', `invoices/${setup}`)
        const query = { receipt: link.receipt ?? '' }
        const { items } = await ask<Many<Invoice>>('GET', 'invoices', { query })
        return items.some(({ id }) => id === setup) ? 'yes' : 'no; saving twice makes two links'
      },
    },
    {
      name: 'T6, does a saved method say that its mandate is confirmed?',
      async ask({ setup }) {
        const link = setup ? await ask<Invoice>('GET', `invoices/${setup}`) : null
        const first = link?.payment_id ? await payment(link.payment_id) : null
        if (!first?.customer_id || !first.token_id) return null
        const token = await ask<Token>('GET', `customers/${first.customer_id}/tokens/${first.token_id}`)
        const status = token.recurring_details?.status
        if (status) return status
        return token.recurring
          ? 'no, only that it is for recurring payments, which we take for it'
          : 'no; it stays open for up to three days and then fails'
      },
    },
    {
      name: 'T7, is a won dispute that goes on the same one?',
      ask: async () => 'ask Razorpay; we follow both the same and a new one',
    },
    {
      name: 'T8, does a paid link name its order?',
      async ask({ page }) {
        if (!page) return null
        const link = await ask<Link>('GET', `payment_links/${page}`)
        return link.order_id
          ? 'yes'
          : link.payments?.length
            ? 'no, but its payment'
            : 'neither order nor payment'
      },
    },
  ]
}
