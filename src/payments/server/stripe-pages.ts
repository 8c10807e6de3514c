import type Stripe from 'stripe'
import { GatewayRefused } from './gateway.ts'
import type { Ask } from './stripe-client.ts'

const hour = 3_600_000

/** Stripe's own pages: a Checkout Session, to pay or to save a card on. */
export function stripePages(ask: Ask, now: () => Date) {
  const find = (ref: string) =>
    ask((client) =>
      client.checkout.sessions.retrieve(ref, {
        expand: ['payment_intent.latest_charge', 'setup_intent.payment_method'],
      }),
    )

  /** A page of Stripe's, one for each of our ids, also when it is asked for again with another address of ours in it. */
  async function open(id: string, page: Stripe.Checkout.SessionCreateParams) {
    try {
      const made = await ask((client) =>
        client.checkout.sessions.create({ ...page, client_reference_id: id }, { idempotencyKey: id }),
      )
      // What is said again is what it was then.
      return made.lastResponse.headers['idempotent-replayed'] ? await find(made.id) : made
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.code !== 'idempotency_error') throw error
      const made = await ask(async (client) => {
        const since = Math.floor(now().getTime() / 1000) - 25 * 3600
        for await (const one of client.checkout.sessions.list({ created: { gte: since }, limit: 100 }))
          if (one.client_reference_id === id) return one
      })
      if (!made) throw error
      return find(made.id)
    }
  }

  return { find, open }
}

/** Stripe ends a page after half an hour at the soonest and a day at the latest; before that, we do. */
export function expiry(until: Date | null, now: Date) {
  const left = until ? until.getTime() - now.getTime() : 0
  return until && left > 0.52 * hour && left < 24 * hour
    ? { expires_at: Math.floor(until.getTime() / 1000) }
    : {}
}
