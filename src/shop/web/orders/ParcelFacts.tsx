import { formatMoney } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import type { PartStatus } from '#/shop/order-states.ts'
import type { SoldPart } from '#/shop/orders.ts'
import css from './Checkout.module.css'
import { statusText, statusTone } from './words.ts'

export function StatusChip({ status }: { status: PartStatus }) {
  const tone = statusTone[status]
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${tone}-soft)`, color: `var(--status-${tone}-text)` }}
    >
      {statusText[status]}
    </span>
  )
}

type Facts = Pick<
  SoldPart,
  | 'lines'
  | 'total'
  | 'refunded'
  | 'takenBack'
  | 'carrier'
  | 'tracking'
  | 'returnCarrier'
  | 'returnTracking'
  | 'steps'
>

function stepText(status: PartStatus, isFirst: boolean): string {
  if (status === 'awaiting_prescription') return 'Ordered'
  if (status === 'awaiting_payment') return isFirst ? 'Ordered' : 'Prescription approved'
  return statusText[status]
}

/** Shows what one seller sends, to the buyer and the seller: products, total, tracking and timeline. */
export function ParcelFacts({ part, bank = 'the buyer’s bank' }: { part: Facts; bank?: string }) {
  const { lines, total, takenBack, carrier, tracking, returnCarrier, returnTracking, steps } = part
  const refunded = { ...total, amount: part.refunded.amount - takenBack.amount }
  return (
    <>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={`${line.kind} ${line.name} ${line.variant} ${line.amount.amount}`} className={css.line}>
            {line.imageUrl ? <img src={line.imageUrl} alt="" /> : <span />}
            <div className={css.what}>
              {line.name}
              {line.kind === 'goods' && (
                <div className={css.soft}>
                  {line.variant} · {line.quantity} × {formatMoney(line.price)}
                </div>
              )}
            </div>
            <span className={css.amount}>{formatMoney(line.amount)}</span>
          </li>
        ))}
      </ul>
      <p className={css.head}>
        <strong>Total</strong>
        <strong className={css.amount}>{formatMoney(total)}</strong>
      </p>
      {refunded.amount > 0 && <p>{formatMoney(refunded)} refunded</p>}
      {takenBack.amount > 0 && (
        <p>
          {formatMoney(takenBack)} taken back by {bank}
        </p>
      )}
      {tracking && (
        <p>
          Sent with {carrier}. Tracking number: <strong>{tracking}</strong>
        </p>
      )}
      {returnTracking && (
        <p>
          Sent back with {returnCarrier}. Tracking number: <strong>{returnTracking}</strong>
        </p>
      )}
      <ol className={css.steps} aria-label="Timeline">
        {steps.map((step, index) => (
          <li key={step.at.getTime() + step.status}>
            {stepText(step.status, index === 0)}
            {step.by === 'admin' && ' by Support'}{' '}
            <span className={css.soft}>{formatInstant(step.at, ownZone())}</span>
            {step.note && <div className={css.soft}>{step.note}</div>}
          </li>
        ))}
      </ol>
    </>
  )
}
