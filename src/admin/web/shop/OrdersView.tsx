import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { FindByReference } from '#/admin/web/bookings/FindByReference.tsx'
import { admin } from '#/admin/web/frame/admin.ts'
import css from '#/admin/web/frame/Desk.module.css'
import { DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { DeskLine, DeskRows } from '#/admin/web/frame/DeskList.tsx'
import { deskPages } from '#/admin/web/frame/desk-pages.ts'
import { orderAddress, userAddress } from '#/admin/web/frame/words.ts'
import { RefundButton } from '#/admin/web/money/RefundButton.tsx'
import { formatMoney } from '#/kernel/money.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import { disputeNextText } from '#/payments/text.ts'
import { type DeskMissing, type DeskOrder, isDeskCancellable } from '#/shop/desk.ts'
import { hoursUntilLate } from '#/shop/prescriptions.ts'
import { ParcelFacts, StatusChip } from '#/shop/web/index.ts'
import { AllOrders, useIsSearch } from './AllOrders.tsx'
import { OpenReturns } from './OpenReturns.tsx'
import { OrderDecisions } from './OrderDecisions.tsx'
import own from './Orders.module.css'

/** Looks up an order by its number, which is in the URL. */
export function OrdersView() {
  const [params] = useSearchParams()
  const reference = params.get('reference')
  const isSearch = useIsSearch()
  return (
    <>
      <h1>Orders</h1>
      <p className={css.lead}>Find an order of the shop. Buyers and sellers see its number.</p>
      <FindByReference view="orders" description="An order’s number, like OR-000123" />
      {reference ? (
        <OrderPage key={reference} reference={reference} />
      ) : (
        <>
          {!isSearch && <ToSee />}
          <AllOrders />
        </>
      )}
    </>
  )
}

function ToSee() {
  return (
    <>
      <MissingOrders />
      <LatePrescriptions />
      <OpenReturns />
      <p>
        <Link to="?view=refunds&show=waiting">Refunds on their way</Link> and{' '}
        <Link to="?view=refunds&show=stuck">those that need you</Link> are listed under Refunds and disputes.
      </p>
    </>
  )
}

const missing = () =>
  admin.query.missingOrders.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ cursor }),
  })

const late = () =>
  admin.query.latePrescriptions.infiniteOptions({
    ...deskPages,
    input: (cursor) => ({ cursor }),
  })

/** Returns how many orders need a look: reported as missing, or long with their pharmacist. '20+' if there are more. */
export function useOrdersToSee(): string | undefined {
  const pages = [useInfiniteQuery(missing()).data?.pages[0], useInfiniteQuery(late()).data?.pages[0]]
  if (pages.includes(undefined)) return undefined
  const count = pages.reduce((sum, page) => sum + page!.rows.length, 0)
  return `${count}${pages.some((page) => page!.nextCursor) ? '+' : ''}`
}

function LatePrescriptions() {
  const query = useInfiniteQuery(late())
  return (
    <section aria-labelledby="desk-late">
      <h2 id="desk-late" className={own.missing}>
        With a pharmacist for more than {hoursUntilLate} hours
      </h2>
      <DeskRows
        dense
        query={query}
        what={{ one: 'order', many: 'orders' }}
        empty="No prescription has waited that long."
        drawing="success"
      >
        {({ number, buyer, pharmacist, since, waitsForBuyer }) => (
          <DeskLine label={`Order ${number} with ${pharmacist}`} to={orderAddress(number)}>
            <strong>
              {pharmacist} for {buyer || 'No name'}
            </strong>
            <span className={css.soft}>{number}</span>
            <span className={css.soft}>
              {waitsForBuyer ? 'Waits for the buyer’s answer, ordered' : 'Ordered'} {momentText(since)}
            </span>
          </DeskLine>
        )}
      </DeskRows>
    </section>
  )
}

function MissingOrders() {
  const query = useInfiniteQuery(missing())
  return (
    <section aria-labelledby="desk-missing">
      <h2 id="desk-missing" className={own.missing}>
        Reported missing
      </h2>
      <DeskRows
        dense
        query={query}
        what={{ one: 'order', many: 'orders' }}
        empty="No order is reported missing."
        drawing="success"
      >
        {(row) => <MissingLine row={row} />}
      </DeskRows>
    </section>
  )
}

function MissingLine({ row: { number, buyer, seller, total, since, isReturn } }: { row: DeskMissing }) {
  return (
    <DeskLine label={`Order ${number} from ${seller}`} to={orderAddress(number)}>
      <strong>
        {buyer || 'No name'} from {seller}
      </strong>
      <span className={css.soft}>{number}</span>
      <span className={css.soft}>
        {isReturn ? 'Return reported' : 'Reported'} {momentText(since)}
      </span>
      <span className={css.end}>{formatMoney(total)}</span>
    </DeskLine>
  )
}

function OrderPage({ reference }: { reference: string }) {
  const query = useQuery(
    admin.query.order.queryOptions({ input: { reference }, refetchOnWindowFocus: 'always' }),
  )
  useFreshLinks(query)
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
  const { status, method, refunded, takenBack, isDisputed, isSandbox } = payment
  return [
    `${formatMoney(total)}, ${isDisputed ? 'disputed at the payer’s bank' : states[status]}`,
    method,
    refunded.amount > 0 && `${formatMoney(refunded)} refunded or on its way`,
    takenBack.amount > 0 && `${formatMoney(takenBack)} taken back by the buyer’s bank`,
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
              id,
              seller: seller.name,
              refundable: amount,
            }))}
          >
            {parts.some(({ status }) => isDeskCancellable(status)) && (
              <p>
                A refund doesn’t cancel anything, so the seller may still send the parcel. To cancel a part,
                use its button below instead.
              </p>
            )}
          </RefundButton>
        )}
      </div>
      {parts.map((part) => (
        <Part key={part.id} part={part} isPaidHere={payment !== null} />
      ))}
    </article>
  )
}

function moneyText({ isReleased, total, refunded }: DeskOrder['parts'][number]): string {
  if (refunded.amount >= total.amount) return 'Refunded to the buyer.'
  if (!isReleased) return 'Not released to the seller yet.'
  return refunded.amount > 0 ? 'Released to the seller, less the refund.' : 'Released to the seller.'
}

function Part({ part, isPaidHere }: { part: DeskOrder['parts'][number]; isPaidHere: boolean }) {
  const { seller, status } = part
  return (
    <section className={`${css.row} ${css.card}`} aria-label={`Sold by ${seller.name}`}>
      <div className={css.cardHead}>
        <h3>
          <Link to={userAddress(seller.id)}>{seller.name}</Link>
        </h3>
        <StatusChip status={status} />
      </div>
      <ParcelFacts part={part} photos={part.returnPhotos} />
      <OrderDecisions part={part} isPaidHere={isPaidHere} />
      {isPaidHere && <p className={css.soft}>{moneyText(part)}</p>}
    </section>
  )
}
