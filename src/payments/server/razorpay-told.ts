import * as z from 'zod'
import type { Told } from './gateway.ts'

const entity = z.object({ entity: z.looseObject({ id: z.string() }) }).optional()
const event = z.object({
  event: z.string(),
  created_at: z.number(),
  payload: z.object({
    payment_link: entity,
    payment: entity,
    refund: entity,
    invoice: entity,
    dispute: entity,
  }),
})
const notes = z.object({ charge: z.string() })

/** Reads what a verified webhook is about, and its time. */
export function toldBy(message: unknown): { at: Date; told: Told[] } | null {
  const read = event.safeParse(message)
  if (!read.success) return null
  const { event: type, payload, created_at } = read.data
  const { payment_link: link, payment, refund, invoice, dispute } = payload
  const at = new Date(created_at * 1000)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const told: Told[] = []
  if (type.startsWith('payment_link.') && link)
    told.push({ about: 'attempt', ref: link.entity.id, attemptId: text(link.entity['reference_id']) })
  else if (type.startsWith('payment.dispute.')) {
    const ref = text(dispute?.entity['payment_id']) ?? payment?.entity.id
    if (ref) told.push({ about: 'attempt', ref, ...(dispute && { disputeRef: dispute.entity.id }) })
  } else if (type.startsWith('refund.') && refund)
    told.push({ about: 'refund', ref: refund.entity.id, attemptRef: text(refund.entity['payment_id']) })
  else if (type.startsWith('invoice.') && invoice) told.push({ about: 'setup', ref: invoice.entity.id })
  else if (/^payment\.(authorized|captured|failed)$/.test(type) && payment) {
    const ref = text(payment.entity['order_id'])
    const { data: charge } = notes.safeParse(payment.entity['notes'])
    if (ref && charge) told.push({ about: 'attempt', ref, attemptId: charge.charge })
    // A link that was cancelled meanwhile may send no `payment_link` event.
    else if (type !== 'payment.failed') told.push({ about: 'payment', ref: payment.entity.id })
  }
  return { at, told }
}
