import { formatMoney } from '#/kernel/money.ts'
import { formatInstant } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { expectedText } from '#/shop/delivery-time.ts'
import { hasOpenReturn, type PartStatus } from '#/shop/order-states.ts'
import type { ReturnPhoto, SoldPart } from '#/shop/orders.ts'
import css from './Checkout.module.css'
import { ReturnFacts } from './ReturnFacts.tsx'
import { statusText, statusTone } from './words.ts'

type ChipProps = { status: PartStatus; isAsked?: boolean; isRefused?: boolean }

/** `isAsked`: its reader is the buyer, whose answer the pharmacist waits for. `isRefused`: it was cancelled by the pharmacist’s decision. */
export function StatusChip({ status, isAsked = false, isRefused = false }: ChipProps) {
  const tone = isRefused ? 'declined' : statusTone[status]
  return (
    <span
      className={css.chip}
      style={{ background: `var(--status-${tone}-soft)`, color: `var(--status-${tone}-text)` }}
    >
      {isAsked ? 'The pharmacist asks you' : isRefused ? 'Prescription not approved' : statusText[status]}
    </span>
  )
}

const hasTax = ({ cgst, sgst, igst }: SoldPart['tax']) => cgst.amount + sgst.amount + igst.amount > 0

/** Lists the taxes within a total, for a list of sums. */
export const Taxes = ({ tax }: Pick<SoldPart, 'tax'>) =>
  (['cgst', 'sgst', 'igst'] as const)
    .filter((name) => tax[name].amount > 0)
    .map((name) => (
      <div key={name} style={{ display: 'contents' }}>
        <dt className={css.soft}>of which {name.toUpperCase()}</dt>
        <dd className={css.soft}>{formatMoney(tax[name])}</dd>
      </div>
    ))

type Facts = Pick<
  SoldPart,
  'lines' | 'total' | 'refunded' | 'takenBack' | 'carrier' | 'tracking' | 'returns' | 'steps' | 'expected'
>

/** A part that is delivered again after a return went back to what it was. */
function stepText(steps: Facts['steps'], index: number): string {
  const { status, by } = steps[index]!
  const before = steps[index - 1]?.status
  const isFirst = index === 0
  if (status === before && by === 'admin') return 'Earlier return approved'
  if (status === 'delivered' && before === 'return_missing' && by === 'admin') return 'Looked into'
  if (status === 'delivered' && before && hasOpenReturn(before)) {
    if (by === 'owner') return 'Request taken back'
    if (before === 'return_approved' && by === 'system') return 'Not sent back'
    return before === 'return_asked' ? 'Refunded without a return' : 'Return received'
  }
  if (status === 'awaiting_prescription') return 'Ordered'
  if (status === 'awaiting_payment') return isFirst ? 'Ordered' : 'Prescription approved'
  return statusText[status]
}

type Props = { part: Facts; tax?: SoldPart['tax']; bank?: string; photos?: readonly ReturnPhoto[] }

/** Shows what one seller sends, to the buyer and the seller: products, total, tracking and timeline. */
export function ParcelFacts({ part, tax, bank = 'the buyer’s bank', photos = [] }: Props) {
  const { lines, total, takenBack, carrier, tracking, steps, expected } = part
  const refunded = { ...total, amount: part.refunded.amount - takenBack.amount }
  return (
    <>
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line.id} className={css.line}>
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
      {tax && hasTax(tax) && (
        <dl className={css.sums}>
          <Taxes tax={tax} />
        </dl>
      )}
      {refunded.amount > 0 && <p>{formatMoney(refunded)} refunded</p>}
      {takenBack.amount > 0 && (
        <p>
          {formatMoney(takenBack)} taken back by {bank}
        </p>
      )}
      {expected && <p>{expectedText(expected)}</p>}
      {tracking && (
        <p>
          Sent with {carrier}. Tracking number: <strong>{tracking}</strong>
        </p>
      )}
      <ReturnFacts part={part} photos={photos} />
      <ol className={css.steps} aria-label="Timeline">
        {steps.map((step, index) => (
          <li key={step.at.getTime() + step.status}>
            {stepText(steps, index)}
            {step.by === 'admin' && ' by Support'}{' '}
            <span className={css.soft}>{formatInstant(step.at, ownZone())}</span>
            {step.note && <div className={css.soft}>{step.note}</div>}
          </li>
        ))}
      </ol>
    </>
  )
}
