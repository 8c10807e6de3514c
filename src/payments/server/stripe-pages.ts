import type Stripe from 'stripe'
import { DAY, HOUR } from '#/kernel/duration.ts'
import { GatewayRefused } from './gateway.ts'
import { type Ask, underKey } from './stripe-client.ts'

type Made = Stripe.Checkout.Session & { lastResponse?: { headers: Record<string, string> } }

/** Opens and reads Checkout Sessions. */
export function stripePages(ask: Ask, now: () => Date) {
  const find = (ref: string) =>
    ask((client) =>
      client.checkout.sessions.retrieve(ref, {
        expand: ['payment_intent.latest_charge', 'setup_intent.payment_method'],
      }),
    )

  const findRecent = (id: string) =>
    ask(async (client) => {
      const since = Math.floor(now().getTime() / 1000) - 25 * 3600
      for await (const one of client.checkout.sessions.list({ created: { gte: since }, limit: 100 }))
        if (one.client_reference_id === id) return one
    })

  /** Opens one page per id, even if a repeat carries another return address. */
  async function open(id: string, page: Stripe.Checkout.SessionCreateParams, key = id) {
    try {
      const made = await underKey<Made>(
        key,
        (idempotencyKey) =>
          ask((client) =>
            client.checkout.sessions.create({ ...page, client_reference_id: id }, { idempotencyKey }),
          ),
        async () => {
          const there = await findRecent(id)
          return there && find(there.id)
        },
      )
      // A replayed answer is outdated.
      return made.lastResponse?.headers['idempotent-replayed'] ? await find(made.id) : made
    } catch (error) {
      if (!(error instanceof GatewayRefused) || error.code !== 'idempotency_error') throw error
      const made = await findRecent(id)
      if (!made) throw error
      return find(made.id)
    }
  }

  return { find, open }
}

/** Stripe allows page lifetimes from half an hour to a day; outside that range we close the page ourselves. */
export function expiry(until: Date | null, now: Date) {
  const left = until ? until.getTime() - now.getTime() : 0
  return until && left > 0.52 * HOUR && left < DAY ? { expires_at: Math.floor(until.getTime() / 1000) } : {}
}
