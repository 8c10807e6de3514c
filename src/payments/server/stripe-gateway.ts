import type Stripe from 'stripe'
import {
  type AttemptSeen,
  BadSignature,
  type Gateway,
  type GatewayOffer,
  GatewayRefused,
  ifRefused,
  type MoneyBackSeen,
  type Movement,
  type RefundSeen,
} from './gateway.ts'
import { type Ask, asOurs, openStripe, patienceWithBanks, underKey } from './stripe-client.ts'
import { balanceSeen, movementSeen } from './stripe-movements.ts'
import { expiry, stripePages } from './stripe-pages.ts'
import {
  checkoutSeen,
  disputesSeen,
  intentSeen,
  refundSeen,
  refundsSeen,
  setupSeen,
  toldBy,
  whole,
  wordFor,
} from './stripe-seen.ts'

/** In seconds. */
const tolerance = 300

type Options = {
  offer: GatewayOffer
  secretKey: string
  webhookSecret: string | undefined
  apiUrl: string
  now(): Date
}

/**
 * Uses Stripe's Checkout pages to pay and to save cards, and charges saved cards. Stripe remembers an idempotency key for only a
 * day, so calls that may be repeated later look for an earlier result first.
 */
export function stripeGateway({ offer, secretKey, webhookSecret, apiUrl, now }: Options): Gateway {
  let loading: Promise<Stripe> | undefined
  const stripe = () => (loading ??= openStripe(secretKey, apiUrl))

  const ask: Ask = async (call) => {
    try {
      return await call(await stripe())
    } catch (error) {
      throw asOurs(error)
    }
  }

  const pages = stripePages(ask, now)

  async function look(ref: string, disputeRef?: string): Promise<AttemptSeen> {
    if (isPage(ref)) return checkoutSeen(await pages.find(ref))
    const intent = await ask((client) => client.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }))
    const charge = whole(intent.latest_charge)
    const about = { payment_intent: ref, limit: 100 }
    // A dispute that Stripe resolved before it became one may leave no mark on its charge.
    const isDisputed = charge?.disputed || disputeRef
    const disputes = isDisputed ? (await ask((client) => client.disputes.list(about))).data : []
    const isPaid = intent.status === 'succeeded'
    const refunds = isPaid ? (await ask((client) => client.refunds.list(about))).data : []
    return intentSeen(intent, { disputes: disputesSeen(disputes, intent), refunds: refundsSeen(refunds) })
  }

  /** Finds our charge by its attempt id. Stripe's search lags a minute behind; lists don't. */
  async function findIntent(customer: string, attemptId: string) {
    const { data } = await ask((client) => client.paymentIntents.list({ customer, limit: 100 }))
    return data.find(({ metadata }) => metadata['charge'] === attemptId)
  }

  return {
    ...offer,
    hearsWebhooks: webhookSecret !== undefined,

    async openCheckout({ attemptId, amount, currency, description, payer, back, until }) {
      const product_data = { name: description }
      const page: Stripe.Checkout.SessionCreateParams = {
        mode: 'payment',
        line_items: [
          {
            quantity: 1,
            price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data },
          },
        ],
        payment_intent_data: { description },
        success_url: back,
        cancel_url: back,
        ...(payer.email && { customer_email: payer.email }),
        ...expiry(until, now()),
      }
      const open = (types: ('card' | 'upi')[], key?: string) =>
        pages.open(attemptId, { ...page, allowed_payment_method_types: types }, key)
      // Accounts that charge saved cards are outside India, where there is no UPI.
      if (offer.chargesByItself) return checkoutSeen(await open(['card']))
      return checkoutSeen(
        await open(['card', 'upi']).catch((error) => {
          // The operator hasn't activated UPI in Stripe's dashboard.
          if (!(error instanceof GatewayRefused)) throw error
          return open(['card'], `${attemptId}.card`)
        }),
      )
    },

    async charge({ attemptId, amount, currency, description, token }) {
      const refused = (failure: string) => ({
        ref: null,
        state: 'failed' as const,
        amount,
        currency,
        paidAt: null,
        method: null,
        failure,
        disputes: [],
      })
      const customer = await customerOf(token)
      if (!customer) return refused('no_method')
      const known = await findIntent(customer, attemptId)
      if (known) return look(known.id)
      try {
        const whole = {
          amount,
          currency: currency.toLowerCase(),
          description,
          customer,
          payment_method: token,
          allowed_payment_method_types: ['card' as const],
          confirm: true,
          off_session: true,
          metadata: { charge: attemptId },
          expand: ['latest_charge'],
        }
        const made = await underKey<Stripe.PaymentIntent>(
          attemptId,
          (idempotencyKey) =>
            ask((client) =>
              client.paymentIntents.create(whole, { idempotencyKey, timeout: patienceWithBanks }),
            ),
          () => findIntent(customer, attemptId),
        )
        return intentSeen(made)
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        return error.ref ? look(error.ref) : refused(wordFor(error.code) ?? 'refused')
      }
    },

    async findCharge({ attemptId, token }) {
      const customer = token && (await customerOf(token))
      const known = customer ? await findIntent(customer, attemptId) : undefined
      return known ? look(known.id) : null
    },

    look,

    async close(ref) {
      await ask(
        (client): Promise<unknown> =>
          isPage(ref) ? client.checkout.sessions.expire(ref) : client.paymentIntents.cancel(ref),
      ).catch(ifRefused)
      return look(ref)
    },

    async refund({ refundId, tries, attemptRef, amount }): Promise<RefundSeen> {
      const name = `${refundId}.${tries}`
      const intent = isPage(attemptRef) ? (await look(attemptRef)).ref : attemptRef
      const known = () =>
        ask((client) => client.refunds.list({ payment_intent: intent, limit: 100 })).then(({ data }) =>
          data.find(({ metadata }) => metadata?.['refund'] === name),
        )
      const before = await known()
      if (before) return refundSeen(before)
      return underKey<Stripe.Refund>(
        name,
        (idempotencyKey) =>
          ask((client) =>
            client.refunds.create(
              { payment_intent: intent, amount, metadata: { refund: name } },
              { idempotencyKey },
            ),
          ),
        known,
      ).then(refundSeen, (error) => {
        if (!(error instanceof GatewayRefused)) throw error
        return { ref: '', state: 'failed', failure: error.code }
      })
    },

    lookAtRefund: async (ref) => refundSeen(await ask((client) => client.refunds.retrieve(ref))),

    async moneyBackSince(since) {
      const after = (at: Date) => ({ gte: seconds(at) })
      const found: MoneyBackSeen[] = []
      await ask(async (client) => {
        const disputes = client.disputes.list({ created: after(since.disputes), limit: 100 })
        for await (const dispute of disputes) {
          const [seen] = disputesSeen([dispute])
          const attemptRef = idOf(dispute.payment_intent)
          if (seen && attemptRef)
            found.push({ kind: 'dispute', attemptRef, ref: seen.ref, status: seen.status })
        }
        for await (const { id, payment_intent } of client.refunds.list({
          created: after(since.refunds),
          limit: 100,
        })) {
          const attemptRef = idOf(payment_intent)
          if (attemptRef) found.push({ kind: 'refund', attemptRef, ref: id })
        }
      })
      return found
    },

    async movements({ from, to }) {
      const created = { gte: seconds(from), lt: seconds(to) }
      const found: Movement[] = []
      const balance = await ask(async (client) => {
        const list = client.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
        for await (const one of list) found.push(movementSeen(one))
        return client.balance.retrieve()
      })
      return { movements: found, balance: balanceSeen(balance) }
    },

    async openSetup({ setupId, payer, back }) {
      const page = await pages.open(setupId, {
        mode: 'setup',
        allowed_payment_method_types: ['card'],
        // One customer per card, so that forgetting the card leaves no personal data at Stripe.
        customer_creation: 'always',
        success_url: back,
        cancel_url: back,
        ...(payer.email && { customer_email: payer.email }),
      })
      return setupSeen(page)
    },

    lookAtSetup: async (ref) => setupSeen(await pages.find(ref)),

    async forgetMethod(token) {
      const customer = await customerOf(token)
      if (customer) await ask((client) => client.customers.del(customer)).catch(ifRefused)
    },

    async readWebhook(body, headers, at) {
      const { webhooks } = await stripe()
      const signature = String(headers['stripe-signature'] ?? '')
      const receivedAt = at.getTime()
      try {
        return toldBy(
          webhooks.constructEvent(body, signature, webhookSecret ?? '', tolerance, undefined, receivedAt),
        )
      } catch {
        // The library refuses a thin event with an error of its own.
        throw new BadSignature('not signed by Stripe, long ago, or a thin event')
      }
    },
  }

  /** Returns the card's customer, or null if the card is gone. */
  async function customerOf(token: string): Promise<string | null> {
    const method = await ask((client) => client.paymentMethods.retrieve(token)).catch(ifRefused)
    return typeof method?.customer === 'string' ? method.customer : null
  }
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
const idOf = (thing: { id: string } | string | null) => (typeof thing === 'string' ? thing : thing?.id)

const isPage = (ref: string) => ref.startsWith('cs_')
