import { Button } from '@mantine/core'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import type { Order } from '#/shop/orders.ts'
import { CancelPart } from './CancelPart.tsx'
import css from './Checkout.module.css'
import { Missing, ReportMissing } from './MissingPart.tsx'
import { ParcelFacts, StatusChip } from './ParcelFacts.tsx'
import { ReturnPart } from './ReturnPart.tsx'

const orderPrescription = onDemand(() => import('#/shop/web/prescriptions/OrderPrescription.tsx'))

type Part = Order['parts'][number]
type Props = { order: Order; part: Part; onChange: () => void }

/** Shows what one seller sends, and what the buyer may do. */
export function ParcelCard({ order, part, onChange }: Props) {
  const { status, seller, total } = part
  const OrderPrescription = useOnDemand(orderPrescription, part.hasPrescription)
  return (
    <section className={css.card} aria-label={`Sold by ${seller.name}`}>
      <div className={css.head}>
        <h2>{seller.name}</h2>
        <StatusChip status={status} />
      </div>
      <ParcelFacts part={part} />
      {OrderPrescription && (
        <OrderPrescription orderId={order.id} isWaiting={status === 'awaiting_prescription'} />
      )}
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
            back={order.pays === 'cash' || status === 'awaiting_prescription' ? null : total}
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
