import type Stripe from 'stripe'
import {
  type AttemptSeen,
  BadSignature,
  type Gateway,
  type GatewayOffer,
  GatewayRefused,
  type RefundSeen,
} from './gateway.ts'
import { asOurs, isFailure, openStripe } from './stripe-client.ts'
import {
  checkoutSeen,
  disputesSeen,
  intentSeen,
  refundSeen,
  setupSeen,
  toldBy,
  whole,
  wordFor,
} from './stripe-seen.ts'

const hour = 3_600_000
/** For so many seconds a signature is good. */
const tolerance = 300

type Options = {
  offer: GatewayOffer
  secretKey: string
  webhookSecret: string | undefined
  apiUrl: string
  now(): Date
}

/**
 * Stripe: its own page for who pays or saves a card, and saved cards charged by us. An idempotency key is remembered for a
 * day; what may be repeated later is looked for first.
 */
export function stripeGateway({ offer, secretKey, webhookSecret, apiUrl, now }: Options): Gateway {
  let loading: Promise<Stripe> | undefined
  const stripe = () => (loading ??= openStripe(secretKey, apiUrl))

  async function ask<Answer>(call: (client: Stripe) => Promise<Answer>): Promise<Answer> {
    try {
      return await call(await stripe())
    } catch (error) {
      throw asOurs(error)
    }
  }

  const findPage = (ref: string) =>
    ask((client) =>
      client.checkout.sessions.retrieve(ref, {
        expand: ['payment_intent.latest_charge', 'setup_intent.payment_method'],
      }),
    )

  /** A page of Stripe's, one for each of our ids, also when it is asked for again with another address of ours in it. */
  async function openPage(id: string, page: Stripe.Checkout.SessionCreateParams) {
    try {
      const made = await ask((client) =>
        client.checkout.sessions.create({ ...page, client_reference_id: id }, { idempotencyKey: id }),
      )
      // What is said again is what it was then.
      return made.lastResponse.headers['idempotent-replayed'] ? await findPage(made.id) : made
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.code !== 'idempotency_error') throw error
      const made = await ask(async (client) => {
        const since = Math.floor(now().getTime() / 1000) - 25 * 3600
        for await (const one of client.checkout.sessions.list({ created: { gte: since }, limit: 100 }))
          if (one.client_reference_id === id) return one
      })
      if (!made) throw error
      return findPage(made.id)
    }
  }

  async function look(ref: string): Promise<AttemptSeen> {
    if (isPage(ref)) return checkoutSeen(await findPage(ref))
    const intent = await ask((client) => client.paymentIntents.retrieve(ref, { expand: ['latest_charge'] }))
    if (!whole(intent.latest_charge)?.disputed) return intentSeen(intent)
    const { data } = await ask((client) => client.disputes.list({ payment_intent: ref, limit: 100 }))
    return intentSeen(intent, disputesSeen(data))
  }

  return {
    ...offer,
    hearsWebhooks: webhookSecret !== undefined,
    chargesByItself: true,

    async openCheckout({ attemptId, amount, currency, description, payer, back, until }) {
      const product_data = { name: description }
      const page = await openPage(attemptId, {
        mode: 'payment',
        allowed_payment_method_types: ['card'],
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
      })
      return checkoutSeen(page)
    },

    async charge({ attemptId, amount, currency, description, token }) {
      const refused = (failure: string) => ({
        ref: null,
        state: 'failed' as const,
        ...{ amount, currency, paidAt: null, method: null, failure, disputes: [] },
      })
      const customer = await customerOf(token)
      if (!customer) return refused('no_method')
      const before = await ask((client) => client.paymentIntents.list({ customer, limit: 100 }))
      const known = before.data.find(({ metadata }) => metadata['charge'] === attemptId)
      if (known) return look(known.id)
      try {
        const made = await ask((client) =>
          client.paymentIntents.create(
            {
              amount,
              currency: currency.toLowerCase(),
              description,
              customer,
              payment_method: token,
              allowed_payment_method_types: ['card'],
              confirm: true,
              off_session: true,
              metadata: { charge: attemptId },
              expand: ['latest_charge'],
            },
            { idempotencyKey: attemptId },
          ),
        )
        return intentSeen(made)
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        return error.ref ? look(error.ref) : refused(wordFor(error.code) ?? 'refused')
      }
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
      const before = await ask((client) => client.refunds.list({ payment_intent: intent, limit: 100 }))
      const known = before.data.find(({ metadata }) => metadata?.['refund'] === name)
      if (known) return refundSeen(known)
      return ask((client) =>
        client.refunds.create(
          { payment_intent: intent, amount, metadata: { refund: name } },
          { idempotencyKey: name },
        ),
      ).then(refundSeen, (error) => {
        if (!(error instanceof GatewayRefused)) throw error
        return { ref: '', state: 'failed', failure: error.code }
      })
    },

    lookAtRefund: async (ref) => refundSeen(await ask((client) => client.refunds.retrieve(ref))),

    async openSetup({ setupId, payer, back }) {
      const page = await openPage(setupId, {
        mode: 'setup',
        allowed_payment_method_types: ['card'],
        // A customer for each card: forgetting the card leaves nothing of its owner there.
        customer_creation: 'always',
        success_url: back,
        cancel_url: back,
        ...(payer.email && { customer_email: payer.email }),
      })
      return setupSeen(page)
    },

    lookAtSetup: async (ref) => setupSeen(await findPage(ref)),

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
      } catch (error) {
        if (!isFailure(error)) throw error
        throw new BadSignature('not signed by Stripe, or long ago')
      }
    },
  }

  /** Who the card was saved for; null where it is gone. */
  async function customerOf(token: string): Promise<string | null> {
    const method = await ask((client) => client.paymentMethods.retrieve(token)).catch(ifRefused)
    return typeof method?.customer === 'string' ? method.customer : null
  }
}

/** Stripe ends a page after half an hour at the soonest and a day at the latest; before that, we do. */
function expiry(until: Date | null, now: Date) {
  const left = until ? until.getTime() - now.getTime() : 0
  return until && left > 0.52 * hour && left < 24 * hour
    ? { expires_at: Math.floor(until.getTime() / 1000) }
    : {}
}

const isPage = (ref: string) => ref.startsWith('cs_')

function ifRefused(error: unknown): undefined {
  if (!(error instanceof GatewayRefused)) throw error
}
