import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { formatMoney } from '#/kernel/money.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { disputeNextText } from '#/payments/text.ts'
import type { DeskOrder } from '#/shop/desk.ts'
import { ParcelFacts, returnText, StatusChip } from '#/shop/web/index.ts'
import { admin } from './admin.ts'
import css from './Desk.module.css'
import { DeskItem } from './DeskItem.tsx'
import { FindByReference } from './FindByReference.tsx'
import own from './Orders.module.css'
import { RefundButton } from './RefundButton.tsx'
import { userAddress } from './words.ts'

/** Looks up an order by its number, which is in the URL. */
export function OrdersView() {
  const [params] = useSearchParams()
  const reference = params.get('reference')
  return (
    <>
      <h1>Orders</h1>
      <p className={css.lead}>Find an order of the shop. Buyers and sellers see its number.</p>
      <FindByReference view="orders" description="An order’s number, like OR-000123" />
      {reference && <OrderPage key={reference} reference={reference} />}
    </>
  )
}

function OrderPage({ reference }: { reference: string }) {
  const query = useQuery(
    admin.query.order.queryOptions({ input: { reference }, refetchOnWindowFocus: 'always' }),
  )
  return (
    <DeskItem
      query={query}
      what="order"
      notFound={`We couldn’t find an order with the number “${reference}”.`}
    >
      {(order) => <Shown order={order} />}
    </DeskItem>
  )
}

const states: Readonly<Record<NonNullable<DeskOrder['payment']>['status'], string>> = {
  created: 'not paid yet',
  pending: 'waiting for the bank',
  completed: 'paid',
  failed: 'payment failed',
  refunded: 'refunded',
  partially_refunded: 'partly refunded',
}

function paymentText({ pays, total, payment }: DeskOrder): string {
  if (!payment || pays === 'cash') return `${formatMoney(total)} in cash, which the buyer pays to the seller`
  const { status, method, refunded, isDisputed, isSandbox } = payment
  return [
    `${formatMoney(total)}, ${isDisputed ? 'disputed at the payer’s bank' : states[status]}`,
    method,
    refunded.amount > 0 && `${formatMoney(refunded)} refunded or on its way`,
    isSandbox && 'Sandbox',
  ]
    .filter(Boolean)
    .join(' · ')
}

function Shown({ order }: { order: DeskOrder }) {
  const { number, buyer, area, placedAt, parts, payment } = order
  const refundable = parts.reduce((sum, part) => sum + part.refundable.amount, 0)
  return (
    <article className={own.order} aria-label={`Order ${number}`}>
      <div className={`${css.row} ${css.card}`}>
        <div className={css.cardHead}>
          <h2>Order {number}</h2>
        </div>
        <p>
          <Link to={userAddress(buyer.id)}>{buyer.name || 'No name'}</Link>
          <span className={css.soft}>
            {' '}
            · {area} · placed {momentText(placedAt)}
          </span>
        </p>
        <p className={css.soft}>{paymentText(order)}</p>
        {payment?.isDisputed && <p className={css.soft}>{disputeNextText.desk}</p>}
        {payment && (
          <RefundButton
            payment={{ id: payment.id, refundable, currency: order.total.currency }}
            owner={buyer.name || 'the buyer'}
            parts={parts.map(({ id, seller, refundable: { amount } }) => ({
              ...{ id, seller: seller.name, refundable: amount },
            }))}
          />
        )}
      </div>
      {parts.map((part) => (
        <Part key={part.id} part={part} isPaidHere={payment !== null} />
      ))}
    </article>
  )
}

function Part({ part, isPaidHere }: { part: DeskOrder['parts'][number]; isPaidHere: boolean }) {
  const { seller, status, returnKind, isReleased } = part
  return (
    <section className={`${css.row} ${css.card}`} aria-label={`Sold by ${seller.name}`}>
      <div className={css.cardHead}>
        <h3>
          <Link to={userAddress(seller.id)}>{seller.name}</Link>
        </h3>
        <StatusChip status={status} />
      </div>
      <ParcelFacts part={part} />
      {returnKind && <p>Reason for the return: {returnText[returnKind]}.</p>}
      {isPaidHere && (
        <p className={css.soft}>
          {isReleased ? 'Released to the seller.' : 'Not released to the seller yet.'}
        </p>
      )}
    </section>
  )
}
