import { Button } from '@mantine/core'
import { formatInstant } from '#/kernel/time.ts'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { cancellableFrom } from '#/shop/order-states.ts'
import type { Order } from '#/shop/orders.ts'
import { daysText } from '#/shop/web/words.ts'
import { CancelPart, leftOf } from './CancelPart.tsx'
import css from './Checkout.module.css'
import { Missing, ReportMissing } from './MissingPart.tsx'
import { ParcelFacts, StatusChip } from './ParcelFacts.tsx'
import { dueText, ReturnPart } from './ReturnPart.tsx'

const orderPrescription = onDemand(() => import('#/shop/web/prescriptions/OrderPrescription.tsx'))

type Part = Order['parts'][number]
type Props = { order: Order; part: Part; onChange: () => void }

/** Says when it should arrive once it's paid, or what happens if the seller doesn't send it. */
function Unsent({ order: { pays }, part }: Pick<Props, 'order' | 'part'>) {
  const { status, steps, mayCancel, days } = part
  if (status === 'awaiting_payment' || status === 'awaiting_prescription')
    return (
      <p className={css.soft}>
        Expected {daysText(days)} after {pays === 'online' ? 'you’ve paid' : 'it’s approved'}.
      </p>
    )
  if (status !== 'placed' && status !== 'packed') return null
  return (
    <p className={css.soft}>
      {status === 'packed' &&
        !mayCancel &&
        `You can cancel it if the seller hasn’t sent it by ${formatInstant(cancellableFrom(steps.at(-1)!.at), ownZone())}. `}
      If it isn’t sent by {dueText(part)}, we’ll cancel it{pays === 'online' && ' and refund you'}.
    </p>
  )
}

/** Shows what one seller sends, and what the buyer may do. */
export function ParcelCard({ order, part, onChange }: Props) {
  const { status, seller } = part
  const OrderPrescription = useOnDemand(orderPrescription, part.hasPrescription)
  return (
    <section className={css.card} aria-label={`Sold by ${seller.name}`}>
      <div className={css.head}>
        <h2>{seller.name}</h2>
        <StatusChip status={status} isRefused={part.isRefused} />
      </div>
      <ParcelFacts part={part} bank="your bank" />
      {OrderPrescription && (
        <OrderPrescription
          orderId={order.id}
          isWaiting={status === 'awaiting_prescription'}
          isRefused={part.isRefused}
        />
      )}
      <Unsent order={order} part={part} />
      <div className={css.actions}>
        {part.hasReceipt && (
          <Button component="a" href={`/order-receipts/${part.id}.pdf`} variant="default">
            Receipt
          </Button>
        )}
        {part.mayCancel && status !== 'awaiting_payment' && (
          <CancelPart
            orderId={order.id}
            partId={part.id}
            label="Cancel these items"
            back={order.pays === 'cash' || status === 'awaiting_prescription' ? null : leftOf([part])}
            onChange={onChange}
          />
        )}
      </div>
      {part.mayReportMissing && <ReportMissing order={order} part={part} onChange={onChange} />}
      {status === 'not_arrived' && <Missing order={order} part={part} onChange={onChange} />}
      <ReturnPart order={order} part={part} onChange={onChange} />
    </section>
  )
}
