import { sql } from 'kysely'
import type { AccountSuspended } from '#/accounts/events.ts'
import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import { orderName } from '#/payments/rules.ts'
import { shopZone } from '#/shop/delivery-time.ts'
import { cancellableFrom, endsAt, mayCancel } from '#/shop/order-states.ts'
import { decidedBy } from '#/shop/prescriptions.ts'
import type { VerificationChanged } from '#/verification/events.ts'
import { isSeller } from '#/verification/rules.ts'
import { isBarred } from './barred.ts'

/** A seller, in one of their trades or in both. */
type Who = { userId: string; isPharmacist?: boolean }

type Unsent = {
  id: string
  order_id: string
  number: number
  user_id: string
  pays: 'online' | 'cash'
  seller_name: string
  status: 'awaiting_prescription' | 'placed' | 'packed'
  status_since: Date
}

const batch = 200

/** Returns the next batch of a seller's unsent parts, unless the seller may send them. */
async function findUnsent(work: Work, { userId, isPharmacist }: Who, after: Unsent | undefined) {
  const { rows } = await sql<Unsent>`
    select s.id, s.order_id, o.number, o.user_id, o.pays, s.seller_name, s.status, s.status_since
      from order_parts s join orders o on o.id = s.order_id
     where s.seller_user_id = ${userId}
       and s.status in ('awaiting_prescription', 'placed', 'packed')
       and ${isBarred('s.seller_id')}
       ${isPharmacist === undefined ? sql`` : sql`and s.is_pharmacist = ${isPharmacist}`}
       ${after ? sql`and (s.status_since, s.id) < (${after.status_since}, ${after.id}::uuid)` : sql``}
     order by s.status_since desc, s.id desc limit ${batch}
  `.execute(work.db)
  return rows
}

/** Tells buyers, once per `occasion`, that their orders might not be sent and what they can do. */
async function tellBuyers(work: Work, who: Who, occasion: string): Promise<void> {
  let rows: Unsent[] = []
  do {
    rows = await findUnsent(work, who, rows.at(-1))
    await notify(
      work,
      ...rows.map((row) => ({
        type: 'order_update' as const,
        userId: row.user_id,
        title: 'Your order might not be sent',
        message: (reader: Reader) => {
          const on = (at: Date) => timeFor(reader, at, { zone: shopZone, kind: 'moment' })
          return `${row.seller_name} can’t sell at the moment, so your order ${orderName(row.number)} might not be sent. ${choiceOf(row, work.now, on)}`
        },
        source: `shop.part:${row.id}:seller_barred:${occasion}`,
        href: `/order-confirmation/${row.order_id}`,
      })),
    )
  } while (rows.length === batch)
}

function choiceOf(
  { status, status_since: since, pays }: Unsent,
  now: Date,
  on: (at: Date) => string,
): string {
  if (status === 'awaiting_prescription')
    return `You can cancel it, or wait: if nobody decides about your prescription by ${on(decidedBy(since))}, we’ll cancel it. You won’t be charged before then.`
  const isPaid = pays === 'online'
  const end = `if it isn’t sent by ${on(endsAt(status, since)!)}, we’ll cancel it${isPaid ? ' and refund you' : ''}.`
  return mayCancel({ status, since }, now)
    ? `You can cancel it${isPaid ? ' and get your money back' : ''}, or wait: ${end}`
    : `It’s packed already. You can cancel it from ${on(cancellableFrom(since))}${isPaid ? ' and get your money back' : ''}; ${end}`
}

const tellOfSuspended = subscriber<AccountSuspended>(
  'accounts.suspended',
  'shop.tell-of-suspended-seller',
  (work, { userId, at }) => tellBuyers(work, { userId }, at),
)

const tellOfBarredRecord = subscriber<VerificationChanged>(
  'verification.changed',
  'shop.tell-of-barred-seller',
  async (work, { record, userId, to, at }) => {
    if (isSeller(record) && (to === 'suspended' || to === 'rejected'))
      await tellBuyers(work, { userId, isPharmacist: record === 'pharmacist' }, at)
  },
)

export const barredSellerSubscribers: Subscriber[] = [tellOfSuspended, tellOfBarredRecord]
