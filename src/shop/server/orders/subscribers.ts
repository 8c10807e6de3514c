import { sql } from 'kysely'
import type { AccountClosing } from '#/accounts/events.ts'
import { formatMoney } from '#/kernel/money.ts'
import { timeFor } from '#/kernel/reader-time.ts'
import { asSentence } from '#/kernel/sentence.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Work } from '#/kernel/server/work.ts'
import { notify } from '#/notifications/server/index.ts'
import type {
  DisputeLost,
  PaymentFailed,
  PaymentLapsed,
  PaymentRefunded,
  PaymentSucceeded,
  RefundGranted,
  RefundReturned,
} from '#/payments/events.ts'
import { afterReturnText, refundTime } from '#/payments/money-back-text.ts'
import { isPaid, orderName } from '#/payments/rules.ts'
import { isFromDashboard, isPausedPayment } from '#/payments/server/index.ts'
import { failureText } from '#/payments/text.ts'
import { shopZone } from '#/shop/delivery-time.ts'
import { mayMove } from '#/shop/order-states.ts'
import { keepFiles } from '#/shop/server/prescriptions/keep.ts'
import { tellOfDiscussion } from '#/shop/server/prescriptions/tell.ts'
import { lockStock } from '#/shop/server/stock.ts'
import { cancelParts } from './cancel.ts'
import { lockOrder, movePart } from './move.ts'
import { endCheckout, lockCheckout } from './reserve.ts'
import { failedSource, tellOfPart } from './tell.ts'
import { barredSellerSubscribers } from './tell-of-barred-seller.ts'
import { tellOfDashboard, tellOfDesk, tellOfLost } from './tell-sellers.ts'

async function orderOf(db: Db, paymentId: string) {
  return db
    .selectFrom('payments as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['o.id', 'o.user_id', 'o.number', 'p.status', 'p.failure', 'p.closed_at', 'p.pay_by'])
    .select(isPausedPayment.as('is_paused'))
    .where('p.id', '=', paymentId)
    .executeTakeFirst()
}

/** Hands a paid order to its sellers. */
const placePaid = subscriber<PaymentSucceeded>(
  'payments.succeeded',
  'shop.place-paid',
  async (work, { paymentId }) => {
    const found = await orderOf(work.db, paymentId)
    const order = found && (await lockOrder(work.db, found.id))
    for (const part of order?.parts ?? [])
      if (part.status === 'awaiting_payment') {
        await movePart(work, part, { to: 'placed', by: 'system' })
        await keepFiles(work, part.id)
      }
  },
)

/** Cancels an order that wasn't paid in time. A later payment is refunded. */
const endUnpaid = subscriber<PaymentLapsed>(
  'payments.lapsed',
  'shop.end-unpaid',
  async (work, { paymentId }) => {
    const found = await orderOf(work.db, paymentId)
    const order = found && (await lockOrder(work.db, found.id))
    // A payment that has just arrived completes it under its own lock.
    const { status } = (await orderOf(work.db, paymentId)) ?? {}
    if (!order || !status || isPaid(status)) return
    const parts = order.parts.filter((part) => part.status === 'awaiting_payment')
    if (parts.length > 0)
      await cancelParts(work, order, { parts, by: 'system', note: 'It wasn’t paid in time' })
  },
)

/** Tells a buyer who may have left during the bank's decision that the payment failed. */
const tellOfFailed = subscriber<PaymentFailed>(
  'payments.failed',
  'shop.tell-of-failed-payment',
  async (work, { paymentId, attemptId, automatic, wasPending }) => {
    const order = await orderOf(work.db, paymentId)
    if (!order) return
    const { status, closed_at: closedAt, pay_by: payBy } = order
    const isPayable = status === 'failed' && !closedAt && !order.is_paused && payBy && payBy > work.now
    // A declined charge has a message of its own.
    if (isPayable && wasPending && !automatic)
      await notify(work, {
        type: 'payment_failed',
        userId: order.user_id,
        title: 'Your payment didn’t go through',
        message: (reader) =>
          `${failureText(order.failure)} Please pay for order ${orderName(order.number)} by ${timeFor(reader, payBy, { zone: shopZone, kind: 'moment' })}; otherwise we’ll cancel it.`,
        source: `${failedSource(order.id)}${attemptId}`,
        dueAt: payBy,
        href: `/order-confirmation/${order.id}`,
      })
    await hint(work.db, [order.user_id], 'orders')
  },
)

async function refundOf({ db }: Work, refundId: string) {
  const { amount, currency, reason, paid_by_hand } = await db
    .selectFrom('refunds')
    .select(['amount', 'currency', 'reason', 'paid_by_hand'])
    .where('id', '=', refundId)
    .executeTakeFirstOrThrow()
  return {
    money: formatMoney({ amount, currency }),
    reason,
    byHand: paid_by_hand,
  }
}

type Told = { paymentId: string; refundId: string }
type Telling = { event: string; title: string }

async function tellBuyer(
  work: Work,
  { paymentId, refundId }: Told,
  { event, title, say }: Telling & { say(order: string): string },
) {
  const order = await orderOf(work.db, paymentId)
  if (!order) return
  await notify(work, {
    type: 'payment_refunded',
    userId: order.user_id,
    title,
    message: say(`order ${orderName(order.number)}`),
    source: `${event}:${refundId}`,
    href: `/order-confirmation/${order.id}`,
  })
  await hint(work.db, [order.user_id], 'orders')
}

const tellOfRefund = subscriber<PaymentRefunded>(
  'payments.refunded',
  'shop.tell-of-refund',
  async (work, { isLate, byDesk, ...told }) => {
    if (byDesk) return
    const event = 'payments.refunded'
    const { money, byHand } = await refundOf(work, told.refundId)
    if (await isFromDashboard(work.db, told.refundId)) await tellOfDashboard(work, told)
    await tellBuyer(work, told, {
      event,
      title: 'Refund on its way',
      say: (order) =>
        byHand
          ? `We’ve sent ${money} for ${order} to you by bank transfer. Reference: ${byHand}.`
          : `${isLate ? `Your payment for ${order} arrived too late, so we’re sending ${money}` : `We’re sending ${money} for ${order}`} back to where it came from. ${refundTime}`,
    })
  },
)

const tellOfGranted = subscriber<RefundGranted>(
  'payments.refund_granted',
  'shop.tell-of-granted-refund',
  async (work, told) => {
    const event = 'payments.refund_granted'
    const refund = await refundOf(work, told.refundId)
    await tellOfDesk(work, told)
    await tellBuyer(work, told, {
      event,
      title: 'Support refunded you',
      say: (order) =>
        `${refund.money} for ${order} is on its way back to where it came from. Reason: ${asSentence(refund.reason)} ${refundTime}`,
    })
  },
)

const tellOfLostDispute = subscriber<DisputeLost>(
  'payments.dispute_lost',
  'shop.tell-of-lost-dispute',
  async (work, lost) => {
    if (await orderOf(work.db, lost.paymentId)) await tellOfLost(work, lost)
  },
)

const tellOfReturned = subscriber<RefundReturned>(
  'payments.refund_returned',
  'shop.tell-of-returned-refund',
  async (work, told) => {
    const { money } = await refundOf(work, told.refundId)
    await tellBuyer(work, told, {
      event: 'payments.refund_returned',
      title: 'Your refund came back',
      say: (order) => `Your bank sent back ${money} for ${order}. ${afterReturnText(told)}`,
    })
  },
)

/** Cancels a leaving person’s orders and sales that aren’t on their way yet, and ends their checkout. */
const endOfLeaver = subscriber<AccountClosing>(
  'accounts.closing',
  'shop.end-of-leaver',
  async (work, { userId }) => {
    const { db, now } = work
    const checkout = await lockCheckout(db, userId)
    const { rows } = await sql<{ id: string }>`
      select distinct o.id from orders o join order_parts s on s.order_id = o.id
       where (o.user_id = ${userId} or s.seller_user_id = ${userId})
         and s.status in ('awaiting_prescription', 'awaiting_payment', 'placed', 'packed') order by o.id
    `.execute(db)
    const orders = []
    for (const { id } of rows) orders.push(await lockOrder(db, id))
    // All of the stock at once, because `lockStock` locks it in an order that can't deadlock.
    const { rows: goods } = await sql<{ variant_id: string }>`
      select variant_id from stock_reservations where checkout_id = ${checkout?.id ?? null}::uuid
      union
      select l.variant_id from order_lines l join order_parts s on s.id = l.part_id
       where s.order_id = any(${rows.map(({ id }) => id)}::uuid[]) and l.variant_id is not null
    `.execute(db)
    await lockStock(
      db,
      goods.map(({ variant_id }) => variant_id),
    )
    if (checkout) await endCheckout(db, { id: checkout.id, now })
    for (const order of orders) {
      const parts = order?.parts.filter(
        (part) =>
          (order.user_id === userId ||
            part.seller_user_id === userId ||
            part.status === 'awaiting_payment') &&
          part.status !== 'shipped' &&
          mayMove(part.status, 'cancelled', 'system'),
      )
      if (order && parts && parts.length > 0)
        await cancelParts(work, order, { parts, by: 'system', note: 'The account was closed' })
    }
  },
)

export const orderSubscribers: Subscriber[] = [
  placePaid,
  endUnpaid,
  tellOfFailed,
  tellOfRefund,
  tellOfGranted,
  tellOfLostDispute,
  tellOfReturned,
  tellOfPart,
  tellOfDiscussion,
  endOfLeaver,
  ...barredSellerSubscribers,
]
