import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import type { DisputeLost } from '#/payments/events.ts'
import { takenFromSellerText } from '#/payments/money-back-text.ts'
import { orderName } from '#/payments/rules.ts'
import { isAllRefunded, refundedOfPart, takenBy } from '#/payments/server/index.ts'
import { currency } from '#/shop/rules.ts'

// Tells sellers about refunds and lost disputes of parts that nobody has cancelled or returned. A refund in the gateway's dashboard
// or a dispute may name no part: later news can move what a seller bears for it, so they are told once that hasn't changed for a day.

type Told = { paymentId: string; refundId: string }
type Sold = {
  id: string
  order_id: string
  seller: string
  number: number
  is_all: boolean
  is_here: boolean
}

const soldColumns = sql`s.id, s.order_id, s.seller_user_id as seller, o.number, ${refundedOfPart('s.id')} >= s.total as is_all,
  s.status in ('placed', 'packed') as is_here`
/** Their sellers know already about refunds of cancelled and returned parts. */
const isKept = sql`s.status not in ('cancelled', 'returned')`
const money = (amount: number) => formatMoney({ amount, currency })

const stopText = ({ is_all, is_here }: Sold) =>
  is_all && is_here ? ' The buyer has all their money back for your part, so please don’t send it.' : ''
const refundText = (sold: Sold, amount: number, reason?: string) =>
  `The buyer of order ${orderName(sold.number)} is getting back ${money(amount)}.${stopText(sold)} ${takenFromSellerText(reason)}`
const bankText = (sold: Sold, amount: number) =>
  `The buyer’s bank took back ${money(amount)} of order ${orderName(sold.number)} in a dispute.${stopText(sold)} ${takenFromSellerText()}`

async function tell(
  work: Work,
  news: readonly { sold: Sold; title: string; message: string; source: string }[],
): Promise<void> {
  await notify(
    work,
    ...news.map(({ sold, title, message, source }) => ({
      type: 'payment_refunded' as const,
      userId: sold.seller,
      title,
      message,
      source,
      href: `/my-orders?side=sold&order=${sold.order_id}`,
    })),
  )
  await hint(
    work.db,
    news.map(({ sold }) => sold.seller),
    'orders',
  )
}

/** Tells the seller whose part an administrator has refunded. */
export async function tellOfDesk(work: Work, { refundId }: Told): Promise<void> {
  const { rows } = await sql<Sold & { amount: number; reason: string }>`
    select ${soldColumns}, p.amount, r.reason
      from part_refunds p join refunds r on r.id = p.refund_id
      join order_parts s on s.id = p.part_id join orders o on o.id = s.order_id
     where p.refund_id = ${refundId} and ${isKept}`.execute(work.db)
  await tell(
    work,
    rows.map(({ amount, reason, ...sold }) => ({
      sold,
      title: 'Support refunded a buyer',
      source: `payments.refund_granted:${refundId}`,
      message: refundText(sold, amount, reason),
    })),
  )
}

/** Tells the sellers who certainly bear a refund in the dashboard: its part's, or all of them once everything is refunded. */
export const tellOfDashboard = (work: Work, { paymentId, refundId }: Told) =>
  tellOfTaken(work, { paymentId, kind: 'refunds', sourceId: refundId })

/** Tells the sellers who certainly bear a lost dispute, likewise. */
export const tellOfLost = (work: Work, { paymentId, disputeId }: DisputeLost['data']) =>
  tellOfTaken(work, { paymentId, kind: 'payment_disputes', sourceId: disputeId })

type Taken = { paymentId: string; kind: 'refunds' | 'payment_disputes'; sourceId: string }

async function tellOfTaken(work: Work, { paymentId, kind, sourceId }: Taken): Promise<void> {
  const { db } = work
  if (await isAllRefunded(db, paymentId)) await tellOfUnplaced(work, { paymentId })
  const taken = await takenBy(db, kind, sourceId)
  const isByBank = kind === 'payment_disputes'
  const { rows } = await sql<Sold>`
    select ${soldColumns} from order_parts s join orders o on o.id = s.order_id
     where s.id = any(${[...taken.keys()]}::uuid[]) and ${isKept}`.execute(db)
  await tell(
    work,
    rows.map((sold) => ({
      sold,
      title: isByBank ? takenBackTitle : 'We refunded a buyer',
      source: `${isByBank ? 'payments.dispute_lost' : 'payments.refunded'}:${sourceId}`,
      message: (isByBank ? bankText : refundText)(sold, taken.get(sold.id)!),
    })),
  )
}

const takenBackTitle = 'A buyer’s bank took money back'
const atOnce = 200

/**
 * Tells sellers what they bear for refunds and lost disputes that name no part: of one payment now, or of those where it hasn't changed since a moment.
 * Returns how many it has looked at.
 */
async function tellOfUnplaced(work: Work, which: { paymentId: string } | { before: Date }): Promise<number> {
  const due =
    'paymentId' in which
      ? sql<boolean>`payment_id = ${which.paymentId}`
      : sql<boolean>`unplaced_at <= ${which.before}`
  type Untold = { before: number; amount: number; times: Date; is_kept: boolean; by_bank: number }
  const { rows } = await sql<Sold & Untold>`
    with untold as (
      select id, unplaced, unplaced_told from payment_parts
       where unplaced <> unplaced_told and ${due}
       order by unplaced_at limit ${atOnce} for no key update skip locked),
    told as (
      update payment_parts p set unplaced_told = p.unplaced from untold u where p.id = u.id
      returning p.id, p.unplaced_at)
    select ${soldColumns}, u.unplaced_told as before, u.unplaced as amount, t.unplaced_at as times, ${isKept} as is_kept,
      (select coalesce(sum(x.amount), 0)::integer from refund_slices x join payment_disputes d on d.id = x.source_id
        where x.part_id = u.id and d.part_id is null) as by_bank
      from untold u join told t on t.id = u.id
      join order_parts s on s.id = u.id join orders o on o.id = s.order_id`.execute(work.db)
  await tell(
    work,
    rows
      .filter(({ is_kept }) => is_kept)
      .map(({ before, amount, times, is_kept: _, by_bank: byBank, ...sold }) => {
        const isByBank = byBank === amount
        const source = `shop.unplaced:${sold.id}:${times.getTime()}`
        if (before > 0)
          return {
            sold,
            source,
            title: 'A refund has changed',
            message: changedText(sold, { before, amount }),
          }
        return {
          sold,
          source,
          title: isByBank ? takenBackTitle : 'We refunded a buyer',
          message: (isByBank ? bankText : refundText)(sold, amount),
        }
      }),
  )
  return rows.length
}

type Changed = { before: number; amount: number }

function changedText(sold: Sold, { before, amount }: Changed): string {
  const order = orderName(sold.number)
  if (amount === 0)
    return `The ${money(before)} for the buyer of order ${order} no longer comes out of what you’re owed.`
  return `Your share of the money returned to the buyer of order ${order} is now ${money(amount)} instead of ${money(before)}.${stopText(sold)} ${takenFromSellerText()}`
}

/** Tells sellers about refunds and lost disputes that name no part, a day after the last change to what they bear. */
export const tellOfRefunds: Sweep = {
  name: 'shop-tell-of-refunds',
  cron: '23 * * * *',
  transactions: 'batches',
  run: (work) => tellOfUnplaced(work, { before: new Date(work.now.getTime() - DAY) }),
}
