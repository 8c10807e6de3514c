import { Link } from 'react-router'
import type { Payment } from '#/payments/contract.ts'
import { receiptName } from '#/payments/rules.ts'
import { refundText, sandboxText } from '#/payments/text.ts'
import css from './PaymentRow.module.css'
import { PayNow } from './PayNow.tsx'
import { moment, money, nextText, paidOtherwise, statusText, subjectText } from './words.ts'

const tones: Readonly<Record<Payment['status'], string>> = {
  created: 'pending',
  pending: 'pending',
  completed: 'confirmed',
  failed: 'declined',
  refunded: 'cancelled',
  partially_refunded: 'cancelled',
}

export function PaymentRow({ payment }: { payment: Payment }) {
  const {
    description,
    amount,
    method,
    completedAt,
    createdAt,
    refunds,
    receiptNumber,
    isOpen,
    isSandbox,
    status,
  } = payment
  const next = nextText(payment)
  const tone = tones[status]
  return (
    <article className={css.row} tabIndex={-1} aria-label={`${description}, ${money(amount)}`}>
      <div className={css.what}>
        <h2>{description}</h2>
        <p className="tabular">
          {payment.order ? (
            <Link to={`/order-confirmation/${payment.order.id}`}>{subjectText(payment)}</Link>
          ) : (
            subjectText(payment)
          )}
        </p>
        <p className={css.about}>
          {completedAt
            ? `Paid ${moment(completedAt)}`
            : `${payment.order ? 'Ordered' : payment.package ? 'Bought' : 'Booked'} ${moment(createdAt)}`}
          {method && ` · ${method}`}
          {paidOtherwise(payment) && ` · You paid ${paidOtherwise(payment)}`}
          {receiptNumber && ` · ${receiptName(receiptNumber)}`}
        </p>
        {isSandbox && <p>{sandboxText}</p>}
        {next && <p>{next}</p>}
        {refunds.map((refund) => (
          <p key={refund.id}>
            {money(refund.amount)} {refundText[refund.status].toLowerCase()}: {refund.reason}.
          </p>
        ))}
      </div>
      <div className={css.money}>
        <strong>{money(amount)}</strong>
        <span
          className={css.chip}
          style={{ background: `var(--status-${tone}-soft)`, color: `var(--status-${tone}-text)` }}
        >
          {statusText(payment)}
        </span>
      </div>
      {receiptNumber && (
        <a className={css.receipt} href={`/receipts/${payment.id}.pdf`}>
          Receipt
        </a>
      )}
      {isOpen && status !== 'pending' && (
        <div className={css.actions}>
          <PayNow paymentId={payment.id} spoken={`Pay now: ${description}`} />
        </div>
      )}
    </article>
  )
}
