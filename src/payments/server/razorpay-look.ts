import type { AttemptSeen, MoneyBackSeen } from './gateway.ts'
import type { Ask } from './razorpay-client.ts'
import * as seen from './razorpay-seen.ts'

export type Many<Item> = { items: Item[] }

export function razorpayLooks(ask: Ask) {
  const paymentsOf = async (orderId: string) =>
    (await ask<Many<seen.Payment>>('GET', `orders/${orderId}/payments`)).items

  /** Returns a payment with its card, which lists leave out. */
  const payment = (id: string) =>
    ask<seen.Payment>('GET', `payments/${id}`, { query: { 'expand[]': 'card' } })

  async function findLink(attemptId: string): Promise<seen.Link | undefined> {
    const query = { reference_id: attemptId }
    const { payment_links } = await ask<{ payment_links: seen.Link[] }>('GET', 'payment_links', { query })
    return payment_links.find(({ reference_id }) => reference_id === attemptId)
  }

  async function findOrder(attemptId: string): Promise<seen.Order | undefined> {
    const { items } = await ask<Many<seen.Order>>('GET', 'orders', { query: { receipt: attemptId } })
    return items.find(({ receipt }) => receipt === attemptId)
  }

  /** Returns the id of the link that a payment was made on. */
  async function linkOf(paymentId: string): Promise<string | null> {
    const query = { payment_id: paymentId }
    const { payment_links } = await ask<{ payment_links: seen.Link[] }>('GET', 'payment_links', { query })
    return payment_links[0]?.id ?? null
  }

  async function lookAtLink(link: seen.Link): Promise<AttemptSeen & { url: string | null }> {
    const tries = link.order_id
      ? await paymentsOf(link.order_id)
      : await Promise.all((link.payments ?? []).map(({ payment_id }) => payment(payment_id)))
    const paid = seen.paidOf(tries)
    return paid ? { ...seen.paymentSeen(await payment(paid.id)), url: null } : seen.linkSeen(link, tries)
  }

  async function lookAtOrder(order: seen.Order): Promise<AttemptSeen> {
    const tries = await paymentsOf(order.id)
    const paid = seen.paidOf(tries)
    return paid ? seen.paymentSeen(await payment(paid.id)) : seen.orderSeen(order, tries)
  }

  async function look(ref: string, disputeRef?: string): Promise<AttemptSeen> {
    if (ref.startsWith('plink_')) return lookAtLink(await ask<seen.Link>('GET', `payment_links/${ref}`))
    if (ref.startsWith('order_')) return lookAtOrder(await ask<seen.Order>('GET', `orders/${ref}`))
    const found = await payment(ref)
    const refunds = seen.paidOf([found]) ? await refundsOf(ref) : []
    // Razorpay can't list the disputes of a payment. The daily sweep finds those that no message names.
    const disputes = disputeRef ? [await ask<seen.Dispute>('GET', `disputes/${disputeRef}`)] : []
    return seen.paymentSeen(found, {
      disputes: seen.disputesSeen(disputes).get(ref) ?? [],
      refunds: seen.refundsSeen(refunds),
    })
  }

  const refundsOf = async (paymentId: string) =>
    (await ask<Many<seen.Refund>>('GET', `payments/${paymentId}/refunds`, { query: { count: '100' } })).items

  async function listed<Thing>(kind: 'disputes' | 'refunds', since: Date): Promise<Thing[]> {
    const all: Thing[] = []
    const from = String(Math.floor(since.getTime() / 1000))
    for (let page = 0; ; page++) {
      const query = { from, count: '100', skip: String(page * 100) }
      const { items } = await ask<Many<Thing>>('GET', kind, { query })
      all.push(...items)
      if (items.length < 100) return all
    }
  }

  async function moneyBackSince(since: { disputes: Date; refunds: Date }): Promise<MoneyBackSeen[]> {
    const disputes = seen.disputesSeen(await listed<seen.Dispute>('disputes', since.disputes))
    const refunds = await listed<seen.Refund>('refunds', since.refunds)
    return [
      ...[...disputes].flatMap(([attemptRef, ofPayment]) =>
        ofPayment.map(({ ref, status }) => ({ kind: 'dispute' as const, attemptRef, ref, status })),
      ),
      ...refunds.map(({ id, payment_id }) => ({ kind: 'refund' as const, attemptRef: payment_id, ref: id })),
    ]
  }

  return { findLink, linkOf, findOrder, lookAtLink, lookAtOrder, look, moneyBackSince, refundsOf, payment }
}
