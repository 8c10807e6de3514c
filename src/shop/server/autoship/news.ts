import { withRecord } from '#/kernel/linked-record.ts'
import { formatMoney } from '#/kernel/money.ts'
import { dayFor, type Reader, timeFor } from '#/kernel/reader-time.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import { hint } from '#/kernel/server/live.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { Day } from '#/kernel/time.ts'
import { dropOvertaken, notify } from '#/notifications/server/index.ts'
import type { PaymentFailed } from '#/payments/events.ts'
import { orderName } from '#/payments/rules.ts'
import { actTime, autoshipZone, type PauseReason } from '#/shop/autoship-rules.ts'
import type { AutoshipNews, PartMoved } from '#/shop/events.ts'
import { currency, mostUnpaidOrders } from '#/shop/rules.ts'
import { isBarred } from '#/shop/server/orders/barred.ts'
import { type AutoshipRow, moveAutoship } from './row.ts'

/** The payment that a notice names; `…_gone`: the chosen one isn't possible. */
type Pays = 'cash' | 'method' | 'link' | 'cash_gone' | 'method_gone' | 'most_gone'
type Obstacle = PauseReason | 'price'

export type News =
  | {
      kind: 'announced' | 'asking'
      on: Day
      price: number
      total: number
      agreed: number
      isInStock: boolean
      pays: Pays
    }
  | {
      kind: 'to_pay'
      orderId: string
      total: number
      payBy: string
      instead: 'cash' | 'method' | 'most' | null
    }
  | { kind: 'retry'; why: Obstacle; until: Day }
  | { kind: 'missed'; why: Obstacle; on: Day; next: Day }
  | { kind: 'paused'; why: Obstacle }

/** Announces news of an autoship to its buyer. */
export const tellNews = (
  { announce }: Work,
  { id }: Pick<AutoshipRow, 'id'>,
  { sequence, ...news }: News & { sequence: number },
): Promise<void> => announce<AutoshipNews>('shop.autoship_news', { autoshipId: id, sequence, news })

const money = (amount: number) => formatMoney({ amount, currency })

const paysText: Readonly<Record<Pays, string>> = {
  cash: 'You pay in cash when it arrives.',
  method: 'We’ll charge your saved payment method then.',
  link: 'We’ll ask you to pay then.',
  cash_gone: 'This order can’t be paid in cash, so we’ll ask you to pay online then.',
  method_gone: 'Your saved payment method can’t be charged any more, so we’ll ask you to pay then.',
  most_gone: 'An order of this amount needs your consent each time, so we’ll ask you to pay then.',
}

/** Why nothing is ordered, as a sentence. */
const obstacleText: Readonly<Record<Obstacle, string>> = {
  owner: 'You paused it.',
  unpaid: 'The last order wasn’t paid in time, so it was cancelled.',
  stock: 'It’s out of stock.',
  seller: 'Its seller can’t sell at the moment.',
  unpaid_orders: `You have ${mostUnpaidOrders} unpaid orders.`,
  first_cash: 'Your first parcel hasn’t arrived yet, so we can’t send another one in cash.',
  gone: 'Its seller can’t send it any more.',
  hidden: 'We’ve taken it off sale for now.',
  pin: 'Its seller doesn’t deliver to your PIN code any more.',
  prescription: 'The pharmacy can’t use its prescription any more.',
  expired: 'Its prescription has expired.',
  refills: 'Its prescription has no refills left.',
  total: 'Its price can’t be charged.',
  price: 'Its price has risen, and you didn’t agree to the new one.',
}

/** The buyer's next step after a pause. */
const wayOut: Readonly<Partial<Record<Obstacle, string>>> = {
  unpaid: 'Resume it whenever you like.',
  seller: 'Resume it later, or choose another product.',
  gone: 'Please cancel it, and choose another product.',
  hidden: 'Resume it once it’s back.',
  pin: 'Change the address, or cancel it.',
  prescription: 'Order it once with a new prescription, and then choose that one for your autoship.',
  expired: 'Order it once with a new prescription, and then choose that one for your autoship.',
  refills: 'Order it once with a new prescription, and then choose that one for your autoship.',
  total: 'Change how many you want, or cancel it.',
}

type Words = { title: string; message: (reader: Reader) => string; dueAt?: Date; href?: string }

function wordsOf(news: News, what: string): Words {
  const dayText = (day: Day) => (reader: Reader) => dayFor(reader, day, autoshipZone)
  switch (news.kind) {
    case 'announced':
      return {
        title: 'Your next autoship',
        message: (reader) =>
          `We’ll order ${what} on ${dayText(news.on)(reader)}: ${money(news.total)} with delivery, ${money(news.price)} each. ${paysText[news.pays]}${news.isInStock ? '' : ' It’s out of stock right now; if it still is then, we’ll try for a week.'} Until then you can skip, move, pause or cancel it with one click.`,
        dueAt: actTime(news.on),
      }
    case 'asking':
      return {
        title: 'Do you agree to a new price?',
        message: (reader) =>
          `The price of ${what} has risen from ${money(news.agreed)} to ${money(news.price)} each. The order on ${dayText(news.on)(reader)} would cost ${money(news.total)} with delivery. Please agree before 9:00 that day; otherwise we won’t order it this time.`,
        dueAt: actTime(news.on),
      }
    case 'to_pay':
      return {
        title: 'Please pay for your autoship',
        message: (reader) =>
          `We’ve ordered ${what}. ${news.instead ? `${insteadText[news.instead]} ` : ''}Please pay ${money(news.total)} by ${timeFor(reader, new Date(news.payBy), { zone: autoshipZone, kind: 'moment' })}; otherwise we’ll cancel the order and pause the autoship.`,
        dueAt: new Date(news.payBy),
        href: `/order-confirmation/${news.orderId}`,
      }
    case 'retry':
      return {
        title: 'Your autoship has to wait',
        message: (reader) =>
          `We couldn’t order ${what} today. ${obstacleText[news.why]} We’ll try each day until ${dayText(news.until)(reader)}.`,
      }
    case 'missed':
      return {
        title: 'Your autoship wasn’t ordered',
        message: (reader) =>
          `We didn’t order ${what} for ${dayText(news.on)(reader)}. ${obstacleText[news.why]} The next order is due on ${dayText(news.next)(reader)}.`,
      }
    case 'paused':
      return {
        title: 'Your autoship is paused',
        message: () => `We’ve paused ${what}. ${obstacleText[news.why]} ${wayOut[news.why] ?? ''}`.trim(),
      }
  }
}

const insteadText = {
  cash: 'It can’t be paid in cash.',
  method: 'Your saved payment method can’t be charged any more.',
  most: 'An order of this amount needs your consent.',
} as const

export const nameOf = ({ name, variant, quantity }: Pick<AutoshipRow, 'name' | 'variant' | 'quantity'>) =>
  `${quantity > 1 ? `${quantity} × ` : ''}${name}, ${variant}`

const tellOfAutoship = subscriber<AutoshipNews>(
  'shop.autoship_news',
  'shop.tell-of-autoship',
  async (work, { autoshipId, sequence, news }) => {
    const { db } = work
    const row = await db
      .selectFrom('autoships')
      .select(['user_id', 'name', 'variant', 'quantity', 'status', 'sequence'])
      .where('id', '=', autoshipId)
      .executeTakeFirst()
    // Its buyer has cancelled or changed it since, except for an order that was placed.
    const isOver = row?.status === 'ended' || row?.sequence !== sequence
    if (!row || (isOver && news['kind'] !== 'to_pay')) return
    const [about, payment] = [`shop.autoship:${autoshipId}:`, `shop.autoship_payment:${autoshipId}:`]
    const source = `${news['kind'] === 'to_pay' ? payment : about}${sequence}`
    // The next notice may come while the order still has to be paid, so it mustn't drop the mail that asks for payment.
    const isLapsed = news['kind'] === 'paused' && (news['why'] === 'unpaid' || news['why'] === 'seller')
    const sources = isLapsed ? [about, payment] : [about]
    await dropOvertaken(db, { userIds: [row.user_id], sources, by: source })
    const { href, ...words } = wordsOf(news as News, nameOf(row))
    await notify(work, {
      ...words,
      source,
      type: 'autoship',
      userId: row.user_id,
      href: href ?? withRecord('/my-autoships', autoshipId),
    })
    await hint(db, [row.user_id], 'orders')
  },
)

const findTurn = ({ db }: Work, orderId: string) =>
  db
    .selectFrom('autoship_turns as t')
    .innerJoin('autoships as a', 'a.id', 't.autoship_id')
    .selectAll('a')
    .where('t.order_id', '=', orderId)
    .forNoKeyUpdate('a')
    .executeTakeFirst()

/** Pauses an autoship whose order wasn't paid, so that it doesn't take stock off sale again and again. */
const pauseUnpaid = subscriber<PartMoved>(
  'shop.part_moved',
  'shop.pause-unpaid',
  async (work, { partId, sequence }) => {
    const step = await work.db
      .selectFrom('order_part_changes as c')
      .innerJoin('order_parts as s', 's.id', 'c.part_id')
      .select(['s.order_id', 'c.from_status', 'c.to_status', 'c.made_by'])
      .select(isBarred('s.seller_id').as('is_barred'))
      .where('c.part_id', '=', partId)
      .where('c.sequence', '=', sequence)
      .executeTakeFirst()
    if (
      step?.from_status !== 'awaiting_payment' ||
      step.to_status !== 'cancelled' ||
      step.made_by !== 'system'
    )
      return
    const row = await findTurn(work, step.order_id)
    if (!row || row.status === 'paused' || row.status === 'ended') return
    // While a seller is suspended, nobody can pay them.
    const why = step.is_barred ? 'seller' : 'unpaid'
    const told = await moveAutoship(work, row, { by: 'system', to: 'paused', obstacle: why })
    await tellNews(work, row, { sequence: told, kind: 'paused', why })
  },
)

/** Asks the buyer to pay by hand after their saved method was declined. */
const askToPay = subscriber<PaymentFailed>(
  'payments.failed',
  'shop.ask-to-pay',
  async (work, { paymentId, automatic }) => {
    if (!automatic) return
    const order = await work.db
      .selectFrom('payments as p')
      .innerJoin('orders as o', 'o.id', 'p.order_id')
      .select(['o.id', 'o.number', 'o.user_id', 'p.amount', 'p.pay_by'])
      .where('p.id', '=', paymentId)
      .where('p.status', '=', 'failed')
      .where('p.closed_at', 'is', null)
      .executeTakeFirst()
    if (!order) return
    await notify(work, {
      type: 'payment_failed',
      userId: order.user_id,
      title: 'Please pay now',
      message: (reader) =>
        `We couldn’t charge ${money(order.amount)} for order ${orderName(order.number)}. Please pay by ${timeFor(reader, order.pay_by!, { zone: autoshipZone, kind: 'moment' })}; otherwise we’ll cancel the order and pause the autoship.`,
      source: `shop.charge_failed:${paymentId}`,
      dueAt: order.pay_by!,
      href: `/order-confirmation/${order.id}`,
    })
  },
)

export const autoshipSubscribers: Subscriber[] = [tellOfAutoship, pauseUnpaid, askToPay]
