import * as z from 'zod'
import { isSigned, signatureHeader } from '#/payments/sandbox/signature.ts'
import {
  type AttemptSeen,
  BadSignature,
  type Gateway,
  GatewayAway,
  type GatewayOffer,
  type Movement,
  type SetupSeen,
} from './gateway.ts'

const patience = 8_000

const webhook = z.object({
  type: z.string(),
  data: z.object({ id: z.string(), reference: z.string(), payment: z.string().optional() }),
})

type Options = { offer: GatewayOffer; key: string; url(): Promise<string>; ownUrl(): string }

type ShownPayment = {
  id: string
  state: AttemptSeen['state']
  amount: number
  currency: string
  paid_at: number | null
  method: AttemptSeen['method']
  failure: string | null
  disputes: AttemptSeen['disputes']
  url: string | null
}

type ShownSetup = { id: string; state: SetupSeen['state']; method: SetupSeen['method']; url: string }
type ShownMovement = Pick<Movement, 'amount' | 'fee' | 'tax' | 'currency'> & {
  id: string
  type: Movement['kind']
  at: number
  payment: string
  about: string | null
}
type ShownRefund = { id: string; state: 'pending' | 'succeeded' | 'failed'; failure: string | null }

/** Calls the sandbox like a remote gateway. */
export function sandboxGateway({ offer, key, url, ownUrl }: Options): Gateway {
  async function ask<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
    let answer: Response
    try {
      answer = await fetch(`${await url()}/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(patience),
      })
    } catch (error) {
      throw new GatewayAway(`The payment sandbox did not answer: ${String(error)}`)
    }
    if (!answer.ok)
      throw new GatewayAway(`The payment sandbox answered ${answer.status} to ${method} ${path}`)
    return (await answer.json()) as Answer
  }

  const webhookUrl = () => `${ownUrl()}/webhooks/sandbox`
  const attempt = ({ id, paid_at, ...rest }: ShownPayment): AttemptSeen & { url: string | null } => ({
    ...rest,
    ref: id,
    paidAt: paid_at === null ? null : new Date(paid_at),
  })
  const refund = ({ id, ...rest }: ShownRefund) => ({ ref: id, ...rest })
  const movement = ({ id, type, at, payment, about, ...rest }: ShownMovement): Movement => ({
    ref: id,
    kind: type,
    ...rest,
    at: new Date(at),
    paymentRef: payment,
    aboutRef: about,
  })
  const setup = ({ id, ...rest }: ShownSetup) => ({ ref: id, ...rest })

  return {
    ...offer,
    hearsWebhooks: true,
    async openCheckout({ attemptId, amount, currency, description, back, until }) {
      return attempt(
        await ask('POST', 'checkouts', {
          reference: attemptId,
          amount,
          currency,
          description,
          return_url: back,
          webhook_url: webhookUrl(),
          until: until?.getTime() ?? null,
        }),
      )
    },
    openedWith: (at, { type, token }) => `${at}?by=${type}${token ? `&saved=${token}` : ''}`,
    async charge({ attemptId, amount, currency, description, token }) {
      return attempt(
        await ask('POST', 'charges', {
          reference: attemptId,
          amount,
          currency,
          description,
          token,
          webhook_url: webhookUrl(),
        }),
      )
    },
    async findCharge({ attemptId }) {
      const { data } = await ask<{ data: ShownPayment[] }>('GET', `charges/${attemptId}`)
      return data[0] ? attempt(data[0]) : null
    },
    look: async (ref) => attempt(await ask('GET', `payments/${ref}`)),
    close: async (ref) => attempt(await ask('POST', `payments/${ref}/cancellation`)),
    refund: async ({ refundId, tries, attemptRef, amount }) =>
      refund(
        await ask('POST', `payments/${attemptRef}/refunds`, { reference: `${refundId}.${tries}`, amount }),
      ),
    lookAtRefund: async (ref) => refund(await ask('GET', `refunds/${ref}`)),
    async movements({ from, to }) {
      const query = new URLSearchParams({ from: String(from.getTime()), to: String(to.getTime()) })
      const read = await ask<{ data: ShownMovement[]; balance: number }>('GET', `movements?${query}`)
      return { movements: read.data.map(movement), balance: read.balance }
    },
    openSetup: async ({ setupId, type, upiId, back }) =>
      setup(
        await ask('POST', 'setups', {
          reference: setupId,
          type,
          upi_id: upiId,
          return_url: back,
          webhook_url: webhookUrl(),
        }),
      ),
    lookAtSetup: async (ref) => setup(await ask('GET', `setups/${ref}`)),
    forgetMethod: (token) => ask('POST', `tokens/${token}/removal`),
    async readWebhook(body, headers, now) {
      if (!isSigned(key, body, headers[signatureHeader], now.getTime()))
        throw new BadSignature('not signed by the sandbox')
      const message = webhook.safeParse(JSON.parse(body))
      if (!message.success) return []
      const { type, data } = message.data
      if (type === 'payment.updated') return [{ about: 'attempt', ref: data.id, attemptId: data.reference }]
      if (type === 'refund.updated') return [{ about: 'refund', ref: data.id, attemptRef: data.payment }]
      if (type === 'setup.updated') return [{ about: 'setup', ref: data.id }]
      return []
    },
  }
}
