import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY, MINUTE } from '#/kernel/duration.ts'
import {
  BadSignature,
  contactNeeded,
  type Gateway,
  type GatewayOffer,
  GatewayRefused,
  ifRefused,
  type Payer,
} from './gateway.ts'
import { openRazorpay } from './razorpay-client.ts'
import { type Many, razorpayLooks } from './razorpay-look.ts'
import { razorpayMovements } from './razorpay-movements.ts'
import * as seen from './razorpay-seen.ts'
import { toldBy } from './razorpay-told.ts'

const quarter = 15 * MINUTE
/** Razorpay's maximum is six months; some days of a sitter's request are due later. */
const longestLink = 180 * DAY
/** Unacknowledged messages can be replayed from Razorpay's dashboard for seven days, as they were first signed. */
const tolerance = 8 * DAY
/** The amount charged to register a method, and the legal maximum of an automatic charge. */
const agreement = { amount: 100, max_amount: 1_500_000, currency: 'INR' }

type Options = {
  offer: GatewayOffer
  keyId: string
  keySecret: string
  webhookSecret: string | undefined
  apiUrl: string
  now(): Date
}

/**
 * Uses payment links to pay, registration links to save a method, and orders to charge it. Only refunds take an idempotency
 * key, so everything else is looked up by our own id before it is created.
 */
export function razorpayGateway(options: Options): Gateway {
  const { offer, webhookSecret, now } = options
  const ask = openRazorpay(options)

  const { findLink, linkOf, findOrder, lookAtLink, lookAtOrder, look, moneyBackSince, refundsOf, payment } =
    razorpayLooks(ask)
  const movements = razorpayMovements(ask)

  /** Refunds the registration charge once, even if its bank refuses: saving a method is free. */
  async function sendBack({ id, amount }: seen.Payment, key: string): Promise<void> {
    if ((await refundsOf(id)).length > 0) return
    const call = { body: { amount, speed: 'normal', receipt: key }, headers: { 'x-refund-idempotency': key } }
    await ask('POST', `payments/${id}/refund`, call).catch(ifRefused)
  }

  return {
    ...offer,
    hearsWebhooks: webhookSecret !== undefined,

    async openCheckout({ attemptId, amount, currency, description, payer, back, until }) {
      const known = await findLink(attemptId)
      if (known) return lookAtLink(known)
      const made = await ask<seen.Link>('POST', 'payment_links', {
        body: {
          amount,
          currency,
          description,
          reference_id: attemptId,
          customer: customer(payer),
          notify: { sms: false, email: false },
          reminder_enable: false,
          callback_url: back,
          callback_method: 'get',
          // Razorpay's minimum is 15 minutes; with less time left, we close the link ourselves.
          ...(until && {
            expire_by: seconds(
              Math.min(
                Math.max(until.getTime(), now().getTime() + 1.1 * quarter),
                now().getTime() + longestLink,
              ),
            ),
          }),
        },
      }).catch(async (error) => {
        // A concurrent request may have created it.
        const there = error instanceof GatewayRefused && (await findLink(attemptId))
        if (!there) throw error
        return there
      })
      return lookAtLink(made)
    },

    async charge({ attemptId, amount, currency, description, token }) {
      const notes = { charge: attemptId }
      const order =
        (await findOrder(attemptId)) ??
        (await ask<seen.Order>('POST', 'orders', {
          body: { amount, currency, receipt: attemptId, unique_receipt: true, payment_capture: true, notes },
        }))
      const before = await lookAtOrder(order)
      if (before.state !== 'open') return before
      const [customer_id = '', token_id = ''] = token.split('/')
      try {
        const { email, contact } = await ask<{ email: string; contact: string }>(
          'GET',
          `customers/${customer_id}`,
        )
        await ask('POST', 'payments/create/recurring', {
          body: {
            email,
            contact,
            amount,
            currency,
            description,
            customer_id,
            notes,
            order_id: order.id,
            token: token_id,
            recurring: true,
          },
        })
      } catch (error) {
        if (!(error instanceof GatewayRefused)) throw error
        const after = await lookAtOrder(order)
        return after.state === 'open' ? { ...after, state: 'failed', failure: error.code } : after
      }
      return lookAtOrder(order)
    },

    async findCharge({ attemptId }) {
      const order = await findOrder(attemptId)
      const became = order && (await lookAtOrder(order))
      // Nobody can pay an order without a charge, so it counts as not made.
      return became && became.state !== 'open' ? became : null
    },

    look,

    pageOf: linkOf,

    async close(ref) {
      if (ref.startsWith('plink_')) await ask('POST', `payment_links/${ref}/cancel`).catch(ifRefused)
      return look(ref)
    },

    async refund({ refundId, tries, attemptRef, amount }) {
      const receipt = `${refundId}.${tries}`
      const paid = attemptRef.startsWith('pay_') ? attemptRef : (await look(attemptRef)).ref
      const known = (await refundsOf(paid)).find((one) => one.receipt === receipt)
      if (known) return seen.refundSeen(known)
      return ask<seen.Refund>('POST', `payments/${paid}/refund`, {
        body: { amount, speed: 'normal', receipt },
        headers: { 'x-refund-idempotency': `${refundId}_${tries}` },
      }).then(seen.refundSeen, (error) => {
        if (!(error instanceof GatewayRefused)) throw error
        return { ref: '', state: 'failed', failure: error.code }
      })
    },

    lookAtRefund: async (ref) => seen.refundSeen(await ask<seen.Refund>('GET', `refunds/${ref}`)),

    moneyBackSince,

    async movements(during) {
      // Razorpay's API doesn't tell the balance.
      return { movements: await movements(during), balance: null }
    },

    async openSetup({ setupId, type, payer }) {
      const query = { receipt: setupId }
      const known = await ask<Many<seen.Invoice>>('GET', 'invoices', { query })
      const link = known.items.find(({ receipt }) => receipt === setupId)
      if (link) return seen.setupSeen(link)
      if (!payer.email || !payer.phone)
        throw new GatewayRefused('A registration link needs an email and a phone number', {
          code: contactNeeded,
        })
      const { max_amount, ...first } = agreement
      return seen.setupSeen(
        await ask<seen.Invoice>('POST', 'subscription_registration/auth_links', {
          body: {
            ...first,
            type: 'link',
            description: 'Saving a payment method',
            customer: { name: 'Customer', ...customer(payer) },
            subscription_registration: { method: type, max_amount, frequency: 'as_presented' },
            receipt: setupId,
            email_notify: false,
            sms_notify: false,
            expire_by: seconds(now().getTime() + 96 * quarter),
          },
        }),
      )
    },

    async lookAtSetup(ref) {
      const link = await ask<seen.Invoice>('GET', `invoices/${ref}`)
      if (link.status !== 'paid' || !link.payment_id) return seen.setupSeen(link)
      const first = await payment(link.payment_id)
      if (!first.customer_id || !first.token_id) return seen.setupSeen(link)
      if (seen.paidOf([first]) && first.status !== 'refunded') await sendBack(first, ref)
      const token = await ask<seen.Token>('GET', `customers/${first.customer_id}/tokens/${first.token_id}`)
      return seen.setupSeen(link, seen.tokenSeen(token, first))
    },

    async forgetMethod(token) {
      const [customerId, tokenId] = token.split('/')
      const path = `customers/${customerId}/tokens/${tokenId}`
      const known = await ask<seen.Token>('GET', path).catch(ifRefused)
      // Deleting a UPI token leaves its mandate in the payer's UPI app.
      if (known?.method === 'upi') await ask('PUT', `${path}/cancel`).catch(ifRefused)
      await ask('DELETE', path).catch(ifRefused)
    },

    async readWebhook(body, headers, at) {
      if (!webhookSecret || !isSigned(webhookSecret, body, headers['x-razorpay-signature']))
        throw new BadSignature('not signed by Razorpay')
      const message = toldBy(JSON.parse(body))
      if (!message) return []
      if (Math.abs(at.getTime() - message.at.getTime()) > tolerance)
        throw new BadSignature('signed by Razorpay long ago')
      return message.told
    },
  }
}

/** Checks the hexadecimal HMAC of the body, as Razorpay's webhook documentation describes. */
function isSigned(secret: string, body: string, header: unknown): boolean {
  if (typeof header !== 'string' || !/^[0-9a-f]{64}$/.test(header)) return false
  const digest = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(Buffer.from(header, 'hex'), digest)
}

const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

/** Leaves out what Razorpay would refuse the whole payment for: a link needs none of it. */
function customer({ name, email, phone }: Pick<Payer, 'name' | 'email' | 'phone'>) {
  const known = nameFor(name)
  const contact = phone?.replace(/[^+\d]/g, '')
  return {
    ...(known && { name: known }),
    ...(email && email.length <= 64 && { email }),
    ...(contact && contact.length <= 15 && { contact }),
  }
}

/** Returns a name of 3 to 50 characters that Razorpay takes, or null. */
function nameFor(name: string): string | null {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/[’‘]/g, "'")
  const allowed = plain
    .replace(/[^A-Za-z0-9.'/@()]+/g, ' ')
    .trim()
    .slice(0, 50)
    .trim()
  return allowed.length >= 3 ? allowed : null
}
