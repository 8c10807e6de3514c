import { DAY } from '#/kernel/duration.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import { ifRefused, type Movement } from './gateway.ts'
import type { Ask } from './razorpay-client.ts'
import type { Many } from './razorpay-look.ts'
import { type Dispute, takenBy } from './razorpay-seen.ts'

type Settled = {
  entity_id: string
  type: string
  amount: number
  debit: number
  credit: number
  fee: number
  tax: number
  currency: string
  created_at: number
  payment_id: string | null
  dispute_id: string | null
}

type Settlement = { id: string; amount: number; status: string; created_at: number }

/** The most that one answer lists. */
const most = { settled: 1000, settlements: 100 }

/**
 * Reads the reconciliation of Razorpay's settlements. A payment is listed on the day it is settled, some two days after it was
 * made, with the time of the payment.
 */
export function razorpayMovements(ask: Ask) {
  async function listed<Item>(path: string, count: number, query: Record<string, string>): Promise<Item[]> {
    const all: Item[] = []
    for (let skip = 0; ; skip += count) {
      const page = { ...query, count: String(count), skip: String(skip) }
      const { items } = await ask<Many<Item>>('GET', path, { query: page })
      all.push(...items)
      if (items.length < count) return all
    }
  }

  async function disputeOf({ type, dispute_id }: Settled): Promise<Dispute | null> {
    if (type !== 'adjustment' || !dispute_id) return null
    // Without its facts, all of it counts as the dispute's; failing would stop the reading of everything else.
    return (await ask<Dispute>('GET', `disputes/${dispute_id}`).catch(ifRefused)) ?? null
  }

  return async ({ from, to }: { from: Date; to: Date }): Promise<Movement[]> => {
    const found: Movement[] = []
    for (const date of daysOf(from, to)) {
      const [year = '', month = '', ofMonth = ''] = date.split('-')
      const query = { year, month, day: ofMonth }
      const settled = await listed<Settled>('settlements/recon/combined', most.settled, query)
      for (const item of settled) {
        found.push(movementSeen(item, await disputeOf(item)))
      }
    }
    const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000))
    // Listed by when they were made, which may be days before they are processed.
    const since = new Date(Math.min(from.getTime(), to.getTime() - 30 * DAY))
    const settlements = await listed<Settlement>('settlements', most.settlements, {
      from: seconds(since),
      to: seconds(to),
    })
    const arrived = settlements.filter(({ status }) => status === 'processed')
    return [...found, ...arrived.map(settlementSeen)]
  }
}

function movementSeen(item: Settled, dispute: Dispute | null): Movement {
  const { entity_id, type, debit, credit, currency, payment_id, dispute_id } = item
  const isPayment = type === 'payment'
  const kind = kindOf(item, dispute)
  // Operators may have paid fees in advance, which then aren't deducted.
  const feeApart = dispute && kind === 'dispute' ? debit - takenBy(dispute, debit) : item.fee
  const fee = isPayment ? item.amount - credit : feeApart
  return {
    // Razorpay may give a taken amount back under the same id.
    ref: credit > debit && !isPayment ? `${entity_id}.credit` : entity_id,
    kind,
    amount: credit - debit + fee,
    fee,
    currency,
    at: new Date(item.created_at * 1000),
    tax: fee === item.fee ? item.tax : 0,
    paymentRef: isPayment ? entity_id : payment_id,
    aboutRef: type === 'refund' ? entity_id : dispute_id,
  }
}

/** Fees for a dispute are deducted with its amount, or later on their own: pre-arbitration and arbitration cost extra. */
function kindOf({ type, debit, credit, dispute_id }: Settled, dispute: Dispute | null): Movement['kind'] {
  if (type === 'payment') return 'payment'
  if (type === 'refund') return credit > debit ? 'refund_returned' : 'refund'
  if (dispute_id && credit > debit) return 'dispute_won'
  if (dispute_id) return dispute && debit < takenBy(dispute, debit) ? 'fee' : 'dispute'
  return 'other'
}

const settlementSeen = ({ id, amount, created_at }: Settlement): Movement => ({
  ref: id,
  kind: 'settlement',
  amount: -amount,
  fee: 0,
  tax: 0,
  currency: 'INR',
  at: new Date(created_at * 1000),
  paymentRef: null,
  aboutRef: null,
})

/** Returns the days that the time touches in India, where Razorpay counts them. */
function daysOf(from: Date, to: Date): Day[] {
  const [first, last] = [dayOf(from, 'Asia/Kolkata'), dayOf(to, 'Asia/Kolkata')]
  const days: Day[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day)
  return days
}
