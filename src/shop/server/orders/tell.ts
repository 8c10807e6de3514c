import { formatMoney } from '#/kernel/money.ts'
import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { hasLink, quotedLine } from '#/messaging/contact.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import { orderName } from '#/payments/rules.ts'
import { isRefundedSince } from '#/payments/server/index.ts'
import type { PartMoved } from '#/shop/events.ts'
import type { PartStatus, Side } from '#/shop/order-states.ts'
import { daysToDecide } from '#/shop/prescriptions.ts'
import { currency } from '#/shop/rules.ts'

/** The shop delivers within India. */
const zone = 'Asia/Kolkata'

type Told = {
  order: string
  seller: string
  to: PartStatus
  by: Side
  note: string | null
  /** Of the parcel, or of what was sent back. */
  carrier: string | null
  tracking: string | null
  /** The buyer has paid through us. */
  isPaid: boolean
  /** This move has made a refund; there is none if all was refunded before. */
  isRefunded: boolean
  from: PartStatus | null
  total: string
  payBy: Date | null
}
type Words = { title: string; message: string | ((reader: Reader) => string) }

const sentWith = ({ carrier, tracking }: Told) =>
  hasLink(`${carrier} ${tracking}`)
    ? ''
    : ` with ${quotedLine(carrier ?? '')}. Tracking number: ${quotedLine(tracking ?? '')}`

const because = ({ note, by }: Told): string => {
  if (!note) return ''
  const reason = by === 'system' ? note : quotedLine(note)
  return reason ? ` Reason: ${asSentence(reason)}` : ' The reason is on the order’s page.'
}
const theyWrite = (note: string) => {
  const words = quotedLine(note)
  return words ? ` They write: ${asSentence(words)}` : ' Their note is on the order’s page.'
}

const refundOf = ({ isRefunded }: Told) => (isRefunded ? ' Your refund is on its way.' : '')
const returnedMoney = (told: Told) => refundOf(told) || ' You’ve already been refunded.'

function toBuyer(told: Told): Words | null {
  const { order, seller, note } = told
  switch (told.to) {
    case 'awaiting_prescription':
      return {
        title: 'A pharmacist is checking your prescription',
        message: `${seller} checks the prescription for your order ${order} within ${daysToDecide} days. You pay after that.`,
      }
    case 'awaiting_payment':
      return {
        title: 'Prescription approved',
        message: (reader) =>
          `${seller} has approved your order ${order}. Please pay ${told.total}${told.payBy ? ` by ${timeFor(reader, told.payBy, { zone, kind: 'moment' })}` : ''}.${note ? ` ${note}.` : ''}`,
      }
    case 'placed':
      return { title: 'Order placed', message: `${seller} has your order ${order} and will pack it.` }
    case 'packed':
      return { title: 'Order packed', message: `${seller} has packed your order ${order}.` }
    case 'shipped':
      return {
        title: 'Order on its way',
        message: `${seller} has sent your order ${order}${sentWith(told)}.`,
      }
    case 'delivered':
      if (told.by === 'owner') return null
      return {
        title: 'Order delivered',
        message: `Your order ${order} from ${seller} was delivered. If it never arrived or something is wrong, tell us within 7 days on the order’s page.`,
      }
    case 'not_arrived':
      return {
        title: 'We’re looking into it',
        message: `You told us that your order ${order} from ${seller} never arrived. ${told.isPaid ? 'We’re holding the seller’s money and looking into it.' : 'We’re looking into it.'} If the parcel turns up, tell us on the order’s page.`,
      }
    case 'completed':
      if (told.by !== 'admin') return null
      if (told.from === 'return_missing')
        return {
          title: 'We’ve looked into your return',
          message: `${seller} told us that your return of order ${order} never came. We’ve decided that it didn’t, so there’s no refund.${because(told)} If you disagree, write to us under Help & Support.`,
        }
      return {
        title: 'We’ve looked into your missing order',
        message: `You told us that your order ${order} from ${seller} never arrived. We’ve decided that it was delivered.${because(told)} If you disagree, write to us under Help & Support.`,
      }
    case 'cancelled':
      return {
        title: 'Order cancelled',
        message: `Your order ${order} from ${seller} was cancelled.${because(told)}${refundOf(told)}`,
      }
    case 'return_approved':
      return {
        title: 'Return approved',
        message: `${seller} has approved the return of your order ${order}.${note ? theyWrite(note) : ' Please send it back within 30 days.'} Then enter its tracking number on the order’s page.`,
      }
    case 'return_refused':
      return {
        title: 'Return refused',
        message: `${seller} has refused the return of your order ${order}.${because(told)} If you disagree, write to us under Help & Support.`,
      }
    case 'return_missing':
      return {
        title: 'We’re looking into your return',
        message: `${seller} says that your return of order ${order} never came.${theyWrite(note!)} We’re looking into it${told.isPaid ? ', and holding the money until then' : ''}. Please keep the carrier’s receipt.`,
      }
    case 'returned':
      if (told.by !== 'seller')
        return {
          title: told.by === 'admin' ? 'We’ve looked into your return' : 'Your return is refunded',
          message: `${told.by === 'admin' ? `We’ve decided that you sent order ${order} back to ${seller}.${because(told)}` : `${seller} didn’t answer about your return of order ${order} within 14 days.`}${told.isPaid ? returnedMoney(told) : ' They have to refund you directly. If they don’t, write to us under Help & Support.'}`,
        }
      return {
        title: 'Return received',
        message: `${seller} has received your return of order ${order}.${told.isPaid ? returnedMoney(told) : ' They’ll refund you directly.'}`,
      }
    default:
      return null
  }
}

const isUnpaid = (from: PartStatus | null) => from === 'awaiting_payment' || from === 'awaiting_prescription'

function toSeller(told: Told): Words | null {
  const { order, to, by, from, note, total, isPaid } = told
  if (to === 'awaiting_prescription')
    return {
      title: 'A prescription to check',
      message: `Order ${order} waits for your approval. Please decide within ${daysToDecide} days.`,
    }
  if (to === 'placed')
    return {
      title: 'New order',
      message: `You have a new order, ${order}, for ${total}. Please pack it.`,
    }
  if (to === 'return_asked')
    return {
      title: 'Return requested',
      message: `The buyer of order ${order} wants to return it.${theyWrite(note!)}`,
    }
  if (to === 'return_sent')
    return {
      title: 'A return is on its way',
      message: `The buyer of order ${order} has sent it back${sentWith(told)}. Please tell us when it arrives, or if it never comes. If you don’t reply within 14 days, ${isPaid ? 'we’ll refund the buyer' : 'you have to refund the buyer'}.`,
    }
  if (to === 'returned' && by !== 'seller')
    return {
      title: 'A return was refunded',
      message: `${by === 'admin' ? `We’ve decided that the buyer of order ${order} sent it back` : `You didn’t answer about the return of order ${order} within 14 days`}${isPaid ? ', so we’ve refunded the buyer' : '. Please refund the buyer'}.${by === 'admin' ? because(told) : ''} If you disagree, write to us under Help & Support.`,
    }
  if (to === 'completed' && from === 'return_missing')
    return {
      title: 'We’ve decided in your favour',
      message: `You told us that the return of order ${order} never came. We’ve decided that it didn’t${isPaid ? ', and we’ll release your money' : ''}.${because(told)}`,
    }
  if (to === 'not_arrived')
    return {
      title: 'Your buyer reports a missing order',
      message: `The buyer of order ${order} says that it never arrived.${theyWrite(note!)}${isPaid ? ' We hold your money for it until we’ve looked into it.' : ''} If it got lost, please cancel it.`,
    }
  if (to === 'delivered' && from === 'not_arrived')
    return {
      title: 'The order has arrived',
      message: `The buyer of order ${order} says that it has arrived after all.`,
    }
  if (to === 'completed' && by === 'admin')
    return {
      title: 'We’ve decided in your favour',
      message: `The buyer reported that order ${order} never arrived. We’ve decided that it was delivered${isPaid ? ', and we’ll release your money' : ''}.${because(told)}`,
    }
  if (to === 'cancelled' && by === 'admin')
    return {
      title: 'Order cancelled',
      message: `Order ${order} never arrived, so we’ve cancelled it${isPaid ? ' and refund the buyer' : ''}.${because(told)} If you disagree, write to us under Help & Support.`,
    }
  if (to === 'cancelled' && by !== 'seller' && !isUnpaid(from))
    return {
      title: 'Order cancelled',
      message: `Order ${order} was cancelled. Please don’t send it.${because(told)}`,
    }
  return null
}

/** Tells both sides about each move of a part of an order. */
export const tellOfPart = subscriber<PartMoved>(
  'shop.part_moved',
  'shop.tell-of-part',
  async (work, { partId, sequence }) => {
    const row = await work.db
      .selectFrom('order_part_changes as c')
      .innerJoin('order_parts as s', 's.id', 'c.part_id')
      .innerJoin('orders as o', 'o.id', 's.order_id')
      .leftJoin('payments as p', 'p.order_id', 'o.id')
      .select([
        ...(['c.from_status', 'c.to_status', 'c.made_by', 'c.note', 's.seller_name', 's.carrier'] as const),
        ...([
          's.tracking',
          's.return_carrier',
          's.return_tracking',
          's.total',
          's.seller_user_id',
          'o.id',
          'o.number',
          'o.pays',
          'o.user_id',
          'p.pay_by',
          's.status',
        ] as const),
        isRefundedSince('s.id', 'c.created_at').as('is_refunded'),
      ])
      .where('c.part_id', '=', partId)
      .where('c.sequence', '=', sequence)
      .$narrowType<{ from_status: PartStatus | null; to_status: PartStatus; made_by: Side }>()
      .executeTakeFirst()
    if (!row) return
    const told: Told = {
      ...{ order: orderName(row.number), seller: row.seller_name, to: row.to_status, by: row.made_by },
      ...{ note: row.note, from: row.from_status },
      carrier: row.to_status === 'return_sent' ? row.return_carrier : row.carrier,
      tracking: row.to_status === 'return_sent' ? row.return_tracking : row.tracking,
      ...{ isPaid: row.pays === 'online', total: formatMoney({ amount: row.total, currency }) },
      ...{ payBy: row.pay_by, isRefunded: row.is_refunded },
    }
    const source = `shop.part:${partId}:${sequence}`
    const bought = toBuyer(told)
    const sold = toSeller(told)
    if (row.status === told.to)
      await dropOvertaken(work.db, {
        userIds: [row.user_id, row.seller_user_id],
        sources: [`shop.part:${partId}:`, `shop.discussed:${partId}:`],
        by: source,
      })
    await notify(
      work,
      ...(bought
        ? [
            {
              ...{ ...bought, source, type: 'order_update' as const, userId: row.user_id },
              ...(told.to === 'awaiting_payment' && row.pay_by && { dueAt: row.pay_by }),
              ...{
                href: `/order-confirmation/${row.id}`,
                causedBy: row.made_by === 'seller' ? row.seller_user_id : null,
              },
            },
          ]
        : []),
      ...(sold
        ? [
            {
              ...{ ...sold, source, type: 'order_received' as const, userId: row.seller_user_id },
              ...{
                href: row.to_status === 'awaiting_prescription' ? '/pharmas-orders' : '/my-orders?side=sold',
              },
              ...{ causedBy: row.made_by === 'owner' ? row.user_id : null },
            },
          ]
        : []),
    )
    await hint(work.db, [row.user_id, row.seller_user_id], 'orders')
  },
)
