import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams, useSearchParams } from 'react-router'
import { useSession } from '#/accounts/web/index.ts'
import { formatMoney } from '#/kernel/money.ts'
import { formatPhone } from '#/kernel/phone.ts'
import { formatInstant } from '#/kernel/time.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { unlessLive } from '#/kernel/web/live.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { lateMoneyText, refundTime } from '#/payments/money-back-text.ts'
import { isPaid } from '#/payments/rules.ts'
import { failureText, troubleIn, troubleText } from '#/payments/text.ts'
import { PayNow, PayOtherwise } from '#/payments/web/index.ts'
import { hasArrived } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { type StateCode, states } from '#/shop/states.ts'
import { shopText } from '#/shop/text.ts'
import { noteLeftOut, readCart } from '#/shop/web/cart/cart-store.ts'
import { shop } from '#/shop/web/shop.ts'
import { CancelPart, leftOf } from './CancelPart.tsx'
import css from './Checkout.module.css'
import { ParcelCard } from './ParcelCard.tsx'
import { Taxes } from './ParcelFacts.tsx'

/** Slower where live updates arrive. */
const poll = unlessLive(2_000, 15_000)

/** True while the bank decides, or until the sellers have a paid order. */
const isMoving = ({ payment, parts }: Order) =>
  payment !== null &&
  (payment.status === 'pending' ||
    (isPaid(payment.status) && parts.some(({ status }) => status === 'awaiting_payment')))

const orderAutoship = onDemand(() => import('#/shop/web/autoship/OrderAutoship.tsx'))
const otherSides = onDemand(() => import('./OtherSides.tsx'))
const orderReviews = onDemand(() => import('#/shop/web/reviews/OrderReviews.tsx'))

export default function OrderPage() {
  const { orderId = '' } = useParams()
  const { data, error, isFetching, refetch } = useQuery(
    shop.query.order.queryOptions({
      input: { id: orderId as Order['id'] },
      retry: 1,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? poll() : false),
    }),
  )
  const OtherSides = useOnDemand(otherSides, error !== null)
  if (data) return <Shown order={data} refetch={() => void refetch()} />
  if (error && !isFetching) {
    const isUnknown = ['request.not_found', 'request.malformed'].includes(errorCode(error))
    if (isUnknown && OtherSides)
      return (
        <OtherSides orderId={orderId} missing={<NotFound />} failed={(retry) => <Failed retry={retry} />} />
      )
    if (isUnknown) return <Loading />
    return <Failed retry={() => void refetch()} />
  }
  return <Loading />
}

const Loading = () => (
  <div className={css.page}>
    <div className={css.ghost} role="status" aria-label="Loading" />
  </div>
)

const Failed = ({ retry }: { retry: () => void }) => (
  <div className={css.page}>
    <div className={css.empty}>
      <Drawing name="something-went-wrong" />
      <h1>Something went wrong. Please try again.</h1>
      <Button onClick={retry}>Retry</Button>
    </div>
  </div>
)

const NotFound = () => (
  <div className={css.page}>
    <div className={css.empty}>
      <Drawing name="no-results" />
      <h1>Order not found</h1>
      <Button component={Link} to="/merchandise">
        Look at products
      </Button>
    </div>
  </div>
)

function Shown({ order, refetch }: { order: Order; refetch: () => void }) {
  const { id, number, placedAt, address, gstin, parts, pays, payment, total, tax } = order
  const OrderAutoship = useOnDemand(orderAutoship, true)
  const OrderReviews = useOnDemand(
    orderReviews,
    parts.some(({ status }) => hasArrived(status)),
  )
  const isUnpaid = parts.some(({ status }) => status === 'awaiting_payment')
  const several = parts.length > 1 && parts.every(({ mayCancel }) => mayCancel)
  return (
    <div className={css.page}>
      <h1>Order {number}</h1>
      <p className={css.soft}>
        Placed {formatInstant(placedAt, ownZone())} · <Link to="/my-orders">All your orders</Link>
      </p>
      <div className={css.columns}>
        <div className={css.main}>
          {payment && isUnpaid && <Payment payment={payment} parts={parts} />}
          {payment && isEndedUnpaid(parts) && <LatePayment payment={payment} />}
          {order.together.map((other) => (
            <p key={other.id} className={css.notice}>
              <span>
                Ordered together with <Link to={`/order-confirmation/${other.id}`}>order {other.number}</Link>
                . Products that need a prescription are in an order of their own.
              </span>
            </p>
          ))}
          {parts.map((part) => (
            <ParcelCard key={part.id} order={order} part={part} onChange={refetch} />
          ))}
          {OrderReviews && <OrderReviews orderId={id} />}
          {OrderAutoship && <OrderAutoship orderId={id} />}
          {(several || (isUnpaid && parts.some(({ mayCancel }) => mayCancel))) && (
            <CancelPart
              orderId={id}
              label="Cancel the whole order"
              back={
                payment && isPaid(payment.status) ? leftOf(parts.filter(({ mayCancel }) => mayCancel)) : null
              }
              isPending={payment?.status === 'pending'}
              onChange={refetch}
            />
          )}
        </div>
        <aside className={css.card} aria-label="Summary" style={{ alignSelf: 'start' }}>
          <h2>Address</h2>
          <p>
            {address.name}
            <br />
            {address.line}
            <br />
            {address.city} {address.pin}, {states[address.state as StateCode]}
            <br />
            {formatPhone(address.phone)}
          </p>
          {gstin && <p className={css.soft}>GSTIN {gstin}</p>}
          <dl className={css.sums}>
            <dt className={css.total}>Total</dt>
            <dd className={css.total}>{formatMoney(total)}</dd>
            <Taxes tax={tax} />
          </dl>
          <p>
            {pays === 'cash'
              ? cashText(parts)
              : payment?.method
                ? `Paid with ${payment.method}`
                : 'UPI or card'}
          </p>
          <BuyAgain id={id} />
          <Button component={Link} to={`/help-support?ticket=new&order=${id}`} variant="default">
            Help
          </Button>
        </aside>
      </div>
    </div>
  )
}

type PaymentProps = { payment: NonNullable<Order['payment']> }

function cashText(parts: Order['parts']): string {
  const left = parts.filter(({ status }) => status !== 'cancelled')
  if (left.length === 0) return 'This was a cash order, so you haven’t paid anything.'
  return left.every(({ status }) => hasArrived(status))
    ? 'You paid in cash.'
    : 'You pay in cash for each parcel when it arrives.'
}

const isEndedUnpaid = (parts: Order['parts']) =>
  parts.every(
    ({ status, steps, refunded }) =>
      status === 'cancelled' && refunded.amount === 0 && !steps.some((step) => step.status === 'placed'),
  )

/** Says what happens to a payment that the bank decides on after the order was cancelled. */
function LatePayment({ payment: { status } }: PaymentProps) {
  if (status !== 'pending' && !isPaid(status)) return null
  return (
    <section className={css.notice} aria-label="Payment" role="status">
      <h2>{status === 'pending' ? 'Your bank hasn’t decided yet' : 'Your payment came too late'}</h2>
      <p>
        {status === 'pending'
          ? `This order is cancelled. ${lateMoneyText}`
          : `This order was already cancelled, so your money goes back to where it came from. ${refundTime}`}
      </p>
    </section>
  )
}

function Payment({ payment, parts }: PaymentProps & Pick<Order, 'parts'>) {
  const { id, status, failure, payBy, isOpen, isPaused } = payment
  const [params] = useSearchParams()
  const trouble = troubleIn(params)
  if (status === 'pending')
    return (
      <section className={css.notice} aria-label="Payment" role="status">
        <h2>We are waiting for your bank</h2>
        <p>
          This page will update automatically, and you don’t need to wait here: we’ll notify you as soon as
          your bank has decided. Please don’t pay again.
        </p>
      </section>
    )
  if (isPaid(status))
    return (
      <section className={css.notice} aria-label="Payment" role="status">
        <h2>Your payment has arrived</h2>
        <p>We’re telling the sellers.</p>
      </section>
    )
  if (isPaused)
    return (
      <section className={css.notice} aria-label="Payment">
        <h2>You can’t pay right now</h2>
        <p>
          {parts.length === 1 ? parts[0]!.seller.name : 'One of the sellers'} can’t take orders at the moment.
          You haven’t been charged.
          {payBy && ` If the order still isn’t paid by ${formatInstant(payBy, ownZone())}, we’ll cancel it.`}
        </p>
      </section>
    )
  return (
    <section className={css.notice} aria-label="Payment">
      <h2>{status === 'failed' ? 'Payment failed' : 'Not paid yet'}</h2>
      <p>
        {trouble
          ? troubleText[trouble]
          : status === 'failed'
            ? failureText(failure)
            : 'You haven’t been charged.'}{' '}
        {isOpen && payBy && `We keep your products until ${formatInstant(payBy, ownZone())}.`}
      </p>
      {isOpen && (
        <div className={css.buttons}>
          <PayNow paymentId={id} label={status === 'failed' ? 'Try again' : 'Pay Now'} />
          {status === 'failed' && <PayOtherwise paymentId={id} />}
        </div>
      )}
    </section>
  )
}

function BuyAgain({ id }: { id: Order['id'] }) {
  const { user } = useSession()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const again = useWrite(shop.call.buyAgain, {
    async onSuccess({ added, gone, full }) {
      if (added === 0)
        return setProblem(
          full > 0
            ? 'Your cart is full. Please remove something first.'
            : 'None of these products is in stock now.',
        )
      noteLeftOut({ gone, full })
      if (user) await readCart(user.id).catch(() => undefined)
      navigate('/cart')
    },
    onError: (error) => toast({ kind: 'error', message: errorText(error, shopText) }),
  })
  return (
    <>
      <Button variant="default" disabled={again.isPending} onClick={() => again.mutate({ id })}>
        {again.isPending ? 'Adding to your cart...' : 'Buy again'}
      </Button>
      {problem && <p role="alert">{problem}</p>}
    </>
  )
}
