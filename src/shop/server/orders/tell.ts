import { sql } from 'kysely'
import { hasLink } from '#/kernel/contact.ts'
import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import { subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import { quotedLine } from '#/messaging/contact.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import { lateMoneyText } from '#/payments/money-back-text.ts'
import { orderName } from '#/payments/rules.ts'
import { isRefundedSince, refundedOfPart } from '#/payments/server/index.ts'
import { expectedOf, expectedText, shopZone } from '#/shop/delivery-time.ts'
import type { PartMoved } from '#/shop/events.ts'
import {
  hasOpenReturn,
  hoursToReturnMedicine,
  type PartStatus,
  type Side,
  timers,
} from '#/shop/order-states.ts'
import { daysToDecide } from '#/shop/prescriptions.ts'
import type { ReturnOutcome } from '#/shop/returns.ts'
import { currency } from '#/shop/rules.ts'
import { isBarred } from './barred.ts'
import { hasMedicine } from './returns.ts'
import { isRefused, returnAddress } from './show.ts'

/** The prefix of the notification sources for failed payments of an order. */
export const failedSource = (orderId: string) => `shop.payment_failed:${orderId}:`

type Told = {
  /** The seller's, for a return. */
  address: string | null
  order: string
  seller: string
  to: PartStatus
  by: Side
  note: string | null
  /** The carrier of the parcel, or of the returned one. */
  carrier: string | null
  tracking: string | null
  /** The buyer has paid through us. */
  isPaid: boolean
  /** This move has made a refund; there is none if all was refunded before. */
  isRefunded: boolean
  /** The buyer's bank is still deciding about the payment. */
  isPending: boolean
  /** The buyer has the whole price back, or it's on its way. */
  isAllBack: boolean
  from: PartStatus | null
  /** Its pharmacist approved nothing of it. */
  isRefused: boolean
  total: string
  payBy: Date | null
  /** Medicines can be returned for a shorter time. */
  hasMedicine: boolean
  /** The seller isn't allowed to sell any more, so the order might not be sent. */
  isBarred: boolean
  /** 'Expected 3 to 5 Dec', if it's on its way. */
  expected: string | null
  /** For moves of a return: its goods ('2 × Cooling Bed'), and what comes back to the buyer. */
  goods: string | null
  back: string | null
  /** The end of that return, if it's over. */
  outcome: ReturnOutcome | null
  /** An administrator has overruled its refusal while another return was open. */
  isOverruled: boolean
}
type Words = { title: string; message: string | ((reader: Reader) => string) }

/** Says where to return it and by when. Sellers type their address, so one with a link is left out. */
const sendItBack = ({ seller, address, by, note }: Told) =>
  ` Please send it back within ${timers.return_approved!.days} days${address && !hasLink(address) ? ` to ${seller}, ${address.replaceAll(/\s+/g, ' ').trim()}${by === 'seller' && note ? ', unless their note names another address' : ''}.` : '. The order’s page says where.'} Then enter its tracking number on the order’s page.`

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
/** A return is over, and its goods count as sent back. */
const isSentBack = ({ to, from, outcome }: Told) =>
  to === 'returned' || (to === 'delivered' && from !== null && hasOpenReturn(from) && outcome === 'returned')
/** An administrator has decided that a return never came, or it was never sent. Others of its order may go on. */
const isUnsent = ({ to, from, outcome }: Told) =>
  (to === 'completed' || to === 'delivered') && from === 'return_missing' && outcome === 'unsent'
/** An administrator has approved a return while another one is open, so its status stays. */
const isApprovedAside = ({ to, from, by, isOverruled }: Told) => to === from && by === 'admin' && isOverruled
const isTakenBack = ({ to, from, by }: Told) =>
  to === 'delivered' && from !== null && hasOpenReturn(from) && by === 'owner'
const isKept = ({ to, from, by }: Told) => to === 'delivered' && from === 'return_asked' && by === 'seller'
const directly = ({ back }: Told, who: string) => ` ${who} ${back} directly.`

function sentBackToBuyer(told: Told): Words {
  const { order, seller } = told
  if (told.by !== 'seller')
    return {
      title: told.by === 'admin' ? 'We’ve looked into your return' : 'Your return is refunded',
      message: `${told.by === 'admin' ? `We’ve decided that you sent ${told.goods} of order ${order} back to ${seller}.${because(told)}` : `${seller} didn’t answer about your return of order ${order} within 14 days.`}${told.isPaid ? returnedMoney(told) : `${directly(told, 'They have to refund you')} If they don’t, write to us under Help & Support.`}`,
    }
  return {
    title: 'Return received',
    message: `${seller} has received your return of order ${order}.${told.isPaid ? returnedMoney(told) : directly(told, 'They’ll refund you')}`,
  }
}

const returnedMoney = (told: Told) =>
  refundOf(told) || (told.isAllBack ? ' Your money is already back or on its way.' : '')

function toBuyer(told: Told): Words | null {
  const { order, seller, note } = told
  if (isApprovedAside(told))
    return {
      title: 'Return approved',
      message: `We’ve decided that you can return ${told.goods} of your order ${order} to ${seller}.${because(told)} Your other return of this order comes first. We’ll tell you when it’s over and you can send this one back.`,
    }
  if (isUnsent(told))
    return {
      title: 'We’ve looked into your return',
      message: `${seller} told us that your return of order ${order} never came. We’ve decided that it didn’t, so there’s no refund.${because(told)} If you disagree, write to us under Help & Support.`,
    }
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
          `${seller} has approved your order ${order}. Please pay ${told.total}${told.payBy ? ` by ${timeFor(reader, told.payBy, { zone: shopZone, kind: 'moment' })}` : ''}.${note ? ` ${note}.` : ''}`,
      }
    case 'placed':
      // Only cash orders go straight from the check to placed.
      if (told.from === 'awaiting_prescription')
        return {
          title: 'Prescription approved',
          message: `${seller} has approved your order ${order} and will pack it.${note ? ` ${note}.` : ''} You pay ${told.total} in cash when it arrives.`,
        }
      if (told.isBarred)
        return {
          title: 'Your order might not be sent',
          message: `${seller} has your order ${order}, but can’t sell at the moment. You can cancel it on its page${told.isPaid ? ' and get your money back' : ''}, or wait: if it isn’t sent within ${timers.placed!.days} days, we’ll cancel it${told.isPaid ? ' and refund you' : ''}.`,
        }
      return { title: 'Order placed', message: `${seller} has your order ${order} and will pack it.` }
    case 'packed':
      return { title: 'Order packed', message: `${seller} has packed your order ${order}.` }
    case 'shipped':
      return {
        title: 'Order on its way',
        message: `${seller} has sent your order ${order}${sentWith(told)}.${told.expected ? ` ${told.expected}.` : ''}`,
      }
    case 'delivered':
      if (told.by === 'owner') return null
      if (isKept(told))
        return {
          title: 'Refunded: keep the goods',
          message: `${seller} refunds ${told.goods} of order ${order}, and you don’t have to send anything back.${note ? theyWrite(note) : ''}${told.isPaid ? returnedMoney(told) : directly(told, 'They’ll refund you')}`,
        }
      if (isSentBack(told)) return sentBackToBuyer(told)
      if (told.outcome === 'unsent') return null
      return {
        title: 'Order delivered',
        message: `Your order ${order} from ${seller} was delivered. ${told.hasMedicine ? `If it never arrived, tell us within 7 days on the order’s page. If something is damaged or wrong, tell us there within ${hoursToReturnMedicine} hours and add a photo.` : 'If it never arrived or something is wrong, tell us within 7 days on the order’s page.'}`,
      }
    case 'not_arrived':
      return {
        title: 'We’re looking into it',
        message: `You told us that your order ${order} from ${seller} never arrived. ${told.isPaid ? 'We’re holding the seller’s money and looking into it.' : 'We’re looking into it.'} If the parcel turns up, tell us on the order’s page.`,
      }
    case 'completed':
      if (told.by !== 'admin') return null
      return {
        title: 'We’ve looked into your missing order',
        message: `You told us that your order ${order} from ${seller} never arrived. We’ve decided that it was delivered.${because(told)} If you disagree, write to us under Help & Support.`,
      }
    case 'cancelled':
      if (told.isRefused)
        return {
          title: 'Prescription not approved',
          message: `${seller} didn’t approve the prescription for your order ${order}, so it’s cancelled and you don’t pay.${because(told)} You can upload another one on the order’s page, or ask your vet.`,
        }
      return {
        title: 'Order cancelled',
        message: `${told.by === 'admin' ? `We’ve cancelled your order ${order} from ${seller}.` : `Your order ${order} from ${seller} was cancelled.`}${because(told)}${refundOf(told)}${told.isPending ? ` ${lateMoneyText}` : ''}`,
      }
    case 'return_approved':
      if (told.by === 'system' && told.isOverruled)
        return {
          title: 'You can send it back now',
          message: `Your other return of order ${order} is over, so you can now return ${told.goods} to ${seller}.${sendItBack(told)}`,
        }
      if (told.by === 'admin')
        return {
          title: 'Return approved',
          message: `We’ve decided that you can return your order ${order} to ${seller}.${because(told)}${sendItBack(told)}`,
        }
      return {
        title: 'Return approved',
        message: `${told.by === 'system' ? `${seller} didn’t answer within ${timers.return_asked!.days} days, so the return of your order ${order} is approved.` : `${seller} has approved the return of your order ${order}.`}${note ? theyWrite(note) : ''}${sendItBack(told)}`,
      }
    case 'return_refused':
      // It was told when it was refused, and only goes on.
      if (told.by === 'system') return null
      return {
        title: 'Return refused',
        message: `${told.by === 'admin' ? `We’ve decided that your order ${order} from ${seller} can’t be returned.` : `${seller} has refused the return of your order ${order}.`}${because(told)} If you disagree, write to us under Help & Support within ${timers.return_refused!.days} days.`,
      }
    case 'return_missing':
      return {
        title: 'We’re looking into your return',
        message: `${seller} says that your return of order ${order} never came.${theyWrite(note!)} We’re looking into it${told.isPaid ? ', and holding the money until then' : ''}. Please keep the carrier’s receipt.`,
      }
    case 'returned':
      return sentBackToBuyer(told)
    default:
      return null
  }
}

const isUnpaid = (from: PartStatus | null) => from === 'awaiting_payment' || from === 'awaiting_prescription'

function toSeller(told: Told): Words | null {
  const { order, to, by, from, note, total, isPaid } = told
  if (isApprovedAside(told))
    return {
      title: 'We’ve approved a return',
      message: `We’ve decided that the buyer of order ${order} can return ${told.goods}.${because(told)} They’ll send it once their other return of it is over. If you disagree, write to us under Help & Support.`,
    }
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
      message: `The buyer of order ${order} wants to return ${told.goods} for ${told.back}.${theyWrite(note!)} Please answer within ${timers.return_asked!.days} days; otherwise the return is approved automatically.`,
    }
  if (isTakenBack(told))
    return {
      title: 'A return was taken back',
      message: `The buyer of order ${order} keeps ${told.goods} after all. You don’t have to do anything.`,
    }
  if (to === 'return_sent')
    return {
      title: 'A return is on its way',
      message: `The buyer of order ${order} has sent it back${sentWith(told)}. Please tell us when it arrives, or if it never comes. If you don’t reply within 14 days, ${isPaid ? 'we’ll refund the buyer' : 'you have to refund the buyer'}.`,
    }
  if (isSentBack(told) && by !== 'seller')
    return {
      title: 'A return was refunded',
      message: `${by === 'admin' ? `We’ve decided that the buyer of order ${order} sent it back` : `You didn’t answer about the return of order ${order} within 14 days`}${isPaid ? ', so we’ve refunded the buyer' : '. Please refund the buyer'}.${by === 'admin' ? because(told) : ''} If you disagree, write to us under Help & Support.`,
    }
  if (isUnsent(told))
    return {
      title: 'We’ve decided in your favour',
      message: `You told us that the return of order ${order} never came. We’ve decided that it didn’t${isPaid && to === 'completed' ? ', and we’ll release your money' : ''}.${because(told)}`,
    }
  if (to === 'not_arrived')
    return {
      title: 'Your buyer reports a missing order',
      message: `The buyer of order ${order} says that it never arrived.${theyWrite(note!)}${isPaid ? ' We hold your money for it until we’ve looked into it.' : ''} If it got lost or came back to you, please tell us under My orders that it wasn’t delivered.`,
    }
  if (to === 'delivered' && by === 'owner')
    return {
      title: 'The order has arrived',
      message: `The buyer of order ${order} says that it has arrived${from === 'not_arrived' ? ' after all' : ''}.`,
    }
  if (to === 'completed' && by === 'admin')
    return {
      title: 'We’ve decided in your favour',
      message: `The buyer reported that order ${order} never arrived. We’ve decided that it was delivered${isPaid ? ', and we’ll release your money' : ''}.${because(told)}`,
    }
  if (to === 'cancelled' && by === 'admin')
    return {
      title: 'Order cancelled',
      message: `${from === 'not_arrived' ? `Order ${order} never arrived, so we’ve cancelled it` : `We’ve cancelled order ${order}`}${isPaid ? ' and are refunding the buyer' : ''}.${from === 'placed' || from === 'packed' ? ' Please don’t send it.' : ''}${because(told)} If you disagree, write to us under Help & Support.`,
    }
  if (to === 'return_approved' && by === 'admin')
    return {
      title: 'We’ve approved a return',
      message: `We’ve decided that the buyer of order ${order} can return it.${because(told)} They’ll send it to your address. If you disagree, write to us under Help & Support.`,
    }
  if (to === 'return_refused' && by === 'admin')
    return {
      title: 'We’ve decided in your favour',
      message: `We’ve decided that the buyer of order ${order} can’t return it.${because(told)}`,
    }
  if (to === 'cancelled' && by !== 'seller' && !isUnpaid(from))
    return {
      title: 'Order cancelled',
      message: `Order ${order} was cancelled. Please don’t send it.${because(told)}`,
    }
  return null
}

const deadlineStatuses: readonly PartStatus[] = [
  'awaiting_payment',
  'return_asked',
  'return_approved',
  'return_refused',
  'return_sent',
  'return_missing',
  'not_arrived',
]

/**
 * Tells whether a notice must not be hidden behind many others. Each such move needs something that the other side did, so nobody can repeat it
 * at will, unlike placing and cancelling an order.
 */
const isPressing = ({ to, from }: Told): boolean =>
  deadlineStatuses.includes(to) || (to === 'cancelled' && from === 'packed')

/** Links prescriptions to check to the pharmacist's queue, and everything else to the order itself. */
function soldPage(to: PartStatus, orderId: string, partId: string): string {
  if (to === 'awaiting_prescription') return withRecord('/pharmas-orders', partId)
  return `/my-orders?side=sold&order=${orderId}`
}

/** Tells both sides about each move of a part of an order. */
export const tellOfPart = subscriber<PartMoved>(
  'shop.part_moved',
  'shop.tell-of-part',
  async (work, { partId, sequence, returnId }) => {
    const row = await work.db
      .selectFrom('order_part_changes as c')
      .innerJoin('order_parts as s', 's.id', 'c.part_id')
      .innerJoin('orders as o', 'o.id', 's.order_id')
      .leftJoin('payments as p', 'p.order_id', 'o.id')
      .leftJoin('order_returns as r', (join) => join.on('r.id', '=', returnId))
      .select([
        'c.from_status',
        'c.to_status',
        'c.made_by',
        'c.note',
        's.seller_name',
        's.carrier',
        's.tracking',
        'r.carrier as return_carrier',
        'r.tracking as return_tracking',
        'r.amount as back',
        'r.outcome',
        sql<boolean>`r.overruled_at is not null`.as('is_overruled'),
        sql<string | null>`(select string_agg(t.quantity || ' × ' || l.name, ', ' order by l.position)
          from returned_lines t join order_lines l on l.id = t.line_id where t.return_id = r.id)`.as('goods'),
        's.total',
        's.seller_user_id',
        returnAddress.as('address'),
        'o.id',
        'o.number',
        'o.pays',
        'o.user_id',
        'p.pay_by',
        'p.status as payment_status',
        's.status',
        's.placed_at',
        's.days_from',
        's.days_to',
        isRefundedSince('s.id', 'c.created_at').as('is_refunded'),
        isBarred('s.seller_id').as('is_barred'),
        hasMedicine.as('has_medicine'),
        isRefused.as('is_refused'),
        sql<boolean>`${refundedOfPart('s.id')} >= s.total`.as('is_all_back'),
      ])
      .where('c.part_id', '=', partId)
      .where('c.sequence', '=', sequence)
      .$narrowType<{
        from_status: PartStatus | null
        to_status: PartStatus
        made_by: Side
        outcome: ReturnOutcome | null
      }>()
      .executeTakeFirst()
    if (!row) return
    const expected = expectedOf({
      status: row.to_status,
      placedAt: row.placed_at,
      days: { from: row.days_from, to: row.days_to },
      now: work.now,
    })
    const told: Told = {
      address: row.address,
      order: orderName(row.number),
      seller: row.seller_name,
      to: row.to_status,
      by: row.made_by,
      note: row.note,
      from: row.from_status,
      carrier: row.to_status === 'return_sent' ? row.return_carrier : row.carrier,
      tracking: row.to_status === 'return_sent' ? row.return_tracking : row.tracking,
      isPaid: row.pays === 'online',
      total: formatMoney({ amount: row.total, currency }),
      payBy: row.pay_by,
      isRefunded: row.is_refunded,
      isAllBack: row.is_all_back,
      isPending: row.payment_status === 'pending',
      isBarred: row.is_barred,
      hasMedicine: row.has_medicine,
      isRefused: row.is_refused,
      goods: row.goods,
      back: row.back === null ? null : formatMoney({ amount: row.back, currency }),
      outcome: row.outcome,
      isOverruled: row.is_overruled,
      expected: expected && !expected.isLate ? expectedText(expected) : null,
    }
    const source = `shop.part:${partId}:${sequence}`
    const bought = toBuyer(told)
    const sold = toSeller(told)
    if (row.status === told.to)
      await dropOvertaken(work.db, {
        userIds: [row.user_id, row.seller_user_id],
        sources: [`shop.part:${partId}:`, `shop.discussed:${partId}:`, failedSource(row.id)],
        by: source,
      })
    await notify(
      work,
      ...(bought
        ? [
            {
              ...bought,
              source,
              type: 'order_update' as const,
              userId: row.user_id,
              ...(told.to === 'awaiting_payment' && row.pay_by && { dueAt: row.pay_by }),
              href: `/order-confirmation/${row.id}`,
              causedBy: row.made_by === 'seller' ? row.seller_user_id : null,
              isPressing: isPressing(told),
            },
          ]
        : []),
      ...(sold
        ? [
            {
              ...sold,
              source,
              type: 'order_received' as const,
              userId: row.seller_user_id,
              href: soldPage(told.to, row.id, partId),
              causedBy: row.made_by === 'owner' ? row.user_id : null,
              isPressing: isPressing(told),
            },
          ]
        : []),
    )
    await hint(work.db, [row.user_id, row.seller_user_id], 'orders')
  },
)
