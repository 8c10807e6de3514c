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
    if (ref) told.push({ about: 'attempt', ref })
  } else if (type.startsWith('refund.') && refund) told.push({ about: 'refund', ref: refund.entity.id })
  else if (type.startsWith('invoice.') && invoice) told.push({ about: 'setup', ref: invoice.entity.id })
  else if (/^payment\.(authorized|captured|failed)$/.test(type) && payment) {
    // Payments of a link arrive as `payment_link` events; this finds our automatic charges.
    const ref = text(payment.entity['order_id'])
    const charge = notes.safeParse(payment.entity['notes'])
    if (ref) told.push({ about: 'attempt', ref, attemptId: charge.data?.charge })
  }
  return { at, told }
}
